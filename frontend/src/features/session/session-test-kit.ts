import { vi } from 'vitest';
import type { UnknownAction } from '@reduxjs/toolkit';
import type { User } from 'firebase/auth';
import type { AuthClient } from './auth-client';
import { Session, type SessionHost } from './session';
import { sessionSlice, type SessionState } from './session-slice';

export const MINUTE = 60_000;
export const PROVIDER_KEY = 'firebase:authUser:demo-key:[DEFAULT]';
export const ADA = 'a@example.com';
export const BEA = 'b@example.com';

/** As the server signs it, by the server's own clock. */
export const shopToken = (serverNow: number, sub?: string) => {
  const iat = Math.floor(serverNow / 1000);
  return `h.${Buffer.from(JSON.stringify({ iat, exp: iat + 900, sub })).toString('base64url')}.s`;
};

class Store {
  readonly map = new Map<string, string>();
  getItem = (key: string) => this.map.get(key) ?? null;
  setItem = (key: string, value: string) => void this.map.set(key, value);
  removeItem = (key: string) => void this.map.delete(key);
}
/** Keys are own properties, as a browser's are. */
const storageOf = (store: Store) =>
  new Proxy(store, {
    ownKeys: (target) => [...target.map.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });

export const define = (name: string, get: () => unknown) =>
  Object.defineProperty(globalThis, name, { configurable: true, get });

/** A browser with one tab of the shop, whose clock may be wrong. */
export class Browser {
  /** The browser's clock is off by this much. */
  skew = 0;
  readonly store = new Store();
  /** The bearer of each token exchange. */
  readonly exchanges: string[] = [];
  respond: () => Response | Promise<Response> = () => this.renewed();
  state: SessionState = { status: 'loading' };
  readonly forget = vi.fn();
  readonly refresh = vi.fn();
  /** Whom the provider's client finds stored. */
  provided = ADA;
  private readonly listeners: [string, (event: object) => void][] = [];

  constructor() {
    const listen = (name: string, listener: (event: object) => void) =>
      void this.listeners.push([name, listener]);
    define('localStorage', () => storageOf(this.store));
    define('document', () => ({ addEventListener: listen, visibilityState: 'visible' }));
    define('addEventListener', () => listen);
    vi.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => {
      this.exchanges.push(new Headers(init?.headers).get('authorization') ?? '');
      return Promise.resolve(this.respond());
    });
  }

  /** What the tab is told, by the other tabs or by the browser. */
  emit(name: string, event: object = {}): void {
    for (const [heard, listener] of this.listeners) if (heard === name) listener(event);
  }

  readonly renewed = () => new Response(JSON.stringify({ token: shopToken(Date.now() - this.skew) }));

  readonly user = (email = this.provided): User =>
    ({
      email,
      displayName: email === ADA ? 'Ada' : 'Bea',
      getIdToken: (fresh?: boolean) => Promise.resolve(fresh ? 'fresh' : 'cached'),
    }) as User;

  makeClient = (): AuthClient => ({
    currentUser: () => Promise.resolve(this.store.map.has(PROVIDER_KEY) ? this.user() : null),
    signUp: () => Promise.resolve(this.user()),
    signIn: (email) => {
      this.store.map.set(PROVIDER_KEY, '{}');
      this.provided = email;
      return Promise.resolve(this.user());
    },
    signInWithGoogle: () => Promise.resolve(this.user()),
    signOut: vi.fn(() => Promise.resolve()),
    close: vi.fn(() => Promise.resolve()),
    // of the account's pages, which sessions do not call
    account: {} as AuthClient['account'],
  });

  open(loadClient?: () => Promise<AuthClient>): Session {
    return new Session(this.host(loadClient));
  }

  /** What a session of a new page has. */
  host(loadClient: () => Promise<AuthClient> = () => Promise.resolve(this.makeClient())): SessionHost {
    this.state = { status: 'loading' };
    this.listeners.length = 0;
    const dispatch = (action: UnknownAction) => (this.state = sessionSlice.reducer(this.state, action));
    const { forget, refresh } = this;
    return { dispatch: dispatch as never, loadClient, forget, refresh };
  }

  /** A person's session as it is stored, by this tab earlier or by another one. */
  storeSession(email = ADA, token = shopToken(Date.now(), email)): void {
    const { map } = this.store;
    this.provided = email;
    map.delete('rapid.ended');
    map.set(
      'rapid.profile',
      JSON.stringify({ email, name: email === ADA ? 'Ada' : 'Bea', receivedAt: Date.now() }),
    );
    map.set(PROVIDER_KEY, '{}');
    map.set('accessToken', token);
  }

  /** Another tab signs somebody in. */
  otherTabSignsIn(email: string): void {
    this.storeSession(email);
    this.emit('storage', { key: 'accessToken' });
  }

  otherTabSignsOut(): void {
    this.store.map.clear();
    this.emit('storage', { key: 'accessToken' });
  }
}
