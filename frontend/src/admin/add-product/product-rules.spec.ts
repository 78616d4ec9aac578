import { describe, expect, it } from '@jest/globals';
import { checkProduct, EMPTY_PRODUCT, toProduct, type ProductValues } from './product-rules';

const good: ProductValues = {
  name: ' Fan 120 ',
  price: '12.5',
  minimumOQ: '10',
  availableQ: '0',
  kind: 'Cooler Fan',
  description: 'Quiet.',
};

describe('a new product', () => {
  it('names every missing field as the specification does', () => {
    expect(checkProduct(EMPTY_PRODUCT)).toEqual({
      name: 'Name is Required',
      price: 'Price is Required',
      minimumOQ: 'Minimum Order is Required',
      availableQ: 'Available Quantity is Required',
      kind: undefined,
      description: 'Description is Required',
    });
  });

  it.each([
    ['price', '0'],
    ['price', '1.234'],
    ['price', '1e3'],
    ['price', 'ten'],
    ['minimumOQ', '0'],
    ['minimumOQ', '1.5'],
    ['availableQ', '-1'],
    ['kind', 'fan/cooler'],
  ] as const)('refuses a %s of %s', (field, value) => {
    expect(checkProduct({ ...good, [field]: value })[field]).toEqual(expect.any(String));
  });

  it('passes a good one and sends numbers', () => {
    expect(Object.values(checkProduct(good)).filter(Boolean)).toEqual([]);
    expect(toProduct(good, '/api/images/1')).toEqual({
      name: 'Fan 120',
      price: 12.5,
      minimumOQ: 10,
      availableQ: 0,
      description: 'Quiet.',
      img: '/api/images/1',
      kind: 'cooler-fan',
    });
    expect(toProduct({ ...good, kind: '' }, 'x')).not.toHaveProperty('kind');
  });
});
