import { describe, expect, it } from 'vitest';
import {
  KEY_PATTERN,
  MAX_LABEL,
  MAX_ON_CARD,
  MAX_OPTIONS,
  MAX_SPECS,
  OPTION_PATTERN,
  SLUG_PATTERN,
} from '../../kinds/kind.js';
import { KindBook } from '../../kinds/kind-book.js';
import { SHOP_KINDS } from '../../kinds/shop-kinds.js';
import { kindErrors } from './kind-rules.js';
import { UNITS } from '../../kinds/units.js';

describe.each(SHOP_KINDS.map((kind) => [kind.slug, kind] as const))('the kind %s', (_slug, kind) => {
  it('keeps the rules that an admin has to keep', () => {
    expect(kindErrors(kind, new KindBook(SHOP_KINDS))).toEqual({});
    expect(kind.slug).toMatch(SLUG_PATTERN);
    expect(kind.specs.length).toBeLessThanOrEqual(MAX_SPECS);
    for (const spec of kind.specs) {
      expect(spec.key).toMatch(KEY_PATTERN);
      expect(spec.label.length).toBeLessThanOrEqual(MAX_LABEL);
      expect(spec.options.length).toBeLessThanOrEqual(MAX_OPTIONS);
      if (spec.unit !== undefined) expect(Object.keys(UNITS)).toContain(spec.unit);
      for (const { value, label } of spec.options) {
        expect(value).toMatch(OPTION_PATTERN);
        expect(label.length).toBeLessThanOrEqual(MAX_LABEL);
      }
    }
  });

  it(`shows ${MAX_ON_CARD} values on its cards, and asks for none that a part may lack`, () => {
    expect(kind.specs.filter(({ onCard }) => onCard)).toHaveLength(MAX_ON_CARD);
    expect(kind.specs.filter(({ required }) => required)).toEqual([]);
  });

  it('takes no 0 for a number that cannot be 0', () => {
    for (const { type, min, zero, key } of kind.specs)
      if (type === 'number') expect([key, zero ?? min]).not.toEqual([key, undefined]);
  });
});
