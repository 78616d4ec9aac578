import { describe, expect, it } from 'vitest';
import { strandedUnits } from './leftover';

describe('units an order would strand', () => {
  it.each([
    [10, 0, 'leaves a full minimum order'],
    [15, 0, 'leaves exactly a minimum order'],
    [16, 9, 'leaves one too few'],
    [24, 1, 'leaves a single unit'],
    [25, 0, 'takes everything'],
    [26, 0, 'is more than there is'],
    [9, 0, 'is below the minimum'],
    [16.5, 0, 'is no whole number'],
    [Number.NaN, 0, 'is no number'],
  ])('%d of 25 with a minimum of 10: %d, it %s', (quantity, stranded) => {
    expect(strandedUnits(quantity, { minimumOQ: 10, availableQ: 25 })).toBe(stranded);
  });

  it.each([
    [24, 0, 'leaves a full minimum order'],
    [32, 8, 'leaves a pack too few'],
    [40, 0, 'takes all whole packs'],
    [28, 0, 'is not of whole packs'],
    [48, 0, 'is more than there is'],
  ])('%d of 44 in packs of 8 with a minimum of 16: %d, it %s', (quantity, stranded) => {
    expect(strandedUnits(quantity, { minimumOQ: 16, availableQ: 44, orderStep: 8 })).toBe(stranded);
  });
});
