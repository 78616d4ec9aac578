import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../common/errors.js';
import type { Config } from '../config.js';
import { sendProblem } from './problem.filter.js';
import { dataHeaders, HSTS } from './security-headers.js';

/** What Node emits as `clientError`; `rawPacket` is the last read of the connection. */
interface ClientFailure {
  code?: string;
  rawPacket?: unknown;
}

type ClientError = [status: number, title: string, detail: string];
const NOT_HTTP: ClientError = [400, 'Bad request', 'This is not a valid HTTP request.'];
const LONG_ADDRESS: ClientError = [400, 'Bad request', 'The address is too long.'];
/** As for every other value that is too long: it is a parameter, and not the whole address. */
const LONG_PARAMETER = new DomainError(400, 'address-too-long', 'Bad request', 'A part of it is too long.');
const CLIENT_ERRORS: Record<string, ClientError> = {
  HPE_HEADER_OVERFLOW: [431, 'Headers too large', 'There are too many headers, or they are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Too large', 'The body has too many chunk extensions.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request timeout', 'The request did not arrive in time.'],
};

/** Errors that no hook sees, since the request has no route or could not be read: problems too, with the same headers. */
export class BareErrors {
  private readonly headers: Record<string, string>;

  /** @param headersLimit the most bytes of a request's address and headers */
  constructor(
    config: Config,
    private readonly headersLimit: number,
  ) {
    this.headers = dataHeaders(config);
  }

  /** Fastify's `frameworkErrors`: the router cannot decode the address, or a parameter in it is too long. */
  readonly sendRoutingError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.headers(this.headers);
    if (request.protocol === 'https') void reply.header(...HSTS);
    sendProblem(error.statusCode === 414 ? LONG_PARAMETER : error, request, reply);
  };

  /** Fastify's `clientErrorHandler`: what is not HTTP, too long, or late. The connection is closed. */
  readonly sendClientError = (error: ClientFailure, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const [status, title, detail] = this.kindOf(error);
    const requestId = randomUUID();
    const body = JSON.stringify({ type: 'about:blank', title, status, detail, requestId });
    const headers = {
      ...this.headers,
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      Connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`);
  };

  /** Node has one code for a long address and for long headers; an address has no line end before the limit. */
  private kindOf({ code = '', rawPacket }: ClientFailure): ClientError {
    const start = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, this.headersLimit) : '';
    const isAddress = code === 'HPE_HEADER_OVERFLOW' && /^[A-Z]+ [^\n]*$/.test(start);
    return isAddress ? LONG_ADDRESS : (CLIENT_ERRORS[code] ?? NOT_HTTP);
  }
}
