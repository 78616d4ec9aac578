import { MongoError } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import type { Collection } from '../storage/catalog.js';
import { type Mutation, withVariables } from '../storage/store.js';
import { duplicateKey } from '../storage/writer.js';
import {
  type UpdateOptions,
  applyUpdate,
  compileUpdate,
  freshTimestamp,
  upsertDocument,
} from '../update/update.js';
import { variablesOf } from '../aggregate/expression.js';
import { compilePipelineUpdate } from '../aggregate/update-pipeline.js';
import { type Doc, decode, encodeStored } from '../values/bson.js';
import { idKey } from '../values/keys.js';
import { ObjectId, asDoc, has, isRegex } from '../values/types.js';
import { type Context, collectionOf, newPace, readView } from './context.js';
import { makeQuery, rowsOf } from './read.js';

const RESCAN = Symbol('rescan');
/** Documents that one job of a multi-document write changes at most. */
const CHUNK = 200;

/** A document as it is stored: `_id` first, made if absent. */
export const prepare = (doc: Doc): { id: unknown; raw: Buffer } => {
  const id = has(doc, '_id') ? (doc._id ?? null) : new ObjectId();
  checkId(id);
  const whole: Doc = { _id: id };
  for (const key of Object.keys(doc)) {
    if (key !== '_id') whole[key] = freshTimestamp(doc[key]);
  }
  return { id, raw: encodeStored(whole) };
};

export const checkId = (id: unknown): void => {
  if (Array.isArray(id) || isRegex(id) || id === undefined) {
    const type = Array.isArray(id) ? 'array' : isRegex(id) ? 'regex' : 'undefined';
    throw new MongoError(53, `The '_id' value cannot be of type ${type}`);
  }
  const doc = asDoc(id);
  const dollar =
    doc && Object.keys(doc).find((key) => key.startsWith('$') && !['$ref', '$id', '$db'].includes(key));
  if (dollar)
    throw new MongoError(
      52,
      `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`,
    );
};

/** Inserts one prepared document inside a mutation. */
export const insertOne = (mutation: Mutation, collection: Collection, id: unknown, raw: Buffer): void => {
  const key = idKey(id);
  if (mutation.view.get(collection, key)) {
    const spec = { name: '_id_', spec: { key: { _id: 1 } } };
    throw duplicateKey(collection, spec, { _id: id });
  }
  mutation.apply(collection, { id: key, before: undefined, after: raw });
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
  before?: Doc | undefined;
  after?: Doc | undefined;
}

/** Called inside the job that writes, so that what it notes is on disk with the write. */
export type Note = (outcome: Outcome) => void;

const compileModification = (modification: Modification, vars: Record<string, unknown>) => {
  if (modification.update === undefined) return undefined;
  const options: UpdateOptions = {
    ...withVariables(vars),
    pipeline: (stages) => compilePipelineUpdate(stages, vars),
    arrayFilters: modification.arrayFilters,
  };
  const compiled = compileUpdate(modification.update, options);
  if (compiled.replaces && modification.multi) {
    throw new MongoError(9, 'multi update is not supported for replacement-style update');
  }
  return compiled;
};

/** Updates or deletes what a filter matches, by the rules of MongoDB: document by document, each rechecked. */
export const modify = async (
  context: Context,
  ns: string,
  modification: Modification,
  note: Note,
): Promise<Outcome> => {
  const { store, txn } = context;
  const vars = variablesOf(context.body.let);
  const compiled = compileModification(modification, { ...vars, ...modification.constants });
  const options = withVariables(vars);
  const matches = compileFilter(modification.filter, options);
  const outcome: Outcome = { matched: 0, modified: 0 };

  /** Changes one document if it still matches. */
  const change = (mutation: Mutation, collection: Collection, row: { id: Buffer }): boolean => {
    const before = mutation.view.get(collection, row.id);
    if (!before) return false;
    const doc = decode(before);
    const match: { position?: number } = {};
    if (!matches(doc, match)) return false;
    if (!compiled) {
      mutation.apply(collection, { id: row.id, before, after: undefined });
      outcome.modified++;
      outcome.before = doc;
    } else {
      const after = applyUpdate(compiled.update, doc, match.position);
      const raw = encodeStored(after);
      if (!raw.equals(before)) {
        mutation.apply(collection, { id: row.id, before, after: raw });
        outcome.modified++;
      }
      outcome.before = doc;
      outcome.after = after;
    }
    outcome.matched++;
    return true;
  };

  const find = async (limit: number): Promise<{ id: Buffer }[]> => {
    const collection = collectionOf(context, ns);
    if (!collection) return [];
    const query = makeQuery(modification.filter, modification.sort, 0, limit, modification.hint, options);
    const { view, release } = readView(context);
    try {
      const found: { id: Buffer }[] = [];
      for await (const { id } of rowsOf(view, collection, query, newPace(context))) found.push({ id });
      return found;
    } finally {
      release();
    }
  };

  if (modification.multi) {
    const ids = await find(0);
    let at = 0;
    while (at < ids.length) {
      await store.mutate(
        txn,
        (mutation) => {
          const collection = mutation.collection(ns);
          for (const stop = Math.min(at + CHUNK, ids.length); at < stop; at++) {
            if (collection) change(mutation, collection, ids[at]!);
          }
          if (at === ids.length) note(outcome);
        },
        context.deadline,
      );
      newPace(context).check();
    }
    if (outcome.matched > 0 || !modification.upsert) return outcome;
  }

  for (let attempt = 0; ; attempt++) {
    const writes = collectionOf(context, ns)?.writes ?? -1;
    const [row] = modification.multi ? [] : await find(1);
    newPace(context).check();
    if (!row && !modification.upsert) return outcome;
    const done = await store.mutate(
      txn,
      (mutation) => {
        if (row) {
          const collection = mutation.collection(ns);
          if (!collection || !change(mutation, collection, row)) return RESCAN;
          note(outcome);
          return outcome;
        }
        const known = mutation.collection(ns);
        if (!txn && attempt < 10 && (known?.writes ?? -1) !== writes) return RESCAN;
        upsert(mutation, mutation.demand(ns));
        note(outcome);
        return outcome;
      },
      context.deadline,
    );
    if (done !== RESCAN) return outcome;
  }

  function upsert(mutation: Mutation, collection: Collection): void {
    const doc = upsertDocument(modification.filter, compiled!.update, compiled!.replaces);
    const { id, raw } = prepare(doc);
    insertOne(mutation, collection, id, raw);
    outcome.upserted = id;
    outcome.after = decode(raw);
  }
};
