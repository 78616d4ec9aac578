import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Model, QueryFilter } from 'mongoose';

/** Something of which the admins' bell shows how often it waits for somebody. */
export interface AttentionSource {
  /** What it is; the frontend has its words and the list that it leads to. */
  kind: AttentionKind;
  /** How many there are now. It is asked often: a count over an index, or of a bound number of rows. */
  count(): Promise<number>;
}

export const ATTENTION_KINDS = [
  // payments and events of the payment provider that an admin has to resolve
  'payment-to-resolve',
  'dispute',
  'low-stock',
  // endpoints that are disabled, or have deliveries that failed
  'failed-webhook',
  'failed-mail',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** A list that is open in the admin, and says how many rows came since it was loaded. */
export interface GrowingList {
  list: 'orders' | 'reviews';
  /** When its newest rows were made, at most so many. */
  newest(most: number): Promise<Date[]>;
}

/** What waits is counted no further. */
export const MOST_WAITING = 1_000;

/** When the newest rows of a filter were made; its fields and `createdAt` are an index. */
export async function newestOf<T extends { createdAt: Date }>(
  rows: Model<T>,
  filter: QueryFilter<T>,
  most: number,
): Promise<Date[]> {
  const found = await rows
    .find(filter, { createdAt: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(most)
    .lean<Pick<T, 'createdAt'>[]>();
  return found.map(({ createdAt }) => createdAt);
}

/** New rows are counted no further. */
export const MOST_NEW = 100;
/** All admins of a process share what it has read so long ago. */
const KEPT_MS = 3_000;

/** What needs somebody, and what is new: each feature registers what it knows of when its module starts. */
@Injectable()
export class Attention {
  private readonly sources: AttentionSource[] = [];
  private readonly lists: GrowingList[] = [];
  private readonly kept = new LRUCache<string, Promise<unknown>>({ max: 20, ttl: KEPT_MS });

  register(source: AttentionSource): void {
    this.sources.push(source);
  }

  registerList(list: GrowingList): void {
    this.lists.push(list);
  }

  /** Every source with how many wait there, in the order of the kinds. */
  async counts(): Promise<{ kind: AttentionKind; count: number }[]> {
    const inOrder = this.sources.toSorted(
      (a, b) => ATTENTION_KINDS.indexOf(a.kind) - ATTENTION_KINDS.indexOf(b.kind),
    );
    return this.once('counts', () =>
      Promise.all(inOrder.map(async (source) => ({ kind: source.kind, count: await source.count() }))),
    );
  }

  /** How many rows a list has got since then, at most `MOST_NEW`. */
  async newSince(list: GrowingList['list'], since: Date): Promise<number> {
    const growing = this.lists.find((each) => each.list === list);
    if (!growing) return 0;
    const newest = await this.once(list, () => growing.newest(MOST_NEW));
    return newest.filter((at) => at > since).length;
  }

  /** Reads once for all who ask within a few seconds. */
  private once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key);
    if (known) return known as Promise<T>;
    const reading = read();
    this.kept.set(key, reading);
    reading.catch(() => this.kept.delete(key)); // its callers are told
    return reading;
  }
}
