import { KEY_PATTERN } from '../../kinds/kind.js';
import { availabilitiesOf } from '../../products/availability.js';
import type { EngineFilters, EngineQuery } from '../search-engine.js';
import type { SpecFilter } from '../spec-filter.js';
import { ALL_WORDS, numberField, statedField, valueField } from './index-definition.js';
import { anyOf, type Query } from './bool-query.js';
import { planQuery } from './words-query.js';

export const lacking = (field: string): Query => ({ bool: { must_not: [{ exists: { field } }] } });

export function specQuery({ spec, values, range, orNotStated }: SpecFilter): Query {
  const should: Query[] = [];
  const field = spec.type === 'number' ? numberField(spec.key) : valueField(spec.key);
  if (values.length > 0)
    should.push({ terms: { [field]: spec.type === 'number' ? values.map(Number) : values.map(String) } });
  if (range)
    should.push({
      range: {
        [field]: {
          ...(range.min !== undefined && { gte: range.min }),
          ...(range.max !== undefined && { lte: range.max }),
        },
      },
    });
  if (orNotStated) should.push(lacking(statedField(spec)));
  return should.length === 0 ? { match_none: {} } : anyOf(should);
}

/** The filters that facets do not lift: words, state, price and what is lacking. */
export function fixedFilters(query: EngineQuery): Query[] {
  const { plan, filters, isAdmin } = query;
  const { state, minCents, maxCents, lacks } = filters;
  return [
    { term: { state: { value: state } } },
    ...(plan ? [planQuery(ALL_WORDS, plan, { isAdmin })] : []),
    ...(minCents === undefined && maxCents === undefined
      ? []
      : [
          {
            range: {
              priceCents: {
                ...(minCents !== undefined && { gte: minCents }),
                ...(maxCents !== undefined && { lte: maxCents }),
              },
            },
          },
        ]),
    ...(lacks !== undefined && KEY_PATTERN.test(lacks)
      ? [lacking(numberField(lacks)), lacking(valueField(lacks))]
      : []),
  ];
}

export function kindFilters({ kind, unknownKind }: EngineFilters): Query[] {
  const slug = kind?.slug ?? unknownKind;
  return slug === undefined ? [] : [{ term: { kind: { value: slug } } }];
}

export const availabilityFilters = ({ availability }: EngineFilters): Query[] =>
  availability === undefined ? [] : [{ terms: { availability: [...availabilitiesOf(availability)] } }];

/** @param except the key of one that is lifted */
export const specFilters = ({ kind, specs }: EngineFilters, except?: string): Query[] =>
  kind ? specs.filter(({ spec }) => spec.key !== except).map(specQuery) : [];

export const filtersOf = (query: EngineQuery): Query[] => [
  ...fixedFilters(query),
  ...kindFilters(query.filters),
  ...availabilityFilters(query.filters),
  ...specFilters(query.filters),
];
