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
  type Place = { country: string; region?: string };
  const rate = (percent: number, fields: object = {}) => ({
    country: 'US',
    rate: percent,
    isIncluded: false,
    ...fields,
  });
  /** Placed with an address in parts, or with a text, when the shop's country had a tax of 5 %. */
  const at = (place: Place | 'a text', status: Order['status'] = 'unpaid') => ({
    status,
    address: '12 Foundry Lane',
    ...(place !== 'a text' && { shippingAddress: place as Order['shippingAddress'] }),
    lines: [{ taxRate: 5 } as OrderLine],
    pricesIncludeTax: false,
  });
  const check = (
    order: ReturnType<typeof at>,
    wanted: Place,
    taxRates = [rate(5), rate(8, { region: 'NY' })],
  ) => assertSameDestination(order, wanted, { taxRates }, 'US');

  it.each<[string, Place, Place]>([
    ['the same', { country: 'US', region: 'IL' }, { country: 'US', region: 'IL' }],
    ['the same in other letters', { country: 'US', region: 'IL' }, { country: 'US', region: ' il ' }],
    ['a country without a region', { country: 'DE' }, { country: 'DE' }],
  ])('may be %s', (_what, charged, wanted) => expect(() => check(at(charged), wanted)).not.toThrow());

  it.each<[string, Place | 'a text', Place]>([
    ['country', { country: 'US', region: 'IL' }, { country: 'CA', region: 'IL' }],
    ['region', { country: 'US', region: 'IL' }, { country: 'US', region: 'NY' }],
    ['region', { country: 'US', region: 'IL' }, { country: 'US' }],
    ['region', { country: 'US' }, { country: 'US', region: 'IL' }],
    ['country', 'a text', { country: 'DE' }],
    ['region', 'a text', { country: 'US', region: 'NY' }],
  ])('may not be another %s', (field, charged, wanted) => {
    expect(() => check(at(charged), wanted)).toThrow(`another ${field}; cancel the order`);
    expect(() => check(at(charged, 'paid'), wanted)).toThrow(`another ${field}; refund the order`);
  });

  it.each([
    ['no region', undefined, [rate(5)]],
    ['a region without a rate of its own', 'IL', [rate(5)]],
    ['one, though the rate of the country has changed', 'IL', [rate(6)]],
    ['a region with the rate that was charged', 'NY', [rate(6), rate(5, { region: 'NY' })]],
    ['a region of a country without any rate now', 'IL', []],
  ])('of a text may have %s', (_what, region, taxRates) =>
    expect(() => check(at('a text'), { country: 'US', ...(region && { region }) }, taxRates)).not.toThrow(),
  );

  it('of a text has the tax on the same side of the prices', () => {
    const included = rate(5, { region: 'NY', isIncluded: true });
    expect(() => check(at('a text'), { country: 'US', region: 'NY' }, [rate(5), included])).toThrow();
  });
});
