import { expect } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import type { Shop, TestUser } from './harness.js';

/** What specs of the checkout share. */

export const ADDRESS = {
  name: 'Casey Customer',
  company: 'Springfield Systems Inc.',
  line1: '12 Foundry Lane',
  city: 'Springfield',
  region: 'IL',
  postalCode: '62704',
  country: 'US',
};
/** The same as one text. */
export const TEXT =
  'Casey Customer\nSpringfield Systems Inc.\n12 Foundry Lane\nSpringfield, IL 62704\nUnited States';

export const line = ({ _id, priceCents }: Product, orderQuantity: number, fields: object = {}) => ({
  productId: String(_id),
  orderQuantity,
  price: priceCents / 100,
  ...fields,
});

export interface Method {
  _id: string;
  name: string;
}
/** Sets how the shop delivers and what it taxes. Returns the methods' ids by their names. */
export async function setDelivery(
  shop: Shop,
  admin: TestUser,
  settings: { methods: object[]; taxRates: object[] },
): Promise<Record<string, string>> {
  const { headers } = await shop.call('GET', '/delivery/settings', { as: admin });
  const { status, body } = await shop.call('PUT', '/delivery/settings', {
    as: admin,
    body: settings,
    headers: { 'if-match': headers.get('etag')! },
  });
  expect(status).toBe(200);
  return Object.fromEntries((body.methods as Method[]).map(({ _id, name }) => [name, _id]));
}

export const STANDARD = {
  name: 'Standard',
  price: 4.9,
  freeFrom: 100,
  workingDays: 5,
  countries: ['US', 'DE'],
};
export const EXPRESS = { name: 'Express', price: 14.9, workingDays: 1, countries: ['US', 'DE'] };
