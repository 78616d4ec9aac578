import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Headers of a request: as many as other servers take, and more than a client of the shop sends with all proxies before it. */
const MOST_HEADERS = 100;

/** Connections of which more than the first line of their present request was read. */
const beyondAddress = new WeakSet<Socket>();

/** Notes what was read, and parsed, of a connection. */
export function noteRead(socket: Socket, data: Buffer): void {
  if (data.includes('\n')) beyondAddress.add(socket);
}

/** Why a head is too long: `ADDRESS_OVERFLOW`, or as the parser says it of headers. */
export const overflowOf = (socket: Socket): string =>
  beyondAddress.has(socket) ? 'HPE_HEADER_OVERFLOW' : 'ADDRESS_OVERFLOW';

/**
 * Refuses requests with more headers, as heads that are too long: 431. Of one whose head does not end no more are kept,
 * since each takes ten times its text in memory.
 */
export function refuseManyHeaders(server: Server, handler: RequestListener): void {
  server.maxHeadersCount = MOST_HEADERS;
  server.on('request', (request, answer) => {
    const { socket } = request;
    // its next request begins with an address again
    answer.once('close', () => beyondAddress.delete(socket));
    if (request.rawHeaders.length <= 2 * MOST_HEADERS) return handler(request, answer);
    beyondAddress.add(socket);
    const error = Object.assign(new Error('Too many headers'), { code: 'HPE_HEADER_OVERFLOW' });
    server.emit('clientError', error, socket);
  });
}
