import { lazyPage } from './lazy-page';

/** For addresses that nothing else matches, in the shop and in its dashboards. */
export const NotFoundPage = lazyPage(() => import('../pages/storefront/not-found/not-found-page'));
