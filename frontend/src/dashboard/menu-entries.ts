export interface MenuEntry {
  to: string;
  words: string;
}

const profile: MenuEntry = { to: '/dashboard/myProfile', words: 'My Profile' };

const customerEntries: MenuEntry[] = [
  { to: '/dashboard', words: 'My Orders' },
  { to: '/dashboard/addReview', words: 'Add A Review' },
  profile,
];

const adminEntries: MenuEntry[] = [
  { to: '/dashboard/manageOrders', words: 'Manage All Orders' },
  { to: '/dashboard/manageProducts', words: 'Manage Products' },
  { to: '/dashboard/addProduct', words: 'Add A Product' },
  { to: '/dashboard/makeAdmin', words: 'Make Admin' },
  { to: '/dashboard/reconciliation', words: 'Reconciliation' },
];

const lab: MenuEntry = { to: '/dashboard/paymentLab', words: 'Payment Failure Lab' };

/**
 * What the side menu offers; only what everyone has while it is not known who is asking.
 *
 * @param hasLab whether payments go to the sandbox, which alone can be told to fail
 */
export function menuEntries(admin: boolean | undefined, hasLab: boolean): MenuEntry[] {
  if (admin === undefined) return [profile];
  return admin ? [...adminEntries, ...(hasLab ? [lab] : []), profile] : customerEntries;
}
