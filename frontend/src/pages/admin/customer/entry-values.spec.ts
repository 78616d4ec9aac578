import { describe, expect, it } from 'vitest';
import { problemToError } from '../../../api/problem';
import type { Customer, SavedAddress } from '../../../api/types';
import {
  checkOf,
  countedLines,
  entryErrors,
  entryProblem,
  initialEntry,
  NEW,
  toEnteredOrder,
} from './entry-values';

const HOME = {
  _id: 'a1',
  name: 'Casey',
  line1: '12 Foundry Lane',
  city: 'Springfield',
  region: 'IL',
  postalCode: '62704',
  country: 'US',
  isDefault: true,
  text: '',
} satisfies SavedAddress;
const customer = (addresses: SavedAddress[]) =>
  ({ account: { _id: 'c1', name: 'Casey', phone: '5550100' }, addresses }) as unknown as Customer;
const LINES = [
  { productId: 'p1', name: 'One', quantity: '10' },
  { productId: 'p2', name: 'Two', quantity: 'x' },
];

describe('an order that is entered', () => {
  it('begins with the default address, else with a new one in the shop’s country', () => {
    expect(initialEntry(customer([HOME]), 'DE')).toMatchObject({ saved: 'a1', phone: '5550100' });
    expect(initialEntry(customer([]), 'DE')).toMatchObject({ saved: NEW, name: 'Casey', country: 'DE' });
  });

  it('needs an address of its own only where none is chosen', () => {
    const values = initialEntry(customer([HOME]), 'US');
    expect(Object.values(entryErrors(values, [HOME])).filter(Boolean)).toEqual([]);
    expect(Object.keys(entryErrors({ ...values, saved: NEW }, [HOME]))).toContain('line1');
  });

  it('is checked and sent with the lines that have a quantity', () => {
    expect(countedLines(LINES)).toEqual([{ productId: 'p1', orderQuantity: 10 }]);
    const values = { ...initialEntry(customer([HOME]), 'US'), poNumber: ' PO-1 ', externalId: '' };
    expect(checkOf(values, LINES, [HOME])).toEqual({
      lines: [{ productId: 'p1', orderQuantity: 10 }],
      country: 'US',
      region: 'IL',
    });
    const { _id, isDefault: _default, text: _text, ...address } = HOME;
    expect(toEnteredOrder(values, LINES, customer([HOME]))).toEqual({
      customer: { id: 'c1' },
      lines: [{ productId: 'p1', orderQuantity: 10 }],
      address,
      phone: '5550100',
      poNumber: 'PO-1',
    });
  });
});

describe('a refusal', () => {
  const refused = (errors: Record<string, string>) => problemToError(422, { detail: 'No.', errors });

  it('is shown at the fields of the address, where there are some', () => {
    const error = refused({ 'address.country': 'We do not deliver there.' });
    expect(entryProblem(error, true).errors).toEqual({ country: 'We do not deliver there.' });
    expect(entryProblem(error, false)).toEqual({ errors: {}, detail: 'No.' });
  });

  it('of lines is a sentence', () => {
    expect(entryProblem(refused({ 'lines.0.orderQuantity': 'Too many.' }), true)).toEqual({
      errors: {},
      detail: 'No.',
    });
  });
});
