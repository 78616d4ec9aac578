import { problemToError, toApiError, type ApiError } from '../../api/problem';
import { API_BASE } from '../../api/runtime';

/**
 * Exchanges the provider's ID token for the shop's own. Not through the API client: its bearer is another
 * token, and its renewal on 401 would call this again.
 * Throws an `ApiError`.
 */
export async function exchangeIdToken(email: string, idToken: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(`${API_BASE}/user/${encodeURIComponent(email)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ email }),
    });
  } catch (error) {
    throw toApiError({ status: 'FETCH_ERROR', error: String(error) }) as ApiError & Error;
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemToError(response.status, body) as ApiError & Error;
  return (body as { token: string }).token;
}
