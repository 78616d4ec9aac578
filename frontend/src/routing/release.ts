import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The release that this browser tab has been reloaded for: once each, so that two replicas cannot make it loop. */
const RELOADED_KEY = 'rapid.release';
const CHECK_AFTER_MS = 60_000;

/** The entry that this document was made with, after what it imports; none while developing. */
const ownEntry = (): string | null | undefined =>
  [...document.querySelectorAll('script[type="module"][src^="/assets/"]')].at(-1)?.getAttribute('src');

/** The entry of the build that is served now; nothing when that cannot be had. */
async function servedEntry(): Promise<string | undefined> {
  try {
    const response = await fetch('/release.json', { cache: 'no-store' });
    return response.ok ? ((await response.json()) as { entry?: string }).entry : undefined;
  } catch {
    return undefined;
  }
}

/** Follows releases of the shop: one tab, for as long as its document lives. */
export class ReleaseWatch {
  private newer: string | undefined;
  private checkedAt = Date.now();
  private at: string | undefined;

  /** At each navigation: reloads the page that was navigated to when it is known that there is a newer release. */
  navigated(pathname: string): void {
    const before = this.at;
    this.at = pathname;
    if (before === undefined || before === pathname) return;
    if (this.newer !== undefined) this.reload(this.newer);
    else if (Date.now() - this.checkedAt > CHECK_AFTER_MS) void this.check();
  }

  /** A part of the page could not be fetched: it may be one of a release that is no longer served. */
  async partFailed(): Promise<void> {
    await this.check();
    if (this.newer !== undefined) this.reload(this.newer);
  }

  async check(): Promise<void> {
    this.checkedAt = Date.now();
    const own = ownEntry();
    const served = own && (await servedEntry());
    this.newer = served && served !== own ? served : undefined;
  }

  private reload(release: string): void {
    try {
      if (sessionStorage.getItem(RELOADED_KEY) === release) return;
      sessionStorage.setItem(RELOADED_KEY, release);
    } catch {
      // Without storage nothing would keep it from reloading again and again, and a sign-in lasts for the document only.
      return;
    }
    location.reload();
  }
}

const watch = new ReleaseWatch();

/** A tab that was left open across a release reloads at its next navigation, or when it misses a part of the old one. */
export function useRelease(): void {
  const { pathname } = useLocation();
  useEffect(() => watch.navigated(pathname), [pathname]);
  useEffect(() => {
    const onFailure = () => void watch.partFailed();
    const onVisible = () => void (document.visibilityState === 'visible' && watch.check());
    addEventListener('vite:preloadError', onFailure);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      removeEventListener('vite:preloadError', onFailure);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
}
