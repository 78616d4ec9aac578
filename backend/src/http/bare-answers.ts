import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../common/errors.js';
import { Pace } from '../common/pace.js';
import { sendProblem } from '../web/problem.filter.js';
import type { SecurityHeaders } from '../web/security-headers.js';
import { isGone } from './cut.js';
import { overflowOf } from './heads.js';

type ClientError = [status: number, title: string, detail: string];
const NO_REQUEST: ClientError = [400, 'Bad request', 'This is no HTTP request that can be read.'];
const CLIENT_ERRORS: Record<string, ClientError> = {
  // as for every other value that is too long
  ADDRESS_OVERFLOW: [400, 'Bad request', 'The address is too long.'],
  HPE_HEADER_OVERFLOW: [431, 'Headers too large', 'There are too many headers, or they are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Too large', 'The body has too many chunk extensions.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request timeout', 'The request did not come to its end in time.'],
};

/** As for every other value that is not allowed, since it is a part and not the whole address that is too long. */
class AddressTooLong extends DomainError {
  constructor() {
    super(400, 'address-too-long', 'Bad request', 'A part of the address is too long.');
  }
}

/** What cannot be read waits so many ms for its answer behind the one before it. */
const ANSWER_MS = 5;

/** Answers that no hook sees, since the request could not be read or has no route at all: problems too, with the same headers. */
export class BareAnswers {
  private readonly pace = new Pace(8, ANSWER_MS);

  constructor(private readonly headers: SecurityHeaders) {}

  /** An address that the router cannot read, or that has a part longer than any name of a thing. */
  readonly toBadAddress = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.headers(this.headers.of(request)).header('X-Request-Id', request.id);
    const isTooLong = error.statusCode === 414;
    sendProblem(isTooLong ? new AddressTooLong() : error, request, reply);
  };

  /** What is no HTTP, too long, or does not come in time. Its connection is closed. */
  readonly toNoRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || isGone(socket)) return;
    const code = error.code === 'HPE_HEADER_OVERFLOW' ? overflowOf(socket) : error.code;
    // the rest of what was read is as unreadable, and a client that ends its side still waits for the answer
    socket.pause();
    socket.removeAllListeners('end');
    this.pace.take(
      () => this.tell(code, socket),
      () => socket.destroyed,
    );
  };

  private tell(code: string | undefined, socket: Socket): void {
    if (!socket.writable) return;
    const [status, title, detail] = CLIENT_ERRORS[code ?? ''] ?? NO_REQUEST;
    const requestId = randomUUID();
    const body = JSON.stringify({
      type: 'about:blank',
      title,
      status,
      detail,
      requestId,
    });
    const headers = {
      ...this.headers.ofData,
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      Connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    // what its client still sends is not waited for
    socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
  }
}
