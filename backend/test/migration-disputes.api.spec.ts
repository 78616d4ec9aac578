import { expect, it } from 'vitest';
import { addOrderDisputes } from '../src/migrations/0009-order-disputes.js';
import { emptyDatabase } from './tools.js';

it('marks the orders whose payment is disputed, and leaves what is decided or already marked', async () => {
  const store = await emptyDatabase();
  try {
    const paidWith = (transactionId: string, more: object = {}) => ({
      transactionId,
      version: 1,
      status: 'paid',
      ...more,
    });
    await store.db
      .collection('purchases')
      .insertMany([
        paidWith('pi_open'),
        paidWith('pi_won'),
        paidWith('pi_lost', { dispute: 'lost' }),
        paidWith('pi_none'),
      ]);
    await store.db
      .collection('disputes')
      .insertMany([
        { intentId: 'pi_open', status: 'needs_response' },
        { intentId: 'pi_won', status: 'won' },
        { intentId: 'pi_lost', status: 'under_review' },
        { status: 'needs_response' },
      ]);
    await addOrderDisputes(store.db);
    const orders = await store.db
      .collection('purchases')
      .find({}, { sort: { transactionId: 1 } })
      .toArray();
    expect(orders.map(({ transactionId, dispute, version }) => [transactionId, dispute, version])).toEqual([
      ['pi_lost', 'lost', 1],
      ['pi_none', undefined, 1],
      ['pi_open', 'open', 2],
      ['pi_won', undefined, 1],
    ]);
  } finally {
    await store.close();
  }
});
