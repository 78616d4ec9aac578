import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

const STORED = 'rapid.followed';
const MOST_STORED = 50;

/** The link that a visitor followed from an entry of the history, as its `href` says. */
const followed = new Map<string, string>();

/** So long the link is waited for on a page that is still loading. */
const LOADING_MS = 5_000;

/** What is shown; of the whole app, because a layout may change from one page to the next. */
let shown: { key: string; pathname: string } | undefined;

const onClick = ({ target }: MouseEvent) => {
  const link = target instanceof Element && target.closest('main a[href]');
  const href = link && link.getAttribute('href');
  if (shown && href) followed.set(shown.key, href);
};

/** For Back after a reload; where the visitor blocks site data, the focus is at the page's beginning then. */
function store(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...followed].slice(-MOST_STORED)));
  } catch {
    // see above
  }
}
function readStored(): void {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, string][];
    for (const [key, href] of stored) followed.set(key, href);
  } catch {
    // see above
  }
}

const mainOf = () => document.getElementById('main');

const linkTo = (href: string) =>
  [...document.querySelectorAll<HTMLElement>('main a[href]')].find(
    (each) => each.tabIndex >= 0 && each.getAttribute('href') === href,
  );

/** Focuses something as soon as the page has it, unless the visitor does something first. */
function focusWhenThere(find: () => HTMLElement | null | undefined): () => void {
  const focus = () => {
    const found = find();
    found?.focus({ preventScroll: true });
    return Boolean(found);
  };
  if (focus()) return () => undefined;
  mainOf()?.focus({ preventScroll: true });
  const ended = new AbortController();
  const stop = () => ended.abort();
  const observer = new MutationObserver(() => focus() && stop());
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(stop, LOADING_MS);
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(type, stop, { passive: true, signal: ended.signal });
  ended.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  return stop;
}

/**
 * Puts the focus where the visitor was on Back and Forward, on the link that they followed, and on another page at its
 * beginning, for screen readers. `ScrollRestoration` does the same for the eyes.
 */
export function useFocusRestoration(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();

  useLayoutEffect(() => {
    readStored();
    document.addEventListener('click', onClick, { capture: true });
    addEventListener('pagehide', store);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      removeEventListener('pagehide', store);
    };
  }, []);
  useLayoutEffect(() => {
    const before = shown;
    shown = { key, pathname };
    if (!before || before.key === key) return undefined;
    const href = type === NavigationType.Pop ? followed.get(key) : undefined;
    if (href) return focusWhenThere(() => linkTo(href));
    // a layout that is still loading has none
    return before.pathname === pathname ? undefined : focusWhenThere(mainOf);
  }, [key, pathname, type]);
}
