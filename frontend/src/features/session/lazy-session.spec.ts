import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { LazySession } from './lazy-session';
import { Session } from './session';
import { ADA, Browser } from './session-test-kit';

describe('a session that is loaded when it is needed', () => {
  let browser: Browser;
  let importSession: Mock<() => Promise<{ Session: typeof Session }>>;

  const open = (): LazySession => new LazySession(browser.host(), importSession);

  beforeEach(() => {
    vi.useFakeTimers();
    browser = new Browser();
    importSession = vi.fn(() => Promise.resolve({ Session }));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is not loaded for a visitor of whom nothing is stored', () => {
    open().start();
    expect(browser.state.status).toBe('signed-out');
    expect(importSession).not.toHaveBeenCalled();
  });

  it('shows who is signed in, and has their token', async () => {
    browser.storeSession();
    const session = open();
    session.start();
    expect([browser.state.status, session.token()]).toEqual(['loading', undefined]);
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.state).toMatchObject({ status: 'signed-in', user: { email: ADA } });
    expect(session.token()).toBe(browser.store.map.get('accessToken'));
  });

  it('is loaded when another tab signs in', async () => {
    open().start();
    browser.otherTabSignsIn(ADA);
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.state).toMatchObject({ status: 'signed-in', user: { email: ADA } });
  });

  it('is loaded again after that failed, and nobody is signed out by it', async () => {
    importSession.mockRejectedValueOnce(new Error('no network'));
    browser.storeSession();
    open().start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(browser.state.status).toBe('loading');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(browser.state.status).toBe('signed-in');
  });

  it('is loaded once for all who need it', async () => {
    const session = open();
    session.start();
    const [first, second] = await Promise.all([session.load(), session.load()]);
    expect(first).toBe(second);
    await first.signIn(ADA, 'secret');
    expect(browser.state).toMatchObject({ status: 'signed-in', user: { email: ADA } });
    expect(importSession).toHaveBeenCalledTimes(1);
  });
});
