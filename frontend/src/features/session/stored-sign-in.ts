import { storage } from '../../lib/storage';

/** The key that the specification names; the token is the shop's own, valid for 15 minutes. */
export const TOKEN_KEY = 'accessToken';
/** Where Firebase's client keeps its user. */
const PROVIDER_KEYS = 'firebase:authUser:';

export const readToken = (): string | undefined => storage.get(TOKEN_KEY);

export const providerKeys = (): string[] => storage.keys().filter((key) => key.startsWith(PROVIDER_KEYS));

/** Whether the identity provider's client may have a user stored, so that it is worth loading. */
export const hasProviderUser = (): boolean => providerKeys().length > 0;

/** Whether somebody may be signed in in this browser. */
export const mayBeSignedIn = (): boolean => readToken() !== undefined || hasProviderUser();

/**
 * Calls back when another tab signs in or out, and when this page is shown again: while it was frozen, or kept for
 * the Back button, it heard of nothing.
 */
export function onOtherTab(callback: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === TOKEN_KEY || event.key === null) callback();
  });
  addEventListener('pageshow', ({ persisted }) => persisted && callback());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && callback());
}
