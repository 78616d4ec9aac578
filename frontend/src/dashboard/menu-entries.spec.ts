import { describe, expect, it } from '@jest/globals';
import { menuEntries } from './menu-entries';

const words = (admin: boolean | undefined) => menuEntries(admin).map((entry) => entry.words);

describe('the side menu', () => {
  it('offers admins their four pages and the profile, not the pages of customers', () => {
    expect(words(true)).toEqual([
      'Manage All Orders',
      'Manage Products',
      'Add A Product',
      'Make Admin',
      'My Profile',
    ]);
  });

  it('offers customers their orders, a review and the profile', () => {
    expect(words(false)).toEqual(['My Orders', 'Add A Review', 'My Profile']);
  });

  it('offers the profile alone until it is known who asks', () => {
    expect(words(undefined)).toEqual(['My Profile']);
  });
});
