import type { Collection } from '../storage/catalog.js';
import type { Entry, View } from '../storage/view.js';
import { type Doc, decode } from '../values/bson.js';
import type { Matcher } from './matcher.js';
import type { Plan, Stream } from './planner.js';
import { sortKey } from './sort.js';
import type { TimeLimit } from './time-limit.js';

/** A document found: its stored bytes, decoded at most once. */
export class Row {
  private decoded: Doc | undefined;

  constructor(
    readonly id: Buffer,
    readonly raw: Buffer,
  ) {}

  get doc(): Doc {
    return (this.decoded ??= decode(this.raw));
  }
}

export interface Stats {
  keys: number;
  docs: number;
}

const NEXT = Buffer.from([0]);
const MAX_CHUNK = 256;

/** A query as far as a scan needs it. */
interface Wanted {
  sort: Doc | undefined;
  skip: number;
  limit: number;
  matches: Matcher;
}

/** An entry, and the `_id` of its document. */
type Found = { id: Buffer; entry: Entry; stream: Stream };

/** What a stream holds, read in chunks: no iterator of the database stays open while the reader rests. */
function* foundIn(
  view: View,
  { prefix }: Collection,
  stream: Stream,
  first: number,
  stats: Stats,
): Generator<Found> {
  const { ranges, reverse, index } = stream;
  let size = first;
  for (let { start, end } of reverse ? ranges.toReversed() : ranges) {
    for (;;) {
      const entries = view.entries(index ? 'index' : 'data', { start, end }, reverse, size);
      for (const entry of entries) {
        stats.keys++;
        yield { id: index ? entry.value : entry.key.subarray(prefix.length), entry, stream };
      }
      if (entries.length < size) break;
      const { key } = entries.at(-1)!;
      if (reverse) end = key;
      else start = Buffer.concat([key, NEXT]);
      size = Math.min(MAX_CHUNK, size * 4);
    }
  }
}

/** Several streams in order, each read one entry ahead. */
function* inOrder(
  sources: Generator<Found>[],
  order: (found: Found) => Buffer,
  sign: number,
): Generator<Found> {
  const heads: { source: Generator<Found>; found: Found; key: Buffer }[] = [];
  const pull = (source: Generator<Found>): void => {
    const { done, value: found } = source.next();
    if (!done) heads.push({ source, found, key: order(found) });
  };
  sources.forEach(pull);
  while (heads.length > 0) {
    const first = heads.reduce((a, b) => (sign * Buffer.compare(a.key, b.key) <= 0 ? a : b));
    yield first.found;
    heads.splice(heads.indexOf(first), 1);
    pull(first.source);
  }
}

/** What is read of a plan, in its order. */
function* foundBy(
  view: View,
  collection: Collection,
  plan: Plan,
  query: Wanted,
  stats: Stats,
): Generator<Found> {
  const { streams, uniform } = plan;
  const chunk = Math.ceil((query.limit && query.skip + query.limit) / streams.length);
  const sources = streams.map((each) =>
    foundIn(view, collection, each, Math.min(MAX_CHUNK, Math.max(4, chunk)), stats),
  );
  if (plan.sorted && query.sort && streams.length > 1) {
    const ofDoc = sortKey(query.sort);
    const ofKey = ({ entry, stream }: Found) => entry.key.subarray(stream.prefix.length);
    const ofRow = ({ id }: Found) => {
      const raw = view.get(collection, id);
      return raw ? ofDoc(decode(raw)) : id;
    };
    yield* inOrder(sources, uniform ? ofKey : ofRow, uniform && streams[0]!.reverse ? -1 : 1);
  } else for (const source of sources) yield* source;
}

/** Rows that match, in the plan's order. A transaction's own changes come last, whatever the plan's order. */
export async function* scan(
  view: View,
  collection: Collection,
  plan: Plan,
  query: Wanted,
  time: TimeLimit,
  stats: Stats = { keys: 0, docs: 0 },
): AsyncGenerator<Row> {
  const changes = view.changes(collection);
  const seen = plan.repeats ? new Set<string>() : undefined;
  for (const { id, entry, stream } of foundBy(view, collection, plan, query, stats)) {
    if (time.sliceOver) await time.yield();
    if (changes || seen) {
      const name = id.toString('latin1');
      if (changes?.has(name) || seen?.has(name)) continue;
      seen?.add(name);
    }
    const raw = stream.index ? view.get(collection, id) : entry.value;
    if (!raw) continue;
    stats.docs++;
    const row = new Row(id, raw);
    // In a later snapshot the document may have changed since its entry was read.
    if ((plan.covered && view.snapshots < 2) || query.matches(row.doc)) yield row;
  }
  for (const { id, raw } of Array.from(changes?.values() ?? [])) {
    const row = raw && new Row(id, raw);
    if (row && query.matches(row.doc)) yield row;
  }
}
