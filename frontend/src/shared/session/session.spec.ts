import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { UnknownAction } from '@reduxjs/toolkit';
import type { User } from 'firebase/auth';
import type { AuthClient } from './auth-client';
import { Session } from './session';
import { sessionSlice, type SessionState } from './session-slice';

const MINUTE = 60_000;
const PROVIDER_KEY = 'firebase:authUser:demo-key:[DEFAULT]';

/** As the server signs it, by the server's own clock. */
const shopToken = (serverNow: number) => {
  const iat = Math.floor(serverNow / 1000);
  return `h.${Buffer.from(JSON.stringify({ iat, exp: iat + 900 })).toString('base64url')}.s`;
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

/** The browser's clock is off by this much. */
let skew = 0;
let store: Store;
let exchanges: string[];
let respond: () => Response;
let state: SessionState;

const define = (name: string, get: () => unknown) =>
  Object.defineProperty(globalThis, name, { configurable: true, get });
const user = (): User =>
  ({
    email: 'a@example.com',
    displayName: 'Ada',
    getIdToken: (fresh?: boolean) => Promise.resolve(fresh ? 'fresh' : 'cached'),
  }) as User;

const makeClient = () => ({
  currentUser: () => Promise.resolve(store.map.has(PROVIDER_KEY) ? user() : null),
  signUp: () => Promise.resolve(user()),
  signIn: () => {
    store.map.set(PROVIDER_KEY, '{}');
    return Promise.resolve(user());
  },
  signInWithGoogle: () => Promise.resolve(user()),
  signOut: jest.fn(() => Promise.resolve()),
});

function makeSession(loadClient: () => Promise<AuthClient> = () => Promise.resolve(makeClient())) {
  state = { status: 'loading' };
  const dispatch = (action: UnknownAction) => (state = sessionSlice.reducer(state, action));
  return new Session({ dispatch: dispatch as never, loadClient, forget: () => undefined });
}

const renewed = () => new Response(JSON.stringify({ token: shopToken(Date.now() - skew) }));

beforeEach(() => {
  jest.useFakeTimers({ now: 1_800_000_000_000 });
  skew = 0;
  store = new Store();
  exchanges = [];
  respond = renewed;
  define('localStorage', () => storageOf(store));
  define('document', () => ({ addEventListener: () => undefined, visibilityState: 'visible' }));
  define('addEventListener', () => () => undefined);
  jest.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => {
    exchanges.push(new Headers(init?.headers).get('authorization') ?? '');
    return Promise.resolve(respond());
  });
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the renewal of the token', () => {
  it.each([
    [15, 'fast'],
    [-15, 'slow'],
    [0, 'right'],
  ])('is once in 14 minutes with a clock %d minutes %s', async (minutes) => {
    skew = minutes * MINUTE;
    jest.setSystemTime(Date.now() + skew);
    const session = makeSession();
    await session.start();
    await session.signIn('a@example.com', 'secret');
    expect(exchanges).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(13 * MINUTE);
    expect(exchanges).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2 * MINUTE);
    expect(exchanges).toHaveLength(2);
  });

  it.each([15, -15])('is not due at a reload with a clock %d minutes off', async (minutes) => {
    skew = minutes * MINUTE;
    jest.setSystemTime(Date.now() + skew);
    const first = makeSession();
    await first.start();
    await first.signIn('a@example.com', 'secret');
    await jest.advanceTimersByTimeAsync(5 * MINUTE);
    const second = makeSession(() => Promise.reject(new Error('not needed')));
    await second.start();
    expect(state).toMatchObject({ status: 'signed-in', user: { email: 'a@example.com' } });
    expect(exchanges).toHaveLength(1);
  });

  it('keeps its distance however short the token lives', async () => {
    respond = () => new Response(JSON.stringify({ token: 'unreadable' }));
    const session = makeSession();
    await session.start();
    await session.signIn('a@example.com', 'secret');
    await jest.advanceTimersByTimeAsync(5 * MINUTE);
    expect(exchanges.length).toBeLessThanOrEqual(11);
  });

  it('backs off while the shop does not respond, and stays signed in', async () => {
    const session = makeSession();
    await session.start();
    await session.signIn('a@example.com', 'secret');
    respond = () => new Response('{}', { status: 503 });
    await jest.advanceTimersByTimeAsync(60 * MINUTE);
    expect(exchanges.length).toBeGreaterThan(5);
    expect(exchanges.length).toBeLessThan(18);
    expect(state.status).toBe('signed-in');
  });

  it('asks the provider for a fresh token when the shop refuses the cached one', async () => {
    const session = makeSession();
    await session.start();
    await session.signIn('a@example.com', 'secret');
    exchanges.length = 0;
    respond = () => (exchanges.at(-1) === 'Bearer fresh' ? renewed() : new Response('{}', { status: 401 }));
    await expect(session.renew()).resolves.toBe(true);
    expect(exchanges).toEqual(['Bearer cached', 'Bearer fresh']);
  });
});

describe('signing out', () => {
  const signedInBefore = () => {
    store.map.set('accessToken', shopToken(Date.now()));
    store.map.set(
      'rapid.profile',
      JSON.stringify({ email: 'a@example.com', name: 'Ada', receivedAt: Date.now() }),
    );
    store.map.set(PROVIDER_KEY, '{}');
  };
  const offline = () => Promise.reject(new Error('offline'));

  it("lasts over a reload, also when the provider's client could not be loaded", async () => {
    signedInBefore();
    const session = makeSession(offline);
    await session.start();
    expect(state.status).toBe('signed-in');
    await session.signOut();
    expect(state.status).toBe('signed-out');
    expect([...store.map.keys()]).toEqual([]);

    await makeSession().start();
    expect(state.status).toBe('signed-out');
    expect(exchanges).toEqual([]);
  });

  it('is not undone by a renewal under way', async () => {
    signedInBefore();
    const session = makeSession();
    await session.start();
    let arrive!: (response: Response) => void;
    jest.mocked(fetch).mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    const renewal = session.renew();
    await jest.advanceTimersByTimeAsync(0);
    await session.signOut();
    arrive(renewed());
    await expect(renewal).resolves.toBe(false);
    expect(state.status).toBe('signed-out');
    expect(store.map.has('accessToken')).toBe(false);
  });
});

describe('starting', () => {
  it('shows the shop signed out when the provider does not respond and no profile is stored', async () => {
    store.map.set(PROVIDER_KEY, '{}');
    await makeSession(() => Promise.reject(new Error('offline'))).start();
    expect(state.status).toBe('signed-out');
  });

  it('works with storage blocked: signed out at first, and a sign-in lasts for the tab', async () => {
    define('localStorage', () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    const session = makeSession();
    await session.start();
    expect(state.status).toBe('signed-out');
    await session.signIn('a@example.com', 'secret');
    expect(state.status).toBe('signed-in');
    await session.signOut();
    expect(state.status).toBe('signed-out');
  });
});
