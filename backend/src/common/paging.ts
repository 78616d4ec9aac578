import { ApiProperty, ApiPropertyOptional, ApiHeader, ApiOkResponse } from '@nestjs/swagger';
import { applyDecorators, type Type } from '@nestjs/common';
import { IsInt, Matches, Max, MaxLength, Min } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { trusted, Types, type Model, type QueryFilter, type Schema, type SortOrder } from 'mongoose';
import { countRows } from './count-rows.js';
import { InvalidInput } from './errors.js';
import { Optional, ToNumber } from './fields.js';
import { ApiProblems } from './problem.js';

/** The most rows that an array response holds. */
export const MAX_ROWS = 1_000;
/** Totals are exact, and pages reach, to here; beyond, a cursor goes on. */
export const MAX_COUNTED = 10_000;

const CURSOR = /^[\w-]*$/;

/** `?limit=` of the calls that return a plain array. */
export class LimitQuery {
  /** At most so many rows, newest first. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_ROWS, default: MAX_ROWS })
  @Optional()
  @ToNumber()
  @IsInt({ message: 'A whole number' })
  @Min(1, { message: 'At least 1' })
  @Max(MAX_ROWS, { message: `At most ${MAX_ROWS}` })
  limit?: number;
}

/** The part that all search queries share. */
export class PageQuery {
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_COUNTED, default: 1 })
  @Optional()
  @ToNumber()
  @IsInt({ message: 'A whole number' })
  @Min(1, { message: 'At least 1' })
  @Max(MAX_COUNTED, { message: `At most ${MAX_COUNTED}` })
  page?: number;

  /** Rows on a page. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 100, default: 20 })
  @Optional()
  @ToNumber()
  @IsInt({ message: 'A whole number' })
  @Min(1, { message: 'At least 1' })
  @Max(100, { message: 'At most 100' })
  pageSize?: number;

  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  @ApiPropertyOptional({ type: 'string', maxLength: 1024, pattern: CURSOR.source })
  @Optional()
  @Matches(CURSOR, { message: 'Not a cursor' })
  @MaxLength(1024)
  cursor?: string;
}

/** A page of a search. */
export interface Page<T> {
  items: T[];
  total: number;
  totalIsExact: boolean;
  page: number;
  pageSize: number;
  nextCursor?: string;
}

/** The documented class of a page of `Item`. */
export function PageOf<T>(Item: Type<T>): Type<Page<T>> {
  class PageDto implements Page<T> {
    @ApiProperty({ type: [Item], description: 'The rows of this page.' })
    items!: T[];
    @ApiProperty({
      type: 'integer',
      description: 'Matching rows, counted to 10,000; of more than 100 perhaps as of some seconds ago.',
      example: 48,
    })
    total!: number;
    @ApiProperty({ type: 'boolean', description: 'False when there are more than `total`.', example: true })
    totalIsExact!: boolean;
    @ApiProperty({ type: 'integer', example: 1 })
    page!: number;
    @ApiProperty({ type: 'integer', example: 20 })
    pageSize!: number;
    @ApiPropertyOptional({
      type: 'string',
      description: 'Leads to the rows after these; absent on the last page.',
    })
    nextCursor?: string;
  }
  Object.defineProperty(PageDto, 'name', { value: `${Item.name.replace(/Dto$/, '')}PageDto` });
  return PageDto;
}

/** Documents an array response with its `X-Total-Count`. */
export const ApiRows = (Item: Type<unknown>) =>
  applyDecorators(
    ApiOkResponse({
      type: [Item],
      description: 'Newest first, at most 1,000.',
      headers: {
        'X-Total-Count': {
          description: 'The whole number of rows; of more than 100 perhaps as of some seconds ago.',
          schema: { type: 'integer' },
        },
      },
    }),
  );

/** Documents the optional `If-Match` of a call that changes something. */
export const ApiIfMatch = () =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` read before; a stale one is refused with 412.',
  });

/** Documents the `If-Match` that `@RequiredIfMatch()` asks for, with its 428 and 412. */
export const ApiRequiredIfMatch = () =>
  applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: true,
      description: 'The `ETag` of the read before; `*` is not enough. A stale one is refused with 412.',
      schema: { type: 'string', pattern: '"\\d+' },
      example: '"7"',
    }),
    ApiProblems(412, 428),
  );

/** Sends rows as an array with the whole number in `X-Total-Count`. */
export function sendRows<T>(reply: FastifyReply, { rows, total }: { rows: T[]; total: number }): T[] {
  void reply.header('X-Total-Count', String(total));
  return rows;
}

/** One sort of a list: the indexed field, and its direction. Ties are broken by `_id` in the same direction. */
export type Sort = readonly [field: string, direction: 1 | -1];

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
    throw new InvalidInput({ cursor: 'Not a cursor of this list and sort' });
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
): Promise<T[]> {
  const beyond = direction === 1 ? '$gt' : '$lt';
  const read = (condition: object, order: Record<string, SortOrder>, most: number): Promise<T[]> =>
    model
      .find({ $and: [filter, condition as QueryFilter<T>] })
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
 */
export async function findPage<T, R>(
  model: Model<T>,
  filter: QueryFilter<T>,
  sort: Sort,
  query: PageQuery,
  map: (row: T) => R,
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
  const [found, counted] = await Promise.all([find(), countRows(model, filter, MAX_COUNTED + 1)]);
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

/** The newest rows of a list, with the whole number of them; it is counted only where rows are left out. */
export async function findNewest<T, R>(
  model: Model<T>,
  filter: QueryFilter<T>,
  limit: number | undefined,
  map: (row: T) => R,
): Promise<{ rows: R[]; total: number }> {
  const most = limit ?? MAX_ROWS;
  const found = await model.find(filter).sort({ createdAt: -1, _id: -1 }).limit(most).lean<T[]>();
  const total = found.length < most ? found.length : await countRows(model, filter);
  return { rows: found.map(map), total };
}

/** Rows read at a time for an export. */
const BATCH = 500;

/** Every row of a list in its order, read in batches as they are asked for: each is a query of its own, so none runs long. */
async function* readAll<T extends { _id: Types.ObjectId }>(
  model: Model<T>,
  filter: QueryFilter<T>,
  sort: Sort,
): AsyncGenerator<T> {
  const [field, direction] = sort;
  let rows = await model
    .find(filter)
    .sort({ [field]: direction, _id: direction })
    .limit(BATCH)
    .lean<T[]>();
  for (;;) {
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    const value = last[field as keyof T];
    rows = await findBeyond(model, filter, sort, { value, id: last._id }, BATCH);
  }
}

/** All rows of a list for an export, with their number as `findPage` counts it. The filter and the sort are as for `findPage`. */
export async function findAll<T extends { _id: Types.ObjectId }>(
  model: Model<T>,
  filter: QueryFilter<T>,
  sort: Sort,
): Promise<{ rows: AsyncIterable<T>; total: number; totalIsExact: boolean }> {
  const counted = await countRows(model, filter, MAX_COUNTED + 1);
  return {
    rows: readAll(model, filter, sort),
    total: Math.min(counted, MAX_COUNTED),
    totalIsExact: counted <= MAX_COUNTED,
  };
}
