import { describe, expect, it } from 'vitest';
import { assertSameDestination, cannotEditAddress, isAddressEditable } from './address-change.js';
import type { OrderLine } from './order-line.schema.js';
import type { Order } from './order.schema.js';

type Case = Pick<Order, 'status' | 'lines' | 'address'>;
const order = (status: Order['status'], shipped = 0, address = '12 Foundry Lane'): Case => ({
  status,
  address,
  lines: [{ shipped: 0 } as OrderLine, { shipped } as OrderLine],
});

describe("an order's address", () => {
  it.each([
    ['unpaid', order('unpaid')],
    ['paid', order('paid')],
  ])('can be changed while it is %s and nothing has shipped', (_what, it) =>
    expect(isAddressEditable(it)).toBe(true),
  );

  it.each([
    ['a part has shipped', order('paid', 1), /has shipped/],
    ['all has shipped', order('shipped', 1), /is shipped/],
    ['it is cancelled', order('cancelled'), /is cancelled/],
    ['it is refunded', order('refunded'), /is refunded/],
    ['its customer is removed', order('paid', 0, ''), /was removed/],
  ])('stays when %s', (_what, it, why) => {
    expect(isAddressEditable(it)).toBe(false);
    expect(cannotEditAddress(it)).toMatch(why);
  });
});

describe('the place that was charged for', () => {
  it.each([
    ['the same', { country: 'US', region: 'IL' }, { country: 'US', region: 'IL' }],
    ['the same in other letters', { country: 'US', region: 'IL' }, { country: 'US', region: ' il ' }],
    ['a country without a region', { country: 'DE' }, { country: 'DE' }],
  ])('may be %s', (_what, charged, wanted) =>
    expect(() => assertSameDestination(charged, wanted)).not.toThrow(),
  );

  it.each([
    ['country', { country: 'US', region: 'IL' }, { country: 'CA', region: 'IL' }],
    ['region', { country: 'US', region: 'IL' }, { country: 'US', region: 'NY' }],
    ['region', { country: 'US', region: 'IL' }, { country: 'US' }],
    ['region', { country: 'US' }, { country: 'US', region: 'IL' }],
  ])('may not be another %s', (field, charged, wanted) => {
    expect(() => assertSameDestination(charged, wanted)).toThrow(`another ${field}`);
  });
});
