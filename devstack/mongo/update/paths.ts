import { bad, ensure } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { isIndex } from '../query/paths.js';
import type { Doc } from '../values/bson.js';
import { asDoc, field, put, shown } from '../values/types.js';

/** What the elements named `$[name]` have to meet. */
type ArrayFilters = Map<string, (element: unknown) => boolean>;

/** The field names that a filter speaks of, without what follows the first dot. */
const roots = (filter: Doc): string[] =>
  Object.entries(filter).flatMap(([key, value]) =>
    key.startsWith('$') && Array.isArray(value)
      ? value.flatMap((part) => roots(asDoc(part) ?? {}))
      : key.split('.', 1),
  );

/** Compiles `arrayFilters`, each of which the paths of the update have to use. */
export const compileArrayFilters = (list: unknown = [], paths: string[]) => {
  const filters: ArrayFilters = new Map([['', () => true]]);
  ensure(Array.isArray(list), 14, 'BSON field arrayFilters is the wrong type, expected array');
  for (const each of list) {
    const filter = asDoc(each) ?? {};
    const [name = '', ...others] = new Set(roots(filter));
    const single = others.length === 0 && !filters.has(name);
    ensure(single, 9, `Error parsing array filter: Expected one field name of its own: ${shown(each)}`);
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) throw bad(`Error parsing array filter: '${name}' is no name`);
    const used = paths.some((path) => path.includes(`$[${name}]`));
    ensure(used, 9, `The array filter for identifier '${name}' was not used in the update`);
    const matches = compileFilter(filter);
    filters.set(name, (element) => matches({ [name]: element }));
  }
  return filters;
};

const PLACEHOLDER = /^\$(?:\[(.*)\])?$/;

/** The fields of a document or elements of an array that a part of a path stands for. */
const expand = (holder: unknown, part: string, filters?: ArrayFilters): string[] => {
  const [placeholder, name] = PLACEHOLDER.exec(part) ?? [];
  if (placeholder === undefined) return [part];
  if (name === undefined) throw bad('The positional operator did not find the match needed from the query.');
  const matches = filters?.get(name);
  if (!matches) throw bad(`No array filter found for identifier '${name}'`);
  ensure(Array.isArray(holder), 2, `Array updates need an array in the document, found ${shown(holder)}`);
  return [...holder.keys()].filter((i) => matches(holder[i])).map(String);
};

const MAX_PADDING = 1_500_000;

type Change = (current: unknown) => unknown;
/** The result of a change that removes a field, if it is there. */
export const REMOVED = Symbol('removed');

/** Arrays are padded with null, and an element removed becomes null: the others keep their positions. */
const set = (fields: Doc | unknown[], name: string, value: unknown): void => {
  if (Array.isArray(fields)) {
    const at = Number(name);
    if (at > fields.length + MAX_PADDING) throw bad(`can't backfill more than ${MAX_PADDING} elements`);
    while (fields.length < at) fields.push(null);
    fields[at] = value === REMOVED ? null : value;
  } else if (value === REMOVED) delete fields[name];
  else put(fields, name, value);
};

/**
 * Changes in place what a path stands for in a document: one value, or with `$[]` and `$[name]` one for each such
 * element. `change` makes the new value from the current one (undefined: absent); undefined leaves it as it is.
 */
export const changeAt = (holder: unknown, path: string[], change: Change, filters?: ArrayFilters, at = 0) => {
  const [part = '', ...rest] = path.slice(at);
  for (const name of expand(holder, part, filters)) {
    const fields = Array.isArray(holder) && isIndex(name) ? (holder as unknown[] & Doc) : asDoc(holder);
    const current = fields && field(fields, name);
    if (rest.length > 0 && (current !== undefined || rest.some((later) => PLACEHOLDER.test(later)))) {
      changeAt(current, path, change, filters, at + 1);
      continue;
    }
    const value = change(current);
    if (value === undefined || (value === REMOVED && current === undefined)) continue;
    ensure(fields, 28, `Cannot create field '${name}' in element {${path[at - 1]}: ${shown(holder)}}`);
    const nested = rest.reduceRight((inner, key) => ({ [key]: inner }), value);
    set(fields, name, nested);
  }
};
