import type { IncomingMessage } from 'node:http';

/** Any cache in between may keep a public read for a second, and send it for another while it fetches the next. */
const PUBLIC = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1';

/** The `Cache-Control` of a public read: it depends on nobody, but what a token was sent for stays with its bearer. */
export const cacheControlOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  headers.authorization === undefined ? PUBLIC : 'no-store';
