import { useMemo } from 'react';
import { useListKindDetailsQuery } from '../../api/admin-api';
import type { Kind } from '../../api/types';

const NONE: readonly Kind[] = [];

const folded = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-');

/** The kind of a slug, or of another of its names. */
export const findKind = (kinds: readonly Kind[], name: string | undefined): Kind | undefined =>
  name
    ? (kinds.find(({ slug }) => slug === name) ??
      kinds.find(({ label, plural, aliases }) =>
        [label, plural, ...aliases].some((one) => folded(one) === folded(name)),
      ))
    : undefined;

/** Kinds under the headings of their groups, as a select has them; those of no group under ''. */
export function kindGroups(kinds: readonly Kind[]): { label: string; kinds: Kind[] }[] {
  const labels = [...new Set(kinds.map(({ group }) => group))];
  return labels.map((label) => ({ label, kinds: kinds.filter(({ group }) => group === label) }));
}

/** All kinds with their specifications; empty until they are there. */
export function useKinds() {
  const { data, error, isLoading, refetch } = useListKindDetailsQuery();
  const kinds = data?.kinds ?? NONE;
  return useMemo(() => ({ kinds, error, isLoading, refetch }), [kinds, error, isLoading, refetch]);
}
