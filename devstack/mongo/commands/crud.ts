import { MongoError } from '../errors.js';
import { compileProjection } from '../query/projection.js';
import { compileFilter } from '../query/matcher.js';
import { variablesOf } from '../aggregate/expression.js';
import { withVariables } from '../storage/store.js';
import { type Doc, MAX_DOCUMENT } from '../values/bson.js';
import { Int32, asDoc, toNumber, truthy } from '../values/types.js';
import { type Context, checkCollation, document, namespace } from './context.js';
import { type Modification, type Outcome, insertOne, modify, prepare } from './writes.js';

const CHUNK = 300;

/** The statement number of the i-th write of a command. */
const statement = (body: Doc, i: number): number => {
  const { stmtIds, stmtId } = body;
  if (Array.isArray(stmtIds)) return toNumber(stmtIds[i]);
  return (stmtId === undefined ? 0 : toNumber(stmtId)) + i;
};

/** What was answered to a statement before, and how to note a new answer. */
const replay = (context: Context) => {
  const { session, retry, server } = context;
  return {
    known: (id: number) =>
      session && retry !== undefined ? server.sessions.answered(session, retry, id) : undefined,
    note: (answers: Map<number, Doc>) => {
      if (session && retry !== undefined) server.sessions.remember(session, retry, answers);
    },
  };
};

const list = (body: Doc, field: string): Doc[] => {
  const value = body[field];
  if (!Array.isArray(value))
    throw new MongoError(40414, `BSON field '${field}' is missing but a required field`);
  if (value.length === 0 || value.length > 100_000) {
    throw new MongoError(
      16,
      `Write batch sizes must be between 1 and 100000. Got ${value.length} operations.`,
    );
  }
  return value as Doc[];
};

/** A statement's error as a write error; errors of the whole command go on. */
const writeError = (error: unknown, index: number): Doc => {
  if (!(error instanceof MongoError) || error.code === 112 || error.code === 251 || error.code === 50)
    throw error;
  return error.toWriteError(index);
};

const withErrors = (reply: Doc, errors: Doc[]): Doc => {
  if (errors.length > 0) reply.writeErrors = errors;
  return { ...reply, ok: 1 };
};

export const insert = async (context: Context): Promise<Doc> => {
  const { body, store, txn } = context;
  const ns = namespace(context);
  const documents = list(body, 'documents');
  const ordered = body.ordered !== false;
  const { known, note } = replay(context);
  const errors: Doc[] = [];
  let n = 0;
  let at = 0;
  while (at < documents.length) {
    await store.mutate(
      txn,
      (mutation) => {
        const answers = new Map<number, Doc>();
        const finish = () => answers.size > 0 && note(answers);
        const stop = Math.min(documents.length, at + CHUNK);
        try {
          for (; at < stop; at++) {
            const id = statement(body, at);
            if (known(id)) {
              n++;
              continue;
            }
            try {
              const made = prepare(documents[at]!);
              if (made.raw.length > MAX_DOCUMENT) throw new MongoError(2, 'object to insert too large');
              insertOne(mutation, mutation.demand(ns), made.id, made.raw);
            } catch (error) {
              errors.push(writeError(error, at));
              if (ordered || txn) {
                at = documents.length;
                break;
              }
              continue;
            }
            n++;
            answers.set(id, { n: 1 });
          }
        } finally {
          finish();
        }
      },
      context.deadline,
    );
  }
  return withErrors({ n }, errors);
};

const modificationOf = (entry: Doc): Modification => {
  checkCollation(entry.collation);
  return {
    filter: document(entry.q, 'updates.q'),
    update: entry.u,
    upsert: truthy(entry.upsert),
    multi: truthy(entry.multi),
    hint: entry.hint,
    arrayFilters: entry.arrayFilters,
    constants: asDoc(entry.c),
  };
};

const KNOWN_UPDATE = new Set([
  'q',
  'u',
  'c',
  'upsert',
  'multi',
  'collation',
  'arrayFilters',
  'hint',
  'upsertSupplied',
]);
const KNOWN_DELETE = new Set(['q', 'limit', 'collation', 'hint']);

/** The statements of a command; an unknown or missing field fails them all. */
const entries = (body: Doc, field: string, known: Set<string>, required: string[]): Doc[] => {
  const name = `${Object.keys(body)[0]}.${field}`;
  return list(body, field).map((entry) => {
    const unknown = Object.keys(entry).find((key) => !known.has(key));
    if (unknown) throw new MongoError(40415, `BSON field '${name}.${unknown}' is an unknown field.`);
    const missing = required.find((key) => entry[key] === undefined);
    if (missing)
      throw new MongoError(40414, `BSON field '${name}.${missing}' is missing but a required field`);
    return entry;
  });
};

const answerOf = (outcome: Outcome): Doc =>
  'upserted' in outcome
    ? { n: 1, nModified: 0, upserted: outcome.upserted }
    : { n: outcome.matched, nModified: outcome.modified };

export const update = async (context: Context): Promise<Doc> => {
  const { body, txn } = context;
  const ns = namespace(context);
  const { known, note } = replay(context);
  const errors: Doc[] = [];
  const upserted: Doc[] = [];
  let n = 0;
  let nModified = 0;
  for (const [index, entry] of entries(body, 'updates', KNOWN_UPDATE, ['q', 'u']).entries()) {
    const id = statement(body, index);
    const before = known(id);
    const count = (answer: Doc): void => {
      n += toNumber(answer.n);
      nModified += toNumber(answer.nModified);
      if ('upserted' in answer) upserted.push({ index: new Int32(index), _id: answer.upserted });
    };
    if (before) {
      count(before);
      continue;
    }
    try {
      const outcome = await modify(context, ns, modificationOf(entry), (result) => {
        note(new Map([[id, answerOf(result)]]));
      });
      count(answerOf(outcome));
    } catch (error) {
      errors.push(writeError(error, index));
      if (body.ordered !== false || txn) break;
    }
  }
  const reply: Doc = { n, nModified };
  if (upserted.length > 0) reply.upserted = upserted;
  return withErrors(reply, errors);
};

export const remove = async (context: Context): Promise<Doc> => {
  const { body, txn } = context;
  const ns = namespace(context);
  const { known, note } = replay(context);
  const errors: Doc[] = [];
  let n = 0;
  for (const [index, entry] of entries(body, 'deletes', KNOWN_DELETE, ['q', 'limit']).entries()) {
    const id = statement(body, index);
    const before = known(id);
    if (before) {
      n += toNumber(before.n);
      continue;
    }
    try {
      checkCollation(entry.collation);
      const limit = toNumber(entry.limit);
      if (limit !== 0 && limit !== 1) {
        throw new MongoError(9, `The limit field in delete objects must be 0 or 1. Got ${limit}`);
      }
      const filter = document(entry.q, 'delete.deletes.q');
      const outcome = await modify(
        context,
        ns,
        { filter, multi: limit === 0, hint: entry.hint },
        (result) => {
          note(new Map([[id, { n: result.matched }]]));
        },
      );
      n += outcome.matched;
    } catch (error) {
      errors.push(writeError(error, index));
      if (body.ordered !== false || txn) break;
    }
  }
  return withErrors({ n }, errors);
};

export const findAndModify = async (context: Context): Promise<Doc> => {
  const { body } = context;
  const ns = namespace(context);
  checkCollation(body.collation);
  const { known, note } = replay(context);
  const before = known(statement(body, 0));
  if (before) return { ...before, ok: 1 };
  const removing = truthy(body.remove);
  if (removing && body.update !== undefined)
    throw new MongoError(9, 'Cannot specify both an update and remove=true');
  if (removing && truthy(body.upsert))
    throw new MongoError(9, 'Cannot specify both upsert=true and remove=true');
  if (removing && truthy(body.new)) {
    throw new MongoError(
      9,
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  }
  if (!removing && body.update === undefined)
    throw new MongoError(9, 'Either an update or remove=true must be specified');
  const filter = document(body.query, 'query');
  const options = withVariables(variablesOf(body.let));
  const projection = compileProjection(body.fields, options);
  const answerOf = (outcome: Outcome): Doc => {
    const made = 'upserted' in outcome;
    const found = removing || !truthy(body.new) ? outcome.before : outcome.after;
    const match: { position?: number } = {};
    if (found && projection) compileFilter(filter, options)(found, match);
    const lastErrorObject: Doc = { n: made ? 1 : outcome.matched };
    if (!removing) lastErrorObject.updatedExisting = !made && outcome.matched > 0;
    if (made) lastErrorObject.upserted = outcome.upserted;
    return { lastErrorObject, value: found ? (projection ? projection(found, match) : found) : null };
  };
  const outcome = await modify(
    context,
    ns,
    {
      filter,
      update: removing ? undefined : body.update,
      upsert: truthy(body.upsert),
      multi: false,
      sort: body.sort,
      hint: body.hint,
      arrayFilters: body.arrayFilters,
    },
    (result) => note(new Map([[statement(body, 0), answerOf(result)]])),
  );
  return { ...answerOf(outcome), ok: 1 };
};
