import { describe, expect, it } from 'vitest';
import { type Availability, availabilityOf } from './availability.js';

describe('availabilityOf', () => {
  it.each<[availableQ: number, minimumOQ: number, lowStockAt: number | null | undefined, Availability]>([
    [0, 5, undefined, 'sold-out'],
    [0, 1, 0, 'sold-out'],
    [1, 5, undefined, 'below-minimum'],
    [4, 5, undefined, 'below-minimum'],
    [4, 5, 0, 'below-minimum'],
    [5, 5, undefined, 'low'],
    [14, 5, undefined, 'low'],
    [15, 5, undefined, 'orderable'],
    [2, 1, undefined, 'low'],
    [3, 1, undefined, 'orderable'],
    [15, 5, 16, 'low'],
    [16, 5, 16, 'orderable'],
    [5, 5, 0, 'orderable'],
    [5, 5, 3, 'orderable'],
    [14, 5, null, 'low'],
  ])('%s left, at least %s an order, low at %s: %s', (availableQ, minimumOQ, lowStockAt, expected) => {
    expect(availabilityOf({ availableQ, minimumOQ, lowStockAt })).toBe(expected);
  });
});
