import { ensure } from '../errors.js';
import { asDoc, field } from '../values/types.js';

export const isIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

/** A dotted path's parts; none may be empty or start with `$`, but for those of a reference. */
export const pathParts = (path: string): string[] => {
  const parts = path.split('.');
  ensure(!parts.includes(''), 15998, 'FieldPath field names may not be empty strings.');
  const dollar = parts.some((part) => /^\$(?!(ref|id|db)$)/.test(part));
  ensure(!dollar, 16410, `FieldPath field names may not start with '$': ${path}`);
  return parts;
};

/**
 * Visits what a dotted path reaches in a document, going into arrays as MongoDB's queries do: every element of an
 * array on the way, and the element a numeric part names. `undefined` stands for absent. Stops when `visit` returns
 * true. `position` is the index taken in the first array met.
 */
export const walk = (
  value: unknown,
  parts: readonly string[],
  visit: (value: unknown, position?: number) => boolean,
  at = 0,
  position?: number,
): boolean => {
  if (at === parts.length) return visit(value, position);
  const part = parts[at]!;
  if (!Array.isArray(value)) {
    const doc = asDoc(value);
    return doc ? walk(field(doc, part), parts, visit, at + 1, position) : visit(undefined, position);
  }
  const named = isIndex(part) && Number(part) < value.length;
  if (named && walk(value[Number(part)], parts, visit, at + 1, position ?? Number(part))) return true;
  return value.some((item, i) => asDoc(item) && walk(item, parts, visit, at, position ?? i));
};
