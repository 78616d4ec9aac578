import { MongoError, failedToParse } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { compileProjection } from '../query/projection.js';
import { withVariables } from '../storage/store.js';
import { variablesOf } from '../aggregate/expression.js';
import type { Doc } from '../values/bson.js';
import { asDoc, toNumber, truthy } from '../values/types.js';
import { type Context, checkCollation, document, namespace, wrongType } from './context.js';
import { type Modification, type Outcome, insertOne, modify } from './writes.js';

/** Documents of an insert that go into one job. */
const CHUNK = 300;
/** Errors of a whole command: a conflict, a transaction's end, the time limit. */
const FATAL = [112, 251, 50];

const missing = (field: string) =>
  new MongoError(40414, `BSON field '${field}' is missing but a required field`);

/** The statements of a write command, their answers so far, and what was answered to them before. */
class Statements {
  readonly list: Doc[];
  stopped = false;
  private n = 0;
  private nModified = 0;
  private readonly upserted: Doc[] = [];
  private readonly errors: Doc[] = [];

  constructor(
    private readonly context: Context,
    field: string,
    known?: string,
  ) {
    const value = context.body[field];
    if (!Array.isArray(value)) throw missing(field);
    if (value.length === 0 || value.length > 100_000)
      throw new MongoError(
        16,
        `Write batch sizes must be between 1 and 100000. Got ${value.length} operations.`,
      );
    this.list = value.map((entry) => document(entry, field));
    if (known !== undefined)
      this.list.forEach((entry) => checkEntry(entry, `${context.name}.${field}`, known));
  }

  /** Whether the i-th statement was answered before; the answer counts again. */
  repeated(i: number): boolean {
    const known = answered(this.context, i);
    if (known) this.add(known, i);
    return known !== undefined;
  }

  add({ n, nModified, upserted }: Doc, index: number): void {
    this.n += toNumber(n);
    this.nModified += toNumber(nModified ?? 0);
    if (upserted !== undefined) this.upserted.push({ index, _id: upserted });
  }

  fail(error: unknown, i: number): void {
    if (!(error instanceof MongoError) || FATAL.includes(error.code)) throw error;
    this.errors.push(error.toWriteError(i));
    if (this.context.body.ordered !== false || this.context.txn) this.stopped = true;
  }

  reply(): Doc {
    const reply: Doc = { n: this.n };
    if (this.context.name === 'update') reply.nModified = this.nModified;
    if (this.upserted.length > 0) reply.upserted = this.upserted;
    if (this.errors.length > 0) reply.writeErrors = this.errors;
    return { ...reply, ok: 1 };
  }
}

/** The first word of `known` is the filter; it and the second are required. */
const checkEntry = (entry: Doc, name: string, known: string): void => {
  const fields = known.split(' ');
  const unknown = Object.keys(entry).find((key) => !fields.includes(key));
  if (unknown) throw new MongoError(40415, `BSON field '${name}.${unknown}' is an unknown field.`);
  const absent = fields.slice(0, 2).find((key) => entry[key] === undefined);
  if (absent) throw missing(`${name}.${absent}`);
};

const statementId = ({ stmtIds, stmtId }: Doc, i: number): number =>
  Array.isArray(stmtIds) ? toNumber(stmtIds[i]) : toNumber(stmtId ?? 0) + i;

/** What was answered before to the i-th statement of a retryable write. */
const answered = ({ session, retry, server, body }: Context, i: number): Doc | undefined =>
  session && retry !== undefined ? server.sessions.answered(session, retry, statementId(body, i)) : undefined;

/** Notes answers, inside the job that writes: a retryable write that comes again gets them again. */
const remember = ({ session, retry, server, body }: Context, answers: [number, Doc][]): void => {
  if (!session || retry === undefined || answers.length === 0) return;
  const byId = new Map(answers.map(([i, answer]) => [statementId(body, i), answer]));
  server.sessions.remember(session, retry, byId);
};

export const insert = async (context: Context): Promise<Doc> => {
  const ns = namespace(context);
  const statements = new Statements(context, 'documents');
  const { list } = statements;
  let at = 0;
  const chunk = (mutation: Parameters<typeof insertOne>[0]): void => {
    const answers: [number, Doc][] = [];
    try {
      for (const stop = Math.min(list.length, at + CHUNK); at < stop && !statements.stopped; at++) {
        if (statements.repeated(at)) continue;
        try {
          insertOne(mutation, ns, list[at]!);
          statements.add({ n: 1 }, at);
          answers.push([at, { n: 1 }]);
        } catch (error) {
          statements.fail(error, at);
        }
      }
    } finally {
      // Also when a lock ends the job half-way: it goes on from there.
      remember(context, answers);
    }
  };
  while (at < list.length && !statements.stopped)
    await context.store.mutate(context.txn, chunk, context.deadline);
  return statements.reply();
};

const answerOf = (outcome: Outcome): Doc =>
  'upserted' in outcome
    ? { n: 1, nModified: 0, upserted: outcome.upserted }
    : { n: outcome.matched, nModified: outcome.modified };

/** Runs the statements of `update` and `delete` one after the other. */
const run = async (
  context: Context,
  statements: Statements,
  modificationOf: (entry: Doc) => Omit<Modification, 'filter' | 'hint'>,
): Promise<Doc> => {
  const ns = namespace(context);
  for (const [i, entry] of statements.list.entries()) {
    if (statements.stopped) break;
    if (statements.repeated(i)) continue;
    try {
      checkCollation(entry.collation);
      const modification = { filter: document(entry.q, 'q'), hint: entry.hint, ...modificationOf(entry) };
      const outcome = await modify(context, ns, modification, (now) =>
        remember(context, [[i, answerOf(now)]]),
      );
      statements.add(answerOf(outcome), i);
    } catch (error) {
      statements.fail(error, i);
    }
  }
  return statements.reply();
};

export const update = (context: Context): Promise<Doc> =>
  run(
    context,
    new Statements(context, 'updates', 'q u c upsert multi collation arrayFilters hint upsertSupplied'),
    ({ u, c, upsert, multi, arrayFilters }) => ({
      update: u,
      upsert: truthy(upsert),
      multi: truthy(multi),
      arrayFilters,
      constants: asDoc(c),
    }),
  );

export const remove = (context: Context): Promise<Doc> =>
  run(context, new Statements(context, 'deletes', 'q limit collation hint'), ({ limit }) => {
    if (![0, 1].includes(toNumber(limit)))
      throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${toNumber(limit)}`);
    return { multi: toNumber(limit) === 0 };
  });

export const findAndModify = async (context: Context): Promise<Doc> => {
  const { body } = context;
  const ns = namespace(context);
  const before = answered(context, 0);
  if (before) return { ...before, ok: 1 };
  const { update: change, hint, sort, arrayFilters } = body;
  const [removing, upsert, wantsNew] = [truthy(body.remove), truthy(body.upsert), truthy(body.new)];
  if (removing === (change !== undefined))
    throw failedToParse('Either an update or remove=true must be specified, and not both');
  if (removing && (upsert || wantsNew))
    throw failedToParse(`Cannot specify both ${upsert ? 'upsert' : 'new'}=true and remove=true`);
  if (change !== undefined && !Array.isArray(change) && !asDoc(change))
    throw wrongType('findAndModify.update', change, 'object');
  const filter = document(body.query, 'query');
  const options = withVariables(variablesOf(body.let));
  const projection = compileProjection(body.fields, options);
  const replyOf = (outcome: Outcome): Doc => {
    const made = 'upserted' in outcome;
    const found = wantsNew ? outcome.after : outcome.before;
    const match: { position?: number } = {};
    if (found && projection) compileFilter(filter, options)(found, match);
    const lastErrorObject: Doc = { n: made ? 1 : outcome.matched };
    if (!removing) lastErrorObject.updatedExisting = !made && outcome.matched > 0;
    if (made) lastErrorObject.upserted = outcome.upserted;
    return { lastErrorObject, value: found ? (projection?.(found, match) ?? found) : null };
  };
  const modification = { filter, update: change, upsert, multi: false, sort, hint, arrayFilters };
  const outcome = await modify(context, ns, modification, (now) => remember(context, [[0, replyOf(now)]]));
  return { ...replyOf(outcome), ok: 1 };
};
