import { describe, expect, it } from 'vitest';
import type { Spec } from '../../../api/types';
import {
  BREAK_CHECKS,
  CHECKS,
  EMPTY_PRODUCT,
  toEdit,
  toProduct,
  toValues,
  type ProductValues,
} from './product-rules';

const checkProduct = (values: ProductValues) =>
  Object.fromEntries(Object.entries(CHECKS).map(([name, check]) => [name, check(values[name as never])]));

const good: ProductValues = {
  name: ' Fan 120 ',
  price: '12.5',
  breaks: [],
  minimumOQ: '10',
  orderStep: '',
  availableQ: '0',
  kind: 'fan',
  specs: {},
  sku: '',
  manufacturer: '',
  partNumbers: [],
  gtin: '',
  externalId: '',
  lowStockAt: '',
  description: 'Quiet.',
};

const spec = (key: string, type: Spec['type'], options: string[] = []): Spec => ({
  key,
  label: key,
  group: '',
  type,
  options: options.map((value) => ({ value, label: value.toUpperCase(), aliases: [] })),
  required: false,
  filter: 'none',
  onCard: false,
  compared: false,
});
const number = spec('sizeMm', 'number');
const sockets = spec('sockets', 'choices', ['am4', 'am5']);
const flag = spec('pwm', 'flag');

describe('a new product', () => {
  it('names every missing field as the specification does', () => {
    expect(checkProduct(EMPTY_PRODUCT)).toEqual({
      name: 'Name is Required',
      price: 'Price is Required',
      minimumOQ: 'Minimum Order is Required',
      availableQ: 'Available Quantity is Required',
      sku: undefined,
      manufacturer: undefined,
      gtin: undefined,
      externalId: undefined,
      orderStep: undefined,
      lowStockAt: undefined,
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
    ['gtin', '123'],
    ['sku', 'a b'],
    ['lowStockAt', '-1'],
    ['orderStep', '0'],
    ['orderStep', '1.5'],
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
      kind: 'fan',
    });
    expect(toProduct({ ...good, kind: '' }, 'x')).not.toHaveProperty('kind');
  });

  it('edits what differs, and takes away what is emptied', () => {
    const product = {
      ...toProduct({ ...good, sku: 'f-1', lowStockAt: '20' }, '/x.webp'),
      _id: '1',
      availability: 'sold-out' as const,
      waitingUnits: 0,
      waitingAlerts: 0,
      state: 'on-sale' as const,
      createdAt: '',
      updatedAt: '',
    };
    const values = toValues(product);
    expect(values).toMatchObject({ price: '12.50', sku: 'F-1', lowStockAt: '20' });
    expect(toEdit(product, values, '/x.webp')).toEqual({});
    expect(toEdit(product, { ...values, price: '13', sku: '', lowStockAt: '' }, '/y.webp')).toEqual({
      price: 13,
      sku: null,
      lowStockAt: null,
      img: '/y.webp',
    });
  });

  it('sends what is known of its kind, and edits what differs of it', () => {
    const specs = [number, sockets, flag];
    const values = {
      ...good,
      specs: { sizeMm: '12 cm', sockets: ['am5', 'am4'], pwm: '', other: 'of another kind' },
      manufacturer: ' Halyard ',
      partNumbers: ['H-120'],
      gtin: '4006381 333931',
    };
    expect(toProduct(values, '/x.webp', specs)).toMatchObject({
      kind: 'fan',
      specs: { sizeMm: '12 cm', sockets: ['am4', 'am5'] },
      manufacturer: 'Halyard',
      partNumbers: ['H-120'],
      gtin: '4006381333931',
    });
    const product = {
      ...toProduct({ ...values, specs: { ...values.specs, sizeMm: '120', pwm: 'no' } }, '/x.webp', specs),
      _id: '1',
      availability: 'sold-out' as const,
      waitingUnits: 0,
      waitingAlerts: 0,
      state: 'on-sale' as const,
      createdAt: '',
      updatedAt: '',
    };
    const read = toValues(product);
    expect(read.specs).toEqual({ sizeMm: '120', sockets: ['am4', 'am5'], pwm: 'no' });
    expect(toEdit(product, read, '/x.webp', specs)).toEqual({});
    const edited = { ...read, partNumbers: [], specs: { sizeMm: '140 mm', sockets: ['am4'], pwm: '' } };
    expect(toEdit(product, edited, '/x.webp', specs)).toEqual({
      partNumbers: null,
      specs: { sizeMm: '140 mm', sockets: ['am4'], pwm: null },
    });
  });

  it.each([
    ['120', 120],
    ['-1.5', -1.5],
    // whether these are one or a thousand, and 1.25 or 1,250, the server asks
    ['1.000', '1.000'],
    ['1.250', '1.250'],
    ['007', '007'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['31 cm', '31 cm'],
  ])('sends the number %j as %j', (typed, sent) => {
    const { specs } = toProduct({ ...good, specs: { sizeMm: typed } }, '/x.webp', [number]);
    expect(specs).toEqual({ sizeMm: sent });
  });

  it('edits prices by quantity as a whole, and packs', () => {
    const product = {
      ...toProduct({ ...good, orderStep: '5', breaks: [{ from: '20', price: '11.5' }] }, '/x.webp'),
      _id: '1',
      availability: 'sold-out' as const,
      waitingUnits: 0,
      waitingAlerts: 0,
      state: 'on-sale' as const,
      createdAt: '',
      updatedAt: '',
    };
    expect(product).toMatchObject({ orderStep: 5, breaks: [{ from: 20, price: 11.5 }] });
    const values = toValues(product);
    expect(values).toMatchObject({ orderStep: '5', breaks: [{ from: '20', price: '11.50' }] });
    expect(toEdit(product, values, '/x.webp')).toEqual({});
    const breaks = [...values.breaks, { from: ' 40 ', price: '11' }];
    expect(toEdit(product, { ...values, breaks }, '/x.webp')).toEqual({
      breaks: [
        { from: 20, price: 11.5 },
        { from: 40, price: 11 },
      ],
    });
    expect(toEdit(product, { ...values, breaks: [], orderStep: '1' }, '/x.webp')).toEqual({
      breaks: null,
      orderStep: null,
    });
  });

  it.each([
    ['from', '1', true],
    ['from', '2.5', true],
    ['from', '', true],
    ['from', '2', false],
    ['price', '0', true],
    ['price', '0.01', false],
  ] as const)('of a price by quantity, refuses a %s of %j: %s', (field, value, isRefused) => {
    expect(BREAK_CHECKS[field](value) !== undefined).toBe(isRefused);
  });
});
