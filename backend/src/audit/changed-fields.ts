import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** What two states of one thing differ in, for the audit log. A field that is undefined in one of them is not in it. */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const only = (fields: Fields): Fields =>
    Object.fromEntries(
      differing.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
    );
  return { before: only(before), after: only(after) };
}
