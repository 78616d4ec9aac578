import type { FastifyInstance } from 'fastify';
import { DomainError } from './common/errors.js';

class EncodedBody extends DomainError {
  constructor() {
    super(415, 'encoded-body', 'Unsupported media type', 'Send the body as it is, without a content coding.');
  }
}

/**
 * Refuses compressed bodies (RFC 9110, 8.4 and 15.5.16). Nobody's client sends them, a few bytes of one can become
 * megabytes, and the provider signs what it sends.
 */
export function refuseEncodedBodies(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', async ({ headers, method }, reply) => {
    // no body of theirs is read
    if (method === 'GET' || method === 'HEAD') return;
    const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (coding === '' || coding === 'identity') return;
    void reply.header('Accept-Encoding', 'identity');
    throw new EncodedBody();
  });
}
