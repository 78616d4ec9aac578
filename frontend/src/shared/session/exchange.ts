import type { User } from 'firebase/auth';
import { problemToError, toApiError, type ApiError } from '../../api/problem';
import { API_BASE } from '../../api/runtime';

/** The shop writes addresses in lower case. */
export const emailOf = ({ email }: User): string => (email ?? '').toLowerCase();

/** A response later than this is treated as none. */
const TIMEOUT_MS = 15_000;

/**
 * Exchanges the provider's ID token for the shop's own. Not through the API client: its bearer is another
 * token, and its renewal on 401 would call this again.
 * Throws an `ApiError`.
 */
async function exchangeIdToken(email: string, idToken: string): Promise<string> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`${API_BASE}/user/${encodeURIComponent(email)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body = parse(await response.text());
  } catch (error) {
    throw toApiError({ status: 'FETCH_ERROR', error: String(error) }) as ApiError & Error;
  }
  const { token } = (body ?? {}) as { token?: string };
  // An error page of a proxy, or a network's own sign-in page, has no token either.
  if (!response.ok || !token) throw problemToError(response.status, body) as ApiError & Error;
  return token;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Firebase takes an ID token's age from the browser's clock, which may have been changed since: one that the shop
 * refuses is fetched anew once. Throws an `ApiError`, or what the provider's client throws.
 */
export async function exchangeFresh(user: User): Promise<string> {
  try {
    return await exchangeIdToken(emailOf(user), await user.getIdToken());
  } catch (error) {
    if ((error as { status?: unknown } | null)?.status !== 401) throw error;
    return exchangeIdToken(emailOf(user), await user.getIdToken(true));
  }
}
