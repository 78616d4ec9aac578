import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRET_KEY, clientOf, startSandbox, type RunningSandbox } from './sandbox.fixture.js';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.remove());

const outcomes = async (work: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(work)).filter(({ status }) => status === 'fulfilled').length;

describe('calls at once', () => {
  it('confirm or cancel an intent, never both', async () => {
    const { stripe } = sandbox;
    const other = clientOf(sandbox.url, SECRET_KEY);
    const ends = new Set<string>();
    for (let round = 0; round < 25; round += 1) {
      const { id } = await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
      const confirm = stripe.paymentIntents.confirm.bind(stripe.paymentIntents, id);
      const cancel = other.paymentIntents.cancel.bind(other.paymentIntents, id);
      const calls = [() => confirm({ payment_method: 'pm_card_visa' }), () => cancel()];
      if (round % 2) calls.reverse();
      expect(await outcomes(calls.map((send) => send()))).toBe(1);
      const after = await stripe.paymentIntents.retrieve(id);
      const { data } = await stripe.charges.list({ payment_intent: id });
      expect(data).toHaveLength(after.status === 'succeeded' ? 1 : 0);
      ends.add(after.status);
    }
    expect([...ends].toSorted()).toEqual(['canceled', 'succeeded']);
  });

  it('charge once and refund once without any key', async () => {
    const { stripe } = sandbox;
    const { id } = await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
    const confirm = (): Promise<unknown> =>
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await outcomes(Array.from({ length: 10 }, confirm))).toBe(1);
    const refund = (): Promise<unknown> => stripe.refunds.create({ payment_intent: id });
    expect(await outcomes(Array.from({ length: 10 }, refund))).toBe(1);
    expect((await stripe.charges.list({ payment_intent: id })).data).toMatchObject([
      { amount_refunded: 100 },
    ]);
  });
});
