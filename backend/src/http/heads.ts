import type { RequestListener, Server } from 'node:http';

/** Headers of a request: as many as other servers take, and more than a client of the shop sends with all proxies before it. */
const MOST_HEADERS = 100;

/**
 * Refuses requests with more headers, as heads that are too long: 431. Of one whose head does not end no more are kept,
 * since each takes ten times its text in memory.
 */
export function refuseManyHeaders(server: Server, handler: RequestListener): void {
  server.maxHeadersCount = MOST_HEADERS;
  server.on('request', (request, answer) => {
    if (request.rawHeaders.length <= 2 * MOST_HEADERS) return handler(request, answer);
    const error = Object.assign(new Error('Too many headers'), { code: 'HPE_HEADER_OVERFLOW' });
    server.emit('clientError', error, request.socket);
  });
}
