import { MongoError, failedToParse } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import type { Collection } from '../storage/catalog.js';
import { type Mutation, withVariables } from '../storage/store.js';
import { duplicateKey } from '../storage/writer.js';
import { applyUpdate, compileUpdate, freshTimestamp, upsertDocument } from '../update/update.js';
import { variablesOf } from '../aggregate/expression.js';
import { compilePipelineUpdate } from '../aggregate/stages.js';
import { type Doc, decode, encodeStored } from '../values/bson.js';
import { idKey } from '../values/keys.js';
import { ObjectId, asDoc, has, isRegex, typeOf } from '../values/types.js';
import { type Context, collectionOf, newPace, readView } from './context.js';
import { makeQuery, rowsOf } from './read.js';

/** Documents that one job of a multi-document write changes at most. */
const CHUNK = 200;

const checkId = (id: unknown): void => {
  if (Array.isArray(id) || isRegex(id))
    throw new MongoError(53, `The '_id' value cannot be of type ${typeOf(id)}`);
  const known = ['$ref', '$id', '$db'];
  const dollar = Object.keys(asDoc(id) ?? {}).find((key) => key.startsWith('$') && !known.includes(key));
  if (dollar) throw new MongoError(52, `_id fields may not contain '$'-prefixed fields: ${dollar}`);
};

/** Inserts one document, `_id` first and made if absent. Returns its `_id` and bytes. */
export const insertOne = (mutation: Mutation, ns: string, doc: Doc): { id: unknown; raw: Buffer } => {
  const id = has(doc, '_id') ? (doc._id ?? null) : new ObjectId();
  checkId(id);
  const whole: Doc = { _id: id };
  for (const key of Object.keys(doc)) if (key !== '_id') whole[key] = freshTimestamp(doc[key]);
  const raw = encodeStored(whole);
  const collection = mutation.demand(ns);
  const key = idKey(id);
  if (mutation.view.get(collection, key))
    throw duplicateKey(collection, { name: '_id_', spec: { key: { _id: 1 } } }, { _id: id });
  mutation.apply(collection, { id: key, before: undefined, after: raw });
  return { id, raw };
};

export interface Modification {
  filter: Doc;
  /** Absent: the documents are deleted. */
  update?: unknown;
  upsert?: boolean;
  multi: boolean;
  sort?: unknown;
  hint?: unknown;
  arrayFilters?: unknown;
  /** Variables of an update pipeline. */
  constants?: Doc | undefined;
}

export interface Outcome {
  matched: number;
  modified: number;
  /** The `_id` of an upserted document. */
  upserted?: unknown;
  before?: Doc;
  after?: Doc;
}

const compile = ({ update, multi, arrayFilters }: Modification, vars: Record<string, unknown>) => {
  if (update === undefined) return undefined;
  const pipeline = (stages: unknown[]) => compilePipelineUpdate(stages, vars);
  const compiled = compileUpdate(update, { ...withVariables(vars), pipeline, arrayFilters });
  if (compiled.replaces && multi)
    throw failedToParse('multi update is not supported for replacement-style update');
  return compiled;
};

/**
 * Updates or deletes what a filter matches, by the rules of MongoDB: document by document, each rechecked. `note` is
 * called inside the job that writes, so that what it notes is on disk with the write.
 */
export const modify = async (
  context: Context,
  ns: string,
  modification: Modification,
  note: (outcome: Outcome) => void,
): Promise<Outcome> => {
  const { store, txn, deadline } = context;
  const { filter, multi, upsert, sort, hint } = modification;
  const vars = variablesOf(context.body.let);
  const compiled = compile(modification, { ...vars, ...modification.constants });
  const options = withVariables(vars);
  const matches = compileFilter(filter, options);
  const outcome: Outcome = { matched: 0, modified: 0 };

  const find = async (): Promise<Buffer[]> => {
    const collection = collectionOf(context, ns);
    if (!collection) return [];
    const query = makeQuery(filter, sort, 0, multi ? 0 : 1, hint, options);
    const { view, release } = readView(context);
    try {
      const found: Buffer[] = [];
      for await (const { id } of rowsOf(view, collection, query, newPace(context))) found.push(id);
      return found;
    } finally {
      release();
    }
  };

  /** Changes one document if it still matches. */
  const change = (mutation: Mutation, collection: Collection, id: Buffer): boolean => {
    const before = mutation.view.get(collection, id);
    const doc = before && decode(before);
    const match: { position?: number } = {};
    if (!doc || !matches(doc, match)) return false;
    const now = compiled && applyUpdate(compiled.update, doc, match.position);
    const after = now && encodeStored(now);
    if (!after?.equals(before)) {
      mutation.apply(collection, { id, before, after });
      outcome.modified++;
    }
    outcome.matched++;
    outcome.before = doc;
    if (now) outcome.after = now;
    return true;
  };

  const changeMany = async (ids: Buffer[]): Promise<void> => {
    for (let at = 0; at < ids.length; newPace(context).check()) {
      const chunk = (mutation: Mutation): void => {
        const collection = mutation.collection(ns);
        for (const stop = Math.min(at + CHUNK, ids.length); at < stop; at++)
          if (collection) change(mutation, collection, ids[at]!);
        if (at === ids.length) note(outcome);
      };
      await store.mutate(txn, chunk, deadline);
    }
  };

  for (let attempt = 0; ; attempt++) {
    const writes = collectionOf(context, ns)?.writes;
    const ids = await find();
    newPace(context).check();
    if (multi) await changeMany(ids);
    if (multi ? outcome.matched > 0 || !upsert : ids.length === 0 && !upsert) return outcome;
    /** False: somebody was faster, and it has to be looked for again. */
    const done = await store.mutate(
      txn,
      (mutation) => {
        const collection = mutation.collection(ns);
        if (!multi && ids[0]) {
          if (!collection || !change(mutation, collection, ids[0])) return false;
        } else {
          if (!txn && attempt < 10 && collection?.writes !== writes) return false;
          const { id, raw } = insertOne(
            mutation,
            ns,
            upsertDocument(filter, compiled!.update, compiled!.replaces),
          );
          outcome.upserted = id;
          outcome.after = decode(raw);
        }
        note(outcome);
        return true;
      },
      deadline,
    );
    if (done) return outcome;
  }
};
