import { describe, expect, it } from 'vitest';
import { problemToError } from '../../../api/problem';
import type { CheckedBasket, SavedAddress } from '../../../api/types';
import {
  checkoutErrors,
  checkoutProblem,
  destinationOf,
  initialValues,
  isOtherBasket,
  lineErrors,
  NEW,
  obstacle,
  toCheckout,
} from './checkout-values';

const saved = (fields: Partial<SavedAddress> = {}): SavedAddress => ({
  _id: 'a1',
  name: 'Casey Customer',
  line1: '12 Foundry Lane',
  city: 'Springfield',
  region: 'IL',
  postalCode: '62704',
  country: 'US',
  isDefault: true,
  text: '',
  ...fields,
});
const ADDRESSES = [saved({ _id: 'a0', isDefault: false }), saved()];
const known = { addresses: ADDRESSES, name: 'Casey', phone: '5550100', shopCountry: 'US' };
const typed = {
  ...initialValues({ ...known, addresses: [] }),
  line1: '1 Quay',
  city: 'Kiel',
  postalCode: '24103',
};

const line = (fields: Partial<CheckedBasket['lines'][number]> = {}) => ({
  productId: 'p1',
  orderQuantity: 8,
  name: 'Part',
  img: '',
  price: 9.5,
  total: 76,
  problems: [],
  ...fields,
});
const basket: CheckedBasket = {
  lines: [line(), line({ productId: 'p2', price: 3 })],
  subtotal: 100,
  deliveryOffers: [],
  delivery: { _id: 'm1', name: 'Express', price: 14.9, expected: '2026-11-30' },
  isDelivered: true,
  tax: 0,
  taxRate: 0,
  pricesIncludeTax: true,
  total: 114.9,
};

describe('what the checkout starts with', () => {
  it('chooses the default address', () => {
    expect(initialValues(known)).toMatchObject({ saved: 'a1', keep: '', phone: '5550100' });
  });

  it("asks for one, and keeps it, where there is none: in the shop's country", () => {
    expect(initialValues({ ...known, addresses: [] })).toMatchObject({
      saved: NEW,
      keep: 'yes',
      name: 'Casey',
      country: 'US',
    });
  });
});

describe('what is sent', () => {
  it('is the basket as shown, to the chosen address, without what was left empty', () => {
    expect(toCheckout({ ...initialValues(known), poNumber: ' PO-7 ' }, ADDRESSES, basket)).toEqual({
      lines: [
        { productId: 'p1', orderQuantity: 8, price: 9.5 },
        { productId: 'p2', orderQuantity: 8, price: 3 },
      ],
      address: {
        name: 'Casey Customer',
        line1: '12 Foundry Lane',
        city: 'Springfield',
        region: 'IL',
        postalCode: '62704',
        country: 'US',
      },
      phone: '5550100',
      deliveryMethodId: 'm1',
      poNumber: 'PO-7',
    });
  });

  it('goes to the address that was typed when the chosen one is gone', () => {
    const values = { ...typed, saved: 'removed' };
    expect(toCheckout(values, ADDRESSES, basket).address).toMatchObject({ city: 'Kiel' });
    expect(Object.values(checkoutErrors(values, ADDRESSES)).filter(Boolean)).toEqual([]);
    expect(checkoutErrors({ ...values, city: '' }, ADDRESSES)).toMatchObject({ city: 'City is Required' });
  });

  it('asks for prices where it goes', () => {
    expect(destinationOf(initialValues(known), ADDRESSES)).toEqual({ country: 'US', region: 'IL' });
    expect(destinationOf({ ...typed, country: '', region: ' ' }, ADDRESSES)).toEqual({});
  });
});

describe('what is refused', () => {
  const refused = (errors: Record<string, string>, detail = 'Look at it.') =>
    problemToError(422, { detail, errors });

  it('is shown at the fields of the address', () => {
    const error = refused({ 'address.city': 'City is Required', phone: 'Phone is Required' });
    expect(checkoutProblem(error, true).errors).toEqual({
      city: 'City is Required',
      phone: 'Phone is Required',
    });
  });

  it('is said of an address that has no fields here', () => {
    const error = refused({ 'address.country': 'The shop does not deliver there.' });
    expect(checkoutProblem(error, false)).toEqual({ errors: {}, detail: 'The shop does not deliver there.' });
  });

  it('is shown at its lines', () => {
    const error = refused({
      'lines.2.orderQuantity': 'Only 4 are left.',
      'lines.10.price': 'Another price.',
    });
    expect([...lineErrors(error)]).toEqual([
      [2, 'Only 4 are left.'],
      [10, 'Another price.'],
    ]);
    expect(checkoutProblem(error, true).detail).toBe('Look at it.');
  });

  it('is what cannot be ordered, not another price that is shown', () => {
    const message = 'The price was $9.00.';
    const changed = { code: 'price-changed' as const, message, fix: 'accept-price' as const };
    const soldOut = { code: 'sold-out' as const, message: 'Sold out.', fix: 'remove' as const };
    expect(obstacle(line({ problems: [changed] }))).toBeUndefined();
    expect(obstacle(line({ problems: [changed, soldOut] }))).toBe('Sold out.');
  });
});

describe('the basket when it is paid', () => {
  it.each([
    ['ordered in another tab', [], true],
    ['with another quantity', [{ ...basket.lines[0]!, orderQuantity: 9 }, basket.lines[1]!], true],
    ['with another part', [basket.lines[0]!, line({ productId: 'p3' })], true],
    ['in another order', [basket.lines[1]!, basket.lines[0]!], false],
  ])('%s', (_, now, isOther) => {
    expect(isOtherBasket(basket.lines, now)).toBe(isOther);
  });
});
