import { InvalidInput } from '../common/errors.js';
import type { EngineSort, SortKey } from './search-engine.js';

/** How rows are ordered by their sort keys, and the cursor that names one. */

export const directionOf = (sort: EngineSort): 1 | -1 => {
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
  { skip, size, after }: { skip: number; size: number; after?: SortKey | undefined },
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

const nameOf = (sort: EngineSort): string =>
  sort.by === 'spec' ? `${sort.spec.key}${sort.direction}` : sort.by;

export const cursorOf = (sort: EngineSort, key: SortKey): string =>
  Buffer.from(JSON.stringify([nameOf(sort), ...key])).toString('base64url');

const MAX_KEY = 8;

/** @throws InvalidInput for a cursor that is none of this sort */
export function keyOfCursor(sort: EngineSort, cursor: string | undefined): SortKey | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [name, ...key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isKey = key.every((value) => typeof value === 'string' || Number.isFinite(value));
    const id = key.at(-1);
    if (
      name === nameOf(sort) &&
      isKey &&
      key.length <= MAX_KEY &&
      typeof id === 'string' &&
      /^[0-9a-f]{24}$/.test(id)
    )
      return key as SortKey;
  } catch {
    // refused below
  }
  throw new InvalidInput({ cursor: 'Send the nextCursor of a page of this list and sort.' });
}
