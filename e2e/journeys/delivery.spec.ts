import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { orderOfThree } from '../lines.js';
import { ADMIN, asAdmin, signIn, toast, unique } from '../shop.js';

const PATH = '/api/delivery/settings';

interface Settings {
  methods: { _id?: string; name: string; price: number; workingDays: number; countries: string[] }[];
  taxRates: { country: string; region?: string; rate: number; isIncluded: boolean }[];
  carriers: { name: string; trackingUrl: string }[];
}

async function read(request: APIRequestContext) {
  const response = await request.get(PATH, { headers: await asAdmin(request) });
  return { etag: response.headers()['etag'] ?? '', settings: (await response.json()) as Settings };
}

/** As another admin would, in the meantime. */
async function change(
  request: APIRequestContext,
  edit: (settings: Settings) => Partial<Settings>,
): Promise<void> {
  const { etag, settings } = await read(request);
  const headers = { ...(await asAdmin(request)), 'if-match': etag };
  const response = await request.put(PATH, { headers, data: edit(settings) });
  expect(response.status(), await response.text()).toBe(200);
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** A region of its own, so that no order of another journey is taxed. */
const REGION = unique('Region');

test('an admin adds, edits and removes a delivery method and a tax rate', async ({ page, request }) => {
  const name = unique('Express');
  await signIn(page, ADMIN);
  await page.goto('/dashboard/delivery');

  await page.getByRole('button', { name: 'Add A Method' }).click();
  const method = page.getByRole('dialog', { name: 'Add a delivery method' });
  await method.getByRole('button', { name: 'Add the method' }).click();
  for (const message of ['Name is Required', 'Price is Required', 'Working days are Required'])
    await expect(method.getByText(message)).toBeVisible();
  await method.getByRole('textbox', { name: 'Name' }).fill('standard');
  await method.getByRole('textbox', { name: 'Price' }).fill('14.999');
  await method.getByRole('textbox', { name: 'Working days' }).fill('2');
  await method.getByRole('button', { name: 'Add the method' }).click();
  await expect(method.getByText('at most two decimals')).toBeVisible();
  await method.getByRole('textbox', { name: 'Price' }).fill('14.90');
  await method.getByRole('button', { name: 'Add the method' }).click();
  // the server's own message, at its field
  await expect(method.getByText('Another method has this name.')).toBeVisible();
  await method.getByRole('textbox', { name: 'Name' }).fill(name);
  await method.getByRole('combobox', { name: 'Countries' }).fill('germ');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await method.getByRole('button', { name: 'Add the method' }).click();
  await expect(toast(page, 'Delivery Method Added')).toBeVisible();
  for (const text of ['$14.90', '2 working days', 'Germany'])
    await expect(rowOf(page, name)).toContainText(text);
  await expect(rowOf(page, name)).not.toContainText('Afghanistan');

  await page.getByRole('button', { name: 'Add A Rate' }).click();
  const rate = page.getByRole('dialog', { name: 'Add a tax rate' });
  await rate.getByRole('combobox', { name: 'Country' }).fill('germ');
  await page.keyboard.press('Enter');
  await rate.getByRole('textbox', { name: 'Region' }).fill(REGION);
  await rate.getByRole('textbox', { name: 'Rate' }).fill('19');
  await rate.getByRole('radio', { name: 'Prices include it' }).check();
  await rate.getByRole('button', { name: 'Add the rate' }).click();
  await expect(toast(page, 'Tax Rate Added')).toBeVisible();
  for (const text of [`${REGION}, Germany`, '19 %', 'Include it'])
    await expect(rowOf(page, REGION)).toContainText(text);

  await rowOf(page, name).getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${name}` });
  await expect(edit.getByRole('textbox', { name: 'Price' })).toHaveValue('14.90');
  await edit.getByRole('textbox', { name: 'Price' }).fill('19.90');
  await edit.getByRole('textbox', { name: 'Free from' }).fill('500');
  await change(request, ({ methods, taxRates }) => ({
    methods: methods.map((each) => (each.name === name ? { ...each, workingDays: 3 } : each)),
    taxRates,
  }));
  await edit.getByRole('button', { name: 'Save the method' }).click();
  // nothing that was typed is lost, and nothing of the other's is overwritten unseen
  await expect(edit.getByRole('status')).toContainText('3 working days · Germany');
  await expect(edit.getByRole('textbox', { name: 'Price' })).toHaveValue('19.90');
  await edit.getByRole('button', { name: 'Save the method' }).click();
  await expect(toast(page, 'Delivery Method Saved')).toBeVisible();
  for (const text of ['$19.90', '$500.00', '2 working days'])
    await expect(rowOf(page, name)).toContainText(text);
  expect((await read(request)).settings.taxRates).toContainEqual({
    country: 'DE',
    region: REGION,
    rate: 19,
    isIncluded: true,
  });

  for (const [row, subject, done] of [
    [name, name, 'Delivery Method Removed'],
    [REGION, `the tax of ${REGION}, Germany`, 'Tax Rate Removed'],
  ] as const) {
    await rowOf(page, row)
      .getByRole('button', { name: `Remove: ${subject}` })
      .click();
    const ask = page.getByRole('dialog', { name: `Remove ${subject}?` });
    await ask.getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, done)).toBeVisible();
    await expect(rowOf(page, row)).toHaveCount(0);
  }
});

test('an admin adds a carrier of the shop, which stays when a method changes and gives shipments a link', async ({
  page,
  request,
}) => {
  const name = unique('Couriers');
  const trackingUrl = 'https://couriers.example/track/{number}';
  await signIn(page, ADMIN);
  await page.goto('/dashboard/delivery');
  await page.getByRole('button', { name: 'Add A Carrier' }).click();
  const added = page.getByRole('dialog', { name: 'Add a carrier' });
  await added.getByRole('button', { name: 'Add the carrier' }).click();
  await expect(added.getByText('Name is Required')).toBeVisible();
  await added.getByRole('textbox', { name: 'Name' }).fill(name);
  await added.getByRole('textbox', { name: 'Tracking page' }).fill('http://couriers.example/');
  await added.getByRole('button', { name: 'Add the carrier' }).click();
  await expect(added.getByText(/^Enter an https address with \{number\}/)).toBeVisible();
  await added.getByRole('textbox', { name: 'Tracking page' }).fill(trackingUrl);
  await added.getByRole('button', { name: 'Add the carrier' }).click();
  await expect(toast(page, 'Carrier Added')).toBeVisible();
  await expect(rowOf(page, name)).toContainText(trackingUrl);

  const method = unique('By bicycle');
  await page.getByRole('button', { name: 'Add A Method' }).click();
  const form = page.getByRole('dialog', { name: 'Add a delivery method' });
  await form.getByRole('textbox', { name: 'Name' }).fill(method);
  await form.getByRole('textbox', { name: 'Price' }).fill('90000');
  await form.getByRole('textbox', { name: 'Working days' }).fill('2');
  await form.getByRole('button', { name: 'Add the method' }).click();
  await expect(toast(page, 'Delivery Method Added')).toBeVisible();
  expect((await read(request)).settings.carriers).toContainEqual({ name, trackingUrl });

  const { order } = await orderOfThree(request);
  await page.goto(`/dashboard/manageOrders?q=${order.number}&open=${order._id}`);
  const drawer = page.getByRole('dialog', { name: `Order ${order.number}` });
  await drawer.getByRole('button', { name: /^Ship:/ }).click();
  const ship = page.getByRole('dialog', { name: /^Ship order/ });
  await ship.getByRole('combobox', { name: /^Carrier/ }).fill(name);
  await ship.getByRole('textbox', { name: /^Tracking number/ }).fill('A/1');
  await ship.getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(drawer.getByRole('link', { name: /^tracking number A\/1/ })).toHaveAttribute(
    'href',
    'https://couriers.example/track/A%2F1',
  );

  await page.goto('/dashboard/delivery');
  await rowOf(page, name)
    .getByRole('button', { name: `Edit: ${name}` })
    .click();
  const edit = page.getByRole('dialog', { name: `Edit ${name}` });
  await edit.getByRole('textbox', { name: 'Tracking page' }).fill('https://new.example/{number}');
  await edit.getByRole('button', { name: 'Save the carrier' }).click();
  await expect(toast(page, 'Carrier Saved')).toBeVisible();
  await expect(rowOf(page, name)).toContainText('https://new.example/{number}');
  for (const [row, done] of [
    [name, 'Carrier Removed'],
    [method, 'Delivery Method Removed'],
  ] as const) {
    await rowOf(page, row)
      .getByRole('button', { name: `Remove: ${row}` })
      .click();
    await page
      .getByRole('dialog', { name: `Remove ${row}?` })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(toast(page, done)).toBeVisible();
    await expect(rowOf(page, row)).toHaveCount(0);
  }
});
