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
 * Exchanges a token that the provider issues now. It issues none for an account that was disabled, deleted or given a new
 * password, and the shop takes no token that is older than some minutes. Throws an `ApiError`, or what the provider's
 * client throws.
 */
export const exchangeFresh = async (user: User): Promise<string> =>
  exchangeIdToken(emailOf(user), await user.getIdToken(true));
