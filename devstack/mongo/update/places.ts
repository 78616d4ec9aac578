import { MongoError, bad } from '../errors.js';
import { isIndex } from '../query/paths.js';
import type { Doc } from '../values/bson.js';
import { asDoc, field, has, put, shown } from '../values/types.js';

const MAX_PADDING = 1_500_000;

const step = (value: unknown, part: string): unknown => {
  if (Array.isArray(value)) return isIndex(part) ? (value as unknown[])[Number(part)] : undefined;
  const doc = asDoc(value);
  return doc && field(doc, part);
};

/** The value at a path whose parts are concrete; undefined when absent. */
export const getAt = (doc: Doc, parts: readonly string[]): unknown => parts.reduce<unknown>(step, doc);

const notViable = (part: string, name: string, holder: unknown): MongoError =>
  new MongoError(28, `Cannot create field '${part}' in element {${name}: ${shown(holder)}}`);

/** Sets a value, making the documents on the way; arrays are filled up with null. */
export const setAt = (doc: Doc, parts: readonly string[], value: unknown): void => {
  let holder: unknown = doc;
  for (const [i, part] of parts.entries()) {
    const last = i === parts.length - 1;
    if (Array.isArray(holder)) {
      if (!isIndex(part)) throw notViable(part, parts[i - 1]!, holder);
      const at = Number(part);
      if (at > holder.length + MAX_PADDING) {
        throw new MongoError(2, `can't backfill more than ${MAX_PADDING} elements`);
      }
      while (holder.length < at) holder.push(null);
      if (last) holder[at] = value;
      else if (at === holder.length) holder.push({});
      holder = holder[at];
    } else {
      const inner = asDoc(holder);
      if (!inner) throw notViable(part, parts[i - 1]!, holder);
      if (last) put(inner, part, value);
      else if (!has(inner, part)) put(inner, part, {});
      holder = inner[part];
    }
  }
};

export const unsetAt = (doc: Doc, parts: readonly string[]): void => {
  const holder = getAt(doc, parts.slice(0, -1));
  const part = parts.at(-1)!;
  // An element of an array becomes null: the others keep their places.
  if (!Array.isArray(holder)) delete asDoc(holder)?.[part];
  else if (isIndex(part) && Number(part) < holder.length) holder[Number(part)] = null;
};

/** What the elements named `$[name]` have to meet. */
export type ArrayFilters = Map<string, (element: unknown) => boolean>;

/** The concrete paths that a path with `$`, `$[]` or `$[name]` stands for in a document. */
export const resolve = (
  doc: Doc,
  path: string,
  position: number | undefined,
  arrayFilters: ArrayFilters,
): string[][] => {
  let found: string[][] = [[]];
  for (const part of path.split('.')) {
    const name = /^\$\[(.*)\]$/.exec(part)?.[1];
    if (name === undefined) {
      if (part === '$' && position === undefined) {
        throw bad(`The positional operator did not find the match needed from the query.`);
      }
      found.forEach((parts) => parts.push(part === '$' ? String(position) : part));
      continue;
    }
    const filter = name === '' ? () => true : arrayFilters.get(name);
    if (!filter) throw bad(`No array filter found for identifier '${name}' in path '${path}'`);
    found = found.flatMap((parts) => {
      const array = getAt(doc, parts);
      if (array === undefined) {
        throw bad(
          `The path '${parts.join('.')}' must exist in the document in order to apply array updates.`,
        );
      }
      if (!Array.isArray(array)) {
        throw bad(`Cannot apply array updates to non-array element {${parts.at(-1)}: ${shown(array)}}`);
      }
      return array.flatMap((element, i) => (filter(element) ? [[...parts, String(i)]] : []));
    });
  }
  return found;
};
