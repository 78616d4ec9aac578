import { Logger, type Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type as Typed } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsObject, ValidateNested } from 'class-validator';
import { type Model, type QueryFilter, trusted, Types } from 'mongoose';
import { DependencyDown, DomainError, InvalidInput } from '../common/errors.js';
import { IsId, ID_SCHEMA, Optional } from '../common/fields.js';

/** The most rows that one call works on. */
export const MAX_BULK_ROWS = 1_000;
/** Rows that are not reached in this time are left for another call, so that the response comes before a proxy gives up. */
const BUDGET_MS = 20_000;

export const BULK_OUTCOMES = ['qualifies', 'done', 'refused', 'failed'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** The rows that a bulk call is for: these, or all that match. */
export interface BulkRequest<F> {
  ids?: string[];
  filter?: F;
  dryRun?: boolean;
}

/**
 * The body of a bulk call on rows that `Filter`, the filters of their search, describes. A subclass adds the operation's own
 * fields.
 */
export function BulkOf<F extends object>(Filter: Type<F>): Type<BulkRequest<F>> {
  class BulkDto implements BulkRequest<F> {
    @ApiPropertyOptional({
      type: 'array',
      items: ID_SCHEMA,
      example: [ID_SCHEMA.example],
      minItems: 1,
      maxItems: MAX_BULK_ROWS,
      description: 'These rows. Either `ids` or `filter` is needed, and not both.',
    })
    @Optional()
    @IsId({ each: true })
    @ArrayMaxSize(MAX_BULK_ROWS, { message: `At most ${MAX_BULK_ROWS}` })
    @ArrayMinSize(1, { message: 'At least one' })
    @IsArray({ message: 'A list of ids' })
    ids?: string[];

    @ApiPropertyOptional({
      type: () => Filter,
      example: { q: 'northbeam' },
      description: `All rows that match; more than ${MAX_BULK_ROWS} are refused with 422.`,
    })
    @Optional()
    @Typed(() => Filter)
    @ValidateNested()
    @IsObject({ message: 'The filters of the search' })
    filter?: F;

    @ApiPropertyOptional({
      type: 'boolean',
      default: false,
      example: true,
      description: 'Only says which rows qualify, and why the others do not.',
    })
    @Optional()
    @IsBoolean({ message: 'true or false' })
    dryRun?: boolean;
  }
  Object.defineProperty(BulkDto, 'name', { value: `Bulk${Filter.name}` });
  return BulkDto;
}

export class BulkRowDto {
  @ApiProperty({ example: '665f1c2ab8d4e1a2b3c4d5e6', description: 'The `_id` of the row.' })
  id!: string;

  @ApiProperty({ example: 'Northbeam 480 SSD for Casey Customer', description: 'What people call it.' })
  label!: string;

  @ApiProperty({
    enum: BULK_OUTCOMES,
    enumName: 'BulkOutcome',
    description: '`refused` by a rule; `failed` for a reason that may have passed at a repeat.',
  })
  outcome!: BulkOutcome;

  @ApiPropertyOptional({ description: 'Why it was refused or failed.' })
  reason?: string;

  @ApiPropertyOptional({
    example: 49.9,
    description: 'Of a change of a number: what it was when it was read.',
  })
  before?: number;

  @ApiPropertyOptional({ example: 44.91, description: 'What it becomes.' })
  after?: number;
}

/** What became of each row. */
export class BulkResultDto {
  @ApiProperty({ type: 'integer', example: 12, description: 'Rows named or matching.' })
  matched!: number;

  @ApiProperty({ type: 'integer', example: 10, description: 'Rows that the operation is possible for.' })
  qualifying!: number;

  @ApiProperty({ type: 'boolean', description: 'Whether nothing was changed.' })
  dryRun!: boolean;

  @ApiProperty({ type: [BulkRowDto], description: 'Every row.' })
  rows!: BulkRowDto[];
}

/** An operation on many rows. Each row is a change of its own, by the same rule as the call for one row. */
export interface BulkOperation<T, F> {
  /** `order`: what one row is called. */
  what: string;
  /** The search's filter for the database. */
  filterOf: (filter: F) => QueryFilter<T> | Promise<QueryFilter<T>>;
  labelOf: (row: T) => string;
  /** Why a row as it was read does not qualify; undefined when it does. */
  refusal: (row: T) => string | undefined;
  /** The number that a row has and the one that it gets, for operations that change one. */
  changeOf?: (row: T) => Required<Pick<BulkRowDto, 'before' | 'after'>>;
  /** Changes one row, or throws what the single call throws. It decides by the row as it is then. */
  run: (row: T) => Promise<unknown>;
}

const logger = new Logger('Bulk');

/**
 * Runs an operation on each row, one after the other; whatever becomes of one, the others are worked on.
 *
 * @throws InvalidInput without exactly one of `ids` and `filter`, TooManyRows
 */
export async function runBulk<T extends { _id: Types.ObjectId }, F>(
  model: Model<T>,
  { ids, filter, dryRun = false }: BulkRequest<F>,
  operation: BulkOperation<T, F>,
): Promise<BulkResultDto> {
  if ((ids === undefined) === (filter === undefined))
    throw new InvalidInput({ ids: 'Name the rows by ids or by a filter, and not by both' });
  const unique = ids && [...new Set(ids.map((id) => new Types.ObjectId(id).toHexString()))];
  const found = unique
    ? await model.find({ _id: trusted({ $in: unique }) } as QueryFilter<T>).lean<T[]>()
    : await matching(model, await operation.filterOf(filter!));
  const byId = new Map(found.map((row) => [String(row._id), row]));
  const rows: BulkRowDto[] = [];
  const deadline = Date.now() + BUDGET_MS;
  let qualifying = 0;
  let ended: string | undefined;
  for (const id of unique ?? byId.keys()) {
    const row = byId.get(id);
    const refusal = row ? operation.refusal(row) : `There is no such ${operation.what}.`;
    const label = row ? operation.labelOf(row) : id;
    const change = row && operation.changeOf?.(row);
    if (!row || refusal !== undefined) {
      rows.push({
        id,
        label,
        ...change,
        outcome: 'refused',
        ...(refusal !== undefined && { reason: refusal }),
      });
      continue;
    }
    qualifying += 1;
    if (dryRun) {
      rows.push({ id, label, ...change, outcome: 'qualifies' });
      continue;
    }
    if (Date.now() > deadline) ended ??= 'There was no time left for this row. Please try again.';
    if (ended !== undefined) {
      rows.push({ id, label, ...change, outcome: 'failed', reason: ended });
      continue;
    }
    try {
      await operation.run(row);
      rows.push({ id, label, ...change, outcome: 'done' });
    } catch (error) {
      rows.push({ id, label, ...change, ...failureOf(error) });
      // what is down for one row is down for the next ones, and each would wait for it
      if (error instanceof DependencyDown) ended = error.message;
    }
  }
  return { matched: rows.length, qualifying, dryRun, rows };
}

async function matching<T>(model: Model<T>, filter: QueryFilter<T>): Promise<T[]> {
  const rows = await model
    .find(filter)
    .limit(MAX_BULK_ROWS + 1)
    .lean<T[]>();
  if (rows.length > MAX_BULK_ROWS) throw new TooManyRows();
  return rows;
}

function failureOf(error: unknown): Pick<BulkRowDto, 'outcome' | 'reason'> {
  if (error instanceof DomainError)
    return { outcome: error.status < 500 ? 'refused' : 'failed', reason: error.message };
  logger.error({ err: error, msg: 'a row of a bulk call failed' });
  return { outcome: 'failed', reason: 'The server failed; nothing of this row is half done.' };
}

export class TooManyRows extends DomainError {
  constructor() {
    const detail = `More than ${MAX_BULK_ROWS} rows match. Narrow the filters.`;
    super(422, 'too-many-rows', 'Too many rows', detail);
  }
}
