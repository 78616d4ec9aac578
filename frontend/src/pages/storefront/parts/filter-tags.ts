import type { SpecFacetDto as SpecFacet } from '../../../api/generated';
import { AVAILABILITY_LABELS } from '../../../features/products/availability';
import { count, money } from '../../../lib/format';
import { priceOf } from '../../../lib/limits';
import type { TableParams } from '../../../lib/use-table-params';
import { searchArg, type PartFilter } from './search-arg';
import { boundsOf, UNSTATED, withoutKey, type SpecChoices } from '../../../features/kinds/spec-filter';

export interface FilterTag {
  /** The changes of the address that remove it. */
  changes: Partial<Record<PartFilter, string | undefined>>;
  label: string;
  value: string;
  /** Of a filter by a specification, its key. */
  key?: string;
}

/** `65 – 125`, `65`, `from 65`, `up to 125`; undefined without bounds. */
function rangeText<Bound>(
  from: Bound | undefined,
  to: Bound | undefined,
  show: (bound: Bound) => string,
): string | undefined {
  if (from !== undefined && from === to) return show(from);
  if (from !== undefined && to !== undefined) return `${show(from)} – ${show(to)}`;
  if (from !== undefined) return `from ${show(from)}`;
  return to === undefined ? undefined : `up to ${show(to)}`;
}

/** A number with its unit, which no line is to divide. */
const withUnit = (text: string, unit = ''): string =>
  `${text.replace(/^-?\d+/, (whole) => count(Number(whole)))}${unit && unit !== '%' ? '\u00a0' : ''}${unit}`;

function choiceText({ unit, options }: SpecFacet, items: readonly string[]): string {
  const [from, to] = boundsOf(items);
  const range = rangeText(from || undefined, to || undefined, (bound) => withUnit(bound, unit));
  const labels = options.filter(({ value }) => items.includes(value)).map(({ label }) => label);
  return [range, ...labels, items.includes(UNSTATED) && 'not stated'].filter(Boolean).join(', ');
}

/** What the filters in effect are called. */
export interface FilterNames {
  labelOf: (kind: string) => string;
  /** The specifications of the kind; while they are not known, keys and values stand for themselves. */
  specs?: readonly SpecFacet[];
  choices: SpecChoices;
}

/** The filters in effect, as their tags show them; without those that the server would refuse. */
export function filterTags(
  params: TableParams<PartFilter>,
  { labelOf, specs, choices }: FilterNames,
): FilterTag[] {
  const { q, kind, availability } = searchArg(params);
  const price = rangeText(priceOf(params.minPrice), priceOf(params.maxPrice), money);
  const specTag = ([key, items]: [string, readonly string[]]): FilterTag => {
    const facet = specs?.find((each) => each.key === key);
    return {
      key,
      changes: { spec: withoutKey(choices, key) },
      label: facet?.label ?? key,
      value: facet ? choiceText(facet, items) : items.join(', '),
    };
  };
  return [
    ...(q ? [{ changes: { q: undefined, asTyped: undefined }, label: 'Search', value: q }] : []),
    ...(kind ? [{ changes: { kind: undefined, spec: undefined }, label: 'Kind', value: labelOf(kind) }] : []),
    ...[...choices].map(specTag),
    ...(availability
      ? [
          {
            changes: { availability: undefined },
            label: 'Availability',
            value: AVAILABILITY_LABELS[availability].label,
          },
        ]
      : []),
    ...(price
      ? [{ changes: { minPrice: undefined, maxPrice: undefined }, label: 'Price', value: price }]
      : []),
  ];
}
