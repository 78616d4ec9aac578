import { AVAILABILITY_LABELS } from '../../../features/products/availability';
import { money } from '../../../lib/format';
import { priceOf } from '../../../lib/limits';
import type { PartFilter } from './search-arg';
import { searchArg } from './search-arg';
import type { TableParams } from '../../../lib/use-table-params';

export interface FilterTag {
  /** The parameters that removing it clears. */
  params: readonly PartFilter[];
  label: string;
  value: string;
}

/** The filters in effect, as their tags show them; without those that the server would refuse. */
export function filterTags(params: TableParams<PartFilter>, labelOf: (kind: string) => string): FilterTag[] {
  const { q, kind, availability } = searchArg(params);
  const from = priceOf(params.minPrice);
  const to = priceOf(params.maxPrice);
  const range =
    from !== undefined && to !== undefined
      ? `${money(from)} – ${money(to)}`
      : from !== undefined
        ? `from ${money(from)}`
        : to !== undefined && `up to ${money(to)}`;
  return [
    ...(q ? [{ params: ['q'], label: 'Search', value: q } as const] : []),
    ...(kind ? [{ params: ['kind'], label: 'Kind', value: labelOf(kind) } as const] : []),
    ...(availability
      ? [
          {
            params: ['availability'],
            label: 'Availability',
            value: AVAILABILITY_LABELS[availability].label,
          } as const,
        ]
      : []),
    ...(range ? [{ params: ['minPrice', 'maxPrice'], label: 'Price', value: range } as const] : []),
  ];
}

/** The changes that clear some filters. */
export const cleared = (params: readonly PartFilter[]): Partial<Record<PartFilter, undefined>> =>
  Object.fromEntries(params.map((name) => [name, undefined]));
