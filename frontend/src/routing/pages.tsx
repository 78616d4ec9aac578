import { matchPath } from 'react-router-dom';
import { lazyPage, type LazyPage, type PageModule } from './lazy-page';
import { NotFoundPage } from './not-found';

/** What a page rendered on the server depends on, besides its path. */
export interface ServerPage {
  /** Its module, as the build's manifest names it. */
  module: string;
  /** The query parameters that it reads. */
  query: readonly string[];
  /** Whether it shows units in stock. */
  showsStock: boolean;
}

export interface PageRoute {
  path: string;
  access: 'public' | 'signed-in';
  Page: LazyPage;
  /** Missing where only the browser renders it. */
  server?: ServerPage;
}

const modules = import.meta.glob<PageModule>('../pages/storefront/*/*-page.tsx');

/** The lazy page of `pages/storefront/<name>-page.tsx`. */
function pageAt(name: string): LazyPage {
  const load = modules[`../pages/storefront/${name}-page.tsx`];
  if (!load) throw new Error(`There is no page ${name}`);
  return lazyPage(load);
}

/** A page that everybody may see, rendered on the server. */
const open = (
  path: string,
  name: string,
  { query = [], showsStock = false, Page = pageAt(name) }: Partial<ServerPage & { Page: LazyPage }> = {},
): PageRoute => ({
  path,
  access: 'public',
  Page,
  server: { module: `src/pages/storefront/${name}-page.tsx`, query, showsStock },
});

const signedIn = (path: string, Page: LazyPage): PageRoute => ({ path, access: 'signed-in', Page });

const home = { showsStock: true, Page: pageAt('home/home') };
/** Of every list in the URL: see `useTableParams`. */
const LIST = ['page', 'pageSize', 'sort'];

/** Every route of the shop. What is under `/dashboard` routes on by itself. */
export const pages: PageRoute[] = [
  open('/', 'home/home', home),
  open('/home', 'home/home', home),
  open('/parts', 'parts/parts', {
    query: [...LIST, 'q', 'kind', 'minPrice', 'maxPrice', 'availability'],
    showsStock: true,
  }),
  open('/parts/:id', 'part/part', { showsStock: true }),
  signedIn('/item/:id', pageAt('item/item')),
  signedIn('/purchase', pageAt('purchase/purchase')),
  open('/business', 'business/business'),
  open('/blogs', 'blogs/blogs'),
  open('/reviews', 'reviews/reviews', { query: [...LIST, 'ratings'] }),
  open('/myportfolio', 'portfolio/portfolio'),
  open('/product', 'product/product', { showsStock: true }),
  open('/login', 'login/login'),
  open('/signup', 'signup/signup'),
  open('/legal/:topic', 'legal/legal'),
  signedIn(
    '/dashboard/*',
    lazyPage(() =>
      // leaves antd and the charts out of the server's build
      import.meta.env.SSR
        ? Promise.reject(new Error('The dashboard is rendered in the browser'))
        : import('./dashboard-app'),
    ),
  ),
  open('*', 'not-found/not-found', { Page: NotFoundPage }),
];

/** The route of a path; every path has one. */
export const routeOf = (pathname: string): PageRoute | undefined =>
  pages.find(({ path }) => matchPath(path, pathname));

/** The code of the page at a path, fetched ahead of a click or before a render. */
export async function preloadPage(pathname: string): Promise<void> {
  await routeOf(pathname)?.Page.preload();
}
