import { MongoError, bad } from '../errors.js';
import { isIndex } from '../query/paths.js';
import type { Doc } from '../values/bson.js';
import { asDoc, field, has, put, shown } from '../values/types.js';

const MAX_PADDING = 1_500_000;

const element = (name: string, value: unknown): string => `{${name}: ${shown(value)}}`;

/** The value at a path whose parts are concrete; undefined when absent. */
export const getAt = (doc: Doc, parts: readonly string[]): unknown => {
  let value: unknown = doc;
  for (const part of parts) {
    if (Array.isArray(value)) value = isIndex(part) ? (value as unknown[])[Number(part)] : undefined;
    else {
      const inner = asDoc(value);
      value = inner ? field(inner, part) : undefined;
    }
    if (value === undefined) return undefined;
  }
  return value;
};

/** Sets a value, making the documents on the way; arrays are filled up with null. */
export const setAt = (doc: Doc, parts: readonly string[], value: unknown): void => {
  let holder: unknown = doc;
  let name = '';
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const last = i === parts.length - 1;
    if (Array.isArray(holder)) {
      if (!isIndex(part)) {
        throw new MongoError(28, `Cannot create field '${part}' in element {${name}: [ array ]}`);
      }
      const at = Number(part);
      if (at > holder.length + MAX_PADDING)
        throw new MongoError(2, `can't backfill more than ${MAX_PADDING} elements`);
      while (holder.length < at) holder.push(null);
      if (last) holder[at] = value;
      else holder = holder[at] ??= {};
    } else {
      const inner = asDoc(holder);
      if (!inner) {
        throw new MongoError(28, `Cannot create field '${part}' in element ${element(name, holder)}`);
      }
      if (last) put(inner, part, value);
      else {
        if (!has(inner, part)) put(inner, part, {});
        holder = inner[part];
      }
    }
    name = part;
  }
};

export const unsetAt = (doc: Doc, parts: readonly string[]): void => {
  const holder = parts.length === 1 ? doc : getAt(doc, parts.slice(0, -1));
  const part = parts.at(-1)!;
  if (Array.isArray(holder)) {
    // An element of an array becomes null: the others keep their places.
    if (isIndex(part) && Number(part) < holder.length) holder[Number(part)] = null;
    return;
  }
  const inner = asDoc(holder);
  if (inner) delete inner[part];
};

export type ArrayFilters = Map<string, (element: unknown) => boolean>;

export interface Resolving {
  /** What `$` stands for. */
  position: number | undefined;
  arrayFilters: ArrayFilters;
  used: Set<string>;
}

/** The concrete paths that a path with `$`, `$[]` or `$[name]` stands for in a document. */
export const resolve = (doc: Doc, path: string, context: Resolving): string[][] => {
  if (!path.includes('$')) return [path.split('.')];
  let found: string[][] = [[]];
  for (const part of path.split('.')) {
    if (part === '$') {
      if (context.position === undefined) {
        throw bad(`The positional operator did not find the match needed from the query.`);
      }
      found.forEach((parts) => parts.push(String(context.position)));
      continue;
    }
    const name = /^\$\[(.*)\]$/.exec(part)?.[1];
    if (name === undefined) {
      found.forEach((parts) => parts.push(part));
      continue;
    }
    const filter = name === '' ? () => true : context.arrayFilters.get(name);
    if (!filter) {
      throw bad(`No array filter found for identifier '${name}' in path '${path}'`);
    }
    context.used.add(name);
    found = found.flatMap((parts) => {
      const array = getAt(doc, parts);
      if (array === undefined) {
        throw bad(
          `The path '${parts.join('.')}' must exist in the document in order to apply array updates.`,
        );
      }
      if (!Array.isArray(array)) {
        throw bad(`Cannot apply array updates to non-array element ${element(parts.at(-1) ?? '', array)}`);
      }
      return array
        .map((element, i) => (filter(element) ? [...parts, String(i)] : []))
        .filter((each) => each.length > 0);
    });
  }
  return found;
};
