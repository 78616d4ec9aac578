import type { Collection } from '../storage/catalog.js';
import type { Entry, View } from '../storage/view.js';
import { type Doc, decode } from '../values/bson.js';
import type { Matcher } from './matcher.js';
import type { Plan } from './planner.js';
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

/** The entries of a plan, read in chunks: no iterator of the database stays open while the reader rests. */
function* entriesOf(view: View, { ranges, reverse, index }: Plan): Generator<Entry> {
  let size = 4;
  for (let { start, end } of reverse ? ranges.toReversed() : ranges) {
    for (;;) {
      const entries = view.entries(index ? 'index' : 'data', { start, end }, reverse, size);
      yield* entries;
      if (entries.length < size) break;
      const { key } = entries.at(-1)!;
      if (reverse) end = key;
      else start = Buffer.concat([key, NEXT]);
      size = Math.min(256, size * 4);
    }
  }
}

/** Rows that match, in the plan's order. A transaction's own changes come last, whatever the plan's order. */
export async function* scan(
  view: View,
  collection: Collection,
  plan: Plan,
  matches: Matcher,
  time: TimeLimit,
  stats: Stats = { keys: 0, docs: 0 },
): AsyncGenerator<Row> {
  const changes = view.changes(collection);
  const seen = plan.repeats ? new Set<string>() : undefined;
  for (const { key, value } of entriesOf(view, plan)) {
    if (time.sliceOver) await time.yield();
    stats.keys++;
    const id = plan.index ? value : key.subarray(collection.prefix.length);
    const name = id.toString('latin1');
    if (changes?.has(name) || seen?.has(name)) continue;
    seen?.add(name);
    const raw = plan.index ? view.get(collection, id) : value;
    if (!raw) continue;
    stats.docs++;
    const row = new Row(id, raw);
    if (matches(row.doc)) yield row;
  }
  for (const { id, raw } of Array.from(changes?.values() ?? [])) {
    const row = raw && new Row(id, raw);
    if (row && matches(row.doc)) yield row;
  }
}
