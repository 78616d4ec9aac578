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

/** All kinds with their specifications; empty until they are there. */
export function useKinds() {
  const { data, error, isLoading, refetch } = useListKindDetailsQuery();
  const kinds = data?.kinds ?? NONE;
  return useMemo(() => ({ kinds, error, isLoading, refetch }), [kinds, error, isLoading, refetch]);
}
