import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { orderOfThree } from '../lines.js';
import { ADMIN, asAdmin, expectWithinWindow, type Order, signIn, stockOf, toast } from '../shop.js';

/** What becomes of an order after it is placed: units are shipped, refunded and cancelled, line by line. */

const drawerOf = (page: Page, { number }: Order) => page.getByRole('dialog', { name: `Order ${number}` });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const units = (within: Locator, name: string) => within.getByRole('spinbutton', { name: `Units of ${name}` });
const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
type Line = Order['lines'][number];
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openAsAdmin(page: Page, order: Order): Promise<Locator> {
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageOrders?q=${order.number}&open=${order._id}`);
  const drawer = drawerOf(page, order);
  await expect(drawer.getByRole('heading', { name: 'Internal notes' })).toBeVisible();
  return drawer;
}

const orderNow = async (request: APIRequestContext, { _id }: Order) =>
  (await (
    await request.get(`/api/purchases/${_id}`, { headers: await asAdmin(request) })
  ).json()) as Order & {
    shipments: { _id: string }[];
  };

for (const width of [1440, 390])
  test(`two of three lines are shipped with a number, the third is refunded, and the customer sees it: ${width} pixels`, async ({
    page,
    request,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { account, products, order } = await orderOfThree(request);
    const [first, second, third] = products as [
      (typeof products)[0],
      (typeof products)[0],
      (typeof products)[0],
    ];
    const drawer = await openAsAdmin(page, order);

    await drawer.getByRole('button', { name: /^Ship:/ }).click();
    const ship = dialog(page, `Ship order ${order.number}`);
    await expect(ship.getByText('Ships 3 of 3 lines, 10 units')).toBeVisible();
    await expect(units(ship, first.name)).toHaveValue('5');
    await units(ship, third.name).fill('0');
    await expect(ship.getByText('Ships 2 of 3 lines, 7 units')).toBeVisible();
    const carrier = ship.getByRole('combobox', { name: /^Carrier/ });
    await expect(carrier).toHaveAttribute('list', /./);
    await expect(ship.locator('option', { hasText: 'UPS' })).toBeAttached();
    await carrier.fill('UPS');
    await ship.getByRole('textbox', { name: /^Tracking number/ }).fill('1Z999AA10123456784');
    await expectWithinWindow(page, 'the shipment');
    await ship.getByRole('button', { name: 'Ship', exact: true }).click();
    await expect(toast(page, 'A part of the order is shipped')).toBeVisible();
    await expect(drawer.getByText('Partly shipped').first()).toBeVisible();
    const link = drawer.getByRole('link', { name: /^tracking number 1Z999AA10123456784/ });
    await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999AA10123456784');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);

    const before = await stockOf(request, third);
    await drawer.getByRole('button', { name: /^Refund:/ }).click();
    const refund = dialog(page, 'Refund this order?');
    await refund.getByRole('radio', { name: 'Lines' }).check();
    await expect(refund.getByRole('button', { name: /^Refund \$/ })).toBeDisabled();
    await units(refund, third.name).fill('3');
    await expect(refund.getByText('3 units go back to the stock and can be sold again.')).toBeVisible();
    await refund.getByRole('radio', { name: 'None' }).check();
    await expect(refund.getByText('No unit goes back to the stock.')).toBeVisible();
    await refund.getByRole('radio', { name: 'All', exact: true }).check();
    await refund.getByRole('textbox', { name: /^Reason/ }).fill('Out of production');
    await expectWithinWindow(page, 'the refund');
    await refund.getByRole('button', { name: 'Refund $24.30' }).click();
    await expect(toast(page, 'Refunded $24.30')).toBeVisible();
    await expect(drawer.getByText('Back to the stock')).toBeVisible();
    // nothing is left to be shipped
    await expect(drawer.getByRole('button', { name: /^(Ship|Mark as shipped)/ })).toHaveCount(0);
    await expect.poll(() => stockOf(request, third)).toBe(before + 3);

    const own = await browser.newPage({ viewport: { width, height: 900 } });
    await signIn(own, account);
    await own.goto(`/dashboard/orders/${order.number}`);
    const delivery = part(own, 'Delivery');
    await expect(delivery.getByText(`5 × ${first.name}`)).toBeVisible();
    await expect(delivery.getByText(`2 × ${second.name}`)).toBeVisible();
    await expect(delivery.getByText(third.name)).toHaveCount(0);
    await expect(delivery.getByRole('link', { name: /1Z999AA10123456784/ })).toHaveAttribute(
      'href',
      /^https:\/\/www\.ups\.com/,
    );
    await expect(part(own, 'Refunds').getByText('$24.30')).toBeVisible();
    await expect(part(own, 'Refunds').getByText(`3 × ${third.name}`)).toBeVisible();
    await expect(own.getByText('Out of production')).toHaveCount(0);
    await expectWithinWindow(own, 'the page of the order');
    await own.close();
  });

test('a shipment is made, tracked and undone by keyboard alone', async ({ page, request }) => {
  const { products, order } = await orderOfThree(request);
  const drawer = await openAsAdmin(page, order);
  const press = async (button: Locator) => {
    await button.focus();
    await page.keyboard.press('Enter');
  };

  await press(drawer.getByRole('button', { name: /^Ship:/ }));
  const ship = dialog(page, `Ship order ${order.number}`);
  await units(ship, products[0]!.name).focus();
  await page.keyboard.press('ArrowDown');
  await expect(ship.getByText('Ships 3 of 3 lines, 9 units')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0');
  await expect(ship.getByText('Ships 2 of 3 lines, 7 units')).toBeVisible();
  await ship.getByRole('combobox', { name: /^Carrier/ }).focus();
  await page.keyboard.type('City D');
  await page.keyboard.press('Tab');
  await page.keyboard.type('42');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'A part of the order is shipped')).toBeVisible();
  await expect(ship).toBeHidden();
  await expect(drawer.getByText('City D, tracking number 42')).toBeVisible();

  await press(drawer.getByRole('button', { name: /^Edit tracking/ }));
  const tracking = dialog(page, 'Edit the tracking of this shipment');
  await tracking.getByRole('combobox', { name: /^Carrier/ }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('ups');
  await press(tracking.getByRole('button', { name: 'Save the tracking' }));
  await expect(toast(page, 'Tracking Saved')).toBeVisible();
  await expect(drawer.getByRole('link', { name: /^tracking number 42/ })).toHaveAttribute(
    'href',
    'https://www.ups.com/track?tracknum=42',
  );
  await expect(drawer.getByText('Carrier or tracking number changed')).toBeVisible();

  await press(drawer.getByRole('button', { name: /^Undo/ }));
  const undo = dialog(page, 'Undo this shipment?');
  await press(undo.getByRole('button', { name: 'Undo the shipment' }));
  await expect(undo.getByText('Reason is Required')).toBeVisible();
  await undo.getByRole('textbox', { name: /^Reason/ }).focus();
  await page.keyboard.type('The parcel never left.');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'The shipment is undone')).toBeVisible();
  await expect(drawer.getByText('Undone', { exact: true })).toBeVisible();
  await expect(drawer.getByText('The parcel never left.')).toBeVisible();
  expect(await orderNow(request, order)).toMatchObject({ fulfilment: 'none' });
});

test('what somebody else shipped or refunded meanwhile is said in the dialog, which stays', async ({
  page,
  request,
}) => {
  const { products, order } = await orderOfThree(request);
  const [first, , third] = products;
  const headers = await asAdmin(request);
  const lines = [{ productId: first!._id, quantity: 3 }];
  const drawer = await openAsAdmin(page, order);
  await drawer.getByRole('button', { name: /^Ship:/ }).click();
  const ship = dialog(page, `Ship order ${order.number}`);
  await expect(units(ship, first!.name)).toHaveValue('5');
  const theirs = await request.post(`/api/purchases/${order._id}/shipments`, { headers, data: { lines } });
  expect(theirs.status(), await theirs.text()).toBe(201);
  await ship.getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(ship.getByRole('status').filter({ hasText: 'Somebody else' })).toContainText(
    `Of ${first!.name}, 2 are left to be shipped.`,
  );
  await expect(units(ship, first!.name)).toHaveValue('2');
  await ship.getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(toast(page, 'Shipped Successfully')).toBeVisible();
  await expect(ship).toBeHidden();
  expect((await orderNow(request, order)).shipments).toHaveLength(2);
  // its button is gone, but the keyboard goes on in the drawer
  const hasFocus = () => page.evaluate(() => document.activeElement?.closest('.side-drawer') !== null);
  await expect.poll(hasFocus).toBe(true);

  await drawer.getByRole('button', { name: /^Refund:/ }).click();
  const refund = dialog(page, 'Refund this order?');
  await refund.getByRole('radio', { name: 'Lines' }).check();
  await units(refund, third!.name).fill('3');
  const refunded = await request.post(`/api/refund/${order._id}`, {
    headers,
    data: { lines: [{ productId: third!._id, quantity: 2 }] },
  });
  expect(refunded.status(), await refunded.text()).toBe(200);
  await refund.getByRole('button', { name: 'Refund $24.30' }).click();
  await expect(refund.getByRole('status').filter({ hasText: 'Somebody else' })).toContainText(
    `$16.20 of its payment is refunded now. Of ${third!.name}, 1 is left to be refunded.`,
  );
  await refund.getByRole('button', { name: 'Refund $8.10' }).click();
  await expect(toast(page, 'Refunded $8.10')).toBeVisible();

  // as a whole, while another admin still has the dialog open
  await drawer.getByRole('button', { name: /^Refund:/ }).click();
  await expect(refund.getByRole('button', { name: `Refund ${dollars(order.total - 24.3)}` })).toBeVisible();
  expect((await request.post(`/api/refund/${order._id}`, { headers })).status()).toBe(200);
  await refund.getByRole('radio', { name: 'Amount' }).check();
  await refund.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(refund.getByText('It is refunded now.')).toBeVisible();
  await refund.getByRole('button', { name: 'Keep it' }).click();
  await expect(refund).toBeHidden();
  await expect(drawer.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
});

test('of two admins who refund the same damage the second is told, although both refunds fit', async ({
  page,
  request,
}) => {
  const { order } = await orderOfThree(request);
  const drawer = await openAsAdmin(page, order);
  await drawer.getByRole('button', { name: /^Refund:/ }).click();
  const refund = dialog(page, 'Refund this order?');
  await refund.getByRole('radio', { name: 'Amount' }).check();
  await refund.getByLabel('Amount in dollars').fill('5');
  const theirs = { headers: await asAdmin(request), data: { amount: 5 } };
  expect((await request.post(`/api/refund/${order._id}`, theirs)).status()).toBe(200);
  await refund.getByRole('button', { name: 'Refund $5.00' }).click();
  await expect(refund.getByRole('status').filter({ hasText: 'Somebody else' })).toContainText(
    '$5.00 of its payment is refunded now.',
  );
  expect(await orderNow(request, order)).toMatchObject({ refunded: 5 });
  // it may have been another damage
  await refund.getByRole('button', { name: 'Refund $5.00' }).click();
  await expect(toast(page, 'Refunded $5.00')).toBeVisible();
  expect(await orderNow(request, order)).toMatchObject({ refunded: 10 });
});

for (const width of [1440, 390])
  test(`a customer cancels a part of an unpaid order and pays what is due then: ${width} pixels`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { account, products, order } = await orderOfThree(request, false);
    const line = order.lines[1]!;
    await signIn(page, account);
    await page.goto(`/dashboard/orders/${order.number}`);
    await page.getByRole('button', { name: `Cancel this part: ${line.name}` }).click();
    const question = dialog(page, `Cancel ${line.name}?`);
    const due = dollars(order.total - line.total);
    await expect(question).toContainText(`${due} is due then, instead of ${dollars(order.total)}.`);
    await question.getByRole('button', { name: 'Keep it' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: `Cancel this part: ${line.name}` }).click();
    await question.getByRole('button', { name: 'Cancel this part' }).click();
    await expect(toast(page, `${due} is due now.`)).toBeVisible();
    await expect(part(page, 'Items').getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveCount(
      2,
    );
    await expect(part(page, 'History')).toContainText('Line cancelled by you');
    await expectWithinWindow(page, 'the page of the order');
    await expect.poll(() => stockOf(request, products[1]!)).toBe(products[1]!.availableQ);
    await page.getByRole('link', { name: `Pay ${due}` }).click();
    await expect(page.getByRole('button', { name: `Pay ${due}` })).toBeVisible();
  });

test('a part is cancelled by what is shown: a change meanwhile is shown first', async ({ page, request }) => {
  const { account, order } = await orderOfThree(request, false);
  const [first, second, third] = order.lines as [Line, Line, Line];
  await signIn(page, account);
  await page.goto(`/dashboard/orders/${order.number}`);
  await page.getByRole('button', { name: `Cancel this part: ${second.name}` }).click();
  const question = dialog(page, `Cancel ${second.name}?`);
  await expect(question).toContainText(`instead of ${dollars(order.total)}.`);
  const headers = await asAdmin(request);
  const path = `/api/purchases/${order._id}/lines/${first.productId}/cancel`;
  expect((await request.post(path, { headers })).status()).toBe(200);
  await question.getByRole('button', { name: 'Cancel this part' }).click();
  await expect(question.getByText('The order has changed since you read it.')).toBeVisible();
  await expect(question).toContainText(
    `${dollars(third.total)} is due then, instead of ${dollars(order.total - first.total)}.`,
  );
  await question.getByRole('button', { name: 'Cancel this part' }).click();
  await expect(toast(page, `${dollars(third.total)} is due now.`)).toBeVisible();
});

test('an admin cancels lines of an unpaid order, but not its last', async ({ page, request }) => {
  const { order } = await orderOfThree(request, false);
  const drawer = await openAsAdmin(page, order);
  for (const { name } of order.lines.slice(0, 2)) {
    await drawer.getByRole('button', { name: `Cancel line: ${name}` }).click();
    await dialog(page, `Cancel ${name}?`).getByRole('button', { name: 'Cancel line' }).click();
    await expect(toast(page, `${name} is cancelled.`)).toBeVisible();
  }
  await expect(drawer.getByRole('button', { name: /^Cancel line/ })).toHaveCount(0);
  await expect(drawer.getByRole('button', { name: /^Cancel:/ })).toBeVisible();
});
