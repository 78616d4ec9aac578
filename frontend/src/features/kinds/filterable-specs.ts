import type { KindDto as Kind } from '../../api/generated';
import type { FilterableSpec } from './spec-filter';

const FLAGS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** What parts of a kind can be filtered by; the numbers that some of them have are known by the facets only. */
export const filterableSpecs = (kind: Kind): FilterableSpec[] =>
  kind.specs.flatMap(({ key, label, type, filter, options }): FilterableSpec[] => {
    if (filter === 'none') return [];
    if (type === 'number') return [{ key, label, type: filter }];
    return [{ key, label, type: 'values', options: type === 'flag' ? FLAGS : options }];
  });
