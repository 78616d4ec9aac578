import { createHash, randomBytes } from 'node:crypto';

const KINDS = { live: 'rk_live_', demo: 'rk_demo_' };
/** Characters of the secret that are shown to tell keys apart; the others still hold 232 random bits. */
const SHOWN = 4;

/** Whether an `Authorization` header has what is to be judged as an API key: the shop's own tokens, JWTs, never begin so. */
export const bearsApiKey = (authorization = ''): boolean => /^bearer\s+rk_/i.test(authorization);

/** What the keys of a shop begin with: those of a demo are of no use in production, and the other way round. */
export const prefixOf = (demo: boolean): string => (demo ? KINDS.demo : KINDS.live);

/** Whether a token begins as the keys of the other kind of shop do. */
export const isOfOtherMode = (token: string, demo: boolean): boolean => token.startsWith(prefixOf(!demo));

/** Whether a token has the form of this shop's keys: the prefix, and 256 bits as base64url. */
export const isWellFormed = (token: string, demo: boolean): boolean =>
  token.startsWith(prefixOf(demo)) && /^[\w-]{43}$/.test(token.slice(prefixOf(demo).length));

/** A new key. It is shown once and never stored. */
export const createKey = (demo: boolean): string => prefixOf(demo) + randomBytes(32).toString('base64url');

/**
 * What is stored of a key, and looked up. A plain SHA-256 is right here: a slow hash makes guesses of weak passwords dear,
 * but nobody can guess 256 random bits, and this is computed on every call.
 */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The beginning of a key, by which people recognise it: `rk_live_ab12…`. */
export const startOf = (key: string): string => `${key.slice(0, KINDS.live.length + SHOWN)}…`;
