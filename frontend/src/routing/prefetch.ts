import { matchRoutes, type RouteObject } from 'react-router-dom';
import type { Handle } from './router';

/** A pointer that rests so long on a link is about to follow it. */
const HOVER_MS = 65;
const MOST_AT_ONCE = 2;

interface NetworkInformation {
  saveData: boolean;
  effectiveType: string;
}

/** Some visitors pay for each byte, or wait for it. */
function isAllowed(): boolean {
  const { connection } = navigator as { connection?: NetworkInformation };
  return !connection?.saveData && !connection?.effectiveType.includes('2g');
}

/** The page of this shop that a link leads to, unless it is the one that is shown. */
function targetOf({ target }: Pick<Event, 'target'>): URL | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download'))
    return undefined;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return isHere ? undefined : new URL(link.pathname + link.search, location.origin);
}

/**
 * Fetches the code, the data and the first image of the page that a visitor is about to go to: a pointer rests on its link, a
 * finger or the focus is on it. For as long as the document lives.
 */
export function prefetchOnIntent(routes: RouteObject[]): void {
  const running = new Set<string>();
  let hover: ReturnType<typeof setTimeout> | undefined;

  const prefetch = async (url: URL): Promise<void> => {
    if (!isAllowed() || running.has(url.href) || running.size >= MOST_AT_ONCE) return;
    running.add(url.href);
    const matches = matchRoutes(routes, url.pathname) ?? [];
    // one that fails is fetched again, and reported, when the link is followed
    await Promise.allSettled(
      matches.map(async ({ route, params }) => {
        const handle = route.handle as Handle | undefined;
        await (handle?.prefetch ? handle.prefetch(url, params) : handle?.preload());
      }),
    );
    running.delete(url.href);
  };

  const onIntent = (event: Event) => {
    const url = targetOf(event);
    if (url) void prefetch(url);
  };
  const onPointerOver = (event: PointerEvent) => {
    clearTimeout(hover);
    const url = event.pointerType === 'mouse' && targetOf(event);
    if (url) hover = setTimeout(() => void prefetch(url), HOVER_MS);
  };
  // what the pointer was on before this code was there
  const url = targetOf({ target: document.querySelector('a:hover') });
  if (url) void prefetch(url);
  document.addEventListener('pointerover', onPointerOver, { passive: true });
  document.addEventListener('touchstart', onIntent, { passive: true });
  document.addEventListener('focusin', onIntent);
}
