import { MongoError, ensure, failedToParse } from '../errors.js';
import { compileProjection } from '../query/projection.js';
import type { Mutation } from '../storage/store.js';
import type { Doc } from '../values/bson.js';
import { asDoc, toNumber, truthy } from '../values/types.js';
import { type Context, checkCollation } from './context.js';
import { type Schema, schema, validate, wrongType } from './schema.js';
import { type Outcome, type Statement, insertOne, modify } from './writes.js';

/** Documents of an insert that go into one job. */
const CHUNK = 300;
/** Errors of a whole command: a conflict, a transaction's end, the time limit. */
const FATAL = [112, 251, 50];

/** The earlier result of the i-th statement of a retryable write. */
const previousResult = ({ session, retry, server }: Context, i: number): Doc | undefined =>
  retry === undefined ? undefined : server.sessions.previousResult(session!, retry, i);

/** Records results, inside the job that writes: a retryable write that is sent again gets them again. */
const recordResults = ({ session, retry, server }: Context, results: [number, Doc][]): void => {
  if (retry !== undefined && results.length > 0)
    server.sessions.recordResults(session!, retry, new Map(results));
};

/** The statements of a write command, one after the other, and their results. */
class Statements {
  private readonly list: Doc[];
  private readonly results = new Map<number, Doc>();
  private readonly errors: Doc[] = [];
  private at = 0;

  constructor(
    private readonly context: Context,
    field: string,
    fields?: Schema,
  ) {
    this.list = context.body[field] as Doc[];
    const { length } = this.list;
    ensure(
      length > 0 && length <= 100_000,
      16,
      `Write batch sizes must be between 1 and 100000, not ${length}`,
    );
    for (const statement of this.list) {
      if (!asDoc(statement)) throw wrongType(field, statement, 'object');
      if (fields) validate(statement, `${context.name}.${field}`, fields);
    }
  }

  get done(): boolean {
    const { body, txn } = this.context;
    const stopped = this.errors.length > 0 && (body.ordered !== false || txn !== undefined);
    return stopped || this.at >= this.list.length;
  }

  /** Runs some in one job. A lock that ends the job half-way leaves the rest to the next. */
  runSome(work: (statement: Doc) => Doc): void {
    const fresh: [number, Doc][] = [];
    try {
      for (const stop = this.at + CHUNK; this.at < stop && !this.done; this.at++) {
        if (this.repeats()) continue;
        try {
          fresh.push([this.at, work(this.list[this.at]!)]);
        } catch (error) {
          this.fail(error);
        }
      }
    } finally {
      for (const [i, result] of fresh) this.results.set(i, result);
      recordResults(this.context, fresh);
    }
  }

  /** Runs each by itself; `record` is for the job that writes. */
  async runEach(work: (statement: Doc, record: (result: Doc) => void) => Promise<Doc>): Promise<void> {
    for (; !this.done; this.at++) {
      if (this.repeats()) continue;
      try {
        const result = await work(this.list[this.at]!, (now) =>
          recordResults(this.context, [[this.at, now]]),
        );
        this.results.set(this.at, result);
      } catch (error) {
        this.fail(error);
      }
    }
  }

  reply(): Doc {
    const results = [...this.results];
    const sum = (field: string) => results.reduce((total, [, each]) => total + toNumber(each[field] ?? 0), 0);
    const reply: Doc = { n: sum('n') };
    if (this.context.name === 'update') reply.nModified = sum('nModified');
    const made = results.filter(([, each]) => 'upserted' in each);
    if (made.length > 0) reply.upserted = made.map(([index, each]) => ({ index, _id: each.upserted }));
    if (this.errors.length > 0) reply.writeErrors = this.errors;
    return { ...reply, ok: 1 };
  }

  /** Whether the next one was run before; its result counts again. */
  private repeats(): boolean {
    const known = previousResult(this.context, this.at);
    if (known) this.results.set(this.at, known);
    return known !== undefined;
  }

  private fail(error: unknown): void {
    if (!(error instanceof MongoError) || FATAL.includes(error.code)) throw error;
    this.errors.push(error.toWriteError(this.at));
  }
}

export const insert = async (context: Context): Promise<Doc> => {
  const ns = context.ns;
  const statements = new Statements(context, 'documents');
  const job = (mutation: Mutation): void =>
    statements.runSome((doc) => {
      insertOne(mutation, ns, doc);
      return { n: 1 };
    });
  while (!statements.done) await context.mutate(job);
  return statements.reply();
};

const resultOf = (outcome: Outcome): Doc =>
  'upserted' in outcome
    ? { n: 1, nModified: 0, upserted: outcome.upserted }
    : { n: outcome.matched, nModified: outcome.modified };

const modifyEach = async (
  context: Context,
  field: string,
  fields: Schema,
  statementOf: (given: Doc) => Doc,
): Promise<Doc> => {
  const statements = new Statements(context, field, fields);
  await statements.runEach(async (given, record) => {
    checkCollation(given.collation);
    const statement = statementOf(given) as Statement;
    return resultOf(await modify(context, statement, (now) => record(resultOf(now))));
  });
  return statements.reply();
};

const UPDATE = schema('q:object! u! -c upsert multi collation arrayFilters hint upsertSupplied');
const DELETE = schema('q:object! limit! collation hint');

export const update = (context: Context): Promise<Doc> =>
  modifyEach(context, 'updates', UPDATE, (given) => given);

export const remove = (context: Context): Promise<Doc> =>
  modifyEach(context, 'deletes', DELETE, ({ limit, ...others }) => {
    const most = toNumber(limit);
    if (most === 0 || most === 1) return { ...others, multi: most === 0 };
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${most}`);
  });

export const findAndModify = async (context: Context): Promise<Doc> => {
  const { body } = context;
  const before = previousResult(context, 0);
  if (before) return { ...before, ok: 1 };
  const { update: change, query: q = {} } = body as { update?: unknown; query?: Doc };
  const [removing, upsert, wantsNew] = [truthy(body.remove), truthy(body.upsert), truthy(body.new)];
  ensure(removing !== (change !== undefined), 9, 'Either an update or remove=true must be specified');
  ensure(!removing || (!upsert && !wantsNew), 9, 'Cannot specify upsert or new together with remove=true');
  if (!removing && !Array.isArray(change) && !asDoc(change))
    throw wrongType('findAndModify.update', change, 'object');
  const projection = compileProjection(body.fields);
  const replyOf = (outcome: Outcome): Doc => {
    const made = 'upserted' in outcome;
    const found = wantsNew ? outcome.after : outcome.before;
    const lastErrorObject: Doc = { n: made ? 1 : outcome.matched };
    if (!removing) lastErrorObject.updatedExisting = !made && outcome.matched > 0;
    if (made) lastErrorObject.upserted = outcome.upserted;
    return { lastErrorObject, value: found ? (projection?.ofDoc(found) ?? found) : null };
  };
  const record = (now: Outcome): void => recordResults(context, [[0, replyOf(now)]]);
  const outcome = await modify(context, { ...body, q, u: change, multi: false }, record);
  return { ...replyOf(outcome), ok: 1 };
};
