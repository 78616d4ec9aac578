import { describe, expect, it } from '@jest/globals';
import { menuEntries } from './menu-entries';

const words = (admin: boolean | undefined, hasLab = false) =>
  menuEntries(admin, hasLab).map((entry) => entry.words);

describe('the side menu', () => {
  it('offers admins their pages and the profile, not the pages of customers', () => {
    expect(words(true)).toEqual([
      'Manage All Orders',
      'Manage Products',
      'Add A Product',
      'Make Admin',
      'Reconciliation',
      'My Profile',
    ]);
  });

  it('offers the failure lab to admins alone, and only where there is one', () => {
    expect(words(true, true)).toContain('Payment Failure Lab');
    expect(words(true, false)).not.toContain('Payment Failure Lab');
    expect(words(false, true)).not.toContain('Payment Failure Lab');
    expect(words(undefined, true)).toEqual(['My Profile']);
  });

  it('offers customers their orders, a review and the profile', () => {
    expect(words(false)).toEqual(['My Orders', 'Add A Review', 'My Profile']);
  });

  it('offers the profile alone until it is known who asks', () => {
    expect(words(undefined)).toEqual(['My Profile']);
  });
});
