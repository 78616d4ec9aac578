import { QueryStatus } from '@reduxjs/toolkit/query';
import type { ComponentType } from 'react';
import { matchRoutes, type Params, type RouteObject, type ShouldRevalidateFunction } from 'react-router-dom';
import type { PageModule } from '../lib/page-load';
import { ShopLayout } from '../layouts/shop/shell';
import { routes as pages, type PageRoute } from '../routes';
import type { Store } from '../store';
import { Waiting } from '../ui/waiting';
import { PageError } from './page-error';
import { Root } from './root-route';

/** So long a click waits for its page's data rather than show it as it loads. */
const WAIT_MS = 1_000;

/** So old is what was fetched on intent, at most, that is not fetched again when the link is followed. */
const INTENT_MS = 5_000;

/** What a route can do ahead of being navigated to. */
export interface Handle {
  /** Fetches its code. */
  preload: () => Promise<unknown>;
  /** And its data. */
  prefetch?: (url: URL, params: Params) => Promise<unknown>;
}

let isPop = false;

/** Before the router hears of it. */
const onPopState = () => {
  isPop = true;
  setTimeout(() => (isPop = false));
};

/**
 * A page that only its parameters change fetches its data by its hooks, except on Back and Forward: the rows have to be there
 * when the scroll position is restored. `revalidate`, which changes nothing, is the error boundary's retry.
 */
const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  isPop || currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;

/** Of the parameters of an address those that a page names. */
export const only = (names: readonly string[], search: URLSearchParams): URLSearchParams =>
  new URLSearchParams(
    names.flatMap((name) => {
      const value = search.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

const isPendingWithoutData = (store: Store): boolean =>
  Object.values(store.getState().api.queries).some(
    (query) => query?.status === QueryStatus.pending && query.data === undefined,
  );

/**
 * A module that is imported when it is first needed, and again after it could not be had. The router's own `lazy` keeps a
 * failure for as long as the document lives.
 */
function imported<Module extends { default: ComponentType }>(load: () => Promise<Module>) {
  let module: Module | undefined;
  const preload = async () => (module ??= await load());
  const Loaded = () => {
    if (!module) throw new Error('The code of the page is missing');
    return <module.default />;
  };
  return { preload, Loaded, current: () => module };
}

function routeOf(store: Store, page: PageRoute): RouteObject {
  const { preload, Loaded, current } = imported(page.page);
  /** When its data was fetched on intent, by address. */
  const intents = new Map<string, number>();
  let navigations = 0;

  /** Starts its requests. */
  const fetchData = ({ loader }: PageModule, url: URL, params: Params) => {
    const isFresh = Date.now() - (intents.get(url.href) ?? 0) < INTENT_MS;
    intents.delete(url.href);
    return loader?.(store, params, only(page.query ?? [], url.searchParams), { refetch: !isFresh });
  };
  return {
    id: page.path,
    path: page.path,
    handle: {
      preload,
      prefetch: async (url, params) => {
        const before = navigations;
        const module = await preload();
        await Promise.all([module.fetchForm?.(), fetchData(module, url, params)]);
        // the click may have come meanwhile, and has used it up
        if (navigations === before) intents.set(url.href, Date.now());
      },
    } satisfies Handle,
    Component: Loaded,
    ErrorBoundary: () => {
      const Own = current()?.ErrorBoundary ?? PageError;
      return <Own />;
    },
    shouldRevalidate,
    loader: async ({ params, request }) => {
      navigations += 1;
      const module = await preload();
      const loading = fetchData(module, new URL(request.url), params);
      if (import.meta.env.SSR) return (await loading) ?? null;
      const form = module.fetchForm?.();
      // what is there already is shown at once
      if (isPendingWithoutData(store))
        await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
      await form;
      return null;
    },
  };
}

/** A layout, whose code is fetched next to its page's. */
function layout(load: () => Promise<{ default: ComponentType }>, children: RouteObject[]): RouteObject {
  const { preload, Loaded } = imported(load);
  return {
    handle: { preload } satisfies Handle,
    Component: Loaded,
    ErrorBoundary: PageError,
    shouldRevalidate: ({ currentUrl, nextUrl }) =>
      currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search,
    loader: () => preload().then(() => null),
    children,
  };
}

const isDashboard = ({ path }: PageRoute) => path.startsWith('/dashboard');

/** The tree of the router's routes: the table's pages within their layouts. */
export function makeRoutes(store: Store): RouteObject[] {
  if (!import.meta.env.SSR) addEventListener('popstate', onPopState);
  const of = (matches: (page: PageRoute) => boolean) =>
    pages.filter(matches).map((page) => routeOf(store, page));
  const requireSession = (children: RouteObject[]) =>
    layout(() => import('../layouts/require-session'), children);
  return [
    {
      Component: Root,
      ErrorBoundary: PageError,
      HydrateFallback: Waiting,
      children: [
        {
          Component: ShopLayout,
          children: [
            ...of(({ access }) => access === 'public'),
            requireSession(of((page) => page.access === 'signed-in' && !isDashboard(page))),
          ],
        },
        requireSession([
          layout(
            () => import('../layouts/account/dashboard'),
            [
              ...of((page) => page.access === 'signed-in' && isDashboard(page)),
              layout(
                () => import('../layouts/require-admin'),
                of(({ access }) => access === 'admin'),
              ),
            ],
          ),
        ]),
      ],
    },
  ];
}

const table = pages.map((page) => ({ path: page.path, handle: page }));

/** The page of a path; every path has one. */
export const pageOf = (pathname: string): PageRoute => matchRoutes(table, pathname)!.at(-1)!.route.handle;

/** Fetches the code of the page at a path and of its layouts, ahead of a click or before a render. */
export async function preloadPage(routes: RouteObject[], pathname: string): Promise<void> {
  const handles = (matchRoutes(routes, pathname) ?? []).flatMap(
    ({ route }) => (route.handle as Handle | undefined) ?? [],
  );
  await Promise.all(handles.map((handle) => handle.preload()));
}
