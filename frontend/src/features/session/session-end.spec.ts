import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthClient } from './auth-client';
import { ADA, BEA, Browser, MINUTE } from './session-test-kit';

let browser: Browser;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  browser = new Browser();
  browser.storeSession();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const problem = (status: number, code?: string) => () =>
  new Response(JSON.stringify(code ? { type: `urn:rapid:problem:${code}`, detail: 'No.' } : {}), { status });

/** The provider's client rejects with a code of its own, at one call or the other. */
const failing = (code: string, at: 'currentUser' | 'getIdToken') => () => {
  const error = Object.assign(new Error(code), { code });
  const client: AuthClient = browser.makeClient();
  const user = { ...browser.user(), getIdToken: () => Promise.reject(error) } as never;
  client.currentUser = () => (at === 'currentUser' ? Promise.reject(error) : Promise.resolve(user));
  return Promise.resolve(client);
};

describe('what leaves a person signed in', () => {
  it.each([
    'auth/too-many-requests',
    'auth/network-request-failed',
    'auth/internal-error',
    'auth/timeout',
    'auth/quota-exceeded',
    'auth/web-storage-unsupported',
    'auth/something-that-a-later-version-adds',
  ])('%s from the provider', async (code) => {
    for (const at of ['currentUser', 'getIdToken'] as const) {
      const session = browser.open(failing(code, at));
      await session.start();
      await expect(session.renew()).resolves.toBe(false);
      expect(browser.state).toMatchObject({ status: 'signed-in', user: { email: ADA } });
      expect(browser.store.map.has('accessToken')).toBe(true);
    }
  });

  it.each([
    [429, 'too-many-requests'],
    [500, undefined],
    [503, 'dependency-down'],
    [404, 'not-found'],
    // not the shop's: a proxy's, or that of a network that asks to sign in
    [401, undefined],
    [403, undefined],
    [200, undefined],
  ])('%d %s from the shop', async (status, code) => {
    browser.respond = problem(status, code);
    const session = browser.open();
    await session.start();
    await expect(session.renew()).resolves.toBe(false);
    expect(browser.state.status).toBe('signed-in');
  });

  it('an exchange without a response, which ends in time and is tried again', async () => {
    const limits: number[] = [];
    const aborts: AbortController[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      aborts.push(new AbortController());
      return aborts.at(-1)!.signal;
    });
    vi.mocked(fetch).mockImplementationOnce(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('Late', 'TimeoutError')));
        }),
    );
    const session = browser.open();
    await session.start();
    const renewal = session.renew();
    await vi.advanceTimersByTimeAsync(0);
    expect(limits).toEqual([15_000]);
    aborts[0]!.abort();
    await expect(renewal).resolves.toBe(false);
    expect(browser.state.status).toBe('signed-in');
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(browser.exchanges).toEqual(['Bearer fresh']);
    expect(browser.state.status).toBe('signed-in');
  });
});

describe('what ends a session', () => {
  it.each([
    'auth/user-disabled',
    'auth/user-not-found',
    'auth/user-token-expired',
    'auth/invalid-user-token',
    'auth/invalid-refresh-token',
  ])('%s from the provider', async (code) => {
    const session = browser.open(failing(code, 'getIdToken'));
    await session.start();
    await session.renew();
    expect(browser.state).toMatchObject({ status: 'ended', user: { email: ADA } });
    expect(browser.store.map.has('accessToken')).toBe(false);
  });

  it.each([
    [401, 'not-signed-in'],
    [403, 'not-allowed'],
  ])('%d %s from the shop', async (status, code) => {
    browser.respond = problem(status, code);
    const session = browser.open();
    await session.start();
    await session.renew();
    expect(browser.state.status).toBe('ended');
    // what is on the page stays
    expect(browser.forget).not.toHaveBeenCalled();
  });

  it('leaves nobody to wait for where nobody was shown', async () => {
    browser.storeSession(ADA, 'expired');
    browser.respond = problem(401, 'not-signed-in');
    await browser.open().start();
    expect(browser.state.status).toBe('signed-out');
  });
});

describe('after a session has ended', () => {
  beforeEach(() => {
    browser.respond = problem(401, 'not-signed-in');
  });
  const ended = async () => {
    const session = browser.open();
    await session.start();
    await session.renew();
    browser.respond = browser.renewed;
    return session;
  };

  it('the same person goes on, with everything read anew', async () => {
    const session = await ended();
    await session.signIn(ADA, 'secret');
    expect(browser.state.status).toBe('signed-in');
    expect(browser.refresh).toHaveBeenCalledTimes(1);
    expect(browser.forget).not.toHaveBeenCalled();
  });

  it('somebody else finds nothing of the first person', async () => {
    const session = await ended();
    await session.signIn(BEA, 'secret');
    expect(browser.state).toMatchObject({ status: 'signed-in', user: { email: BEA } });
    expect(browser.forget).toHaveBeenCalledTimes(1);
  });

  it('a sign-in that fails leaves it ended', async () => {
    const session = await ended();
    browser.respond = problem(503, 'dependency-down');
    await expect(session.signIn(ADA, 'secret')).rejects.toMatchObject({ status: 503 });
    expect(browser.state).toMatchObject({ status: 'ended', user: { email: ADA } });
    expect(browser.forget).not.toHaveBeenCalled();
  });

  it('another tab keeps its page as well, until a sign-out', async () => {
    browser.respond = browser.renewed;
    await browser.open().start();
    browser.store.map.delete('accessToken');
    browser.store.map.delete('rapid.profile');
    browser.store.map.set('rapid.ended', ADA);
    browser.emit('storage', { key: 'accessToken' });
    expect(browser.state.status).toBe('ended');
    browser.otherTabSignsOut();
    expect(browser.state.status).toBe('signed-out');
    expect(browser.forget).toHaveBeenCalledTimes(1);
  });
});
