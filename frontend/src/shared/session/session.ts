import type { Dispatch } from '@reduxjs/toolkit';
import type { User } from 'firebase/auth';
import { configureApi } from '../../api/runtime';
import type { ShopConfig } from '../../api/types';
import type { AuthClient, DemoGoogleAccount } from './auth-client';
import { exchangeIdToken } from './exchange';
import { signedIn, signedOut, type SessionUser } from './session-slice';
import {
  dropStored,
  onOtherTab,
  providerMayRemember,
  readStored,
  readToken,
  tokenEnd,
  writeStored,
} from './token-store';

/** Renew this long before the token ends; a token nearer its end is not used at a start. */
const RENEW_BEFORE_MS = 60_000;
const RETRY_MS = 15_000;

export interface SessionHost {
  dispatch: Dispatch;
  /** The run-time configuration, asked once. */
  loadConfig: () => Promise<ShopConfig>;
  /** Forgets everything cached for the person who has just left. */
  forget: () => void;
}

/** The signed-in person, from first sight to sign-out. One for each page. */
export class Session {
  private client: Promise<AuthClient> | undefined;
  private renewing: Promise<boolean> | undefined;
  private started = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: SessionHost) {}

  /** Reads what the browser remembers; loads the provider's client only if that is not enough. */
  async start(): Promise<void> {
    if (this.started) return;
    this.started = true;
    configureApi({ token: readToken, renew: () => this.renew() });
    onOtherTab(() => this.followOtherTab());
    document.addEventListener('visibilitychange', () => this.renewIfDue());
    const stored = readStored();
    if (stored && tokenEnd(stored.token) - Date.now() > RENEW_BEFORE_MS) {
      this.host.dispatch(signedIn(stored.user));
      this.schedule();
    } else if (stored || readToken() || providerMayRemember()) {
      if (!(await this.renew()) && stored && readToken()) this.host.dispatch(signedIn(stored.user));
    } else {
      this.host.dispatch(signedOut());
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

  async signOut(): Promise<void> {
    this.end();
    const client = await this.auth();
    await client.signOut();
  }

  /** A fresh token of the shop; calls made at once share one. False when nobody is signed in any more. */
  renew(): Promise<boolean> {
    this.renewing ??= this.renewNow().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private async renewNow(): Promise<boolean> {
    if (!readToken() && !providerMayRemember()) {
      this.host.dispatch(signedOut());
      return false;
    }
    try {
      const user = await (await this.auth()).currentUser();
      if (user) {
        await this.exchange(user);
        return true;
      }
      this.end();
    } catch (error) {
      if (refused(error)) this.end();
      else this.schedule(RETRY_MS);
    }
    return false;
  }

  private auth(): Promise<AuthClient> {
    this.client ??= Promise.all([import('./auth-client'), this.host.loadConfig()])
      .then(([{ createAuthClient }, config]) => createAuthClient(config.identity))
      .catch((error: unknown) => {
        this.client = undefined;
        throw error;
      });
    return this.client;
  }

  /** Takes a person the provider has just signed in; if the shop refuses them, neither keeps them. */
  private async adopt(user: User, name?: string): Promise<void> {
    try {
      await this.exchange(user, name);
    } catch (error) {
      await (await this.auth()).signOut();
      this.end();
      throw error;
    }
  }

  private async exchange(user: User, name?: string): Promise<void> {
    const email = (user.email ?? '').toLowerCase();
    const token = await exchangeIdToken(email, await user.getIdToken());
    const person: SessionUser = {
      email,
      name: name ?? user.displayName ?? email.split('@')[0] ?? email,
      ...(user.photoURL ? { photo: user.photoURL } : {}),
    };
    writeStored({ token, user: person });
    this.host.dispatch(signedIn(person));
    this.schedule();
  }

  private end(): void {
    clearTimeout(this.timer);
    dropStored();
    this.host.dispatch(signedOut());
    this.host.forget();
  }

  private schedule(delay?: number): void {
    clearTimeout(this.timer);
    const due = tokenEnd(readToken() ?? '') - RENEW_BEFORE_MS - Date.now();
    this.timer = setTimeout(() => void this.renew(), Math.max(delay ?? due, 1_000));
  }

  /** Timers sleep with the machine: look again when the page is looked at again. */
  private renewIfDue(): void {
    const token = readToken();
    if (document.visibilityState !== 'visible' || !token) return;
    if (tokenEnd(token) - Date.now() < RENEW_BEFORE_MS) void this.renew();
  }

  private followOtherTab(): void {
    const stored = readStored();
    if (stored) {
      this.host.dispatch(signedIn(stored.user));
      this.schedule();
    } else if (!readToken()) {
      clearTimeout(this.timer);
      this.host.dispatch(signedOut());
      this.host.forget();
    }
  }
}

/** The provider or the shop said no, as opposed to not answering. */
function refused(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('status' in error) return error.status === 401 || error.status === 403;
  return 'code' in error && error.code !== 'auth/network-request-failed';
}
