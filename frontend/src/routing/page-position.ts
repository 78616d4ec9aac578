import { useLayoutEffect, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router-dom';

/** Where a visitor was on an entry of the history. */
interface Place {
  top: number;
  /** The link that they followed, as its `href` says. */
  link?: string;
}

const STORED = 'rapid.places';
const MOST_STORED = 50;
/** So long a page may grow until it is as long as it was. */
const GROWING_MS = 5_000;

const places = new Map<string, Place>();

/** A fragment's entry has no key of its own, hence the path. */
const entryOf = ({ key, pathname, search }: Location): string => `${key} ${pathname}${search}`;

/** What is shown; of the whole app, because the frame around the pages may change from one to the next. */
const shown: { entry?: string; pathname?: string } = {};

const onShow = () => (history.scrollRestoration = 'manual');

const onHide = () => {
  history.scrollRestoration = 'auto';
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...places].slice(-MOST_STORED)));
  } catch {
    // the visitor blocks site data: Back after a reload starts at the top
  }
};

const record = (link?: string | null) => {
  const { entry } = shown;
  if (entry) places.set(entry, { top: scrollY, link: link ?? places.get(entry)?.link });
};
const onScroll = () => record();
const onClick = ({ target }: MouseEvent) => {
  const link = target instanceof Element && target.closest('main a[href]');
  if (link) record(link.getAttribute('href'));
};

/** The browser's own restoring comes before the page is there; a reload is left to it. */
function recordPlaces(): () => void {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, Place][];
    for (const [name, place] of stored) if (!places.has(name)) places.set(name, place);
  } catch {
    // as above
  }
  onShow();
  addEventListener('scroll', onScroll, { passive: true });
  document.addEventListener('click', onClick, { capture: true });
  addEventListener('pageshow', onShow);
  addEventListener('pagehide', onHide);
  return () => {
    removeEventListener('scroll', onScroll);
    document.removeEventListener('click', onClick, { capture: true });
    removeEventListener('pageshow', onShow);
    removeEventListener('pagehide', onHide);
    history.scrollRestoration = 'auto';
  };
}

/** Scrolls to a place and focuses its link, as soon as the page has them and unless the visitor does something first. */
function restore({ top, link }: Place, main: HTMLElement): () => void {
  let focused = false;
  const attempt = (): boolean => {
    const target = [...main.querySelectorAll('a')].find(
      (each) => each.tabIndex >= 0 && each.getAttribute('href') === link,
    );
    if (link && target && !focused) {
      target.focus({ preventScroll: true });
      focused = true;
    }
    scrollTo({ top, behavior: 'instant' });
    return Math.abs(scrollY - top) < 2 && (focused || !link);
  };
  const done = attempt();
  if (!focused) main.focus({ preventScroll: true });
  if (done) return () => undefined;

  const ended = new AbortController();
  const stop = () => ended.abort();
  const observer = new ResizeObserver(() => attempt() && stop());
  observer.observe(main);
  const timer = setTimeout(stop, GROWING_MS);
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(type, stop, { passive: true, signal: ended.signal });
  ended.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  return stop;
}

/**
 * A new page starts at its top, for eyes and for screen readers. Back and Forward lead to where the visitor was: to the same
 * scroll position, and with the focus on the link that they followed.
 */
export function usePagePosition(main: RefObject<HTMLElement | null>): void {
  const location = useLocation();
  const type = useNavigationType();

  useLayoutEffect(recordPlaces, []);
  useLayoutEffect(() => {
    const { entry, pathname } = shown;
    shown.entry = entryOf(location);
    shown.pathname = location.pathname;
    if (entry === undefined || entry === shown.entry) return undefined;
    const place = places.get(shown.entry);
    if (type === NavigationType.Pop && place && main.current) return restore(place, main.current);
    // the same page with other parameters scrolls by itself, if at all
    if (pathname === location.pathname) places.set(shown.entry, { top: scrollY });
    else {
      scrollTo({ top: 0, behavior: 'instant' });
      main.current?.focus({ preventScroll: true });
    }
    return undefined;
  }, [location, type, main]);
}
