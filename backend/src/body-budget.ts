import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from './common/errors.js';

/** A body of up to this many bytes is always taken: the connections' number bounds what all of them hold. */
const SMALL = 16 * 1024;

class BodiesBusy extends DomainError {
  constructor() {
    super(503, 'busy', 'Temporarily unavailable', 'Too many large bodies at once. Please try again.', {}, 2);
  }
}

/** The bytes that a request may come to hold: what it declares, or the most that is read of one that declares nothing. */
export function declaredBytes(headers: FastifyRequest['headers'], limit: number): number {
  const length = headers['content-length'];
  if (length !== undefined) return Math.min(Number(length), limit);
  return headers['transfer-encoding'] === undefined ? 0 : limit;
}

/**
 * Lets all large bodies together hold so many bytes, until each is answered. Without it a thousand clients who send all
 * but the last byte would hold a gigabyte until they time out.
 */
export class BodyBudget {
  private held = 0;

  constructor(
    private readonly most: number,
    private readonly limit: number,
  ) {}

  /** Bytes of large bodies that are held now. */
  get bytes(): number {
    return this.held;
  }

  /** @throws BodiesBusy (503) when the body does not fit beside the others */
  watch(fastify: FastifyInstance, isExempt: (request: FastifyRequest) => boolean): void {
    fastify.addHook('preParsing', async (request, reply) => {
      const bytes = declaredBytes(request.headers, this.limit);
      if (bytes <= SMALL || isExempt(request)) return;
      if (this.held + bytes > this.most) throw new BodiesBusy();
      this.held += bytes;
      // also when the connection is cut before the answer
      reply.raw.once('close', () => {
        this.held -= bytes;
      });
    });
  }
}
