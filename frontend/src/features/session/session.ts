import type { Dispatch } from '@reduxjs/toolkit';
import type { User } from 'firebase/auth';
import { hasDrafts, removeDrafts } from '../../forms/draft-storage';
import { isGuarded } from '../../forms/guards';
import { storage } from '../../lib/storage';
import { BASKET_KEY } from '../basket/basket-key';
import type { AuthClient, DemoGoogleAccount } from './auth-client';
import { emailOf, exchangeFresh } from './exchange';
import { isRefusal } from './refusal';
import { RenewalTimer } from './renewal-timer';
import { sessionEnded, signedIn, signedOut, type SessionUser } from './session-slice';
import { hasProviderUser, mayBeSignedIn, onOtherTab, readToken } from './stored-sign-in';
import {
  clearStored,
  readEnded,
  readStored,
  subjectOf,
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
  /** Drops every response cached for the person who has just left. */
  forget: () => void;
  /** Reads what is shown again, after calls of the same person have failed. */
  refresh: () => void;
}

interface Shown {
  user: SessionUser;
  token: string;
  /** The session ended by itself; what is on the page waits for the person to sign in again. */
  ended?: true;
}

/** The signed-in person, from the first page to sign-out. One for each page load. */
export class Session {
  private client: Promise<AuthClient> | undefined;
  private renewing: Promise<boolean> | undefined;
  private started = false;
  /** Whose data this tab shows. What is stored may be somebody else's, whom another tab has just signed in. */
  private shown: Shown | undefined;
  private readonly timer = new RenewalTimer(() => void this.renew());

  constructor(private readonly host: SessionHost) {}

  /** Reads what the browser has stored; loads the provider's client only if that is not enough. */
  async start(): Promise<void> {
    if (this.started) return;
    this.started = true;
    onOtherTab(() => this.follow());
    const stored = readStored();
    if (stored && timeLeft(stored) > RENEW_BEFORE_MS) {
      this.show(stored);
      this.timer.start(timeLeft(stored) - RENEW_BEFORE_MS);
    } else if (!(await this.renew()) && !this.shown) {
      // The provider did not respond: the stored profile is shown, and the next renewal decides.
      if (stored && readToken()) this.show(stored);
      else this.host.dispatch(signedOut());
    }
  }

  /** The identity provider's client. Forms ask for it ahead of a sign-in: a pop-up must open within moments of the click. */
  provider(): Promise<AuthClient> {
    this.client ??= this.host.loadClient().catch((error: unknown) => {
      this.client = undefined;
      throw error;
    });
    return this.client;
  }

  async signIn(email: string, password: string): Promise<void> {
    const client = await this.provider();
    await this.adopt(await client.signIn(email, password));
  }

  async signUp(name: string, email: string, password: string): Promise<void> {
    const client = await this.provider();
    await this.adopt(await client.signUp(name, email, password), name);
  }

  async signInWithGoogle(account?: DemoGoogleAccount): Promise<void> {
    const client = await this.provider();
    await this.adopt(await client.signInWithGoogle(account));
  }

  /**
   * Ends the session in this browser. What is stored goes first, so that it needs neither a network nor the
   * provider's client, which may never have been loaded.
   */
  async signOut(): Promise<void> {
    clearStored();
    storage.remove(BASKET_KEY);
    this.leave();
    await this.signOutProvider();
  }

  /**
   * A fresh token of the shop; concurrent calls share one. False when there is none, or nobody is signed in.
   *
   * @param refused the token that the shop refused: false as well when the fresh one is somebody else's
   */
  async renew(refused?: string): Promise<boolean> {
    this.renewing ??= this.renewNow().finally(() => (this.renewing = undefined));
    const renewed = await this.renewing;
    const now = this.token();
    return renewed && (!refused || !now || subjectOf(refused) === subjectOf(now));
  }

  /** Of the person shown, never of another one whom the storage has meanwhile. */
  token(): string | undefined {
    if (!this.shown || this.shown.ended) return undefined;
    const stored = readStored();
    return stored?.user.email === this.shown.user.email ? stored.token : this.shown.token;
  }

  private async renewNow(): Promise<boolean> {
    if (!mayBeSignedIn()) {
      if (this.shown) this.sync();
      else this.host.dispatch(signedOut());
      return false;
    }
    if (this.shown) this.sync();
    try {
      const user = await this.currentUser();
      if (user) return await this.exchangeAgain(user);
      await this.end();
    } catch (error) {
      if (isRefusal(error)) await this.end();
      else this.timer.retry();
    }
    return false;
  }

  /** The provider's user. A client that missed a sign-in in another tab, as its page was frozen, is made again. */
  private async currentUser(): Promise<User | null> {
    const client = await this.provider();
    const user = await client.currentUser();
    const stored = readStored();
    if (!user || !stored || emailOf(user) === stored.user.email) return user;
    this.client = undefined;
    await client.close();
    return (await this.provider()).currentUser();
  }

  /** Takes a person whom the provider has just signed in; if the shop refuses them, both sign them out. */
  private async adopt(user: User, name?: string): Promise<void> {
    try {
      this.keep(user, await exchangeFresh(user), name);
    } catch (error) {
      clearStored(this.shown?.user.email);
      await this.signOutProvider();
      throw error;
    }
  }

  /** False when the person shown is another one by now, or nobody. */
  private async exchangeAgain(user: User): Promise<boolean> {
    const before = readToken();
    const hadUser = hasProviderUser();
    const token = await exchangeFresh(user);
    if (readToken() === before && hasProviderUser() === hadUser) {
      this.keep(user, token);
      return true;
    }
    // A sign-in, a sign-out or a renewal, here or in another tab, came first: it counts.
    this.sync();
    return this.shown?.user.email === emailOf(user) && !this.shown.ended;
  }

  private keep(user: User, token: string, name?: string): void {
    const email = emailOf(user);
    const person: SessionUser = {
      email,
      name: name ?? user.displayName ?? email.split('@')[0] ?? email,
      ...(user.photoURL ? { photo: user.photoURL } : {}),
    };
    writeStored({ token, user: person, receivedAt: Date.now() });
    this.show({ token, user: person });
    this.timer.start(tokenLifetime(token) - RENEW_BEFORE_MS);
  }

  private show({ token, user }: Shown): void {
    const before = this.shown;
    this.shown = { token, user };
    if (before && !before.ended && JSON.stringify(before.user) === JSON.stringify(user)) return;
    this.host.dispatch(signedIn(user));
    if (before && before.user.email !== user.email) this.forget();
    else if (before?.ended) this.host.refresh();
  }

  private forget(): void {
    removeDrafts();
    this.host.forget();
  }

  /** Nobody is signed in any more. */
  private leave(): void {
    this.timer.stop();
    this.shown = undefined;
    this.host.dispatch(signedOut());
    this.forget();
  }

  /** The provider or the shop no longer knows the person. */
  private async end(): Promise<void> {
    // Stored data that is gone was removed by a sign-out.
    if (this.shown && !readToken()) return this.sync();
    clearStored(this.shown?.user.email);
    if (this.shown) this.showEnded(this.shown);
    else this.host.dispatch(signedOut());
    await this.signOutProvider();
  }

  private showEnded(shown: Shown): void {
    this.timer.stop();
    this.shown = { ...shown, ended: true };
    this.host.dispatch(sessionEnded());
  }

  private async signOutProvider(): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    await client?.signOut().catch(() => undefined);
  }

  /** Shows whoever is signed in in this browser now. */
  private sync(): void {
    const { shown } = this;
    const stored = readStored();
    if (stored) this.show(stored);
    else if (shown && !readToken()) {
      const { email } = shown.user;
      // a sign-out in another tab ends the session here, but takes no form away that is being filled in
      const isSignedOut = readEnded() !== email && !isGuarded() && !hasDrafts(email);
      if (isSignedOut) this.leave();
      else if (!shown.ended) this.showEnded(shown);
    }
  }

  /** Timers stop while the machine sleeps, so the renewal may be overdue. */
  private follow(): void {
    this.sync();
    const stored = readStored();
    if (!stored) return;
    if (timeLeft(stored) < RENEW_BEFORE_MS) void this.renew();
    else this.timer.start(timeLeft(stored) - RENEW_BEFORE_MS);
  }
}
