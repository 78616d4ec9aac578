import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storage } from '../../lib/storage';
import { BASKET_KEY } from '../basket/basket-key';
import { Browser, define, MINUTE, PROVIDER_KEY } from './session-test-kit';

let browser: Browser;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  browser = new Browser();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the renewal of the token', () => {
  it.each([
    [15, 'fast'],
    [-15, 'slow'],
    [0, 'right'],
  ])('is once in 14 minutes with a clock %d minutes %s', async (minutes) => {
    browser.skew = minutes * MINUTE;
    vi.setSystemTime(Date.now() + browser.skew);
    const session = browser.open();
    await session.start();
    await session.signIn('a@example.com', 'secret');
    expect(browser.exchanges).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(13 * MINUTE);
    expect(browser.exchanges).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(browser.exchanges).toHaveLength(2);
  });

  it.each([15, -15])('is not due at a reload with a clock %d minutes off', async (minutes) => {
    browser.skew = minutes * MINUTE;
    vi.setSystemTime(Date.now() + browser.skew);
    const first = browser.open();
    await first.start();
    await first.signIn('a@example.com', 'secret');
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    const second = browser.open(() => Promise.reject(new Error('not needed')));
    await second.start();
    expect(browser.state).toMatchObject({ status: 'signed-in', user: { email: 'a@example.com' } });
    expect(browser.exchanges).toHaveLength(1);
  });

  it('keeps its distance however short the token lives', async () => {
    browser.respond = () => new Response(JSON.stringify({ token: 'unreadable' }));
    const session = browser.open();
    await session.start();
    await session.signIn('a@example.com', 'secret');
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(browser.exchanges.length).toBeLessThanOrEqual(11);
  });

  it('backs off while the shop does not respond, and stays signed in', async () => {
    const session = browser.open();
    await session.start();
    await session.signIn('a@example.com', 'secret');
    browser.respond = () => new Response('{}', { status: 503 });
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(browser.exchanges.length).toBeGreaterThan(5);
    expect(browser.exchanges.length).toBeLessThan(18);
    expect(browser.state.status).toBe('signed-in');
  });

  it('exchanges a token that the provider issues for it, as does the sign-in', async () => {
    const session = browser.open();
    await session.start();
    await session.signIn('a@example.com', 'secret');
    await vi.advanceTimersByTimeAsync(14 * MINUTE);
    expect(browser.exchanges).toEqual(['Bearer fresh', 'Bearer fresh']);
  });
});

describe('another address of the same account', () => {
  it('is taken over, and the session goes on with it', async () => {
    const session = browser.open();
    await session.start();
    await session.signIn('a@example.com', 'secret');
    browser.provided = 'moved@example.com';
    await expect(session.renew()).resolves.toBe(true);
    expect(browser.state).toMatchObject({ status: 'signed-in', user: { email: 'moved@example.com' } });
    expect(vi.mocked(fetch).mock.lastCall?.[0]).toContain('/user/moved%40example.com');
    // what was read by the former address
    expect(browser.forget).toHaveBeenCalledTimes(1);
  });

  it('ends it where the provider ends all sign-ins with the change, and the person signs in with the new one', async () => {
    const session = browser.open(() =>
      Promise.resolve({
        ...browser.makeClient(),
        currentUser: () => Promise.reject({ code: 'auth/user-token-expired' }),
      }),
    );
    browser.storeSession();
    await session.start();
    await expect(session.renew()).resolves.toBe(false);
    expect(browser.state.status).toBe('ended');
    await session.signIn('moved@example.com', 'secret');
    expect(browser.state).toMatchObject({ status: 'signed-in', user: { email: 'moved@example.com' } });
  });
});

describe('signing out', () => {
  const offline = () => Promise.reject(new Error('offline'));

  it("lasts over a reload, also when the provider's client could not be loaded", async () => {
    browser.storeSession();
    const session = browser.open(offline);
    await session.start();
    expect(browser.state.status).toBe('signed-in');
    await session.signOut();
    expect(browser.state.status).toBe('signed-out');
    expect([...browser.store.map.keys()]).toEqual([]);

    await browser.open().start();
    expect(browser.state.status).toBe('signed-out');
    expect(browser.exchanges).toEqual([]);
  });

  it("takes a visitor's basket along, which a sign-in that fails does not", async () => {
    const session = browser.open();
    await session.start();
    storage.set(BASKET_KEY, 'lines');
    browser.respond = () => new Response('{}', { status: 403 });
    await expect(session.signIn('a@example.com', 'secret')).rejects.toBeDefined();
    expect(storage.get(BASKET_KEY)).toBe('lines');
    await session.signOut();
    expect(storage.get(BASKET_KEY)).toBeUndefined();
  });

  it('is not undone by a renewal under way', async () => {
    browser.storeSession();
    const session = browser.open();
    await session.start();
    let arrive!: (response: Response) => void;
    vi.mocked(fetch).mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    const renewal = session.renew();
    await vi.advanceTimersByTimeAsync(0);
    await session.signOut();
    arrive(browser.renewed());
    await expect(renewal).resolves.toBe(false);
    expect(browser.state.status).toBe('signed-out');
    expect(browser.store.map.has('accessToken')).toBe(false);
  });
});

describe('starting', () => {
  it('shows the shop signed out when the provider does not respond and no profile is stored', async () => {
    browser.store.map.set(PROVIDER_KEY, '{}');
    await browser.open(() => Promise.reject(new Error('offline'))).start();
    expect(browser.state.status).toBe('signed-out');
  });

  it('works with storage blocked: signed out at first, and a sign-in lasts for the tab', async () => {
    define('localStorage', () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    const session = browser.open();
    await session.start();
    expect(browser.state.status).toBe('signed-out');
    await session.signIn('a@example.com', 'secret');
    expect(browser.state.status).toBe('signed-in');
    await session.signOut();
    expect(browser.state.status).toBe('signed-out');
  });
});
