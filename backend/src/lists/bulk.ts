import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { type Model, type QueryFilter, trusted, Types } from 'mongoose';
import type { ApiKeyScope, Caller } from '../common/access.js';
import { type BulkRequest, type BulkResultDto, type BulkRowDto, MAX_BULK_ROWS } from './bulk.dto.js';
import { Conflict, DependencyDown, DomainError, InvalidInput, MissingScope } from '../common/errors.js';
import { wordsOf } from './search-words.js';

/** Rows that are not reached in this time are left for another call, so that the response comes before a proxy gives up. */
const BUDGET_MS = 20_000;

/** The number that a row had and the one that it got, of operations that change one. */
export type BulkChange = Required<Pick<BulkRowDto, 'before' | 'after'>>;

/** An operation on many rows. Each row is a change of its own, by the same rule as the call for one row. */
export interface BulkOperation<T, F> {
  /** `order`: what one row is called. */
  what: string;
  /** What an API key needs to see the rows; without it they are named by their ids, and a dry run is refused. */
  readScope: ApiKeyScope;
  /** The search's filter for the database. */
  filterOf: (filter: F) => QueryFilter<T> | Promise<QueryFilter<T>>;
  labelOf: (row: T) => string;
  /** Why a row as it was read does not qualify; undefined when it does. */
  refusal: (row: T) => string | undefined;
  /** What would become of a row as it was read. */
  changeOf?: (row: T) => BulkChange;
  /** Changes one row, or throws what the single call throws. It decides by the row as it is then, and returns what it changed. */
  run: (row: T) => Promise<BulkChange | undefined>;
}

interface BulkDocument {
  _id: Types.ObjectId;
  version?: number;
}

interface PlannedRow<T> {
  id: string;
  label: string;
  row?: T;
  refusal?: string | undefined;
  change?: BulkChange | undefined;
}

const logger = new Logger('Bulk');

/**
 * Runs an operation on each row, one after the other; whatever becomes of one, the others are worked on.
 *
 * @param isRepeat whether an earlier run of the same attempt may have changed some rows already
 * @throws InvalidInput for rows that are not named as the request has to, MissingScope, TooManyRows, PreviewStale
 */
export async function runBulk<T extends BulkDocument, F extends object>(
  model: Model<T>,
  request: BulkRequest<F>,
  operation: BulkOperation<T, F>,
  { caller, isRepeat }: { caller: Caller; isRepeat: boolean },
): Promise<BulkResultDto> {
  const { dryRun = false, previewId } = request;
  const { readScope } = operation;
  const canRead = !caller.apiKey || caller.apiKey.scopes.includes(readScope);
  if (dryRun && !canRead) throw new MissingScope(readScope);
  checkRows(request);
  const planned = await plan(model, request, operation);
  // what an earlier run of the attempt has changed is not as the preview showed it
  if (previewId !== undefined && !isRepeat && previewId !== previewIdOf(planned)) throw new PreviewStale();
  const deadline = Date.now() + BUDGET_MS;
  let ended: string | undefined;
  const outcomeOf = async ({
    row,
    refusal,
    change,
  }: PlannedRow<T>): Promise<Omit<BulkRowDto, 'id' | 'label'>> => {
    if (!row || refusal !== undefined)
      return { ...change, outcome: 'refused', ...(refusal !== undefined && { reason: refusal }) };
    if (dryRun) return { ...change, outcome: 'qualifies' };
    if (Date.now() > deadline) ended ??= 'There was no time left for this row; please try again.';
    if (ended !== undefined) return { outcome: 'failed', reason: ended };
    try {
      return { ...(await operation.run(row)), outcome: 'done' };
    } catch (error) {
      // what is down for one row is down for the next ones, and each would wait for it
      if (error instanceof DependencyDown) ended = error.message;
      return failureOf(error);
    }
  };
  const rows: BulkRowDto[] = [];
  for (const one of planned) {
    const { before, after, ...outcome } = await outcomeOf(one);
    const numbers = before !== undefined && after !== undefined && { before, after };
    rows.push({ id: one.id, label: canRead ? one.label : one.id, ...(canRead && numbers), ...outcome });
  }
  return {
    matched: rows.length,
    qualifying: planned.filter(({ row, refusal }) => row && refusal === undefined).length,
    dryRun,
    ...(dryRun && { previewId: previewIdOf(planned) }),
    rows,
  };
}

/** What says how the words of a filter are read, and excludes no row by itself. */
const HINTS: ReadonlySet<string> = new Set(['asTyped']);

/** Refuses a request that names no rows, or names them twice, or that may mean every row without saying so. */
function checkRows<F extends object>({ ids, filter, all = false }: BulkRequest<F>): void {
  if ((ids === undefined) === (filter === undefined && !all))
    throw new InvalidInput({
      ids: 'Name the rows by ids, by a filter, or all of them by "all": true, and not by two of these',
    });
  if (!filter || all) return;
  const given = Object.entries(filter).filter(([name, value]) => value !== undefined && !HINTS.has(name));
  if (given.length === 0)
    throw new InvalidInput({ filter: 'It excludes no row; to mean every row, send "all": true.' });
  const blank = given.find(
    ([name, value]) =>
      typeof value === 'string' && (name === 'q' ? wordsOf(value).length === 0 : value.trim() === ''),
  );
  if (blank)
    throw new InvalidInput({
      [`filter.${blank[0]}`]:
        'There is no word in it, so it excludes no row; to mean every row, send "all": true.',
    });
}

async function plan<T extends BulkDocument, F extends object>(
  model: Model<T>,
  { ids, filter }: BulkRequest<F>,
  { what, filterOf, labelOf, refusal, changeOf }: BulkOperation<T, F>,
): Promise<PlannedRow<T>[]> {
  const unique = ids && [...new Set(ids.map((id) => new Types.ObjectId(id).toHexString()))];
  const found = unique
    ? await model.find({ _id: trusted({ $in: unique }) } as QueryFilter<T>).lean<T[]>()
    : await matching(model, await filterOf(filter ?? ({} as F)));
  const byId = new Map(found.map((row) => [String(row._id), row]));
  return (unique ?? [...byId.keys()]).map((id): PlannedRow<T> => {
    const row = byId.get(id);
    if (!row) return { id, label: id, refusal: `There is no such ${what}.` };
    return { id, label: labelOf(row), row, refusal: refusal(row), change: changeOf?.(row) };
  });
}

async function matching<T>(model: Model<T>, filter: QueryFilter<T>): Promise<T[]> {
  const rows = await model
    .find(filter)
    .limit(MAX_BULK_ROWS + 1)
    .lean<T[]>();
  if (rows.length > MAX_BULK_ROWS) throw new TooManyRows();
  return rows;
}

/** Names rows, their versions and what would become of them. */
function previewIdOf<T extends BulkDocument>(planned: readonly PlannedRow<T>[]): string {
  const rows = planned.map(({ id, row, refusal, change }) =>
    JSON.stringify([id, row?.version ?? 0, refusal, change?.before, change?.after]),
  );
  return createHash('sha256').update(rows.toSorted().join()).digest('base64url');
}

function failureOf(error: unknown): Pick<BulkRowDto, 'outcome' | 'reason'> {
  if (error instanceof DomainError)
    return { outcome: error.status < 500 ? 'refused' : 'failed', reason: error.message };
  logger.error({ err: error, msg: 'a row of a bulk call failed' });
  return { outcome: 'failed', reason: 'The server failed; nothing of this row is half done.' };
}

export class TooManyRows extends DomainError {
  constructor() {
    const detail = `More than ${MAX_BULK_ROWS} rows match; narrow the filters.`;
    super(422, 'too-many-rows', 'Too many rows', detail);
  }
}

/** 409: what a dry run showed is not what its run would do. */
export class PreviewStale extends Conflict {
  constructor() {
    super('preview-stale', 'The rows have changed since the dry run; please look at them again.');
  }
}
