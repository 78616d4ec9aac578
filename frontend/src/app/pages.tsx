import { matchPath } from 'react-router-dom';
import { lazyPage, type LazyPage } from './lazy-page';
import { NotFoundPage } from './not-found';

export interface PageRoute {
  path: string;
  access: 'public' | 'signed-in';
  Page: LazyPage;
}

const page = (
  path: string,
  load: Parameters<typeof lazyPage>[0],
  access: PageRoute['access'] = 'public',
) => ({
  path,
  access,
  Page: lazyPage(load),
});

const home = lazyPage(() => import('../storefront/home/home-page'));

/** Every route of the shop. What is under `/dashboard` routes on by itself. */
export const pages: PageRoute[] = [
  { path: '/', access: 'public', Page: home },
  { path: '/home', access: 'public', Page: home },
  page('/parts', () => import('../storefront/parts/parts-page')),
  page('/parts/:id', () => import('../storefront/part/part-page')),
  page('/item/:id', () => import('../storefront/item/item-page'), 'signed-in'),
  page('/purchase', () => import('../storefront/purchase/purchase-page'), 'signed-in'),
  page('/business', () => import('../storefront/business/business-page')),
  page('/blogs', () => import('../storefront/blogs/blogs-page')),
  page('/reviews', () => import('../storefront/reviews/reviews-page')),
  page('/myportfolio', () => import('../storefront/portfolio/portfolio-page')),
  page('/product', () => import('../storefront/product/product-page')),
  page('/login', () => import('../storefront/login/login-page')),
  page('/signup', () => import('../storefront/signup/signup-page')),
  page('/legal/:topic', () => import('../storefront/legal/legal-page')),
  page('/dashboard/*', () => import('./dashboard/dashboard-app'), 'signed-in'),
  { path: '*', access: 'public', Page: NotFoundPage },
];

/** The code of the page at a path, fetched ahead of a click or before a render. */
export async function preloadPage(pathname: string): Promise<void> {
  const found = pages.find(({ path }) => matchPath(path, pathname));
  await found?.Page.preload();
}
