import { storage } from '../../lib/storage';
import type { SessionUser } from './session-slice';
import { providerKeys, readToken, TOKEN_KEY } from './stored-sign-in';

/** Name, email and photo for display only (the server never trusts them), and when the token was received. */
const PROFILE_KEY = 'rapid.profile';
/** Whose session ended by itself, so that other tabs can tell that from a sign-out. */
const ENDED_KEY = 'rapid.ended';

export interface StoredSession {
  token: string;
  user: SessionUser;
  /** When the token was received, by this browser's clock: only differences to it mean anything. */
  receivedAt: number;
}

/** Of a JWT, unverified; none when it cannot be read. */
function claimsOf(token: string): { iat?: unknown; exp?: unknown; sub?: unknown } {
  try {
    const payload = token.split('.')[1] ?? '';
    return (JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as object | null) ?? {};
  } catch {
    return {};
  }
}

/** For how many milliseconds a JWT is valid after its issue; 0 when it cannot be read. */
export function tokenLifetime(token: string): number {
  const { iat, exp } = claimsOf(token);
  return typeof iat === 'number' && typeof exp === 'number' ? Math.max(exp - iat, 0) * 1000 : 0;
}

/** Whose a token is. */
export const subjectOf = (token: string): unknown => claimsOf(token).sub;

/**
 * How many milliseconds a stored token has left. Compares the browser's clock with itself alone: it may be wrong by
 * any amount. A clock that was set back since gives 0.
 */
export function timeLeft({ token, receivedAt }: StoredSession, now = Date.now()): number {
  const age = now - receivedAt;
  return age < 0 ? 0 : Math.max(tokenLifetime(token) - age, 0);
}

export function readStored(): StoredSession | undefined {
  const token = readToken();
  const profile = storage.get(PROFILE_KEY);
  if (!token || !profile) return undefined;
  try {
    const { receivedAt, ...user } = JSON.parse(profile) as SessionUser & { receivedAt?: unknown };
    if (typeof user.email !== 'string') return undefined;
    return { token, user, receivedAt: typeof receivedAt === 'number' ? receivedAt : 0 };
  } catch {
    return undefined;
  }
}

export function writeStored({ token, user, receivedAt }: StoredSession): void {
  storage.remove(ENDED_KEY);
  // The profile first: other tabs are notified by the token.
  storage.set(PROFILE_KEY, JSON.stringify({ ...user, receivedAt }));
  storage.set(TOKEN_KEY, token);
}

/**
 * Removes the shop's token and the identity provider's user, so that no reload finds a session.
 *
 * @param ended whose session ended by itself; nobody's after a sign-out
 */
export function clearStored(ended?: string): void {
  if (ended === undefined) storage.remove(ENDED_KEY);
  else storage.set(ENDED_KEY, ended);
  storage.remove(PROFILE_KEY);
  for (const key of providerKeys()) storage.remove(key);
  storage.remove(TOKEN_KEY);
}

/** Whose session ended by itself since the last sign-in or sign-out in this browser. */
export const readEnded = (): string | undefined => storage.get(ENDED_KEY);
