import { type Model, type QueryFilter, type Schema, type SortOrder, trusted, Types } from 'mongoose';
import { InvalidInput } from '../common/errors.js';
import { MAX_COUNTED, MAX_ROWS, type Page, type PageQuery } from '../common/paging.js';
import { countRows } from './count-rows.js';

/** One sort of a list: the indexed field, and its direction. Ties are broken by `_id` in the same direction. */
export type Sort = readonly [field: string, direction: 1 | -1];

/** Of a cursor that is none of a list and its sort. */
export const wrongCursor = (): InvalidInput =>
  new InvalidInput({ cursor: 'Send the nextCursor of a page of this list and sort.' });

/** An opaque cursor from the sort value and `_id` of the last row of a page. */
export function encodeCursor([field, direction]: Sort, row: object): string {
  const { [field]: value, _id } = row as Record<string, unknown>;
  return Buffer.from(JSON.stringify([field, direction, value, String(_id)])).toString('base64url');
}

/**
 * What a cursor says, if it is one of this list and sort. It may have been made up: its value is used as one of the
 * field's type or not at all.
 */
function decodeCursor(
  cursor: string,
  [field, direction]: Sort,
  schema: Schema,
): { value: unknown; id: Types.ObjectId } {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parsed) || parsed.length !== 4) throw new Error('shape');
    const [itsField, itsDirection, packed, id] = parsed as [unknown, unknown, unknown, unknown];
    if (itsField !== field || itsDirection !== direction) throw new Error('sort');
    if (typeof id !== 'string' || !/^[0-9a-f]{24}$/.test(id)) throw new Error('id');
    if (typeof packed !== 'string' && typeof packed !== 'number') throw new Error('value');
    const value: unknown = schema.path(field).cast(packed);
    if (value === null) throw new Error('value');
    return { value, id: new Types.ObjectId(id) };
  } catch {
    throw wrongCursor();
  }
}

/**
 * Rows beyond a cursor's: those that tie with its value, then those past it. Two reads, because each is one range of the
 * index, in order; as one filter with `$or` they would need a plan of several ranges.
 */
async function findBeyond<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  [field, direction]: Sort,
  { value, id }: { value: unknown; id: Types.ObjectId },
  limit: number,
  fields?: Record<string, 1>,
): Promise<T[]> {
  const beyond = direction === 1 ? '$gt' : '$lt';
  const read = (condition: object, order: Record<string, SortOrder>, most: number): Promise<T[]> =>
    model
      .find({ $and: [filter, condition as QueryFilter<T>] }, fields)
      .sort(order)
      .limit(most)
      .lean<T[]>();
  const ties = await read({ [field]: value, _id: trusted({ [beyond]: id }) }, { _id: direction }, limit);
  if (ties.length === limit) return ties;
  const past = { [field]: trusted({ [beyond]: value }) };
  return [...ties, ...(await read(past, { [field]: direction, _id: direction }, limit - ties.length))];
}

/**
 * Reads one page of a list, by page number to row 10,000 or by cursor.
 *
 * The filter and the sort must be served by one index: of equalities, also with one of several values, then the sort field
 * and `_id`.
 *
 * @param revision as for `countRows`
 */
export async function findPage<T, R>(
  model: Model<T>,
  filter: QueryFilter<T>,
  sort: Sort,
  query: PageQuery,
  map: (row: T) => R,
  revision?: string,
): Promise<Page<R>> {
  const pageSize = query.pageSize ?? 20;
  const page = query.page ?? 1;
  if (!query.cursor && page * pageSize > MAX_COUNTED) {
    throw new InvalidInput({ page: `Pages reach row ${MAX_COUNTED}; go on by cursor` });
  }
  const [field, direction] = sort;
  const find = (): Promise<T[]> =>
    query.cursor
      ? findBeyond(model, filter, sort, decodeCursor(query.cursor, sort, model.schema), pageSize + 1)
      : model
          .find(filter)
          .sort({ [field]: direction, _id: direction })
          .skip((page - 1) * pageSize)
          .limit(pageSize + 1)
          .lean<T[]>();
  const [found, counted] = await Promise.all([find(), countRows(model, filter, MAX_COUNTED + 1, revision)]);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  return {
    items: rows.map(map),
    total: Math.min(counted, MAX_COUNTED),
    totalIsExact: counted <= MAX_COUNTED,
    page,
    pageSize,
    ...(found.length > pageSize && last && { nextCursor: encodeCursor(sort, last) }),
  };
}

/**
 * The newest rows of a list, with the whole number of them; it is counted only where rows are left out.
 *
 * @param revision as for `countRows`
 */
export async function findNewest<T, R>(
  model: Model<T>,
  filter: QueryFilter<T>,
  limit: number | undefined,
  map: (row: T) => R,
  revision?: string,
): Promise<{ rows: R[]; total: number }> {
  const most = limit ?? MAX_ROWS;
  const found = await model.find(filter).sort({ createdAt: -1, _id: -1 }).limit(most).lean<T[]>();
  const total = found.length < most ? found.length : await countRows(model, filter, undefined, revision);
  return { rows: found.map(map), total };
}

/** Rows read at a time for an export. */
const BATCH = 500;
/** Rows that a database sorts for an export; more are read along an index. */
const MAX_SORTED = 1_000;
/** Keys of an index that are read at a time. */
const WINDOW = 2_000;

/** Every row of a list in its order, in batches as they are asked for: each is a query of its own, so none runs long. */
async function* batchesOf<T extends { _id: Types.ObjectId }>(
  model: Model<T>,
  filter: QueryFilter<T>,
  sort: Sort,
  size: number,
  fields?: Record<string, 1>,
): AsyncGenerator<T[]> {
  const [field, direction] = sort;
  let rows = await model
    .find(filter, fields)
    .sort({ [field]: direction, _id: direction })
    .limit(size)
    .lean<T[]>();
  for (;;) {
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    const value = last[field as keyof T];
    rows = await findBeyond(model, filter, sort, { value, id: last._id }, size, fields);
  }
}

async function* readAll<T extends { _id: Types.ObjectId }>(
  ...list: [model: Model<T>, filter: QueryFilter<T>, sort: Sort]
): AsyncGenerator<T> {
  for await (const rows of batchesOf(...list, BATCH)) yield* rows;
}

/**
 * As `readAll`, of a filter that no index has in this order: the rows of a wider one are walked in the order of its index, and
 * those of each window compared with the filter. Sorting them would take as long and as much memory as there are rows.
 */
async function* readAlong<T extends { _id: Types.ObjectId }>(
  model: Model<T>,
  filter: QueryFilter<T>,
  sort: Sort,
  wider: QueryFilter<T>,
): AsyncGenerator<T> {
  for await (const window of batchesOf(model, wider, sort, WINDOW, { _id: 1, [sort[0]]: 1 })) {
    const among = { _id: trusted({ $in: window.map(({ _id }) => _id) }) } as QueryFilter<T>;
    const rows = await model
      .find({ $and: [among, filter] })
      .hint({ _id: 1 })
      .lean<T[]>();
    const byId = new Map(rows.map((row) => [String(row._id), row]));
    for (const { _id } of window) {
      const row = byId.get(String(_id));
      if (row) yield row;
    }
  }
}

/**
 * All rows of a list for an export, with their number as `findPage` counts it. The filter and the sort are as for `findPage`.
 *
 * @param wider where no index serves both: a filter without some of the conditions, so that one does
 */
export async function findAll<T extends { _id: Types.ObjectId }>(
  model: Model<T>,
  filter: QueryFilter<T>,
  sort: Sort,
  wider?: QueryFilter<T>,
): Promise<{ rows: AsyncIterable<T>; total: number; totalIsExact: boolean }> {
  const counted = await countRows(model, filter, MAX_COUNTED + 1);
  return {
    rows:
      wider && counted > MAX_SORTED ? readAlong(model, filter, sort, wider) : readAll(model, filter, sort),
    total: Math.min(counted, MAX_COUNTED),
    totalIsExact: counted <= MAX_COUNTED,
  };
}
