import type { Types } from '@opensearch-project/opensearch';
import { MAX_KINDS, MAX_OPTIONS, type Spec } from '../../kinds/kind.js';
import { AVAILABILITIES } from '../../products/availability.js';
import type { EngineCounts, EngineFilters, EngineQuery, SpecCounts } from '../search-engine.js';
import { numberField, statedField, valueField } from './index-definition.js';
import { allOf, type Query } from './bool-query.js';
import { availabilityFilters, fixedFilters, kindFilters, specFilters } from './query.js';

/** Counts of all facets in one request: each under all filters but its own. */

/** The client's types of aggregations know no field of `terms`. */
interface Aggregation {
  filter?: Query;
  aggs?: Record<string, Aggregation>;
  terms?: { field: string; size: number };
  missing?: { field: string };
  min?: { field: string };
  max?: { field: string };
}
type ClientAggregations = Record<string, Types.Common_Aggregations.AggregationContainer>;

/** As it is read: what the request below asks for. */
export interface Counted {
  doc_count: number;
  buckets: { key: string | number; doc_count: number }[];
  value: number | null;
  [name: string]: unknown;
}

/** Different numbers of one specification that are counted. */
const MAX_NUMBERS = 1_000;

const counted = (filters: Query[], aggs: Record<string, Aggregation>): Aggregation => ({
  filter: allOf(filters),
  aggs,
});

const specsOf = ({ kind }: EngineFilters): Spec[] =>
  (kind?.specs ?? []).filter(({ filter }) => filter !== 'none');

function aggregationsOf(spec: Spec): Record<string, Aggregation> {
  const { key, type, filter } = spec;
  const field = type === 'number' ? numberField(key) : valueField(key);
  const size = type === 'number' ? MAX_NUMBERS : MAX_OPTIONS;
  return {
    [`${key}:missing`]: { missing: { field: statedField(spec) } },
    ...((type !== 'number' || filter === 'values') && { [`${key}:values`]: { terms: { field, size } } }),
    ...(type === 'number' && { [`${key}:min`]: { min: { field } }, [`${key}:max`]: { max: { field } } }),
  };
}

const ownName = (key: string): string => `own:${key}`;

export function countRequest(query: EngineQuery): { query: Query; aggs: ClientAggregations } {
  const { filters } = query;
  const [ofKind, available] = [kindFilters(filters), availabilityFilters(filters)];
  const filtered = new Set(filters.specs.map(({ spec }) => spec.key));
  const specs = specsOf(filters);
  const ofRest = specs.filter(({ key }) => !filtered.has(key)).map(aggregationsOf);
  const aggs: Record<string, Aggregation> = {
    kinds: counted(available, { slugs: { terms: { field: 'kind', size: 10 * MAX_KINDS } } }),
    ofKind: counted(ofKind, {}),
    availabilities: counted([...ofKind, ...specFilters(filters)], {
      each: { terms: { field: 'availability', size: AVAILABILITIES.length } },
    }),
    found: counted([...ofKind, ...available, ...specFilters(filters)], Object.assign({}, ...ofRest)),
    ...Object.fromEntries(
      specs
        .filter(({ key }) => filtered.has(key))
        .map((spec) => [
          ownName(spec.key),
          counted([...ofKind, ...available, ...specFilters(filters, spec.key)], aggregationsOf(spec)),
        ]),
    ),
  };
  return { query: allOf(fixedFilters(query)), aggs: aggs as ClientAggregations };
}

/** As the specification's numbers are written. */
const written = ({ decimals }: Spec, value: number): number => Number(value.toFixed(decimals ?? 0));

function specCounts(spec: Spec, found: Counted): SpecCounts {
  const part = (name: string) => found[`${spec.key}:${name}`] as Counted | undefined;
  const counts = new Map(
    (part('values')?.buckets ?? []).map(({ key, doc_count }) => [String(key), doc_count]),
  );
  const notStated = part('missing')!.doc_count;
  if (spec.type !== 'number') {
    const options = spec.type === 'flag' ? ['true', 'false'] : spec.options.map(({ value }) => value);
    return { values: new Map(options.map((value) => [value, counts.get(value) ?? 0])), notStated };
  }
  const values = new Map<string, number>();
  for (const [value, count] of counts) {
    const text = String(written(spec, Number(value)));
    values.set(text, (values.get(text) ?? 0) + count);
  }
  const [min, max] = [part('min')!.value, part('max')!.value];
  return {
    values,
    ...(min !== null && max !== null && { min: written(spec, min), max: written(spec, max) }),
    notStated,
  };
}

/** How many of the chosen kind there are under the filters that facets do not lift. */
export const countOfKind = (aggregations: Record<string, Counted>): number =>
  aggregations['ofKind']!.doc_count;

export function readCounts({ filters }: EngineQuery, aggregations: Record<string, Counted>): EngineCounts {
  const part = (name: string) => aggregations[name]!;
  const buckets = (counts: unknown) => (counts as Counted).buckets;
  const found = part('found');
  const kinds = new Map(
    buckets(part('kinds')['slugs']).map(({ key, doc_count }) => [String(key), doc_count]),
  );
  // only the chosen kind has filters by specifications
  const chosen = filters.kind?.slug;
  if (chosen !== undefined) {
    if (found.doc_count > 0) kinds.set(chosen, found.doc_count);
    else kinds.delete(chosen);
  }
  const byAvailability = new Map(
    buckets(part('availabilities')['each']).map(({ key, doc_count }) => [String(key), doc_count]),
  );
  return {
    kinds,
    availabilities: new Map(AVAILABILITIES.map((each) => [each, byAvailability.get(each) ?? 0])),
    specs: new Map(
      specsOf(filters).map((spec) => [spec.key, specCounts(spec, aggregations[ownName(spec.key)] ?? found)]),
    ),
  };
}
