import { lazyPage, type LazyPage } from './lazy-page';

/** The groups of the admins' menu. */
export const MENU_GROUPS = ['Sales', 'Catalogue', 'People', 'System', 'Your account'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

export interface DashboardRoute {
  /** Under `/dashboard`. */
  path: string;
  /** Admins' pages show 403 to everyone else. */
  access: 'signed-in' | 'admin';
  Page: LazyPage;
  /** Its place in the menus; a page without one is reached by links only. */
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

const page = (path: string, load: Parameters<typeof lazyPage>[0], menu?: MenuEntry): DashboardRoute => ({
  path,
  access: 'signed-in',
  Page: lazyPage(load),
  menu,
});
const admins = (path: string, load: Parameters<typeof lazyPage>[0], menu?: MenuEntry): DashboardRoute => ({
  ...page(path, load, menu),
  access: 'admin',
});

const MyOrdersPage = lazyPage(() => import('../pages/dashboard/my-orders/my-orders-page'));

/** What `/dashboard` itself shows. */
export const HOME = { customer: MyOrdersPage, admin: '/dashboard/overview' };

/** Every page under `/dashboard`, in the order of the menus. */
export const dashboardRoutes: DashboardRoute[] = [
  admins('overview', () => import('../pages/admin/overview/overview-page'), {
    label: 'Overview',
    group: 'Sales',
    icon: 'M3 3v14h14M6 13l3.5-4 3 2.5L17 6',
  }),
  admins('manageOrders', () => import('../pages/admin/manage-orders/manage-orders-page'), {
    label: 'Manage All Orders',
    group: 'Sales',
    icon: 'M3 6.5 10 3l7 3.5v7L10 17l-7-3.5zM3 6.5l7 3.5 7-3.5M10 10v7',
  }),
  admins('reconciliation', () => import('../pages/admin/reconciliation/reconciliation-page'), {
    label: 'Reconciliation',
    group: 'Sales',
    icon: 'M10 3v14M5 17h10M4 6h12M4 6l-2 5h4zM16 6l-2 5h4z',
  }),
  admins('manageProducts', () => import('../pages/admin/manage-products/manage-products-page'), {
    label: 'Manage Products',
    group: 'Catalogue',
    icon: 'M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z',
  }),
  admins('addProduct', () => import('../pages/admin/add-product/add-product-page'), {
    label: 'Add A Product',
    group: 'Catalogue',
    icon: 'M3 3h14v14H3zM10 6.5v7M6.5 10h7',
  }),
  admins('makeAdmin', () => import('../pages/admin/make-admin/make-admin-page'), {
    label: 'Make Admin',
    group: 'People',
    icon: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 17c.6-3 3-5 6.5-5s5.9 2 6.5 5',
  }),
  admins('manageReviews', () => import('../pages/admin/reviews/manage-reviews-page'), {
    label: 'Manage Reviews',
    group: 'People',
    icon: 'M3 4h14v10H9l-4 3v-3H3zM10 6.2l.9 1.8 2 .3-1.5 1.4.4 2-1.8-1-1.8 1 .4-2-1.5-1.4 2-.3z',
  }),
  admins('auditLog', () => import('../pages/admin/audit/audit-log-page'), {
    label: 'Audit Log',
    group: 'System',
    icon: 'M5 3h7l3 3v11H5zM12 3v3h3M7.5 9.5h5M7.5 12h5M7.5 14.5h3',
  }),
  admins('apiKeys', () => import('../pages/admin/api-keys/api-keys-page'), {
    label: 'API Keys',
    group: 'System',
    icon: 'M6.5 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM9 11l8-8M14 6l2.5 2.5M11.5 8.5l2 2',
  }),
  admins('paymentLab', () => import('../pages/admin/payment-lab/payment-lab-page'), {
    label: 'Payment Failure Lab',
    group: 'System',
    icon: 'M8 3v5L3.5 15.5A1 1 0 0 0 4.4 17h11.2a1 1 0 0 0 .9-1.5L12 8V3M6.5 3h7M6 12h8',
    sandboxOnly: true,
  }),
  {
    path: 'myOrders',
    access: 'signed-in',
    Page: MyOrdersPage,
    menu: {
      label: 'My Orders',
      group: 'Your account',
      icon: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17zM7.5 7h5M7.5 10.5h5',
      // Their dashboard begins with it.
      customers: '',
    },
  },
  page('addReview', () => import('../pages/dashboard/add-review/add-review-page'), {
    label: 'Add A Review',
    customers: 'addReview',
    icon: 'M10 3l2.1 4.6 5 .6-3.7 3.4 1 4.9L10 14l-4.4 2.5 1-4.9L2.9 8.2l5-.6z',
  }),
  page('myProfile', () => import('../pages/dashboard/my-profile/my-profile-page'), {
    label: 'My Profile',
    group: 'Your account',
    customers: 'myProfile',
    icon: 'M3 4h14v12H3zM7.5 10a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5zM4.8 13.5c.4-1.3 1.4-2 2.7-2s2.3.7 2.7 2M12.5 8h2.5M12.5 11h2.5',
  }),
  page('payment/:id', () => import('../pages/dashboard/payment/payment-page')),
];

export interface MenuLink {
  to: string;
  label: string;
  icon: string;
}

const linkTo = (path: string, { label, icon }: MenuEntry): MenuLink => ({
  to: `/dashboard${path && `/${path}`}`,
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
    links: dashboardRoutes.flatMap(({ path, menu }) =>
      menu?.group === group && (hasSandbox || !menu.sandboxOnly) ? [linkTo(path, menu)] : [],
    ),
  })).filter(({ links }) => links.length > 0);
}

export const customerMenu: MenuLink[] = dashboardRoutes.flatMap(({ menu }) =>
  menu?.customers === undefined ? [] : [linkTo(menu.customers, menu)],
);
