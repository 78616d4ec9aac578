import { expect } from '@playwright/test';
import { everyday } from '../everyday.js';
import { addProduct, asAdmin, type Product, toast, unique } from '../shop.js';

/** Products: repriced, restocked, imported, archived and brought back, duplicated, deleted. */

const LIST = '/dashboard/manageProducts';

everyday('reprice a product', addProduct, async (job, { name }) => {
  await job.at(LIST);
  const row = await job.search(name);
  await job.press(row.getByRole('link', { name: `Edit ${name}` }));
  const drawer = job.page.getByRole('dialog', { name: 'Edit product' });
  await job.type(drawer.getByLabel('Price'), '14.20');
  await job.press(drawer.getByRole('button', { name: 'Save' }));
  await expect(toast(job.page, `Product ${name} is saved`)).toBeVisible();
});

everyday('reprice several products', addProduct, async (job, { name }) => {
  await job.at(LIST);
  await job.search(name);
  await job.press(job.page.getByRole('button', { name: 'Select all on this page' }));
  await job.press(job.page.getByRole('button', { name: 'Change prices' }));
  const dialog = job.page.getByRole('dialog');
  await job.type(dialog.getByLabel('Percent', { exact: true }), '10');
  await job.press(dialog.getByRole('button', { name: 'Check' }));
  await job.press(dialog.getByRole('button', { name: 'Change the price of 1 product' }));
  await expect(dialog.getByText(/^1 done/)).toBeVisible();
});

everyday('restock a product', addProduct, async (job, { name }) => {
  await job.at(LIST);
  const row = await job.search(name);
  await job.press(row.getByRole('button', { name: /^Restock/ }));
  const dialog = job.page.getByRole('dialog');
  await job.type(dialog.getByLabel('Units to add'), '40');
  await job.type(dialog.getByLabel('Reason'), 'Delivery');
  await job.press(dialog.getByRole('button', { name: 'Change the stock' }));
  await expect(toast(job.page, `${name} has 90 units now`)).toBeVisible();
});

everyday(
  'import a file',
  async (request) => {
    const sku = unique('DAY').replace(' ', '-').toUpperCase();
    await addProduct(request, { sku } as Partial<Product>);
    return sku;
  },
  async (job, sku) => {
    await job.at(LIST);
    await job.press(job.page.getByRole('button', { name: 'Import' }));
    const dialog = job.page.getByRole('dialog');
    // the browser's own dialog for files is the same either way
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(`SKU,Restock\n${sku},4`) });
    await job.press(dialog.getByRole('button', { name: 'Import 1 products' }));
    await expect(toast(job.page, 'Imported: 1 changed, 0 added')).toBeVisible();
  },
);

everyday('archive a product', addProduct, async (job, { name }) => {
  await job.at(LIST);
  const row = await job.search(name);
  await job.press(row.getByRole('button', { name: `More: ${name}` }));
  await job.press(job.page.getByRole('menuitem', { name: 'Archive' }));
  await expect(toast(job.page, `Product ${name} is archived`)).toBeVisible();
});

everyday(
  'put archived products on sale again',
  async (request) => {
    const product = await addProduct(request);
    const headers = await asAdmin(request);
    expect((await request.post(`/api/items/${product._id}/archive`, { headers })).status()).toBe(200);
    return product;
  },
  async (job, { name }) => {
    await job.at(`${LIST}?state=archived`);
    await job.search(name);
    await job.press(job.page.getByRole('button', { name: 'Select all on this page' }));
    await job.press(job.page.getByRole('button', { name: 'Unarchive', exact: true }));
    await job.press(job.page.getByRole('dialog').getByRole('button', { name: 'Put 1 product on sale' }));
    await expect(job.page.getByText(/^1 done/)).toBeVisible();
  },
);

everyday('duplicate a product', addProduct, async (job, { name }) => {
  await job.at(LIST);
  const row = await job.search(name);
  await job.press(row.getByRole('button', { name: `More: ${name}` }));
  const item = job.page.getByRole('menuitem', { name: 'Duplicate' });
  if (job.by === 'keyboard') await job.arrow('ArrowDown');
  await job.press(item);
  await expect(job.page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`${name} (copy)`);
});

everyday('delete a product', addProduct, async (job, { name }) => {
  await job.at(LIST);
  const row = await job.search(name);
  await job.press(row.getByRole('button', { name: /^Delete/ }));
  await job.press(job.page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await expect(toast(job.page, `Product ${name} is Deleted Successfully!`)).toBeVisible();
});
