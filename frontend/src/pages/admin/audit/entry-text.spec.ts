import { describe, expect, it } from 'vitest';
import type { AuditEntry, Kind } from '../../../api/types';
import {
  actionName,
  changedFields,
  fieldName,
  knownSpecs,
  placeOf,
  sentenceOf,
  valueText,
} from './entry-text';

const actor = { id: 'a', name: 'Ada Admin', email: 'ada@example.com' };

const kind = (specs: Record<string, string>) =>
  ({ specs: Object.entries(specs).map(([key, label]) => ({ key, label })) }) as Kind;
/** Two that do not agree on what `lengthMm` is called. */
const KINDS = [
  kind({ lengthMm: 'Longest card', tdpW: 'Thermal design power' }),
  kind({ lengthMm: 'Length', tdpW: 'Thermal design power' }),
];

describe('an entry of the audit log', () => {
  it.each([
    ['review.hidden', 'Review hidden', 'Ada Admin hid the review'],
    ['synonyms.updated', 'Synonyms updated', 'Ada Admin changed'],
    ['shop.opened', 'Shop opened', 'Ada Admin shop opened'],
  ])('of %s is named', (action, name, sentence) => {
    expect(actionName(action)).toBe(name);
    expect(sentenceOf({ actor, action })).toBe(sentence);
  });

  it('names an admin without a name by the address', () => {
    expect(sentenceOf({ actor: { ...actor, name: '' }, action: 'order.shipped' })).toBe(
      'ada@example.com shipped the order',
    );
  });

  it('names an API key, and for whom it acts', () => {
    const key = { ...actor, apiKey: { id: 'k', name: 'Warehouse' } };
    expect(sentenceOf({ actor: key, action: 'order.shipped' })).toBe(
      'API key Warehouse (for Ada Admin) shipped the order',
    );
  });

  it('shows each field once, before and after', () => {
    expect(
      changedFields({ before: { price: 5, hidden: false }, after: { hidden: true, reason: 'Spam' } }),
    ).toEqual([
      { field: 'price', before: '5', after: undefined },
      { field: 'hidden', before: 'No', after: 'Yes' },
      { field: 'reason', before: undefined, after: 'Spam' },
    ]);
    expect(changedFields({})).toEqual([]);
  });

  it('shows of a specification of a kind what differs', () => {
    const length = { label: 'Length', group: '', onCard: false, options: '' };
    expect(
      changedFields({
        before: { 'specs.lengthMm': length, 'specs.fans': null },
        after: { 'specs.lengthMm': { ...length, onCard: true }, 'specs.fans': { label: 'Fans' } },
      }),
    ).toEqual([
      { field: 'specs.lengthMm', before: 'on card no', after: 'on card yes' },
      { field: 'specs.fans', before: undefined, after: 'label Fans' },
    ]);
  });

  it('shows of synonyms which groups were removed and added', () => {
    expect(changedFields({ before: { removed: '' }, after: { added: 'gpu, video card' } })).toEqual([
      { field: 'removed', before: undefined, after: undefined },
      { field: 'added', before: undefined, after: 'gpu, video card' },
    ]);
  });

  it('shows a specification of a product with its unit', () => {
    const specs = knownSpecs([{ specs: [{ key: 'lengthMm', type: 'number', unit: 'mm' }] } as Kind]);
    expect(changedFields({ before: { 'specs.lengthMm': 310 }, after: {} }, specs)).toEqual([
      { field: 'specs.lengthMm', before: '310\u00a0mm', after: undefined },
    ]);
  });

  it.each([
    [null, undefined],
    ['', undefined],
    [0, '0'],
    ['plain', 'plain'],
    [['a', 1], 'a; 1'],
    [
      [
        { from: 10, price: 18.5 },
        { from: 50, price: 17 },
      ],
      'from 10, price 18.5; from 50, price 17',
    ],
    [
      { label: 'Length', group: '', type: 'number', required: false },
      'label Length, type number, required no',
    ],
  ])('shows the value %j as %j', (value, text) => {
    expect(valueText(value)).toBe(text);
  });

  it.each([
    ['hiddenReason', 'Hidden reason'],
    ['minimumOQ', 'Minimum OQ'],
    ['role', 'Role'],
    ['specs.lengthMm', 'Length mm'],
    ['specs.tdpW', 'Thermal design power'],
  ])('names the field %s', (field, name) => {
    expect(fieldName(field, knownSpecs(KINDS))).toBe(name);
  });

  it('leads to what was changed, unless it is gone', () => {
    const entry = {
      entity: 'product',
      entityId: 'p1',
      action: 'product.updated',
      label: 'SSD',
    } as AuditEntry;
    expect(placeOf(entry)).toBe('/dashboard/manageProducts?open=p1');
    expect(placeOf({ ...entry, action: 'product.deleted' })).toBeUndefined();
    expect(placeOf({ ...entry, entity: 'kind', entityId: 'fan', action: 'kind.updated' })).toBe(
      '/dashboard/kinds/fan',
    );
    expect(placeOf({ ...entry, entity: 'synonyms', action: 'synonyms.updated' })).toBe('/dashboard/search');
    expect(placeOf({ ...entry, entity: 'api-key', action: 'api-key.created', label: 'At night' })).toBe(
      '/dashboard/apiKeys?q=At%20night',
    );
    expect(placeOf({ ...entry, entity: 'user', label: 'a+b@c.de' })).toBe(
      '/dashboard/makeAdmin?q=a%2Bb%40c.de',
    );
  });
});
