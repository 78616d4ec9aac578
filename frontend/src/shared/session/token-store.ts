import type { SessionUser } from './session-slice';

/** The key the specification names; the token is the shop's own, good for 15 minutes. */
const TOKEN_KEY = 'accessToken';
/** Name, email and photo for display only: the server never believes them. */
const PROFILE_KEY = 'rapid.profile';

export interface StoredSession {
  token: string;
  user: SessionUser;
}

/** When a JWT ends, in milliseconds since the epoch; 0 when it cannot be read. */
export function tokenEnd(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    const exp = (claims as { exp?: unknown }).exp;
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}

export const readToken = (): string | undefined => localStorage.getItem(TOKEN_KEY) ?? undefined;

export function readStored(): StoredSession | undefined {
  const token = readToken();
  const profile = localStorage.getItem(PROFILE_KEY);
  if (!token || !profile) return undefined;
  try {
    const user = JSON.parse(profile) as SessionUser;
    return typeof user.email === 'string' ? { token, user } : undefined;
  } catch {
    return undefined;
  }
}

export function writeStored({ token, user }: StoredSession): void {
  localStorage.setItem(TOKEN_KEY, token);
  localStorage.setItem(PROFILE_KEY, JSON.stringify(user));
}

export function dropStored(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(PROFILE_KEY);
}

/** True when the identity provider's client may hold a sign-in, so that it is worth loading. */
export function providerMayRemember(): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith('firebase:authUser:'));
}

/** Calls back when another tab signs in or out. */
export function onOtherTab(callback: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === TOKEN_KEY || event.key === null) callback();
  });
}
