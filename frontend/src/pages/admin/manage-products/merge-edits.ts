import type { EditProductDto, ManagedProductDto } from '../../../api/generated-account';

/** The fields that the form edits, with their labels, in its order. */
export const EDITED_FIELDS = [
  ['name', 'Name'],
  ['price', 'Price'],
  ['minimumOQ', 'Minimum Order'],
  ['lowStockAt', 'Low stock under'],
  ['kind', 'Kind'],
  ['sku', 'SKU'],
  ['description', 'Description'],
  ['img', 'Photo'],
] as const satisfies [keyof EditProductDto, string][];
export type EditedField = (typeof EDITED_FIELDS)[number][0];
export type FieldValue = string | number | undefined;

/** One field that somebody else has changed since it was read. */
export interface ChangedField {
  field: EditedField;
  label: string;
  before: FieldValue;
  theirs: FieldValue;
  /** What I have typed; the same as `before` where I have not. */
  mine: FieldValue;
  /** Whether both have changed it, to different values: nobody but me can choose. */
  isConflict: boolean;
}

/**
 * The fields that changed between two versions of a product, beside an edit that is based on the first.
 *
 * @param edit as `toEdit` makes it: null takes a field away
 */
export function changedFields(
  before: ManagedProductDto,
  theirs: ManagedProductDto,
  edit: EditProductDto,
): ChangedField[] {
  return EDITED_FIELDS.flatMap(([field, label]) => {
    if (before[field] === theirs[field]) return [];
    const mine = field in edit ? (edit[field] ?? undefined) : before[field];
    const isConflict = mine !== before[field] && mine !== theirs[field];
    return [{ field, label, before: before[field], theirs: theirs[field], mine, isConflict }];
  });
}

export type Choices = Partial<Record<EditedField, 'mine' | 'theirs'>>;

/** The edit to send on top of their version: my fields, but those of which I chose theirs. */
export function mergedEdit(
  theirs: ManagedProductDto,
  edit: EditProductDto,
  changed: readonly ChangedField[],
  choices: Choices,
): EditProductDto {
  const merged: Record<string, unknown> = { ...edit };
  for (const { field, mine } of changed) {
    if (choices[field] === 'mine' && mine !== theirs[field]) merged[field] = mine ?? null;
    else delete merged[field];
  }
  return merged;
}
