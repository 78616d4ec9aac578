import { expect, test } from '@playwright/test';
import { openMail } from '../mailbox.js';
import {
  addProduct,
  ADMIN,
  asAdmin,
  expectWithinWindow,
  fillOrder,
  newAccount,
  pay,
  placeOrder,
  register,
  signIn,
  toast,
  unique,
} from '../shop.js';

/** The mails of an order, read in the demo's mailbox; and what admins and customers see and choose of mails. */

for (const width of [1440, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a customer reads of the whole order, and follows the links', async ({ page, request }) => {
      const product = await addProduct(request);
      const account = newAccount();
      await register(request, account);
      await signIn(page, account);
      await page.goto(`/item/${product._id}`);
      await fillOrder(page, 10);
      await page.getByRole('button', { name: 'Purchase', exact: true }).click();
      await expect(page).toHaveURL(/\/dashboard\/payment\/\w+$/);
      const orderId = new URL(page.url()).pathname.split('/').at(-1)!;

      const placed = await openMail(page, account.email, /^Your order RM-/);
      await expect(placed.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
      await expectWithinWindow(page, 'a mail');
      await placed.getByRole('link', { name: 'See and pay the order' }).click();
      await expect(page).toHaveURL(/\/dashboard\/orders\/RM-/);
      await expect(page.getByRole('main').getByText(product.name).first()).toBeVisible();

      await page.goto(`/dashboard/payment/${orderId}`);
      await pay(page, '4242424242424242');
      await expect(page.getByText('Your Payment is Completed')).toBeVisible();
      const receipt = await openMail(page, account.email, /^Receipt for your order/);
      await expect(receipt.getByText('$125.00').first()).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Text' })).toBeVisible();

      const headers = await asAdmin(request);
      const shipment = { carrier: 'UPS', trackingNumber: '1Z 999' };
      const shipped = await request.post(`/api/purchases/${orderId}/shipments`, { headers, data: shipment });
      expect(shipped.status(), await shipped.text()).toBe(201);
      // nothing leaves the machine
      await page.route('https://www.ups.com/**', (route) => route.fulfill({ body: 'The carrier' }));
      const followed = await openMail(page, account.email, /has shipped$/);
      await followed.getByRole('link', { name: 'Follow the shipment' }).click();
      await expect(page).toHaveURL('https://www.ups.com/track?tracknum=1Z%20999');

      const refunded = await request.post(`/api/refund/${orderId}`, { headers, data: { amount: 25 } });
      expect(refunded.status(), await refunded.text()).toBe(200);
      const refund = await openMail(page, account.email, /^Refund of \$25\.00/);
      await expect(refund.getByRole('heading', { name: 'We have refunded you' })).toBeVisible();
    });

    test('an admin sees the mails of an order, sends one again, and mails a payment link', async ({
      page,
      request,
    }) => {
      const account = newAccount();
      const token = await register(request, account);
      const order = await placeOrder(request, token, await addProduct(request), 10);
      await openMail(page, account.email, `Your order ${order.number}`);
      await signIn(page, ADMIN);
      await page.goto(`/dashboard/manageOrders?open=${order._id}`);
      const mails = page.getByRole('dialog').getByRole('region', { name: 'Mail' });
      await expect(mails.getByText('Order placed')).toBeVisible();
      await expect(mails.getByText('Sent', { exact: true })).toBeVisible();
      await mails.getByRole('button', { name: /^Send again/ }).click();
      await expect(toast(page, `The mail to ${account.email} is sent once more`)).toBeVisible();
      await expect(mails.getByText('Order placed')).toHaveCount(2);

      const drawer = page.getByRole('dialog', { name: /^Order/ });
      await drawer.getByRole('button', { name: 'Make a payment link' }).click();
      await drawer.getByRole('button', { name: 'Send by mail' }).click();
      await expect(drawer.getByText('A link is on its way to')).toBeVisible();
      await expectWithinWindow(page, 'the order');
      const mail = await openMail(page, account.email, `Payment of your order ${order.number}`);
      await mail.getByRole('link', { name: 'Pay $125.00' }).click();
      await expect(page).toHaveURL(/\/pay\/[\w.-]+$/);
    });

    test('an admin finds a mail that the mail server refuses', async ({ page, request }) => {
      const account = { ...newAccount(), email: `${unique('buyer').replace(' ', '.')}@refused.example` };
      const token = await register(request, account);
      const order = await placeOrder(request, token, await addProduct(request), 10);
      await signIn(page, ADMIN);
      const failed = page.getByRole('listitem').filter({ hasText: account.email });
      await expect(async () => {
        await page.goto('/dashboard/mail');
        await expect(failed.getByText('Not sent')).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 30_000 });
      await expect(failed.getByText('550 No such mailbox')).toBeVisible();
      await expectWithinWindow(page, 'the mails that failed');
      await failed.getByRole('button', { name: /^Send again/ }).click();
      await expect(toast(page, 'is sent once more')).toBeVisible();
      await page.goto('/dashboard/mail');
      await failed
        .getByRole('link', { name: `Order ${order.number}` })
        .first()
        .click();
      const mails = page.getByRole('dialog').getByRole('region', { name: 'Mail' });
      await expect(mails.getByText(/^Sent once more on/)).toBeVisible();
    });

    test('an admin chooses, and finds the choice again; a customer gets all', async ({ page, request }) => {
      const account = newAccount();
      await register(request, account);
      await signIn(page, account);
      await page.goto('/dashboard/myProfile#mail');
      const section = page.getByRole('region', { name: 'Mail' });
      await expect(section.getByText('Mail about your own orders is always sent.')).toBeVisible();
      await expect(section.getByRole('checkbox')).toHaveCount(0);

      const headers = await asAdmin(request);
      const promoted = await request.put(`/api/user/admin/${account.email}`, { headers });
      expect(promoted.status(), await promoted.text()).toBe(200);
      await page.reload();
      const choice = section.getByRole('checkbox', { name: /becomes low/ });
      await expect(choice).toBeChecked();
      await choice.focus();
      await page.keyboard.press('Space');
      await expect(toast(page, 'Your choice is saved')).toBeVisible();
      await page.reload();
      await expect(choice).not.toBeChecked();
      await expect(section.getByRole('checkbox')).toHaveCount(3);
    });
  });
}
