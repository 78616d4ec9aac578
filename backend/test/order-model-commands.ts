import { expect } from 'vitest';
import * as fc from 'fast-check';
import { Types } from 'mongoose';
import { Command, MOST_ORDERS, onOrder, sometimes } from './order-model-command.js';
import { ModelLine, type Units } from './order-model-lines.js';
import { ModelOrder } from './order-model.js';
import { buy, isRefundable, isUnpaid, payments } from './order-model-payments.js';

const placed = {
  lines: fc.uniqueArray(
    fc.record({
      product: fc.nat(4),
      // mostly what can be ordered: packs above the minimum
      packs: fc.option(fc.nat(2), { freq: 20 }),
      units: fc.integer({ min: 1, max: 13 }),
    }),
    { minLength: 1, maxLength: 4, selector: ({ product }) => product },
  ),
  taxes: fc.array(fc.nat(700), { maxLength: 4 }),
  delivery: fc.option(fc.record({ priceCents: fc.nat(1_500), taxCents: fc.nat(300) }), { freq: 2 }),
  pricesIncludeTax: fc.boolean(),
};

const place = fc.record(placed).map(
  (chosen) =>
    new Command(
      `place(${JSON.stringify(chosen)})`,
      async (model, real) => {
        const wanted = chosen.lines.map(({ product: nth, packs, units }) => {
          const product = model.products[nth]!;
          const quantity = packs === null ? units : product.minimumOQ + packs * (product.orderStep ?? 1);
          return { product, quantity };
        });
        const id = String(new Types.ObjectId());
        const { taxes, pricesIncludeTax } = chosen;
        const delivery = chosen.delivery ? { name: 'Standard', ...chosen.delivery } : undefined;
        const units = wanted.map(({ product, quantity }) => ({ productId: product.id, quantity }));
        const mayPlace = model.mayPlace(wanted);
        expect(await real.place(id, units, { delivery, taxes, pricesIncludeTax })).toBe(mayPlace);
        if (!mayPlace) return;
        const taxOn = (taxCents = 0) => (pricesIncludeTax ? 0 : taxCents);
        const lines = wanted.map(
          ({ product, quantity }, n) =>
            new ModelLine(
              product.id,
              quantity,
              quantity * model.priceAt(product, quantity) + taxOn(taxes[n]),
            ),
        );
        const deliveryCost = delivery && delivery.priceCents + taxOn(delivery.taxCents);
        model.orders.push(new ModelOrder(id, lines, deliveryCost));
      },
      ({ orders }) => orders.length < MOST_ORDERS,
    ),
);

/** Some units of each line: at most as many as there are, and now and then one more. */
const picks = { picked: fc.array(fc.nat(12), { minLength: 4, maxLength: 4 }), isTooMany: sometimes(10) };
interface Picks {
  picked: number[];
  isTooMany: boolean;
}
const unitsOf = (
  { lines }: ModelOrder,
  { picked, isTooMany }: Picks,
  mostOf: (line: ModelLine) => number,
): Units[] =>
  lines.flatMap((line, n) => {
    const quantity = picked[n]! % (mostOf(line) + (isTooMany ? 2 : 1));
    return quantity > 0 ? [{ productId: line.productId, quantity }] : [];
  });

/** What is to become of the units of a refund. */
const restock = fc.constantFrom(undefined, undefined, true, false);

/** Refunds that the provider has made. */
const madeRefunds = ({ refunds }: ModelOrder) =>
  refunds.filter(({ isFailed, isLost }) => !isFailed && !isLost);

const isPaid = ({ status }: ModelOrder) => status === 'paid';

const ship = onOrder(
  'ship',
  picks,
  async (order, real, chosen) => {
    const units = unitsOf(order, chosen, (line) => line.at('warehouse').length);
    expect(await real.ship(order.id, units)).toBe(order.ship(units));
  },
  { isLikely: isPaid },
);

const refundParts = onOrder(
  'refundParts',
  { ...picks, ofDelivery: sometimes(4), restock },
  async (order, real, chosen) => {
    const units = unitsOf(order, chosen, (line) => line.units.length - line.refunded);
    const ofDelivery = chosen.ofDelivery || units.length === 0;
    expect(await real.refundParts(order.id, units, ofDelivery, chosen.restock)).toBe(
      order.refundParts(units, ofDelivery, chosen.restock),
    );
  },
  { isLikely: isRefundable },
);

const sendBack = onOrder(
  'sendBack',
  { nth: fc.nat(5) },
  async (order, real, { nth }) => {
    const made = madeRefunds(order);
    const n = order.refunds.indexOf(made[nth % made.length]!);
    await real.sendBack(order.id, n);
    order.sendBack(n);
  },
  // of a payment that was given back as a whole there are cases of their own
  { isPossible: (order) => order.left > 0 && madeRefunds(order).length > 0 },
);

const refundAgain = onOrder(
  'refundAgain',
  {},
  async (order, real) => {
    expect(await real.refundAgain(order.payment!.id)).toBe(order.refundAgain());
  },
  { isPossible: ({ refundStatus }) => refundStatus === 'failed' },
);

const others: fc.Arbitrary<Command>[] = [
  onOrder(
    'cancel',
    {},
    async (order, real) => {
      expect(await real.cancel(order.id)).toBe(order.cancel());
    },
    { isLikely: isUnpaid },
  ),
  onOrder(
    'expire',
    {},
    async (order, real) => {
      await real.expire(order.id);
      order.cancel();
    },
    { isLikely: isUnpaid },
  ),
  onOrder(
    'cancelLine',
    { nth: fc.nat(3) },
    async (order, real, { nth }) => {
      const { productId } = order.lines[nth % order.lines.length]!;
      expect(await real.cancelLine(order.id, productId)).toBe(order.cancelLine(productId));
    },
    { isLikely: isUnpaid },
  ),
  onOrder(
    'shipRest',
    {},
    async (order, real) => {
      expect(await real.shipRest(order.id)).toBe(order.ship(order.outstanding));
    },
    { isLikely: isPaid },
  ),
  onOrder(
    'undo',
    { nth: fc.nat(3) },
    async (order, real, { nth }) => {
      const n = nth % order.shipments.length;
      expect(await real.undo(order.id, n)).toBe(order.undo(n));
    },
    { isPossible: ({ shipments }) => shipments.length > 0 },
  ),
  onOrder(
    'refundAmount',
    { percent: fc.integer({ min: 1, max: 110 }) },
    async (order, real, { percent }) => {
      const cents = Math.max(1, Math.round((order.left * percent) / 100));
      expect(await real.refund(order.id, cents)).toBe(order.refundAmount(cents));
    },
    { isLikely: isRefundable },
  ),
  onOrder(
    'refundRemainder',
    { restock },
    async (order, real, chosen) => {
      expect(await real.refundRemainder(order.id, chosen.restock)).toBe(
        order.refundRemainder(chosen.restock),
      );
    },
    { isLikely: isRefundable },
  ),
];

/** What mostly needs that more has happened comes more often. */
const frequent = [place, buy, buy, ship, ship, refundParts, refundParts, sendBack, sendBack, refundAgain];

/** A run: an order that is placed, and mostly bought; then anything, in any order. */
export const runs = fc.tuple(
  fc.tuple(place, buy),
  fc.commands([...frequent, ...others, ...payments], { maxCommands: 18, size: 'max' }),
);
