import { expect } from 'vitest';
import * as fc from 'fast-check';
import { type Command, onOrder, sometimes } from './order-model-command.js';
import type { ModelIntent, ModelOrder } from './order-model.js';
import type { ShopUnderTest } from './order-model-shop.js';

async function openIntent(order: ModelOrder, real: ShopUnderTest): Promise<void> {
  const isOpen = order.open();
  const secret = await real.open(order.id);
  expect(secret !== undefined).toBe(isOpen);
  if (secret === undefined) return;
  const id = secret.slice(0, secret.indexOf('_secret_'));
  if (order.kept?.state === 'open') expect(id).toBe(order.kept.id);
  else {
    expect(order.intents.map((intent) => intent.id)).not.toContain(id);
    order.kept = { id, secret, cents: order.total, state: 'open', isDisputed: false };
    order.intents.push(order.kept);
  }
}

async function payIntent(intent: ModelIntent, real: ShopUnderTest, isDisputed: boolean): Promise<void> {
  await real.pay(intent.secret, isDisputed);
  Object.assign(intent, { state: 'succeeded', isDisputed });
}

/** Pays by an intent that the shop knows nothing of. */
async function payElsewhere(order: ModelOrder, real: ShopUnderTest): Promise<ModelIntent> {
  const { total: cents } = order;
  const made = await real.openElsewhere(order.id, cents);
  const intent: ModelIntent = { ...made, cents, state: 'open', isDisputed: false };
  order.intents.push(intent);
  await payIntent(intent, real, false);
  return intent;
}

/** How the shop is told of a payment. */
const REPORTS = ['browser', 'webhook', 'the same webhook', 'both at once'] as const;
type Report = (typeof REPORTS)[number];

async function report(order: ModelOrder, intent: ModelIntent, how: Report, real: ShopUnderTest) {
  const isPaid = order.pay(intent);
  const browser = async () =>
    expect(await real.confirm(order.id, intent.id)).toBe(isPaid && !order.isPaidLate);
  const webhook = () =>
    real.webhook(
      'payment_intent.succeeded',
      { id: intent.id, object: 'payment_intent' },
      how === 'the same webhook' ? `evt_${intent.id}` : undefined,
    );
  if (how === 'browser') await browser();
  else if (how === 'both at once') await Promise.all([browser(), webhook()]);
  else await webhook();
}

const inState = ({ intents }: ModelOrder, state: ModelIntent['state']) =>
  intents.filter((intent) => intent.state === state);
const disputedIntent = (order: ModelOrder) => order.intents.find(({ isDisputed }) => isDisputed);
export const isUnpaid = ({ status }: ModelOrder) => status === 'unpaid';
export const isRefundable = ({ payment, left }: ModelOrder) => payment !== undefined && left > 0;

const ways = fc.constantFrom(...REPORTS);

/** Opens the payment, pays and reports it, which most of the others need. */
export const buy = onOrder(
  'buy',
  { isDisputed: sometimes(8), how: ways },
  async (order, real, { isDisputed, how }) => {
    await openIntent(order, real);
    if (order.kept!.state === 'open') await payIntent(order.kept!, real, isDisputed);
    await report(order, order.kept!, how, real);
  },
  { isPossible: ({ status, kept }) => status === 'unpaid' && kept?.state !== 'succeeded' },
);

export const payments: fc.Arbitrary<Command>[] = [
  onOrder('openIntent', {}, openIntent, { isLikely: isUnpaid }),
  onOrder('payElsewhere', {}, payElsewhere, {
    isPossible: ({ intents }) => intents.length < 3,
    isLikely: isUnpaid,
  }),
  onOrder(
    'payLate',
    { how: ways },
    async (order, real, { how }) => {
      const intent = await payElsewhere(order, real);
      expect(await real.cancel(order.id)).toBe(order.cancel());
      await report(order, intent, how, real);
    },
    { isPossible: ({ status, intents }) => status === 'unpaid' && intents.length < 3 },
  ),
  onOrder(
    'pay',
    { nth: fc.nat(2), isDisputed: sometimes(5) },
    async (order, real, { nth, isDisputed }) => {
      const open = inState(order, 'open');
      await payIntent(open[nth % open.length]!, real, isDisputed);
    },
    { isPossible: (order) => inState(order, 'open').length > 0 },
  ),
  onOrder(
    'report',
    { nth: fc.nat(2), how: ways },
    async (order, real, { nth, how }) => {
      const succeeded = inState(order, 'succeeded');
      await report(order, succeeded[nth % succeeded.length]!, how, real);
    },
    {
      isPossible: (order) => inState(order, 'succeeded').length > 0,
      isLikely: (order) => inState(order, 'succeeded').some((intent) => intent !== order.payment),
    },
  ),
  onOrder(
    'refundElsewhere',
    { percent: fc.integer({ min: 1, max: 100 }) },
    async (order, real, { percent }) => {
      const cents = Math.max(1, Math.round((order.left * percent) / 100));
      await real.refundElsewhere(order.payment!.id, cents);
      order.refundElsewhere(cents);
    },
    { isPossible: (order) => isRefundable(order) && !order.payment!.isDisputed },
  ),
  onOrder(
    'dispute',
    { state: fc.constantFrom('open', 'won', 'lost'), percent: fc.integer({ min: 1, max: 130 }) },
    async (order, real, { state, percent }) => {
      const intent = disputedIntent(order)!;
      const amount = Math.min(intent.cents, Math.ceil((intent.cents * percent) / 100));
      // a disputed payment was made before, whether or not the shop has been told
      order.pay(intent);
      if (order.payment === intent) order.disputed(state, amount);
      await real.webhook(`charge.dispute.${state === 'open' ? 'created' : 'closed'}`, {
        id: `dp_${intent.id}`,
        object: 'dispute',
        payment_intent: intent.id,
        status: state === 'open' ? 'needs_response' : state,
        reason: 'fraudulent',
        amount,
        currency: 'usd',
      });
    },
    {
      // what was decided stays so
      isPossible: (order) =>
        disputedIntent(order) !== undefined && order.dispute !== 'won' && order.dispute !== 'lost',
    },
  ),
];
