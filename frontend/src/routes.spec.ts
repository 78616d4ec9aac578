import { describe, expect, it } from 'vitest';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { adminMenu, customerMenu, routes } from './routes';

const labels = (hasSandbox: boolean) =>
  adminMenu(hasSandbox).flatMap(({ links }) => links.map(({ label }) => label));

describe('the menus of the dashboard', () => {
  it('offers admins their pages in groups, their own orders and the profile', () => {
    const groups = Object.fromEntries(adminMenu(false).map(({ group, links }) => [group, links]));
    expect(groups.Sales?.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Manage All Orders', 'Reconciliation']),
    );
    expect(groups.Catalogue?.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Manage Products', 'Add A Product']),
    );
    expect(groups.People?.map(({ label }) => label)).toContain('Make Admin');
    expect(groups['Your account']?.map(({ to }) => to)).toEqual([
      '/dashboard/myOrders',
      '/dashboard/myProfile',
    ]);
  });

  it('offers the failure lab only where there is one', () => {
    expect(labels(true)).toContain('Payment Failure Lab');
    expect(labels(false)).not.toContain('Payment Failure Lab');
  });

  it('offers customers their orders, a review and the profile', () => {
    expect(customerMenu.map(({ label, to }) => [label, to])).toEqual([
      ['My Orders', '/dashboard'],
      ['Add A Review', '/dashboard/addReview'],
      ['My Profile', '/dashboard/myProfile'],
    ]);
  });

  it('keeps every page of the admin folder to admins', () => {
    for (const { path, access, menu } of routes)
      if (menu?.group && menu.group !== 'Your account') expect([path, access]).toEqual([path, 'admin']);
  });
});

describe('the pages that the server renders', () => {
  it('are found in the build by the names of their modules', () => {
    const modules = routes.flatMap(({ module }) => module ?? []);
    expect(modules.length).toBeGreaterThan(10);
    for (const module of modules)
      expect([module, existsSync(join(import.meta.dirname, '..', module))]).toEqual([module, true]);
  });

  it("are those for everybody but what is one visitor's own, and none of the others", () => {
    for (const { path, access, module } of routes)
      expect([path, module !== undefined]).toEqual([
        path,
        access === 'public' && !/^\/(basket|pay\/|account\/|stock-alerts\/)/.test(path),
      ]);
  });
});
