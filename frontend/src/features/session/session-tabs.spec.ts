import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADA, BEA, Browser, MINUTE, shopToken } from './session-test-kit';

let browser: Browser;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  browser = new Browser();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a tab', () => {
  it('follows a sign-in in another tab at once', async () => {
    await browser.open().start();
    expect(browser.state.status).toBe('signed-out');
    browser.otherTabSignsIn(ADA);
    expect(browser.state).toMatchObject({ status: 'signed-in', user: { email: ADA } });
  });

  it('follows a sign-out in another tab at once, and forgets what it has read', async () => {
    browser.storeSession();
    await browser.open().start();
    browser.otherTabSignsOut();
    expect(browser.state.status).toBe('signed-out');
    expect(browser.forget).toHaveBeenCalledTimes(1);
  });

  it('shows a different person, and forgets what it has read for the first', async () => {
    browser.storeSession();
    await browser.open().start();
    browser.otherTabSignsIn(BEA);
    expect(browser.state).toMatchObject({ status: 'signed-in', user: { email: BEA, name: 'Bea' } });
    expect(browser.forget).toHaveBeenCalledTimes(1);
  });

  it('keeps what it has read when another tab renews the token of the same person', async () => {
    browser.storeSession();
    await browser.open().start();
    browser.otherTabSignsIn(ADA);
    expect(browser.forget).not.toHaveBeenCalled();
    expect(browser.refresh).not.toHaveBeenCalled();
  });

  it.each([
    ['pageshow', { persisted: true }],
    ['visibilitychange', {}],
  ])('that was frozen looks at %s for what it has not heard of', async (name, event) => {
    browser.storeSession();
    await browser.open().start();
    browser.storeSession(BEA);
    browser.emit(name, event);
    expect(browser.state).toMatchObject({ user: { email: BEA } });
    expect(browser.forget).toHaveBeenCalledTimes(1);
    browser.store.map.clear();
    browser.emit(name, event);
    expect(browser.state.status).toBe('signed-out');
  });

  it('acts for the person whom it shows, not for one whom it has not heard of', async () => {
    browser.storeSession();
    const session = browser.open();
    await session.start();
    const own = session.token();
    browser.storeSession(BEA);
    expect(session.token()).toBe(own);
    await expect(session.renew(own)).resolves.toBe(false);
    expect(browser.state).toMatchObject({ user: { email: BEA } });
  });
});

describe('a tab in the middle of a renewal', () => {
  const begin = async () => {
    browser.storeSession();
    const session = browser.open();
    await session.start();
    let arrive!: (response: Response) => void;
    browser.respond = () => new Promise((resolve) => (arrive = resolve));
    const renewal = session.renew(session.token());
    await vi.advanceTimersByTimeAsync(0);
    return { session, renewal, arrive: () => arrive(browser.renewed()) };
  };

  it('does not undo a sign-out in another tab', async () => {
    const { renewal, arrive } = await begin();
    browser.otherTabSignsOut();
    arrive();
    await expect(renewal).resolves.toBe(false);
    expect(browser.state.status).toBe('signed-out');
    expect(browser.store.map.has('accessToken')).toBe(false);
  });

  it('does not replace a different person, whether or not it has heard of them', async () => {
    for (const heard of [true, false]) {
      browser = new Browser();
      const { renewal, arrive } = await begin();
      if (heard) browser.otherTabSignsIn(BEA);
      else browser.storeSession(BEA);
      arrive();
      await expect(renewal).resolves.toBe(false);
      expect(browser.state).toMatchObject({ user: { email: BEA } });
      expect(browser.store.map.get('rapid.profile')).toContain(BEA);
    }
  });

  it('takes the token that another tab has renewed meanwhile', async () => {
    const { session, renewal, arrive } = await begin();
    const theirs = shopToken(Date.now() + MINUTE, ADA);
    browser.storeSession(ADA, theirs);
    arrive();
    await expect(renewal).resolves.toBe(true);
    expect(session.token()).toBe(theirs);
  });

  it('does not take a removed user of the provider for a refusal when another tab has signed out', async () => {
    browser.storeSession();
    const session = browser.open();
    await session.start();
    const client = browser.makeClient();
    client.currentUser = () => {
      browser.store.map.clear();
      return Promise.resolve(null);
    };
    vi.spyOn(browser, 'makeClient').mockReturnValue(client);
    await session.renew();
    expect(browser.state.status).toBe('signed-out');
  });

  it("makes the provider's client anew when it still has the first person", async () => {
    browser.storeSession();
    const stale = browser.makeClient();
    const ada = browser.user();
    stale.currentUser = () => Promise.resolve(ada);
    const made = vi.spyOn(browser, 'makeClient').mockReturnValueOnce(stale);
    const session = browser.open();
    await session.start();
    await session.renew();
    browser.storeSession(BEA);
    await expect(session.renew()).resolves.toBe(true);
    expect(made).toHaveBeenCalledTimes(2);
    expect(browser.state).toMatchObject({ user: { email: BEA } });
    expect(browser.store.map.get('rapid.profile')).toContain(BEA);
  });
});
