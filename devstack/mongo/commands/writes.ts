import { MongoError, ensure } from '../errors.js';
import type { Match } from '../query/matcher.js';
import type { Mutation } from '../storage/store.js';
import { duplicateKey } from '../storage/writer.js';
import { applyUpdate, compileUpdate, freshTimestamp, upsertDocument } from '../update/update.js';
import { type Doc, decode, encodeStored } from '../values/bson.js';
import { idKey } from '../values/keys.js';
import { ObjectId, asDoc, has, isRegex, put, truthy, typeOf } from '../values/types.js';
import { type Context, PRIMARY } from './context.js';
import { makeQuery, rowsOf } from './read.js';

/** Documents that one job of a multi-document write changes at most. */
const CHUNK = 200;

const checkId = (id: unknown): void => {
  ensure(!Array.isArray(id) && !isRegex(id), 53, `The '_id' value cannot be of type ${typeOf(id)}`);
  const dollar = Object.keys(asDoc(id) ?? {}).find((key) => /^\$(?!(ref|id|db)$)/.test(key));
  if (dollar) throw new MongoError(52, `_id fields may not contain '$'-prefixed fields: ${dollar}`);
};

/** Inserts one document, `_id` first and made if absent. Returns its `_id` and bytes. */
export const insertOne = (mutation: Mutation, ns: string, doc: Doc): { id: unknown; raw: Buffer } => {
  const id = has(doc, '_id') ? (doc._id ?? null) : new ObjectId();
  checkId(id);
  const whole: Doc = { _id: id };
  for (const key of Object.keys(doc)) if (key !== '_id') put(whole, key, freshTimestamp(doc[key]));
  const raw = encodeStored(whole);
  const collection = mutation.demand(ns);
  const key = idKey(id);
  const known = mutation.view.get(collection, key);
  if (known) throw duplicateKey(collection, { name: '_id_', spec: PRIMARY }, { _id: id });
  mutation.apply(collection, { id: key, before: undefined, after: raw });
  return { id, raw };
};

/** A statement as `update` takes it; without `u` the documents are deleted. */
export interface Statement extends Doc {
  q: Doc;
  sort?: Doc;
}

export interface Outcome {
  matched: number;
  modified: number;
  /** The `_id` of an upserted document. */
  upserted?: unknown;
  before?: Doc;
  after?: Doc;
}

const compile = ({ u, multi, arrayFilters }: Statement) => {
  if (u === undefined) return undefined;
  const compiled = compileUpdate(u, arrayFilters);
  const fits = !compiled.replaces || !truthy(multi);
  ensure(fits, 9, 'multi update is not supported for replacement-style update');
  return compiled;
};

/** Records what was done, inside the job that does it. */
type Record = (outcome: Outcome) => void;

/** Updates or deletes what a filter matches, by the rules of MongoDB: document by document, each rechecked. */
export const modify = async (context: Context, statement: Statement, record: Record): Promise<Outcome> => {
  const { txn, ns } = context;
  const { q: filter, sort, hint } = statement;
  const [multi, upsert] = [truthy(statement.multi), truthy(statement.upsert)];
  const compiled = compile(statement);
  const query = makeQuery({ filter, sort, limit: multi ? 0 : 1, hint });
  const outcome: Outcome = { matched: 0, modified: 0 };

  /** Changes one document if it still matches. */
  const change = (mutation: Mutation, id: Buffer): void => {
    const collection = mutation.collection(ns);
    const before = collection && mutation.view.get(collection, id);
    const doc = before && decode(before);
    const match: Match = {};
    if (!doc || !query.matches(doc, match)) return;
    const now = compiled && applyUpdate(compiled.update, doc, match.position);
    const after = now && encodeStored(now);
    if (!after?.equals(before)) {
      mutation.apply(collection, { id, before, after });
      outcome.modified++;
    }
    outcome.matched++;
    outcome.before = doc;
    if (now) outcome.after = now;
  };

  for (let attempt = 0; ; attempt++) {
    const writes = context.collection(ns)?.writes;
    const ids = await context.reading(async (source) => {
      const found: Buffer[] = [];
      for await (const { id } of rowsOf(source, context.collection(ns), query)) found.push(id);
      return found;
    });
    for (let at = 0; at < ids.length;) {
      context.time.check();
      const job = (mutation: Mutation): void => {
        for (const stop = Math.min(at + CHUNK, ids.length); at < stop; at++) change(mutation, ids[at]!);
        if (at === ids.length && outcome.matched > 0) record(outcome);
      };
      await context.mutate(job);
    }
    if (outcome.matched > 0 || (!upsert && (multi || ids.length === 0))) return outcome;
    // Another client was faster: find it again.
    if (!multi && ids.length > 0) continue;
    context.time.check();
    const made = await context.mutate((mutation) => {
      if (!txn && attempt < 10 && mutation.collection(ns)?.writes !== writes) return false;
      const doc = upsertDocument(filter, compiled!.update, compiled!.replaces);
      const { id, raw } = insertOne(mutation, ns, doc);
      Object.assign(outcome, { upserted: id, after: decode(raw) });
      record(outcome);
      return true;
    });
    if (made) return outcome;
  }
};
