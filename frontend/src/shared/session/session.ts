import type { Dispatch } from '@reduxjs/toolkit';
import type { User } from 'firebase/auth';
import type { AuthClient, DemoGoogleAccount } from './auth-client';
import { exchangeIdToken } from './exchange';
import { RenewalTimer } from './renewal-timer';
import { signedIn, signedOut, type SessionUser } from './session-slice';
import {
  clearStored,
  hasProviderUser,
  onOtherTab,
  readStored,
  readToken,
  timeLeft,
  tokenLifetime,
  writeStored,
} from './token-store';

/** Renew this long before the token expires; a token with less time left is not used at a start. */
const RENEW_BEFORE_MS = 60_000;

export interface SessionHost {
  dispatch: Dispatch;
  /** Loads the identity provider's client. */
  loadClient: () => Promise<AuthClient>;
  /** Drops everything cached for the person who has just left. */
  forget: () => void;
}

/** The signed-in person, from the first page to sign-out. One for each page load. */
export class Session {
  private client: Promise<AuthClient> | undefined;
  private renewing: Promise<boolean> | undefined;
  private started = false;
  private readonly timer = new RenewalTimer(() => void this.renew());

  constructor(private readonly host: SessionHost) {}

  /** Reads what the browser has stored; loads the provider's client only if that is not enough. */
  async start(): Promise<void> {
    if (this.started) return;
    this.started = true;
    onOtherTab(() => this.followOtherTab());
    document.addEventListener('visibilitychange', () => this.renewIfDue());
    const stored = readStored();
    if (stored && timeLeft(stored) > RENEW_BEFORE_MS) {
      this.host.dispatch(signedIn(stored.user));
      this.timer.start(timeLeft(stored) - RENEW_BEFORE_MS);
    } else if (!(await this.renew())) {
      // The provider did not respond: the stored profile is shown, and the next renewal decides.
      this.host.dispatch(stored && readToken() ? signedIn(stored.user) : signedOut());
    }
  }

  /** Loads the provider's client ahead of a sign-in: a pop-up must open within moments of the click. */
  warm(): void {
    this.auth().catch(() => undefined);
  }

  async signIn(email: string, password: string): Promise<void> {
    const client = await this.auth();
    await this.adopt(await client.signIn(email, password));
  }

  async signUp(name: string, email: string, password: string): Promise<void> {
    const client = await this.auth();
    await this.adopt(await client.signUp(name, email, password), name);
  }

  async signInWithGoogle(account?: DemoGoogleAccount): Promise<void> {
    const client = await this.auth();
    await this.adopt(await client.signInWithGoogle(account));
  }

  /**
   * Ends the session in this browser. What is stored goes first, so that it needs neither a network nor the
   * provider's client, which may never have been loaded.
   */
  async signOut(): Promise<void> {
    this.timer.stop();
    clearStored();
    this.host.dispatch(signedOut());
    this.host.forget();
    const client = await this.client?.catch(() => undefined);
    await client?.signOut();
  }

  /** A fresh token of the shop; concurrent calls share one. False when there is none, or nobody is signed in. */
  renew(): Promise<boolean> {
    this.renewing ??= this.renewNow().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private async renewNow(): Promise<boolean> {
    if (!readToken() && !hasProviderUser()) {
      this.host.dispatch(signedOut());
      return false;
    }
    try {
      const user = await (await this.auth()).currentUser();
      if (user) return await this.exchange(user);
      await this.signOut();
    } catch (error) {
      if (isRefusal(error)) await this.signOut();
      else this.timer.retry();
    }
    return false;
  }

  private auth(): Promise<AuthClient> {
    this.client ??= this.host.loadClient().catch((error: unknown) => {
      this.client = undefined;
      throw error;
    });
    return this.client;
  }

  /** Takes a person whom the provider has just signed in; if the shop refuses them, both sign them out. */
  private async adopt(user: User, name?: string): Promise<void> {
    try {
      await this.exchange(user, name);
    } catch (error) {
      await this.signOut();
      throw error;
    }
  }

  /** False when a sign-out, here or in another tab, came first. */
  private async exchange(user: User, name?: string): Promise<boolean> {
    const before = readToken();
    const email = (user.email ?? '').toLowerCase();
    const token = await exchangeFresh(user, email);
    if (before && !readToken()) return false;
    const person: SessionUser = {
      email,
      name: name ?? user.displayName ?? email.split('@')[0] ?? email,
      ...(user.photoURL ? { photo: user.photoURL } : {}),
    };
    writeStored({ token, user: person, receivedAt: Date.now() });
    this.host.dispatch(signedIn(person));
    this.timer.start(tokenLifetime(token) - RENEW_BEFORE_MS);
    return true;
  }

  /** Timers stop while the machine sleeps: check again when the page becomes visible. */
  private renewIfDue(): void {
    const stored = readStored();
    if (document.visibilityState !== 'visible' || !stored) return;
    if (timeLeft(stored) < RENEW_BEFORE_MS) void this.renew();
  }

  private followOtherTab(): void {
    const stored = readStored();
    if (stored) {
      this.host.dispatch(signedIn(stored.user));
      this.timer.start(timeLeft(stored) - RENEW_BEFORE_MS);
    } else if (!readToken()) {
      this.timer.stop();
      this.host.dispatch(signedOut());
      this.host.forget();
    }
  }
}

/**
 * Firebase takes an ID token's age from the browser's clock, which may have been changed since: one that the shop
 * refuses is fetched anew once.
 */
async function exchangeFresh(user: User, email: string): Promise<string> {
  try {
    return await exchangeIdToken(email, await user.getIdToken());
  } catch (error) {
    if (!hasStatus(error, 401)) throw error;
    return exchangeIdToken(email, await user.getIdToken(true));
  }
}

const hasStatus = (error: unknown, ...statuses: unknown[]): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && statuses.includes(error.status);

/** Errors of the provider's client that say nothing about the person. */
const TRANSIENT = ['auth/network-request-failed', 'auth/internal-error', 'auth/too-many-requests'];

/** The provider or the shop refused the person, as opposed to not responding. */
const isRefusal = (error: unknown): boolean =>
  hasStatus(error, 401, 403) ||
  (typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    !TRANSIENT.includes(error.code));
