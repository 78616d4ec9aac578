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
  profile,
];

/** What the side menu offers; only what everyone has while it is not known who is asking. */
export function menuEntries(admin: boolean | undefined): MenuEntry[] {
  if (admin === undefined) return [profile];
  return admin ? adminEntries : customerEntries;
}
