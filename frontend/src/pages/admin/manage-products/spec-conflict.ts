import type { EditProductDto, ManagedProductDto } from '../../../api/generated-admin';
import type { Kind, Spec } from '../../../api/types';
import { findKind } from '../../../features/kinds/use-kinds';
import type { FieldValue } from '../../../forms/merge-edits';

const PREFIX = 'specs.';

type Flat = Record<string, FieldValue>;
type FlatEdit = Record<string, FieldValue | null>;

const flat = (specs: object = {}): Flat =>
  Object.fromEntries(Object.entries(specs).map(([key, value]) => [PREFIX + key, value as FieldValue]));

/** A product with each specification as a field of its own, `specs.lengthMm`. */
export const flatSpecs = ({ specs, ...fields }: ManagedProductDto): Flat => ({ ...fields, ...flat(specs) });

export const flatEdit = ({ specs, ...fields }: EditProductDto): FlatEdit => ({ ...fields, ...flat(specs) });

/** The kinds of an edit and of the versions that it is compared with, before all others. */
export const ownFirst = (
  kinds: readonly Kind[],
  versions: readonly ManagedProductDto[],
  edit: EditProductDto,
): Kind[] => {
  const names = [edit.kind ?? undefined, ...versions.map(({ kind }) => kind)];
  return [...new Set([...names.flatMap((name) => findKind(kinds, name) ?? []), ...kinds])];
};

/** The specification that a field is of, by the first of the kinds that has it. */
export const specOf = (kinds: readonly Kind[], field: string): Spec | undefined =>
  field.startsWith(PREFIX)
    ? kinds.flatMap(({ specs }) => specs).find(({ key }) => PREFIX + key === field)
    : undefined;

/** The fields of all specifications that one of the versions or the edit has, with their labels. */
export function specFields(
  kinds: readonly Kind[],
  versions: readonly ManagedProductDto[],
  edit: EditProductDto,
): (readonly [string, string])[] {
  const keys = new Set([edit, ...versions].flatMap(({ specs = {} }) => Object.keys(specs)));
  return [...keys].map((key) => [PREFIX + key, specOf(kinds, PREFIX + key)?.label ?? key] as const);
}

/** The edit as it is sent; without specifications that the kind that was chosen does not have. */
export function unflatEdit(
  kinds: readonly Kind[],
  theirs: ManagedProductDto,
  merged: Partial<FlatEdit>,
): EditProductDto {
  const kind = findKind(
    kinds,
    (merged.kind === undefined ? theirs.kind : (merged.kind as string | null)) ?? undefined,
  );
  const entries = Object.entries(merged);
  const specs = entries
    .filter(([field]) => field.startsWith(PREFIX))
    .map(([field, value]) => [field.slice(PREFIX.length), value] as const)
    .filter(([key]) => kind?.specs.some((spec) => spec.key === key));
  return {
    ...Object.fromEntries(entries.filter(([field]) => !field.startsWith(PREFIX))),
    ...(specs.length > 0 && { specs: Object.fromEntries(specs) as EditProductDto['specs'] }),
  };
}
