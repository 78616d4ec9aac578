import { expect, type APIRequestContext } from '@playwright/test';
import { everyday } from '../everyday.js';
import { addProduct, asAdmin, newAccount, payOrder, placeOrder, register, toast } from '../shop.js';

/** Orders: found, shipped, cancelled, refunded, noted, exported, reconciled. */

interface Placed {
  email: string;
  product: string;
  id: string;
  number: string;
}

const placed =
  (paid: boolean, orders = 1, card?: string) =>
  async (request: APIRequestContext): Promise<Placed> => {
    const product = await addProduct(request, { availableQ: 300 });
    const account = newAccount();
    const token = await register(request, account);
    let last = { _id: '', number: '' };
    for (let n = 0; n < orders; n += 1) {
      const order = await placeOrder(request, token, product);
      if (paid) await payOrder(request, token, order, card);
      last = order;
    }
    return { email: account.email, product: product.name, id: last._id, number: last.number };
  };

const LIST = '/dashboard/manageOrders';

everyday('find an order', placed(true), async (job, { email, number }) => {
  await job.at(LIST);
  const row = await job.search(email);
  await job.press(row.getByRole('link', { name: /show the order/ }));
  await expect(job.page.getByRole('dialog', { name: `Order ${number}` })).toBeVisible();
});

everyday('ship an order', placed(true), async (job, { email }) => {
  await job.at(LIST);
  const row = await job.search(email);
  await job.press(row.getByRole('button', { name: /^Pending/ }));
  await job.press(job.page.getByRole('dialog').getByRole('button', { name: 'Mark as shipped' }));
  await expect(toast(job.page, 'Shipped Successfully')).toBeVisible();
});

everyday('ship several orders', placed(true, 3), async (job, { email }) => {
  await job.at(LIST);
  await job.search(email, 3);
  await job.press(job.page.getByRole('button', { name: 'Select all on this page' }));
  await job.press(job.page.getByRole('button', { name: 'Ship', exact: true }));
  await job.press(job.page.getByRole('dialog').getByRole('button', { name: 'Ship 3 orders' }));
  await expect(job.page.getByText(/^3 done/)).toBeVisible();
});

everyday('cancel an unpaid order', placed(false), async (job, { email }) => {
  await job.at(LIST);
  const row = await job.search(email);
  await job.press(row.getByRole('button', { name: /^Cancel/ }));
  await job.press(job.page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }));
  await expect(toast(job.page, 'Delete Item Successfully')).toBeVisible();
});

everyday('refund a part of an order', placed(true), async (job, { email }) => {
  await job.at(LIST);
  const row = await job.search(email);
  await job.press(row.getByRole('link', { name: /show the order/ }));
  const drawer = job.page.getByRole('dialog', { name: /^Order/ });
  await job.press(drawer.getByRole('button', { name: /^Refund/ }));
  const dialog = job.page.getByRole('dialog', { name: 'Refund this order?' });
  const amount = dialog.getByRole('radio', { name: 'Amount' });
  // arrows choose within a group
  await (job.by === 'mouse' ? job.check(amount) : amount.press('Space'));
  await job.type(dialog.getByLabel('Amount in dollars'), '5');
  await job.press(dialog.getByRole('button', { name: 'Refund $5.00' }));
  await expect(toast(job.page, 'Refunded $5.00')).toBeVisible();
});

everyday('note something on an order', placed(true), async (job, { email }) => {
  await job.at(LIST);
  const row = await job.search(email);
  await job.press(row.getByRole('link', { name: /show the order/ }));
  const drawer = job.page.getByRole('dialog');
  await job.type(drawer.getByLabel('New note'), 'Call before noon.');
  await job.press(drawer.getByRole('button', { name: 'Add the note' }));
  await expect(drawer.getByText('Call before noon.').first()).toBeVisible();
});

everyday(
  'see what is to be shipped',
  async () => undefined,
  async (job) => {
    await job.at('/dashboard/overview');
    await job.press(job.page.getByRole('link', { name: /^To ship/ }).first());
    await expect(job.page).toHaveURL(/status=paid/);
  },
);

everyday(
  'export the orders of a state',
  async () => undefined,
  async (job) => {
    await job.at(LIST);
    await job.press(job.page.getByRole('button', { name: /^Cancelled/ }));
    await expect(job.page).toHaveURL(/status=cancelled/);
    const download = job.page.waitForEvent('download');
    await job.press(job.page.getByRole('button', { name: 'Export CSV' }));
    await download;
  },
);

everyday(
  'resolve a reconciliation finding',
  async (request) => {
    // a card whose refunds fail after all
    const given = await placed(true, 1, '4000000000005126')(request);
    const headers = await asAdmin(request);
    expect((await request.post(`/api/refund/${given.id}`, { headers })).status()).toBe(200);
    const state = async () =>
      (
        (await (await request.get(`/api/purchases/${given.id}`, { headers })).json()) as {
          refundStatus?: string;
        }
      ).refundStatus;
    await expect.poll(state, { timeout: 20_000 }).toBe('failed');
    return given;
  },
  async (job, { number }) => {
    await job.at('/dashboard/reconciliation?days=1&pageSize=100');
    const row = job.page.getByRole('row').filter({ hasText: number });
    await job.press(row.getByRole('button', { name: /^Refund again/ }));
    await job.press(job.page.getByRole('dialog').getByRole('button', { name: 'Refund the payment' }));
    await expect(toast(job.page, 'The payment is refunded')).toBeVisible();
  },
);
