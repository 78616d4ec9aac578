import type { Handler } from './emulator.js';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const ADMIN = /^\/emulator\/|\/projects\//;

/**
 * The emulator accepts `Authorization: Bearer owner` and allows every origin, so any page open in the
 * same browser could wipe the accounts. Admin calls are for programs: one that carries a browser's
 * `Origin` is refused, and on loopback one that was aimed at another host name (DNS rebinding).
 */
export function refuseForeignPages(app: Handler, onLoopback: boolean): Handler {
  return (request, response) => {
    const admin = ADMIN.test(request.url ?? '') || request.headers.authorization !== undefined;
    const rebound = onLoopback && !LOOPBACK.test(request.headers.host ?? '');
    const foreign = request.headers.origin !== undefined || rebound;
    if (!admin || !foreign) return app(request, response);
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code: 403, message: 'FORBIDDEN', status: 'PERMISSION_DENIED' } }));
  };
}
