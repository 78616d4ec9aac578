import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { confirmed, isConfirmed, requested } from './alert-steps.js';
import { CONFIRM_MS } from './alert-times.js';
import type { StockAlert } from './stock-alert.schema.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const productId = new Types.ObjectId();
const wish = { productId, email: 'ada@example.com', units: 5 };
const alert = (fields: Partial<StockAlert>): StockAlert => ({
  ...wish,
  _id: new Types.ObjectId(),
  state: 'waiting',
  since: ago(600),
  confirmMailAt: ago(600),
  version: 1,
  ...fields,
});
const until = (date: Date) => new Date(date.getTime() + CONFIRM_MS);

describe('a request that anybody can make', () => {
  it.each([
    [
      'the first is mailed',
      undefined,
      true,
      { state: 'requested', confirmMailAt: NOW, expiresAt: until(NOW) },
    ],
    ['the first of an address with too many mails is dropped', undefined, false, undefined],
    [
      'a repeat within the hour, of which no mail would tell, is dropped',
      alert({ state: 'requested', units: 9, confirmMailAt: ago(59), expiresAt: until(ago(59)) }),
      true,
      undefined,
    ],
    [
      'a repeat after an hour is mailed again',
      alert({ state: 'requested', confirmMailAt: ago(60), expiresAt: until(ago(60)) }),
      true,
      { state: 'requested', confirmMailAt: NOW, expiresAt: until(NOW) },
    ],
    ['one that waits for as many stays', alert({}), true, undefined],
    [
      'other units of one that waits count once they are confirmed',
      alert({ units: 20 }),
      true,
      { state: 'waiting', units: 20, askedUnits: 5 },
    ],
    ['so does another turn of one that was told', alert({ state: 'notified' }), true, { askedUnits: 5 }],
    ['but not within the hour', alert({ state: 'notified', confirmMailAt: ago(5) }), true, undefined],
  ] as const)('%s', (_, before, mayMail, after) => {
    const step = requested(before, wish, NOW, mayMail);
    if (!after) return expect(step).toBeUndefined();
    return expect(step).toMatchObject({ after, event: 'stock-alert.requested' });
  });
});

describe('a confirmed alert', () => {
  it.each([
    ['begins to wait', undefined, NOW],
    ['begins to wait when it is confirmed', alert({ state: 'requested', expiresAt: until(NOW) }), NOW],
    ['keeps its place with other units', alert({ units: 20, askedUnits: 5 }), ago(600)],
    ['goes to the end after it was told', alert({ state: 'notified', notifiedUntil: NOW }), NOW],
  ])('%s', (_, before, since) => {
    const { after, event } = confirmed(before, wish, NOW);
    expect(after).toMatchObject({ state: 'waiting', units: 5, since });
    expect([after.expiresAt, after.askedUnits, after.notifiedUntil]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(isConfirmed(after)).toBe(true);
    expect(event).toBe('stock-alert.confirmed');
  });
});
