import type { Kind, Spec } from '../../../api/types';
import type { Column } from '../../../lists/columns';

export type SpecSort = `${'' | '-'}spec.${string}`;

const SPEC_SORT = /^(-?)spec\.(.+)$/;

/** A sort of the list as its calls take it: `-spec.tdpW` is by a specification. */
export function sortArgOf(sort: string): object {
  const [, sign, key] = SPEC_SORT.exec(sort) ?? [];
  return key === undefined ? { sort } : { sortSpec: `${sign}${key}` };
}

/** Specifications are of a kind. */
export const filterOfSort = (sort: string): 'kind' | undefined => (SPEC_SORT.test(sort) ? 'kind' : undefined);

export const specSortsOf = (kind: Kind | undefined): SpecSort[] =>
  (kind?.specs ?? []).flatMap(({ key }): SpecSort[] => [`spec.${key}`, `-spec.${key}`]);

const GROUP = 'Specifications';

/** The sorts of a specification's column. */
export function specSort({ key, label, type }: Spec): Column<never>['sort'] {
  const [ascend, descend] = type === 'number' ? ['low to high', 'high to low'] : ['in order', 'in reverse'];
  return {
    ascend: { key: `spec.${key}`, label: `${label}, ${ascend}`, group: GROUP },
    descend: { key: `-spec.${key}`, label: `${label}, ${descend}`, group: GROUP },
  };
}
