export type FieldValue = string | number | boolean | readonly string[] | readonly object[] | undefined;

export const fieldText = (value: FieldValue): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Whether two values of a field are the same, also of lists. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The fields that a form edits, with their labels, in its order. */
export type EditedFields<Field extends string> = readonly (readonly [Field, string])[];

type Version<Field extends string> = Readonly<Partial<Record<Field, FieldValue>>>;
/** Null takes a field away. */
type Edit<Field extends string> = Readonly<Partial<Record<Field, FieldValue | null>>>;

/** One field that somebody else has changed since it was read. */
export interface ChangedField<Field extends string = string> {
  field: Field;
  label: string;
  before: FieldValue;
  theirs: FieldValue;
  /** What I have typed; the same as `before` where I have not. */
  mine: FieldValue;
  /** Whether both have changed it, to different values: nobody but me can choose. */
  isConflict: boolean;
}

/** The fields that changed between two versions, beside an edit that is based on the first. */
export function changedFields<Field extends string>(
  fields: EditedFields<Field>,
  before: Version<Field>,
  theirs: Version<Field>,
  edit: Edit<Field>,
): ChangedField<Field>[] {
  return fields.flatMap(([field, label]) => {
    if (isSameValue(before[field], theirs[field])) return [];
    const mine = field in edit ? (edit[field] ?? undefined) : before[field];
    const isConflict = !isSameValue(mine, before[field]) && !isSameValue(mine, theirs[field]);
    return [{ field, label, before: before[field], theirs: theirs[field], mine, isConflict }];
  });
}

export type Choices = Readonly<Record<string, 'mine' | 'theirs' | undefined>>;

/** The edit to send on top of their version: my fields, but those of which I chose theirs. */
export function mergedEdit<Field extends string>(
  theirs: Version<Field>,
  edit: Edit<Field>,
  changed: readonly ChangedField<Field>[],
  choices: Choices,
): Edit<Field> {
  const merged: Partial<Record<Field, FieldValue | null>> = { ...edit };
  for (const { field, mine } of changed) {
    if (choices[field] === 'mine' && !isSameValue(mine, theirs[field])) merged[field] = mine ?? null;
    else delete merged[field];
  }
  return merged;
}
