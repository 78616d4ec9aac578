import type { ApiKeyScope } from '../../../api/types';

export interface Scope {
  scope: ApiKeyScope;
  label: string;
  /** What a key with it may do, in a line. */
  allows: string;
}

/** What a key can be allowed to do, by what it is about. */
export const SCOPE_GROUPS: { group: string; scopes: Scope[] }[] = [
  {
    group: 'Catalogue',
    scopes: [
      {
        scope: 'catalogue:read',
        label: 'Read the catalogue',
        allows: 'Search and export all products, archived ones too, with their stock.',
      },
      {
        scope: 'catalogue:write',
        label: 'Change the catalogue',
        allows: 'Add, edit, import, restock, archive and delete products; upload images.',
      },
    ],
  },
  {
    group: 'Orders',
    scopes: [
      {
        scope: 'orders:read',
        label: 'Read orders',
        allows: 'Search and export all orders, with the names and addresses of customers.',
      },
      {
        scope: 'orders:write',
        label: 'Enter orders',
        allows: 'Place orders for customers, and make links to pay them.',
      },
      { scope: 'orders:ship', label: 'Ship orders', allows: 'Mark paid orders as shipped, one or many.' },
      {
        scope: 'orders:refund',
        label: 'Refund orders',
        allows: 'Give money back, and cancel unpaid orders.',
      },
    ],
  },
  {
    group: 'People and figures',
    scopes: [
      {
        scope: 'users',
        label: 'Read people',
        allows: 'Search and export accounts; change nothing about them.',
      },
      { scope: 'reports', label: 'Read reports', allows: 'The overview’s figures and the reconciliation.' },
    ],
  },
];
