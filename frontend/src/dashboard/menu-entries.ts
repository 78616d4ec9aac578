export interface MenuEntry {
  to: string;
  label: string;
}

const profile: MenuEntry = { to: '/dashboard/myProfile', label: 'My Profile' };

const customerEntries: MenuEntry[] = [
  { to: '/dashboard', label: 'My Orders' },
  { to: '/dashboard/addReview', label: 'Add A Review' },
  profile,
];

const adminEntries: MenuEntry[] = [
  { to: '/dashboard/manageOrders', label: 'Manage All Orders' },
  { to: '/dashboard/manageProducts', label: 'Manage Products' },
  { to: '/dashboard/addProduct', label: 'Add A Product' },
  { to: '/dashboard/makeAdmin', label: 'Make Admin' },
  { to: '/dashboard/reconciliation', label: 'Reconciliation' },
];

const lab: MenuEntry = { to: '/dashboard/paymentLab', label: 'Payment Failure Lab' };

/**
 * What the side menu offers; only what everyone has until the role is known.
 *
 * @param hasLab whether payments go to the sandbox, which alone can be made to fail
 */
export function menuEntries(admin: boolean | undefined, hasLab: boolean): MenuEntry[] {
  if (admin === undefined) return [profile];
  return admin ? [...adminEntries, ...(hasLab ? [lab] : []), profile] : customerEntries;
}
