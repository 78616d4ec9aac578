import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject, type ShouldRevalidateFunction } from 'react-router-dom';
import type { PageModule, PageResult } from '../lib/page-load';
import { ShopLayout } from '../layouts/shop/shell';
import { routes as pages, type PageRoute } from '../routes';
import type { Store } from '../store';
import { PageError } from './page-error';
import { Root } from './root-route';
import { Waiting } from './waiting';

/** So long a click waits for its page's data rather than show it as it loads. */
const WAIT_MS = 1_000;

/** What a route has for `preload`: fetches its code. */
interface Handle {
  preload: () => Promise<unknown>;
}

/** A page that only its parameters change fetches its data by its hooks; `revalidate` is the error boundary's retry. */
const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;

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
    (query) => query?.status === 'pending' && query.data === undefined,
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

/** Fetches what a page shows: all of it on a server, in the browser as much as is there soon. */
async function fetchData(store: Store, { loader }: PageModule, args: LoaderArgs): Promise<PageResult | null> {
  if (!loader) return null;
  const loading = loader(store, args.params, args.search);
  if (import.meta.env.SSR) return (await loading) ?? null;
  // what is there already, or was fetched on intent, is shown at once
  if (isPendingWithoutData(store))
    await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  return null;
}

interface LoaderArgs {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

function routeOf(store: Store, page: PageRoute): RouteObject {
  const { preload, Loaded, current } = imported(page.page);
  return {
    id: page.path,
    path: page.path,
    handle: { preload } satisfies Handle,
    Component: Loaded,
    ErrorBoundary: () => {
      const Own = current()?.ErrorBoundary ?? PageError;
      return <Own />;
    },
    shouldRevalidate,
    loader: async ({ params, request }) =>
      fetchData(store, await preload(), {
        params,
        search: only(page.query ?? [], new URL(request.url).searchParams),
      }),
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

/** The tree of the router's routes: the table's pages within their layouts. */
export function makeRoutes(store: Store): RouteObject[] {
  const of = (matches: (page: PageRoute) => boolean) =>
    pages.filter(matches).map((page) => routeOf(store, page));
  const isDashboard = ({ path }: PageRoute) => path.startsWith('/dashboard');
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
  const handles = (matchRoutes(routes, pathname) ?? []).map(
    ({ route }) => route.handle as Handle | undefined,
  );
  await Promise.all(handles.map((handle) => handle?.preload()));
}
