import type { Doc } from '../values/bson.js';
import { asDoc, field } from '../values/types.js';

export const isIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

/**
 * Visits what a dotted path reaches in a document, going into arrays as MongoDB's queries do: every element of an
 * array on the way, and the element a numeric part names. `undefined` stands for absent. Stops when `visit` says
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
  if (Array.isArray(value)) {
    if (isIndex(part) && Number(part) < value.length) {
      if (walk(value[Number(part)], parts, visit, at + 1, position ?? Number(part))) return true;
    }
    for (let i = 0; i < value.length; i++) {
      if (!asDoc(value[i])) continue;
      if (walk(value[i], parts, visit, at, position ?? i)) return true;
    }
    return false;
  }
  const doc = asDoc(value);
  return doc ? walk(field(doc, part), parts, visit, at + 1, position) : visit(undefined, position);
};

/** The value at a path without going into arrays except by index; undefined when absent. */
export const valueAt = (doc: Doc, path: string): unknown => {
  let value: unknown = doc;
  for (const part of path.split('.')) {
    if (Array.isArray(value)) value = isIndex(part) ? (value as unknown[])[Number(part)] : undefined;
    else {
      const inner = asDoc(value);
      value = inner ? field(inner, part) : undefined;
    }
    if (value === undefined) return undefined;
  }
  return value;
};
