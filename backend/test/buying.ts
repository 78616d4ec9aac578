import { expect } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import type { Commerce } from './commerce.js';
import type { ApiResponse, TestUser } from './harness.js';

/** The steps of a purchase over the API, each expected to succeed unless it returns an `ApiResponse`. */
export interface Buying {
  /** A valid form for ten units. */
  form(product: Product, fields?: object): object;
  order(
    who: TestUser,
    product: Product,
    fields?: object,
  ): Promise<{ _id: string; number: string; total: number }>;
  intend(who: TestUser, body: object): Promise<ApiResponse>;
  /** The client secret of an order's intent. */
  secretOf(who: TestUser, orderId: string): Promise<string>;
  confirm(who: TestUser, orderId: string, transactionId: string): Promise<ApiResponse>;
  /** An order, paid with a card and confirmed. */
  paid(who: TestUser, product: Product, card?: string): Promise<{ _id: string; intentId: string }>;
  /** The order as the database has it. */
  stored(orderId: string): Promise<Record<string, unknown>>;
  stockOf(product: Product): Promise<number>;
}

export function buying(shop: Commerce): Buying {
  const steps: Buying = {
    form: (product, fields = {}) => ({
      productId: String(product._id),
      address: '12 Foundry Lane',
      phone: '5550100',
      orderQuantity: 10,
      ...fields,
    }),
    async order(who, product, fields = {}) {
      const response = await shop.call('POST', '/purchase', { as: who, body: steps.form(product, fields) });
      expect(response.status).toBe(201);
      return response.body as { _id: string; number: string; total: number };
    },
    intend: (who, body) => shop.call('POST', '/create-payment-intent', { as: who, body }),
    async secretOf(who, orderId) {
      const response = await steps.intend(who, { orderId });
      expect(response.status).toBe(200);
      return response.body.clientSecret as string;
    },
    confirm: (who, orderId, transactionId) =>
      shop.call('PATCH', `/payment/${orderId}`, { as: who, body: { transactionId, payItem: { price: 1 } } }),
    async paid(who, product, card) {
      const { _id } = await steps.order(who, product);
      const { id } = await shop.sandbox.pay(await steps.secretOf(who, _id), card);
      const expected = { status: 'paid', paid: true, shipped: false, transactionId: id };
      expect(await steps.confirm(who, _id, id)).toMatchObject({ status: 200, body: expected });
      return { _id, intentId: id };
    },
    async stored(orderId) {
      return (await shop.db.model('Order').findById(orderId).lean()) as unknown as Record<string, unknown>;
    },
    async stockOf(product) {
      return (await shop.call('GET', `/item/${String(product._id)}`)).body.availableQ as number;
    },
  };
  return steps;
}
