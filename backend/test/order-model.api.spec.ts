import { afterAll, beforeAll, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { findViolations } from '../src/reports/invariants.js';
import { type Commerce, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { type ModelProduct, ModelShop } from './order-model.js';
import { runs } from './order-model-commands.js';
import { ShopUnderTest } from './order-model-shop.js';

/** Orders, payments, shipments, refunds and disputes in random order: the shop does what a small model of it does. */

const RUNS = process.env['TEST_LONG'] ? 5_000 : 200;
/** Of a run that failed, as fast-check printed it. */
const SEED = process.env['TEST_SEED'];

let shop: Commerce;
let admin: TestUser;

beforeAll(async () => {
  shop = await startCommerce({ MAX_UNPAID_ORDERS: '100' });
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());

/** With breaks and packs, so cheap that an order of some costs too little, and so few that orders compete for them. */
const PRODUCTS: Omit<ModelProduct, 'id'>[] = [
  { priceCents: 1_999, minimumOQ: 1, breaks: [], stock: 12 },
  {
    priceCents: 2_550,
    minimumOQ: 4,
    orderStep: 4,
    breaks: [
      { from: 8, priceCents: 2_299 },
      { from: 12, priceCents: 1_999 },
    ],
    stock: 26,
  },
  { priceCents: 7, minimumOQ: 1, breaks: [], stock: 30 },
  { priceCents: 129_900, minimumOQ: 1, breaks: [{ from: 3, priceCents: 119_933 }], stock: 4 },
  { priceCents: 499, minimumOQ: 2, orderStep: 2, breaks: [], stock: 9 },
];

const newProducts = (): Promise<ModelProduct[]> =>
  Promise.all(
    PRODUCTS.map(async ({ stock, ...fields }) => {
      const { _id } = await shop.product({ ...fields, availableQ: stock });
      return { ...fields, stock, id: String(_id) };
    }),
  );

it(
  `does what the model does, ${RUNS} times`,
  async () => {
    const property = fc.asyncProperty(runs, async (parts) => {
      const [customer, products] = await Promise.all([shop.user(), newProducts()]);
      const model = new ModelShop(products);
      // 5,000 runs take longer than a token is valid
      const signedIn = { ...admin, token: await shop.tokenOf(admin.id) };
      const real = new ShopUnderTest(shop, customer, signedIn);
      for (const commands of parts) await fc.asyncModelRun(() => ({ model, real }), commands);
      await real.expectToldOf(model);
    });
    await fc.assert(property, {
      numRuns: RUNS,
      ...(SEED && { seed: Number(SEED) }),
      // what failed is reported before the case is over, however far it was made smaller
      interruptAfterTimeLimit: RUNS * 2_000,
    });
    expect(await findViolations(shop.db.db!)).toEqual([]);
  },
  RUNS * 2_000 + 120_000,
);
