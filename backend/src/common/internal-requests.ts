import type { IncomingMessage } from 'node:http';

/** In place of an address. No client can have it: the socket's own address is always an IP address. */
export const INTERNAL_ADDRESS = 'internal';

/** Whether the server itself made the request, for a page: part of another request, so no limit and no log counts it. */
export const isInternal = ({ raw }: { raw: IncomingMessage }): boolean =>
  raw.socket.remoteAddress === INTERNAL_ADDRESS;
