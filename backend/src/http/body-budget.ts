import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Busy, DomainError } from '../common/errors.js';
import { Pace } from '../common/pace.js';

/** A body of up to this many bytes is taken at once: the connections' number bounds what all of them hold. */
export const SMALL = 4 * 1024;

/** What is left unread of a larger body than this is not passed over: its connection is closed. */
const PASSED_OVER = 256 * 1024;

/** Larger bodies begin so many ms one after the other. */
const BEGIN_MS = 10;
/** Those that do not say how large they are, as no browser sends them. */
const CHUNKED_MS = 25;

/** What a waiting upload has in memory, in bytes: a read or two, after which its connection is not read. */
const UPLOAD = 128 * 1024;

class BodyTooLarge extends DomainError {
  constructor(limit: number) {
    super(413, 'body-too-large', 'Too large', `A body has at most ${Math.floor(limit / 1024)} KB here.`);
  }
}

/** What a call takes: an event of a provider, an upload that the call itself reads and bounds, or JSON. */
export type BodyKind = 'event' | 'upload' | 'json';

/** The bytes that a request may come to hold: what it declares, or the most that is read of one that declares nothing. */
export function declaredBytes(headers: FastifyRequest['headers'], limit: number): number {
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  return headers['transfer-encoding'] === undefined ? 0 : limit;
}

/**
 * Lets all large bodies together hold so many bytes, until each is answered. Without it a thousand clients who send all
 * but the last byte would hold a gigabyte until they time out. They begin one after the other, each kind by itself and all
 * of no stated length together, so that those who send them again and again wait for themselves; bodies that are too large
 * for their call are refused unread.
 */
export class BodyBudget {
  private held = 0;
  private readonly paces = {
    event: new Pace(8, BEGIN_MS),
    upload: new Pace(8, BEGIN_MS),
    json: new Pace(8, BEGIN_MS),
    chunked: new Pace(8, CHUNKED_MS),
  };

  /**
   * @param most bytes of large bodies that are held at once
   * @param limitOf the most bytes of a request's body, and its kind
   */
  constructor(
    private readonly most: number,
    private readonly limitOf: (request: FastifyRequest) => { limit: number; kind: BodyKind },
  ) {}

  /** @throws Busy (503) when the body does not fit beside the others, BodyTooLarge (413) */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('preParsing', async (request, reply) => {
      const { limit, kind } = this.limitOf(request);
      const declared = declaredBytes(request.headers, limit);
      if (declared <= SMALL) return;
      const release = this.take(kind === 'upload' ? UPLOAD : Math.min(declared, limit), reply);
      const isChunked = request.headers['content-length'] === undefined;
      await this.paces[isChunked ? 'chunked' : kind].turn(() => request.socket.destroyed);
      if (declared > limit) throw new BodyTooLarge(limit);
      if (kind === 'upload') release();
    });
    fastify.addHook('onSend', async (request, reply) => {
      const { raw, headers } = request;
      if (!raw.complete && declaredBytes(headers, Infinity) > PASSED_OVER)
        void reply.header('Connection', 'close');
    });
  }

  private take(bytes: number, { raw }: FastifyReply): () => void {
    if (this.held + bytes > this.most) throw new Busy('Too many large bodies at once');
    this.held += bytes;
    let isHeld = true;
    const release = (): void => {
      if (isHeld) this.held -= bytes;
      isHeld = false;
    };
    // also when the connection is cut before the answer
    raw.once('close', release);
    return release;
  }
}
