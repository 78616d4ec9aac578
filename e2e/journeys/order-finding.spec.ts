import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { addProduct, ADMIN, expectWithinWindow, newAccount, type Order, register, signIn } from '../shop.js';

/** A random number, which no other order has. */
const newPhone = () => `555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;

/** Orders of a new customer under one telephone number, each of its own product. */
async function ordersOf(request: APIRequestContext, phone: string, count: number): Promise<Order[]> {
  const account = newAccount();
  const headers = { authorization: `Bearer ${await register(request, account)}` };
  const made: Order[] = [];
  for (let n = 0; n < count; n += 1) {
    const product = await addProduct(request);
    const data = { productId: product._id, orderQuantity: 5, address: '9 Tallow Row', phone };
    const response = await request.post('/api/purchase', { headers, data });
    expect(response.status(), await response.text()).toBe(201);
    made.push((await response.json()) as Order);
  }
  return made;
}

const rows = (page: Page) => page.locator('tr[data-row-key]');
const drawer = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Internal notes' });

for (const width of [1440, 390])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('an order is found by the customer’s telephone number, in the list and by ⌘K', async ({
      page,
      request,
    }) => {
      const phone = newPhone();
      const [first, second] = (await ordersOf(request, `+1 ${phone}`, 2)) as [Order, Order];
      await signIn(page, ADMIN);

      await page.goto('/dashboard/manageOrders');
      const search = page.getByLabel('Search orders');
      await search.focus();
      await expect(page.getByText(/phones however they are written/)).toBeVisible();
      await search.fill(`(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`);
      await expect(rows(page)).toHaveCount(2);
      await expect(page.getByRole('row').filter({ hasText: `Phone +1 ${phone}` })).toHaveCount(2);
      await expect(page.locator('mark')).toHaveText([phone, phone]);
      await expectWithinWindow(page, 'the list');
      // what a cell shows is marked there, and no line below repeats it
      await search.fill(first.number.slice(3, 7).toLowerCase());
      await expect(rows(page).filter({ hasText: first.number }).locator('mark')).toHaveText(
        first.number.slice(3, 7),
      );
      await expect(page.getByText(`Phone +1 ${phone}`)).toHaveCount(0);

      await page.goto('/dashboard/overview');
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      await page.keyboard.press('ControlOrMeta+k');
      const box = page.getByRole('combobox', { name: 'Find an order' });
      await expect(box).toBeFocused();
      await box.fill(`001 ${phone}`);
      const found = page.getByRole('listbox', { name: 'Orders found' }).getByRole('option');
      await expect(found).toHaveCount(2);
      await expect(found.first()).toContainText(second.number);
      await expect(found.first()).toHaveAttribute('aria-selected', 'true');
      await expect(found.last().locator('mark')).toHaveText(`1 ${phone}`);
      await expectWithinWindow(page, 'the search');
      await box.press('ArrowDown');
      await expect(found.last()).toHaveAttribute('aria-selected', 'true');
      await box.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/dashboard/manageOrders\\?open=${first._id}`));
      await expect(drawer(page).getByText(first.number).first()).toBeVisible();
      await expect(box).toBeHidden();
    });
  });

test('⌘K opens the only order that matches, says when none does, and closes', async ({ page, request }) => {
  const [order] = (await ordersOf(request, newPhone(), 1)) as [Order];
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageProducts');
  const button = page.getByRole('button', { name: 'Find an order' });
  await button.click();
  const box = page.getByRole('combobox', { name: 'Find an order' });
  await box.fill('no-such-order-at-all');
  await expect(page.getByRole('status').filter({ hasText: 'No orders match.' })).toBeVisible();
  await box.press('Escape');
  await expect(box).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('ControlOrMeta+k');
  // as a scanner types: Enter at once
  await box.fill(order.number);
  await box.press('Enter');
  await expect(page).toHaveURL(new RegExp(`open=${order._id}`));
  await expect(drawer(page).getByText(order.number).first()).toBeVisible();
});
