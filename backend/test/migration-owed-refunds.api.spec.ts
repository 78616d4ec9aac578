import { expect, it } from 'vitest';
import { Types } from 'mongoose';
import { addOwedRefunds } from '../src/migrations/0018-owed-refunds.js';
import { emptyDatabase } from './tools.js';

it('finds refunds that the bank sent back and that were hidden, but for those that were made again', async () => {
  const store = await emptyDatabase();
  const orders = store.db.collection('purchases');
  const lines = [{ productId: new Types.ObjectId(), quantity: 2 }];
  const sentBack = { attempt: 1, amountCents: 4_000, status: 'failed', isApplied: true, lines };
  const made = { attempt: 2, status: 'succeeded', isApplied: true };
  const order = (number: string, refundStatus: string, refunds: object[]) => ({
    number,
    userId: new Types.ObjectId(),
    version: 1,
    status: 'paid',
    totalCents: 10_000,
    pricesIncludeTax: true,
    lines: [{ ...lines[0], quantity: 5, unitCents: 2_000, taxCents: 0 }],
    refundStatus,
    refunds,
  });
  try {
    await orders.insertMany([
      order('again', 'partial', [sentBack, { ...made, amountCents: 4_000 }]),
      order('failed', 'failed', [sentBack]),
      order('hidden', 'partial', [sentBack, { ...made, amountCents: 300 }]),
      order('partial', 'partial', [{ ...made, amountCents: 300 }]),
    ]);
    for (const _ of [1, 2]) {
      await addOwedRefunds(store.db);
      const found = await orders.find({}, { sort: { number: 1 } }).toArray();
      expect(
        found.map(({ number, refundStatus, refunds, version }) => [
          number,
          refundStatus,
          (refunds as { repeats?: number }[]).map(({ repeats }) => repeats),
          version,
        ]),
      ).toEqual([
        ['again', 'partial', [undefined, 1], 2],
        ['failed', 'failed', [undefined], 1],
        ['hidden', 'failed', [undefined, undefined], 2],
        ['partial', 'partial', [undefined], 1],
      ]);
    }
  } finally {
    await store.close();
  }
});
