import { lookup as systemLookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import type { Attempt } from '../deliveries/webhook-delivery.schema.js';
import { isPublicAddress, PRIVATE, urlProblem } from './addresses.js';
import { retryAfterMs } from './retries.js';

/** For the whole request, up to the end of what is kept of its response. */
const TIMEOUT_MS = 10_000;
/** What is read of a response; the rest is left and its connection closed. */
const KEPT_BYTES = 4_096;
const MAX_ERROR_LENGTH = 300;
const USER_AGENT = 'RapidManufacturer-Webhooks/1';

/** What came of a request. */
export type Outcome = Pick<Attempt, 'durationMs' | 'status' | 'responseBody' | 'isCut' | 'error'> & {
  retryAfterMs?: number | undefined;
};

export const isDelivered = ({ status }: Pick<Outcome, 'status'>): boolean =>
  status !== undefined && status >= 200 && status < 300;

/** Resolves names as `dns.lookup` does; a spec has one of its own. */
export class WebhookDns {
  lookup: LookupFunction = systemLookup;
}

/**
 * Sends requests to endpoints. They go to addresses that may be reached only: the check is part of the look-up that the connection
 * is made by, so that a name which leads elsewhere at the next look-up gains nothing. No redirect is followed.
 */
@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly agents = {
    'http:': new http.Agent({ keepAlive: true, maxFreeSockets: 8 }),
    'https:': new https.Agent({ keepAlive: true, maxFreeSockets: 8 }),
  };
  /** How long a request may take; specs shorten it. */
  timeoutMs = TIMEOUT_MS;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly dns: WebhookDns,
  ) {}

  onApplicationShutdown(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  /**
   * What is wrong with the address of an endpoint; undefined when nothing is, or when its name cannot be resolved now: whether it
   * can be reached is seen when something is sent.
   */
  async problemOf(url: string): Promise<string | undefined> {
    const { allowPrivate } = this.config.webhooks;
    const problem = urlProblem(url, allowPrivate);
    if (problem !== undefined || allowPrivate) return problem;
    const { hostname } = new URL(url);
    return new Promise((done) => {
      this.lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) =>
        done(error instanceof AddressRefused ? error.message : undefined),
      );
    });
  }

  /** Posts a body. It never throws: whatever goes wrong is the outcome. */
  async post(url: string, headers: Record<string, string>, body: string): Promise<Outcome> {
    const startedAt = performance.now();
    const result = await this.tryPost(url, headers, body).catch((error: unknown) => ({
      error: this.reasonOf(error),
    }));
    return { ...result, durationMs: Math.round(performance.now() - startedAt) };
  }

  private async tryPost(
    url: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<Omit<Outcome, 'durationMs'>> {
    // the setting, or the rules, may have changed since it was saved; an address in figures is not looked up
    const problem = urlProblem(url, this.config.webhooks.allowPrivate);
    if (problem !== undefined) throw new AddressRefused(problem);
    const signal = AbortSignal.timeout(this.timeoutMs);
    const response = await this.request(url, headers, body, signal);
    const { statusCode: status } = response;
    const after = status === 429 || status === 503 ? response.headers['retry-after'] : undefined;
    return {
      ...(status !== undefined && { status }),
      retryAfterMs: retryAfterMs(after, new Date()),
      ...(await beginningOf(response)),
    };
  }

  /** Over a connection that was kept, or a new one where the receiver has closed it just then. */
  private async request(...args: Parameters<WebhookSender['requestOnce']>): Promise<IncomingMessage> {
    try {
      return await this.requestOnce(...args);
    } catch (error) {
      if (error instanceof ConnectionWasClosed) return this.request(...args);
      throw error;
    }
  }

  private requestOnce(
    url: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const { protocol } = new URL(url);
    const isPlain = protocol === 'http:';
    return new Promise((done, fail) => {
      const request = (isPlain ? http : https).request(url, {
        method: 'POST',
        agent: this.agents[isPlain ? 'http:' : 'https:'],
        lookup: this.lookup,
        signal,
        headers: {
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': USER_AGENT,
        },
      });
      let hasResponse = false;
      request.once('response', (response) => {
        hasResponse = true;
        done(response);
      });
      // also after the response, whose own reader has its error then
      request.on('error', (error: NodeJS.ErrnoException) => {
        const wasClosed = request.reusedSocket && !hasResponse && error.code === 'ECONNRESET';
        fail(wasClosed ? new ConnectionWasClosed() : error);
      });
      request.end(body);
    });
  }

  /** Looks a name up, and fails if any of its addresses may not be reached. */
  private readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.dns.lookup(hostname, options, (error, address, family) => {
      if (error) return callback(error, address, family);
      const found = Array.isArray(address) ? address.map((each) => each.address) : [address];
      const isRefused = !this.config.webhooks.allowPrivate && !found.every(isPublicAddress);
      callback(isRefused ? new AddressRefused(PRIVATE) : null, address, family);
    });
  };

  private reasonOf(error: unknown): string {
    if (error instanceof AddressRefused) return error.message;
    const { name, code, message } = error as NodeJS.ErrnoException;
    if (name === 'TimeoutError' || name === 'AbortError')
      return `There was no response within ${this.timeoutMs / 1_000} s.`;
    const known = REASONS[code ?? ''];
    return known ?? (message || code || 'The request failed.').slice(0, MAX_ERROR_LENGTH);
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before there was a response.',
  ENOTFOUND: 'The name of the host was not found.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
};

class AddressRefused extends Error {}
class ConnectionWasClosed extends Error {}

/** Reads what is kept of a response. What follows is not read; a body that breaks off or takes too long is kept as far as it came. */
async function beginningOf(response: IncomingMessage): Promise<Pick<Outcome, 'responseBody' | 'isCut'>> {
  const chunks: Buffer[] = [];
  let length = 0;
  let isCut = false;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > KEPT_BYTES) break;
    }
  } catch {
    // its status says what the receiver did with the event
    isCut = true;
  }
  // leaving the loop early has destroyed the connection
  const responseBody = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString();
  return { responseBody, ...((isCut || length > KEPT_BYTES) && { isCut: true }) };
}
