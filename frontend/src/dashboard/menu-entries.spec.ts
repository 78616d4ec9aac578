import { describe, expect, it } from '@jest/globals';
import { menuEntries } from './menu-entries';

const labels = (admin: boolean | undefined, hasLab = false) =>
  menuEntries(admin, hasLab).map((entry) => entry.label);

describe('the side menu', () => {
  it('offers admins their pages and the profile, not the pages of customers', () => {
    expect(labels(true)).toEqual([
      'Manage All Orders',
      'Manage Products',
      'Add A Product',
      'Make Admin',
      'Reconciliation',
      'My Profile',
    ]);
  });

  it('offers the failure lab to admins alone, and only where there is one', () => {
    expect(labels(true, true)).toContain('Payment Failure Lab');
    expect(labels(true, false)).not.toContain('Payment Failure Lab');
    expect(labels(false, true)).not.toContain('Payment Failure Lab');
    expect(labels(undefined, true)).toEqual(['My Profile']);
  });

  it('offers customers their orders, a review and the profile', () => {
    expect(labels(false)).toEqual(['My Orders', 'Add A Review', 'My Profile']);
  });

  it('offers the profile alone until the role is known', () => {
    expect(labels(undefined)).toEqual(['My Profile']);
  });
});
