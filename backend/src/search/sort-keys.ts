import { wrongCursor } from '../lists/find-page.js';
import type { EngineSort, PageWanted, SortKey, WaitingSort } from './search-engine.js';

/** How rows are ordered by their sort keys, and the cursor that names one. */

type RowSort = EngineSort | WaitingSort;

export const directionOf = (sort: RowSort): 1 | -1 => {
  if (sort.by === 'spec') return sort.direction;
  return sort.by === 'newest' || sort.by.startsWith('-') ? -1 : 1;
};

export function compareKeys(a: SortKey, b: SortKey, direction: 1 | -1): number {
  for (let at = 0; at < a.length; at += 1) {
    const [one, other] = [a[at]!, b[at]!];
    if (one !== other) return (one < other ? -1 : 1) * direction;
  }
  return 0;
}

/** Fewer rows than these are sorted as a whole. */
const FEW = 1_000;

/** The rows of a page, of which those before it are skipped. */
export function pageOf<T extends { key: SortKey }>(
  rows: T[],
  compare: (a: { key: SortKey }, b: { key: SortKey }) => number,
  { skip, size, after }: PageWanted,
): T[] {
  const beyond = after ? rows.filter((row) => compare(row, { key: after }) > 0) : rows;
  const end = skip + size;
  if (beyond.length <= FEW || end > FEW) return beyond.sort(compare).slice(skip, end);
  // the first rows of many: no row is compared with more than the last of the best so far
  let best: T[] = [];
  let last: T | undefined;
  for (const row of beyond) {
    if (last && compare(row, last) >= 0) continue;
    best.push(row);
    if (best.length < 2 * end + FEW) continue;
    best = best.sort(compare).slice(0, end);
    last = best.at(-1);
  }
  return best.sort(compare).slice(skip, end);
}

const nameOf = (sort: RowSort): string =>
  sort.by === 'spec' ? `${sort.spec.key}${sort.direction}` : sort.by;

export const cursorOf = (sort: RowSort, key: SortKey): string =>
  Buffer.from(JSON.stringify([nameOf(sort), ...key])).toString('base64url');

/** Of a key by relevance; which ranks it has is each engine's own. */
const MAX_RANKS = 8;

const isNumber = (value: unknown): boolean => Number.isFinite(value);

/** Whether values are of a sort's key, its id apart. */
function areOf(sort: RowSort, values: readonly unknown[]): boolean {
  const [first, second] = values;
  switch (sort.by) {
    case 'relevance':
      return values.length > 0 && values.length <= MAX_RANKS && values.every(isNumber);
    case 'spec':
      // whether it is missing, and the value of one that is not
      if (values.length !== 2 || !isNumber(first)) return false;
      return first !== 0 || (sort.spec.type === 'text' ? typeof second === 'string' : isNumber(second));
    case 'name':
    case '-name':
      return values.length === 1 && typeof first === 'string';
    default:
      return values.length === 1 && isNumber(first);
  }
}

/** @throws InvalidInput for a cursor that is none of this sort: it may have been made up */
export function keyOfCursor(sort: RowSort, cursor: string | undefined): SortKey | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [name, ...key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const id = key.at(-1);
    if (
      name === nameOf(sort) &&
      typeof id === 'string' &&
      /^[0-9a-f]{24}$/.test(id) &&
      areOf(sort, key.slice(0, -1))
    )
      return key as SortKey;
  } catch {
    // refused below
  }
  throw wrongCursor();
}
