import type { IconName } from './layouts/workspace/icon';
import type { PageModule } from './lib/page-load';
import type * as AdminPages from './pages/admin/pages';

/** The groups of the admins' menu. */
export const MENU_GROUPS = ['Sales', 'Catalogue', 'People', 'System', 'Your account'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

export interface PageRoute {
  path: string;
  /** Pages for everybody are rendered on the server, where they have a module; admins' pages show 403 to everyone else. */
  access: 'public' | 'signed-in' | 'admin';
  page: () => Promise<PageModule>;
  /** Of a page that the server renders: its module, as the build's manifest names it. */
  module?: string;
  /** The query parameters that the loader reads; it sees no others, or they would multiply what the page cache keeps. */
  query?: readonly string[];
  /** Whether it shows units in stock, so that the page cache drops it when they change. */
  showsStock?: boolean;
  /** Its place in the dashboard's menus; a page without one is reached by links only. */
  menu?: MenuEntry;
}

interface MenuEntry {
  label: string;
  /** Where admins find it, if they do. */
  group?: MenuGroup;
  /** Customers find it at this path. */
  customers?: string;
  icon: IconName;
  /** Only where payments go to the sandbox, which alone can be made to fail. */
  sandboxOnly?: true;
}

type Load = PageRoute['page'];

/** @param name of the page's folder and module */
const open = (
  path: string,
  name: string,
  page: Load,
  depends: Pick<PageRoute, 'query' | 'showsStock'> = {},
): PageRoute => ({
  path,
  access: 'public',
  page,
  ...depends,
  // only the server asks for it
  ...(import.meta.env.SSR && { module: `src/pages/storefront/${name}/${name}-page.tsx` }),
});
/** For everybody, and rendered in the browser: it shows what is one visitor's own. */
const personal = (path: string, page: Load): PageRoute => ({ path, access: 'public', page });
const signedIn = (path: string, page: Load, menu?: MenuEntry): PageRoute => ({
  path,
  access: 'signed-in',
  page,
  menu,
});
const admins = (name: string, page: Load, menu?: MenuEntry): PageRoute => ({
  path: `/dashboard/${name}`,
  access: 'admin',
  page,
  menu,
});

/** A page of the admins, by its name in `pages/admin/pages.ts`. */
const admin =
  (name: keyof typeof AdminPages): Load =>
  async () =>
    (await import('./pages/admin/pages'))[name]();

const home: Load = () => import('./pages/storefront/home/home-page');
const account: Load = () => import('./pages/storefront/account/account-page');
const notFound: Load = () => import('./pages/storefront/not-found/not-found-page');
const kinds = admin('kinds');
const myOrders: Load = () => import('./pages/dashboard/my-orders/my-orders-page');

/** What admins see at `/dashboard`, where customers see their orders. */
export const ADMIN_HOME = '/dashboard/overview';

/** Of every list in the URL: see `useTableParams`. */
const LIST = ['page', 'pageSize', 'sort'];

/** Every page, those of the menus in their order. */
export const routes: PageRoute[] = [
  open('/', 'home', home, { showsStock: true }),
  open('/home', 'home', home, { showsStock: true }),
  open('/parts', 'parts', () => import('./pages/storefront/parts/parts-page'), {
    query: [...LIST, 'q', 'asTyped', 'kind', 'spec', 'minPrice', 'maxPrice', 'availability'],
    showsStock: true,
  }),
  open('/parts/:id', 'part', () => import('./pages/storefront/part/part-page'), { showsStock: true }),
  personal('/basket', () => import('./pages/storefront/basket/basket-page')),
  personal('/pay/:token', () => import('./pages/storefront/pay/pay-page')),
  personal('/stock-alerts/:action/:token', () => import('./pages/storefront/stock-alert/alert-page')),
  signedIn('/item/:id', () => import('./pages/storefront/item/item-page')),
  signedIn('/checkout', () => import('./pages/storefront/checkout/checkout-page')),
  signedIn('/purchase', () => import('./pages/storefront/purchase/purchase-page')),
  open('/business', 'business', () => import('./pages/storefront/business/business-page')),
  open('/blogs', 'blogs', () => import('./pages/storefront/blogs/blogs-page')),
  open('/reviews', 'reviews', () => import('./pages/storefront/reviews/reviews-page'), {
    query: [...LIST, 'ratings'],
  }),
  open('/myportfolio', 'portfolio', () => import('./pages/storefront/portfolio/portfolio-page')),
  open('/product', 'product', () => import('./pages/storefront/product/product-page'), { showsStock: true }),
  open('/login', 'login', () => import('./pages/storefront/login/login-page')),
  open('/signup', 'signup', () => import('./pages/storefront/signup/signup-page')),
  personal('/account/reset', account),
  personal('/account/action', account),
  open('/legal/:topic', 'legal', () => import('./pages/storefront/legal/legal-page')),
  open('*', 'not-found', notFound),

  signedIn('/dashboard', myOrders),
  admins('overview', admin('overview'), {
    label: 'Overview',
    group: 'Sales',
    icon: 'chart',
  }),
  admins('manageOrders', admin('manageOrders'), {
    label: 'Manage All Orders',
    group: 'Sales',
    icon: 'box',
  }),
  admins('manageOrders/packing', admin('packing')),
  admins('reconciliation', admin('reconciliation'), {
    label: 'Reconciliation',
    group: 'Sales',
    icon: 'scales',
  }),
  admins('delivery', admin('delivery'), {
    label: 'Delivery And Tax',
    group: 'Sales',
    icon: 'truck',
  }),
  admins('manageProducts', admin('manageProducts'), {
    label: 'Manage Products',
    group: 'Catalogue',
    icon: 'grid',
  }),
  admins('addProduct', admin('addProduct'), {
    label: 'Add A Product',
    group: 'Catalogue',
    icon: 'plus',
  }),
  admins('kinds', kinds, {
    label: 'Kinds',
    group: 'Catalogue',
    icon: 'list',
  }),
  admins('kinds/:slug', kinds),
  admins('customers/:id', admin('customer')),
  admins('search', admin('search'), {
    label: 'Search Words',
    group: 'Catalogue',
    icon: 'lens',
  }),
  admins('makeAdmin', admin('makeAdmin'), {
    label: 'Make Admin',
    group: 'People',
    icon: 'person',
  }),
  admins('manageReviews', admin('manageReviews'), {
    label: 'Manage Reviews',
    group: 'People',
    icon: 'speech',
  }),
  admins('mail', admin('mail'), {
    label: 'Mail',
    group: 'System',
    icon: 'letter',
  }),
  admins('auditLog', admin('auditLog'), {
    label: 'Audit Log',
    group: 'System',
    icon: 'page',
  }),
  admins('apiKeys', admin('apiKeys'), {
    label: 'API Keys',
    group: 'System',
    icon: 'key',
  }),
  admins('webhooks', admin('webhooks'), {
    label: 'Webhooks',
    group: 'System',
    icon: 'send',
  }),
  admins('webhookDeliveries', admin('webhookDeliveries')),
  admins('paymentLab', admin('paymentLab'), {
    label: 'Payment Failure Lab',
    group: 'System',
    icon: 'flask',
    sandboxOnly: true,
  }),
  signedIn('/dashboard/myOrders', myOrders, {
    label: 'My Orders',
    group: 'Your account',
    icon: 'receipt',
    // Their dashboard begins with it.
    customers: '/dashboard',
  }),
  signedIn('/dashboard/addReview', () => import('./pages/dashboard/add-review/add-review-page'), {
    label: 'Add A Review',
    customers: '/dashboard/addReview',
    icon: 'star',
  }),
  signedIn('/dashboard/myProfile', () => import('./pages/dashboard/my-profile/my-profile-page'), {
    label: 'My Profile',
    group: 'Your account',
    customers: '/dashboard/myProfile',
    icon: 'card',
  }),
  signedIn('/dashboard/orders/:number', () => import('./pages/dashboard/order/order-page')),
  signedIn('/dashboard/payment/:id', () => import('./pages/dashboard/payment/payment-page')),
  signedIn('/dashboard/*', notFound),
];

export interface MenuLink {
  to: string;
  label: string;
  icon: IconName;
}

const linkTo = (to: string, { label, icon }: MenuEntry): MenuLink => ({
  to,
  label,
  icon,
});

/**
 * The menu of admins, in its groups.
 *
 * @param hasSandbox whether payments go to the sandbox
 */
export function adminMenu(hasSandbox: boolean): { group: MenuGroup; links: MenuLink[] }[] {
  return MENU_GROUPS.map((group) => ({
    group,
    links: routes.flatMap(({ path, menu }) =>
      menu?.group === group && (hasSandbox || !menu.sandboxOnly) ? [linkTo(path, menu)] : [],
    ),
  })).filter(({ links }) => links.length > 0);
}

export const customerMenu: MenuLink[] = routes.flatMap(({ menu }) =>
  menu?.customers === undefined ? [] : [linkTo(menu.customers, menu)],
);
