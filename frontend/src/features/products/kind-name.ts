import type { KindsDto } from '../../api/generated';

/** What several parts of a kind are called; a kind that has none on sale by its slug. */
export const kindLabel = (slug: string, kinds: KindsDto | undefined): string =>
  kinds?.options.find((kind) => kind.slug === slug)?.label ?? slug;

/** The list of a kind's parts. */
export const kindPath = (kind: string): string => `/parts?${new URLSearchParams({ kind })}`;
