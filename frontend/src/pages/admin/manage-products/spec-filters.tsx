import { rangeText, type CompoundFilter } from '../../../lists/filters';
import type { Kind, Spec } from '../../../api/types';
import { NOT_STATED, specText } from '../../../features/kinds/spec-text';
import {
  type FilterableSpec,
  formatSpecFilters,
  readSpecFilters,
  type SpecFilter,
} from '../../../lib/spec-filter';
import { SpecPanel } from './spec-panel';

const FLAGS = [{ value: 'true' }, { value: 'false' }];

/** What parts of a kind can be filtered by; the numbers that some of them have are known by the facets only. */
export const filterableSpecs = (kind: Kind): FilterableSpec[] =>
  kind.specs.flatMap(({ key, type, filter, options }): FilterableSpec[] => {
    if (filter === 'none') return [];
    if (type === 'number') return [{ key, type: filter }];
    return [{ key, type: 'values', options: type === 'flag' ? FLAGS : options }];
  });

function oneText(spec: Spec, value: string): string {
  if (spec.type === 'flag') return specText(spec, value === 'true');
  return specText(spec, spec.type === 'number' ? Number(value) : value);
}

/** `AM5, AM4`, `65 W – 125 W, Not stated`. */
export function specFilterText(spec: Spec, { values, from, to, orUnstated }: SpecFilter): string {
  return [
    ...values.map((value) => oneText(spec, value)),
    ...(from === undefined && to === undefined
      ? []
      : [rangeText(from?.toString(), to?.toString(), (text) => oneText(spec, text))]),
    ...(orUnstated ? [NOT_STATED] : []),
  ].join(', ');
}

/**
 * The filters by specifications, with a tag for each.
 *
 * @param kind whose they are; undefined where there is none
 * @param isRead whether kinds are known: without them a text is taken as it is
 */
export function specsFilter(kind: Kind | undefined, isRead: boolean): CompoundFilter<'spec'> {
  const known = kind ? filterableSpecs(kind) : [];
  return {
    kind: 'compound',
    name: 'spec',
    label: 'Specifications',
    read: (text) => {
      if (!isRead) return { value: text, dropped: '' };
      const { filters, dropped } = readSpecFilters(text, known);
      return { value: formatSpecFilters(filters, known), dropped: dropped.join(';') };
    },
    tags: (text) => {
      const { filters } = readSpecFilters(text, known);
      return filters.flatMap((filter) => {
        const spec = kind?.specs.find(({ key }) => key === filter.key);
        const rest = formatSpecFilters(
          filters.filter((other) => other !== filter),
          known,
        );
        return spec ? [{ label: spec.label, value: specFilterText(spec, filter), rest }] : [];
      });
    },
    Input: SpecPanel,
  };
}
