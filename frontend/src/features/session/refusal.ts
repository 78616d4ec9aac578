/** What the provider's client says about the person. Its other errors are about the network, the service or a limit. */
const ENDED = [
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/user-token-expired',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
];

/**
 * The provider or the shop refused the person, as opposed to not responding. A 401 or 403 without the shop's code comes
 * from something between, such as a proxy or a network's own sign-in page.
 */
export function isRefusal(error: unknown): boolean {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown };
  if (status === undefined) return ENDED.includes(String(code));
  return (status === 401 || status === 403) && code !== undefined;
}
