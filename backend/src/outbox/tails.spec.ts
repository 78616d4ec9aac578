import { afterEach, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Types } from 'mongoose';
import type { DomainEvent } from './domain-events.js';
import type { OutboxEvent } from './outbox-event.schema.js';
import type { OutboxStore } from './outbox-store.js';
import { Tails } from './tails.service.js';

Logger.overrideLogger(false);

/** What is committed. */
let stored: OutboxEvent[] = [];
const store = {
  since: (_at: Date, isNew: (id: string) => boolean) =>
    Promise.resolve({
      ids: new Set(stored.map(({ _id }) => String(_id))),
      events: stored.filter(({ _id }) => isNew(String(_id))),
    }),
} as OutboxStore;

let tails: Tails;
let version = 0;
function commit(count: number): void {
  for (let n = 0; n < count; n += 1) {
    version += 1;
    stored.push({
      _id: new Types.ObjectId(),
      at: new Date(),
      type: 'review.created',
      subject: 'review/a',
      version,
      payload: {},
      pending: [],
      pendingCount: 0,
    });
  }
  tails.wake();
}
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) {
    tails.wake();
    await sleep(1);
  }
};
const versionsOf = (events: DomainEvent[]): number[] => events.map((event) => event.version);

afterEach(async () => {
  await tails.onModuleDestroy();
  stored = [];
  version = 0;
});

describe('a tail that fails for long', () => {
  it('gets again what it failed to handle, with what came since', async () => {
    tails = new Tails(store);
    const seen: DomainEvent[] = [];
    let failures = 0;
    await tails.start('failing', {
      handle(events) {
        if (failures < 3) {
          failures += 1;
          throw new Error('It is not ready');
        }
        seen.push(...events);
      },
      refresh: () => expect.unreachable('no event was dropped'),
    });
    commit(2);
    await until(() => failures === 2);
    commit(2);
    await until(() => seen.length === 4);
    expect(versionsOf(seen)).toEqual([1, 2, 3, 4]);
  });

  it('is kept a limited number of events, and then told to refresh, until it has', async () => {
    tails = new Tails(store);
    const seen: DomainEvent[] = [];
    let isReady = false;
    let most = 0;
    let refreshes = 0;
    await tails.start('failing', {
      handle(events) {
        most = Math.max(most, events.length);
        if (!isReady) throw new Error('It is not ready');
        seen.push(...events);
      },
      refresh() {
        refreshes += 1;
        if (!isReady) throw new Error('It is not ready');
        // committed while it reads
        if (!stored.some((event) => event.version === 12_002)) commit(1);
      },
    });
    for (const [count, all] of [
      [6_000, 6_000],
      [4_000, 10_000],
    ] as const) {
      commit(count);
      await until(() => most === all);
    }
    commit(2_001);
    await until(() => refreshes > 2);
    expect(most).toBe(10_000);
    isReady = true;
    await until(() => seen.length > 0);
    expect(versionsOf(seen)).toEqual([12_002]);
    const { length } = stored;
    const needed = refreshes;
    commit(1);
    await until(() => seen.length > 1);
    expect(versionsOf(seen)).toEqual([12_002, length + 1]);
    expect(refreshes).toBe(needed);
  });
});
