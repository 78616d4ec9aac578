import { setImmediate as turn } from 'node:timers/promises';
import { MongoError } from '../errors.js';
import type { Collection } from '../storage/catalog.js';
import type { Entry, Range, View } from '../storage/view.js';
import { type Doc, decode } from '../values/bson.js';
import type { Matcher } from './matcher.js';
import type { Plan } from './planner.js';

/** A document found: its stored bytes, decoded at most once. */
export class Row {
  private decoded: Doc | undefined;

  constructor(
    readonly id: Buffer,
    readonly raw: Buffer,
    doc?: Doc,
  ) {
    this.decoded = doc;
  }

  get doc(): Doc {
    return (this.decoded ??= decode(this.raw));
  }
}

export interface Stats {
  keys: number;
  docs: number;
}

/** Gives other clients their turn: long work calls `pause` often, and it waits when the time is up. */
export class Pace {
  private started = performance.now();

  constructor(private readonly deadline = Infinity) {}

  /** True when it is time to call `rest`. */
  get due(): boolean {
    return performance.now() - this.started > 8;
  }

  async rest(): Promise<void> {
    await turn();
    this.started = performance.now();
    this.check();
  }

  check(): void {
    if (Date.now() > this.deadline) throw new MongoError(50, 'operation exceeded time limit');
  }
}

/** Reads the rows of one plan in chunks. No iterator stays open between chunks. */
class RangeReader {
  private at = 0;
  private last: Buffer | undefined;
  private size = 4;

  constructor(
    private readonly view: View,
    private readonly plan: Plan,
  ) {}

  next(): Entry[] {
    const { ranges, reverse, index } = this.plan;
    while (this.at < ranges.length) {
      const range = reverse ? ranges[ranges.length - 1 - this.at]! : ranges[this.at]!;
      const rest: Range = !this.last
        ? range
        : reverse
          ? { start: range.start, end: this.last }
          : { start: Buffer.concat([this.last, Buffer.from([0])]), end: range.end };
      const entries = this.view.entries(index ? 'index' : 'data', rest, reverse, this.size);
      if (entries.length === this.size) this.last = entries.at(-1)!.key;
      else {
        this.last = undefined;
        this.at++;
      }
      this.size = Math.min(256, this.size * 4);
      if (entries.length > 0) return entries;
    }
    return [];
  }
}

/** Rows that match, in the plan's order. A transaction's own changes come last, whatever the plan's order. */
export async function* scan(
  view: View,
  collection: Collection,
  plan: Plan,
  matches: Matcher,
  pace: Pace,
  stats: Stats = { keys: 0, docs: 0 },
): AsyncGenerator<Row> {
  const changes = view.changes(collection);
  const seen = plan.repeats ? new Set<string>() : undefined;
  for (const branch of plan.branches ?? [plan]) {
    for await (const row of candidates(view, collection, branch, pace, stats, seen)) {
      if (changes?.has(row.id.toString('latin1'))) continue;
      if (matches(row.doc)) yield row;
    }
  }
  for (const { id, raw } of Array.from(changes?.values() ?? [])) {
    if (!raw) continue;
    const row = new Row(id, raw);
    if (matches(row.doc)) yield row;
  }
}

async function* candidates(
  view: View,
  collection: Collection,
  plan: Plan,
  pace: Pace,
  stats: Stats,
  seen: Set<string> | undefined,
): AsyncGenerator<Row> {
  if (plan.branches) {
    for (const branch of plan.branches) yield* candidates(view, collection, branch, pace, stats, seen);
    return;
  }
  const reader = new RangeReader(view, plan);
  for (let entries = reader.next(); entries.length > 0; entries = reader.next()) {
    for (const { key, value } of entries) {
      if (pace.due) await pace.rest();
      stats.keys++;
      const id = plan.index ? value : key.subarray(4);
      if (seen) {
        const name = id.toString('latin1');
        if (seen.has(name)) continue;
        seen.add(name);
      }
      const raw = plan.index ? view.get(collection, id) : value;
      if (!raw) continue;
      stats.docs++;
      yield new Row(id, raw);
    }
  }
}
