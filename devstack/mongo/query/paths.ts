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
 * array on the way, and the element that a numeric part names. An array that is such an element counts as a document of
 * its elements, and at the path's end as one value (`isElement`). `undefined` stands for absent. Stops when `visit`
 * returns true. `position` is the index taken in the first array met.
 */
export const walk = (
  value: unknown,
  parts: readonly string[],
  visit: (value: unknown, position?: number, isElement?: boolean) => boolean,
  at = 0,
  position?: number,
  isElement = false,
): boolean => {
  if (at === parts.length) return visit(value, position, isElement);
  const part = parts[at]!;
  const list = Array.isArray(value) ? value : undefined;
  if (list && !isElement) {
    const isNamed = isIndex(part) && Number(part) < list.length;
    if (isNamed && walk(list[Number(part)], parts, visit, at + 1, position ?? Number(part), true))
      return true;
    return list.some((item, i) => asDoc(item) && walk(item, parts, visit, at, position ?? i));
  }
  const doc = list ? Object.fromEntries(list.entries()) : asDoc(value);
  return doc ? walk(field(doc, part), parts, visit, at + 1, position) : visit(undefined, position);
};
