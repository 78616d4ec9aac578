import { describe, expect, it } from 'vitest';
import type { Spec } from './kind.js';
import { readSpec } from './spec-value.js';
import { acceptedUnits, UNITS } from './units.js';

const ANY: Spec = {
  key: 'any',
  label: 'Any',
  group: '',
  type: 'number',
  decimals: 6,
  options: [],
  required: false,
  filter: 'none',
  onCard: false,
  compared: false,
};

describe('acceptedUnits', () => {
  it.each(Object.keys(UNITS))('of %s are read, itself as it is', (unit) => {
    expect(readSpec({ ...ANY, unit }, `12 ${unit}`)).toEqual({ value: 12 });
    for (const each of acceptedUnits(unit))
      expect(readSpec({ ...ANY, unit }, `12 ${each}`)).toEqual({ value: expect.any(Number) as number });
  });

  it('of a unit that there is not are none', () => expect(acceptedUnits('constructor')).toEqual([]));
});
