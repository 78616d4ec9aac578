import type { FastifyInstance } from 'fastify';
import { DomainError } from '../common/errors.js';

class NoHost extends DomainError {
  constructor() {
    super(400, 'no-host', 'Bad request', 'A request of HTTP/1.1 names its host.');
  }
}

/**
 * Sends two kinds of requests the way of every other, so that they get the answers and headers that every other gets; Node
 * would answer them itself, with a status alone. An expectation that nobody knows is ignored, as RFC 9110 (10.1.1) allows.
 * The server is made with `requireHostHeader: false`.
 */
export function answerBareRequests(fastify: FastifyInstance): void {
  const { server } = fastify;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  fastify.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion !== '1.0') throw new NoHost();
  });
}
