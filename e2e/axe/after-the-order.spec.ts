import { expect, test } from '@playwright/test';
import { expectAccessible } from '../axe.js';
import { orderOfThree } from '../lines.js';
import { ADMIN, asAdmin, signIn } from '../shop.js';

/** What an admin opens to ship, refund, cancel and pack units of orders. */

for (const width of [1440, 390])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.beforeEach(({ page }) => signIn(page, ADMIN));

    test('units of lines: shipped, tracked, undone, refunded, and packed', async ({ page, request }) => {
      const { order } = await orderOfThree(request);
      await page.goto(`/dashboard/manageOrders?q=${order.number}&open=${order._id}`);
      const drawer = page.getByRole('dialog').filter({ hasText: 'Internal notes' });
      await drawer.getByRole('button', { name: /^Ship:/ }).click();
      const ship = page.getByRole('dialog', { name: /^Ship order/ });
      await ship.getByRole('spinbutton').first().fill('0');
      await expectAccessible(page, 'a shipment');
      await ship.getByRole('combobox', { name: /^Carrier/ }).fill('UPS');
      await ship.getByRole('textbox', { name: /^Tracking number/ }).fill('1Z999AA10123456784');
      const headers = await asAdmin(request);
      const lines = [{ productId: order.lines[1]!.productId, quantity: 1 }];
      const theirs = await request.post(`/api/purchases/${order._id}/shipments`, {
        headers,
        data: { lines },
      });
      expect(theirs.status()).toBe(201);
      await ship.getByRole('button', { name: 'Ship', exact: true }).click();
      await expect(ship.getByText('Somebody else has changed this order meanwhile.')).toBeInViewport();
      await expectAccessible(page, 'a shipment that somebody else came before');
      await ship.getByRole('button', { name: 'Ship', exact: true }).click();
      await expect(ship).toBeHidden();
      await expect(drawer.getByRole('heading', { name: 'Shipments' })).toBeVisible();
      await expectAccessible(page, 'the drawer with shipments');
      await drawer
        .getByRole('button', { name: /^Edit tracking/ })
        .first()
        .click();
      await expect(page.getByRole('combobox', { name: /^Carrier/ })).toBeVisible();
      await expectAccessible(page, 'the tracking');
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await drawer.getByRole('button', { name: /^Undo/ }).first().click();
      await page.getByRole('button', { name: 'Undo the shipment' }).click();
      await expect(page.getByText('Reason is Required')).toBeVisible();
      await expectAccessible(page, 'what the undoing refuses');
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await drawer.getByRole('button', { name: /^Refund:/ }).click();
      const refund = page.getByRole('dialog', { name: 'Refund this order?' });
      await refund.getByRole('radio', { name: 'Lines' }).check();
      await refund.getByRole('spinbutton').first().fill('2');
      await expectAccessible(page, 'the refund of lines');

      const { order: unpaid } = await orderOfThree(request, false);
      await page.goto(`/dashboard/manageOrders?q=${unpaid.number}&open=${unpaid._id}`);
      await drawer
        .getByRole('button', { name: /^Cancel line/ })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: /^Cancel .*\?$/ })).toBeVisible();
      await expectAccessible(page, 'the question before a line is cancelled');
      for (const view of ['slips', 'picks']) {
        await page.goto(`/dashboard/manageOrders/packing?view=${view}&ids=${order._id},${unpaid._id}`);
        await expect(page.getByText('1 order left out:')).toBeVisible();
        await expectAccessible(page, view);
      }
      await page.goto('/dashboard/delivery');
      await page.getByRole('button', { name: 'Add A Carrier' }).click();
      await page.getByRole('button', { name: 'Add the carrier' }).click();
      await expect(page.getByText(/^Enter an https address/)).toBeVisible();
      await expectAccessible(page, 'what the form of a carrier refuses');
    });
  });
