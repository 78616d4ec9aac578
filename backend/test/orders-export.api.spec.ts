import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Shop, startShop, type TestUser } from './harness.js';

/** What the export tells of orders that are bought for work. */

let shop: Shop;
let admin: TestUser;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());

it('names the buyer’s company and numbers, and the delivery, also with each line', async () => {
  const who = await shop.user({ name: 'Wes' });
  await shop.order(who, {
    company: 'Springfield Systems Inc.',
    vatId: 'DE123456789',
    poNumber: 'PO-2026-0117',
    note: 'Before noon,\nplease',
    delivery: { name: 'Express', priceCents: 0, taxCents: 0, expected: '2026-11-30' },
  });
  const file = async (rows: string) => {
    const url = `${shop.url}/api/purchases/export?email=${who.email}&rows=${rows}`;
    return (await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } })).text();
  };
  const work = ',Springfield Systems Inc.,DE123456789,PO-2026-0117,';
  const rest = '"Before noon,\nplease",Express,2026-11-30,';
  expect(await file('orders')).toContain(`${work}12 Foundry Lane,5550100,${rest}`);
  expect(await file('lines')).toContain(`${work}${rest}`);
});
