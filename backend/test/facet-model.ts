import {
  type Arbitrary,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  subarray,
  tuple,
  record,
} from 'fast-check';
import type { Kind, Spec } from '../src/kinds/kind.js';
import { AVAILABILITIES } from '../src/products/availability.js';
import type { Product } from '../src/products/product.schema.js';

/** Facets as they are defined: each document is compared with each filter. */

export interface FacetQuery {
  kind: Kind;
  specs: { spec: Spec; text: string; test: (value: unknown) => boolean }[];
  availability?: string;
  minPrice?: number;
  maxPrice?: number;
}

type Part = Pick<Product, '_id' | 'kind' | 'specs' | 'availability' | 'priceCents'>;

export const queryText = ({ kind, specs, availability, minPrice, maxPrice }: FacetQuery): string => {
  const query = new URLSearchParams({ kind: kind.slug });
  if (specs.length > 0) query.set('spec', specs.map(({ spec, text }) => `${spec.key}:${text}`).join(';'));
  for (const [name, value] of Object.entries({ availability, minPrice, maxPrice }))
    if (value !== undefined) query.set(name, String(value));
  return query.toString();
};

const valuesOf = (part: Part, { key }: Spec): unknown[] => {
  const value = part.specs?.[key];
  return value === undefined ? [] : [value].flat();
};

function countsBy<T>(rows: readonly T[], keyOf: (row: T) => unknown): Record<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(String(keyOf(row)), (counts.get(String(keyOf(row))) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** What the API responds, of the specifications only those values that are counted. */
export function expectedFacets(parts: readonly Part[], query: FacetQuery) {
  const { kind, specs, availability, minPrice = 0, maxPrice = Infinity } = query;
  const priced = parts.filter(
    ({ priceCents }) => priceCents >= minPrice * 100 && priceCents <= maxPrice * 100,
  );
  const ofAvailability = (part: Part) => availability === undefined || part.availability === availability;
  const passes = (part: Part, but?: Spec) =>
    specs.every(({ spec, test }) => spec === but || test(part.specs?.[spec.key]));
  const mine = priced.filter((part) => part.kind === kind.slug);
  const counts = (spec: Spec) => {
    const others = mine.filter((part) => ofAvailability(part) && passes(part, spec));
    const totals = countsBy(
      others.flatMap((part) => valuesOf(part, spec)),
      (value) => value,
    );
    const numbers = others
      .flatMap((part) => valuesOf(part, spec))
      .filter((value) => typeof value === 'number');
    const isRange = spec.type === 'number' && spec.filter === 'range';
    return {
      key: spec.key,
      ...(isRange && numbers.length > 0 && { min: Math.min(...numbers), max: Math.max(...numbers) }),
      totals: isRange ? {} : totals,
      notStated: others.filter((part) => valuesOf(part, spec).length === 0).length,
    };
  };
  return {
    total: mine.filter((part) => ofAvailability(part) && passes(part)).length,
    kinds: countsBy(
      priced.filter(
        (part) =>
          part.kind !== undefined && ofAvailability(part) && (part.kind !== kind.slug || passes(part)),
      ),
      (part) => part.kind,
    ),
    availabilities: Object.fromEntries(
      AVAILABILITIES.map((each) => [
        each,
        mine.filter((part) => part.availability === each && passes(part)).length,
      ]),
    ),
    specs: kind.specs.filter(({ filter }) => filter !== 'none').map(counts),
  };
}

/** Filters by values that some part has, ranges between them, and what is not stated. */
const filterArbitrary = (spec: Spec, parts: readonly Part[]): Arbitrary<FacetQuery['specs'][number]> => {
  const values = [...new Set(parts.flatMap((part) => valuesOf(part, spec)))];
  const notStated = constant({
    spec,
    text: '~',
    test: (value: unknown) => value === undefined,
  });
  if (values.length === 0) return notStated;
  const some = subarray(values, { minLength: 1, maxLength: Math.min(4, values.length) });
  const among = tuple(some, boolean()).map(([chosen, orNotStated]) => ({
    spec,
    text: [...chosen.map(String), ...(orNotStated ? ['~'] : [])].join(','),
    test: (value: unknown) =>
      value === undefined ? orNotStated : [value].flat().some((each) => chosen.includes(each)),
  }));
  if (spec.type !== 'number' || spec.filter !== 'range')
    return oneof({ weight: 5, arbitrary: among }, { weight: 1, arbitrary: notStated });
  const bound = constantFrom(...(values as number[]));
  const range = tuple(bound, bound, constantFrom('both', 'from', 'to'), boolean()).map(
    ([one, other, which, orNotStated]) => {
      const [min, max] = [Math.min(one, other), Math.max(one, other)];
      const [low, high] = [which === 'to' ? undefined : min, which === 'from' ? undefined : max];
      return {
        spec,
        text: `${low ?? ''}..${high ?? ''}${orNotStated ? ',~' : ''}`,
        test: (value: unknown) =>
          typeof value === 'number'
            ? value >= (low ?? -Infinity) && value <= (high ?? Infinity)
            : orNotStated,
      };
    },
  );
  return oneof(range, among, notStated);
};

/** Combinations of filters that are more likely to find something than not. */
export function facetQueries(kinds: readonly Kind[], parts: readonly Part[]): Arbitrary<FacetQuery> {
  return constantFrom(...kinds).chain((kind) => {
    const mine = parts.filter((part) => part.kind === kind.slug);
    const filtered = kind.specs.filter(({ filter }) => filter !== 'none');
    return record(
      {
        kind: constant(kind),
        chosen: subarray(filtered, { maxLength: 3 }),
        availability: constantFrom(...AVAILABILITIES),
        minPrice: integer({ min: 0, max: 300 }),
        maxPrice: integer({ min: 100, max: 2_000 }),
      },
      { requiredKeys: ['kind', 'chosen'] },
    ).chain(({ chosen, ...query }) =>
      tuple(...chosen.map((spec) => filterArbitrary(spec, mine))).map((specs) => ({ ...query, specs })),
    );
  });
}
