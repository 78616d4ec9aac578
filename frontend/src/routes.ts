import type { PageModule } from './lib/page-load';

/** The groups of the admins' menu. */
export const MENU_GROUPS = ['Sales', 'Catalogue', 'People', 'System', 'Your account'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

export interface PageRoute {
  path: string;
  /** Pages for everybody are rendered on the server; admins' pages show 403 to everyone else. */
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
  /** Paths of an icon of 20 × 20 units, drawn in lines. */
  icon: string;
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
  module: `src/pages/storefront/${name}/${name}-page.tsx`,
  ...depends,
});
const signedIn = (path: string, page: Load, menu?: MenuEntry): PageRoute => ({
  path,
  access: 'signed-in',
  page,
  menu,
});
const admins = (name: string, page: Load, menu: MenuEntry): PageRoute => ({
  path: `/dashboard/${name}`,
  access: 'admin',
  page,
  menu,
});

const home: Load = () => import('./pages/storefront/home/home-page');
const notFound: Load = () => import('./pages/storefront/not-found/not-found-page');
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
    query: [...LIST, 'q', 'kind', 'minPrice', 'maxPrice', 'availability'],
    showsStock: true,
  }),
  open('/parts/:id', 'part', () => import('./pages/storefront/part/part-page'), { showsStock: true }),
  signedIn('/item/:id', () => import('./pages/storefront/item/item-page')),
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
  open('/legal/:topic', 'legal', () => import('./pages/storefront/legal/legal-page')),
  open('*', 'not-found', notFound),

  signedIn('/dashboard', myOrders),
  admins('overview', () => import('./pages/admin/overview/overview-page'), {
    label: 'Overview',
    group: 'Sales',
    icon: 'M3 3v14h14M6 13l3.5-4 3 2.5L17 6',
  }),
  admins('manageOrders', () => import('./pages/admin/manage-orders/manage-orders-page'), {
    label: 'Manage All Orders',
    group: 'Sales',
    icon: 'M3 6.5 10 3l7 3.5v7L10 17l-7-3.5zM3 6.5l7 3.5 7-3.5M10 10v7',
  }),
  admins('reconciliation', () => import('./pages/admin/reconciliation/reconciliation-page'), {
    label: 'Reconciliation',
    group: 'Sales',
    icon: 'M10 3v14M5 17h10M4 6h12M4 6l-2 5h4zM16 6l-2 5h4z',
  }),
  admins('manageProducts', () => import('./pages/admin/manage-products/manage-products-page'), {
    label: 'Manage Products',
    group: 'Catalogue',
    icon: 'M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z',
  }),
  admins('addProduct', () => import('./pages/admin/add-product/add-product-page'), {
    label: 'Add A Product',
    group: 'Catalogue',
    icon: 'M3 3h14v14H3zM10 6.5v7M6.5 10h7',
  }),
  admins('makeAdmin', () => import('./pages/admin/make-admin/make-admin-page'), {
    label: 'Make Admin',
    group: 'People',
    icon: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 17c.6-3 3-5 6.5-5s5.9 2 6.5 5',
  }),
  admins('manageReviews', () => import('./pages/admin/reviews/manage-reviews-page'), {
    label: 'Manage Reviews',
    group: 'People',
    icon: 'M3 4h14v10H9l-4 3v-3H3zM10 6.2l.9 1.8 2 .3-1.5 1.4.4 2-1.8-1-1.8 1 .4-2-1.5-1.4 2-.3z',
  }),
  admins('auditLog', () => import('./pages/admin/audit/audit-log-page'), {
    label: 'Audit Log',
    group: 'System',
    icon: 'M5 3h7l3 3v11H5zM12 3v3h3M7.5 9.5h5M7.5 12h5M7.5 14.5h3',
  }),
  admins('apiKeys', () => import('./pages/admin/api-keys/api-keys-page'), {
    label: 'API Keys',
    group: 'System',
    icon: 'M6.5 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM9 11l8-8M14 6l2.5 2.5M11.5 8.5l2 2',
  }),
  admins('paymentLab', () => import('./pages/admin/payment-lab/payment-lab-page'), {
    label: 'Payment Failure Lab',
    group: 'System',
    icon: 'M8 3v5L3.5 15.5A1 1 0 0 0 4.4 17h11.2a1 1 0 0 0 .9-1.5L12 8V3M6.5 3h7M6 12h8',
    sandboxOnly: true,
  }),
  signedIn('/dashboard/myOrders', myOrders, {
    label: 'My Orders',
    group: 'Your account',
    icon: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17zM7.5 7h5M7.5 10.5h5',
    // Their dashboard begins with it.
    customers: '/dashboard',
  }),
  signedIn('/dashboard/addReview', () => import('./pages/dashboard/add-review/add-review-page'), {
    label: 'Add A Review',
    customers: '/dashboard/addReview',
    icon: 'M10 3l2.1 4.6 5 .6-3.7 3.4 1 4.9L10 14l-4.4 2.5 1-4.9L2.9 8.2l5-.6z',
  }),
  signedIn('/dashboard/myProfile', () => import('./pages/dashboard/my-profile/my-profile-page'), {
    label: 'My Profile',
    group: 'Your account',
    customers: '/dashboard/myProfile',
    icon: 'M3 4h14v12H3zM7.5 10a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5zM4.8 13.5c.4-1.3 1.4-2 2.7-2s2.3.7 2.7 2M12.5 8h2.5M12.5 11h2.5',
  }),
  signedIn('/dashboard/payment/:id', () => import('./pages/dashboard/payment/payment-page')),
  signedIn('/dashboard/*', notFound),
];

export interface MenuLink {
  to: string;
  label: string;
  icon: string;
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
