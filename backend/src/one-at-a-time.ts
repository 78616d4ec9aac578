import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/**
 * Begins the requests of one connection one after the other, in the order of their answers. HTTP/1.1 lets a client send
 * many before it reads an answer (RFC 9112, 9.3.2); begun at once, those of a few hundred slow readers would take every
 * connection to the database from everybody else.
 */
export function serveOneAtATime(fastify: FastifyInstance): void {
  const last = new WeakMap<Socket, Promise<void>>();
  fastify.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const before = last.get(socket);
    const ended = new Promise<void>((done) => {
      reply.raw.once('close', done);
    });
    last.set(socket, ended);
    await before;
  });
}
