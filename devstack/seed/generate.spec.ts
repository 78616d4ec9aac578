import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Types } from 'mongoose';
import { describe, expect, test } from 'vitest';
import { loadRules } from './backend.js';
import { documentsOf } from './documents.js';
import { generateDemo } from './generate.js';
import { DAY, HOUR, imageOf, type DemoOrder } from './model.js';

const NOW = Date.UTC(2026, 4, 20, 15, 30);
const rules = await loadRules();
const demo = generateDemo(NOW, rules);
const IMAGES = fileURLToPath(new URL('../../frontend/public/', import.meta.url));

/** The rule of PRODUCT.md, written down once more on purpose. */
const availability = (p: { availableQ: number; minimumOQ: number; lowStockAt?: number }): string => {
  if (p.availableQ === 0) return 'sold-out';
  if (p.availableQ < p.minimumOQ) return 'below-minimum';
  return p.availableQ < (p.lowStockAt ?? 3 * p.minimumOQ) ? 'low' : 'orderable';
};

const count = <T>(list: readonly T[], key: (item: T) => string): Record<string, number> =>
  list.reduce<Record<string, number>>(
    (sum, item) => ({ ...sum, [key(item)]: (sum[key(item)] ?? 0) + 1 }),
    {},
  );

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);

/** The state that an order's timeline leads to, by the events that change it. */
const stateOf = ({ timeline, lines }: DemoOrder): string => {
  const isLeft = lines.some(({ quantity, shipped, refunded }) => shipped + refunded < quantity);
  return timeline.reduce((state, { what }) => {
    if (what === 'shipment-undone') return 'paid';
    if (what === 'partly-refunded' && state === 'paid') return isLeft ? 'paid' : 'shipped';
    return ['unpaid', 'paid', 'shipped', 'cancelled', 'refunded'].includes(what) ? what : state;
  }, '');
};

describe('demo products', () => {
  test('at least 48 of about ten kinds, names and slugs unique', () => {
    expect(demo.products.length).toBeGreaterThanOrEqual(48);
    expect(new Set(demo.products.map((p) => p.name)).size).toBe(demo.products.length);
    expect(new Set(demo.products.map((p) => p.slug)).size).toBe(demo.products.length);
    const kinds = count(demo.products, (p) => p.kind);
    expect(Object.keys(kinds).length).toBeGreaterThanOrEqual(10);
    for (const kind of Object.keys(kinds)) expect(kind).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('prices, limits and descriptions are sound', () => {
    for (const p of demo.products) {
      expect(Math.abs(p.price * 100 - Math.round(p.price * 100))).toBeLessThan(1e-6);
      expect(p.price).toBeGreaterThan(0);
      expect(Number.isInteger(p.minimumOQ) && p.minimumOQ >= 1 && p.minimumOQ <= 100).toBe(true);
      const sentences = p.description.split(/(?<=[.!?])\s+(?=[A-Z0-9])/).length;
      expect({ name: p.name, few: sentences < 2, many: sentences > 4 }).toEqual({
        name: p.name,
        few: false,
        many: false,
      });
    }
  });

  test('a dozen have prices by quantity that fall, and a few are sold in packs', () => {
    const priced = demo.products.filter((p) => p.breaks);
    expect(priced.length).toBeGreaterThanOrEqual(12);
    expect(demo.products.filter((p) => p.orderStep).length).toBeGreaterThanOrEqual(4);
    for (const { price, minimumOQ, orderStep = 1, breaks = [] } of demo.products) {
      expect(minimumOQ % orderStep).toBe(0);
      let before: readonly [number, number] = [minimumOQ, price];
      for (const each of breaks) {
        expect(each[0] % orderStep).toBe(0);
        expect(each[0]).toBeGreaterThan(before[0]);
        expect(each[1]).toBeLessThan(before[1]);
        before = each;
      }
    }
  });

  test('every availability appears', () => {
    const states = count(demo.products, availability);
    expect(Object.keys(states).sort()).toEqual(['below-minimum', 'low', 'orderable', 'sold-out']);
    expect(states.orderable).toBeGreaterThan(demo.products.length / 2);
    for (const state of ['below-minimum', 'low', 'sold-out']) expect(states[state]).toBeGreaterThanOrEqual(3);
  });

  test('every image is there, none is left over, and all together stay under 4 MB', () => {
    const named = demo.products.map((product) => imageOf(product).replace(/^\/products\/(.*)\.webp$/, '$1'));
    const wanted = [...new Set(named)].flatMap((name) =>
      ['.webp', '-480.avif', '-480.webp', '-960.avif', '-960.webp'].map((end) => `${name}${end}`),
    );
    expect(readdirSync(`${IMAGES}products`).sort()).toEqual(wanted.sort());
    const folders = ['products', 'slides', 'projects', 'avatars'];
    const bytes = folders.flatMap((f) =>
      readdirSync(IMAGES + f).map((name) => statSync(`${IMAGES}${f}/${name}`).size),
    );
    expect(bytes.reduce((a, b) => a + b)).toBeLessThan(4_000_000);
  });
});

describe('demo orders', () => {
  test('a few hundred over eight months, in every state', () => {
    expect(demo.orders.length).toBeGreaterThanOrEqual(300);
    const states = count(demo.orders, (o) => o.status);
    for (const status of ['unpaid', 'paid', 'shipped', 'cancelled', 'refunded'])
      expect(states[status]).toBeGreaterThanOrEqual(10);
    const oldest = Math.min(...demo.orders.map((o) => o.createdAt));
    expect(NOW - oldest).toBeGreaterThan(200 * DAY);
    expect(NOW - oldest).toBeLessThan(250 * DAY);
  });

  test('unpaid ones are younger than the hold, and no customer has more than the cap', () => {
    const unpaid = demo.orders.filter((o) => o.status === 'unpaid');
    for (const o of unpaid) expect(NOW - o.createdAt).toBeLessThan(47 * HOUR);
    expect(Math.max(...Object.values(count(unpaid, (o) => o.user.id)))).toBeLessThanOrEqual(20);
  });

  test('one to eight lines, no product twice, most of one', () => {
    const lines = count(demo.orders, (o) => String(o.lines.length));
    expect(Object.keys(lines).sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    expect(lines['1']).toBe(Math.max(...Object.values(lines)));
    for (const o of demo.orders) expect(new Set(o.products).size).toBe(o.lines.length);
  });

  test('some are shipped, refunded or disputed in part, and some shipments were undone', () => {
    const events = new Map<string, number>();
    for (const o of demo.orders)
      for (const what of new Set(o.timeline.map((e) => e.what)))
        events.set(what, (events.get(what) ?? 0) + 1);
    for (const what of [
      'partly-shipped',
      'shipment-undone',
      'partly-refunded',
      'paid-late',
      'dispute-opened',
    ])
      expect([what, (events.get(what) ?? 0) >= 2]).toEqual([what, true]);
    const partly = demo.orders.filter((o) => o.refundStatus === 'partial').flatMap((o) => o.refunds);
    expect(partly.filter((refund) => refund.lines).length).toBeGreaterThanOrEqual(3);
    expect(partly.filter((refund) => !refund.lines).length).toBeGreaterThanOrEqual(3);
    expect(new Set(demo.orders.map((o) => o.dispute?.status))).toEqual(
      new Set([undefined, 'needs_response', 'won']),
    );
  });

  test('quantities keep the limits, totals are the sums of their lines', () => {
    for (const o of demo.orders) {
      for (const [n, { quantity, productId }] of o.lines.entries()) {
        const product = o.products[n]!;
        expect(String(productId)).toBe(product.id);
        expect(quantity).toBeGreaterThanOrEqual(product.minimumOQ);
        expect(quantity % (product.orderStep ?? 1)).toBe(0);
        expect(product.createdAt).toBeLessThan(o.createdAt);
      }
      expect(o.totalCents).toBe(sum(o.lines.map((line) => line.unitCents * line.quantity)));
      expect([o.subtotalCents, o.taxCents]).toEqual([o.totalCents, 0]);
      expect(o.totalCents).toBeGreaterThanOrEqual(50);
      expect(o.totalCents).toBeLessThanOrEqual(99_999_999);
      expect(o.user.createdAt).toBeLessThan(o.createdAt);
    }
  });

  test('unit prices are those at the quantity, old ones a little lower', () => {
    const atBreaks = new Set<string>();
    for (const o of demo.orders)
      for (const [n, { quantity, unitCents }] of o.lines.entries()) {
        const { price, breaks = [], slug } = o.products[n]!;
        const [from, unit] = breaks.filter(([least]) => least <= quantity).at(-1) ?? [0, price];
        const cents = Math.round(unit * 100);
        expect([cents, Math.round(cents * 0.96)]).toContain(unitCents);
        if (from > 0) atBreaks.add(slug);
      }
    expect(atBreaks.size).toBeGreaterThanOrEqual(3);
  });

  test('each timeline runs forwards, ends before now and in the order’s state', () => {
    for (const o of demo.orders) {
      const times = o.timeline.map((e) => e.at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times[0]).toBe(o.createdAt);
      expect(times.at(-1)).toBeLessThan(NOW);
      expect([o.id, stateOf(o)]).toEqual([o.id, o.status]);
      expect(o.paidAt !== undefined).toBe(
        o.timeline.some((e) => e.what === 'paid' || e.what === 'paid-late'),
      );
      const hasShipped = o.timeline.findLast((e) => e.what === 'shipped' || e.what === 'shipment-undone');
      expect(o.shippedAt).toBe(hasShipped?.what === 'shipped' ? hasShipped.at : undefined);
    }
  });

  test('available + held + sold is the initial stock of every product', () => {
    for (const p of demo.products) {
      const unitsOf = (orders: DemoOrder[]): number =>
        sum(
          orders
            .flatMap((o) => o.lines)
            .filter((line) => String(line.productId) === p.id)
            .map((line) => line.quantity - line.restocked),
        );
      const held = unitsOf(demo.orders.filter((o) => o.status === 'unpaid'));
      const sold = unitsOf(demo.orders.filter((o) => o.status !== 'unpaid'));
      expect(p.availableQ + held + sold).toBe(p.initialQ);
      expect(p.availableQ).toBeGreaterThanOrEqual(0);
    }
    const backInStock = demo.orders.flatMap((o) =>
      o.lines.filter((line) => line.restocked > 0).map(() => o.status),
    );
    expect(new Set(backInStock)).toEqual(new Set(['cancelled', 'refunded', 'shipped']));
  });

  test('every order that was ever paid has exactly one intent of its amount and refunds, no other has any', () => {
    const byOrder = new Map(demo.intents.map((i) => [i.metadata.orderId, i]));
    expect(byOrder.size).toBe(demo.intents.length);
    expect(new Set(demo.intents.map((i) => i.id)).size).toBe(demo.intents.length);
    const refundIds = demo.intents.flatMap((i) => i.refunds.map(({ id }) => id));
    expect(new Set(refundIds).size).toBe(refundIds.length);
    for (const o of demo.orders) {
      const intent = byOrder.get(o.id);
      const owed = ['paid', 'shipped', 'refunded'].includes(o.status);
      expect(intent !== undefined).toBe(owed);
      if (!intent) continue;
      expect(intent).toMatchObject({
        id: o.intentId,
        amount: o.totalCents,
        currency: 'usd',
        refunds: o.refunds.map(({ refundId, amountCents }) => ({ id: refundId, amount: amountCents })),
      });
      const refunded = sum(intent.refunds.map(({ amount }) => amount));
      expect(refunded).toBeLessThanOrEqual(intent.amount);
      if (o.status === 'refunded') expect(refunded).toBe(intent.amount);
      expect(intent.created * 1000).toBeLessThan(NOW);
    }
  });

  test('the orders’ and payments’ documents agree, and each has a number of its own', () => {
    const { purchases, payments, orderNumbers } = documentsOf(demo, { rules, holdHours: 48 });
    const byId = new Map(payments.map((p) => [p['_id'], p]));
    expect(byId.size).toBe(demo.intents.length);
    for (const o of demo.orders.filter((order) => order.intentId !== undefined))
      expect(byId.get(o.intentId)).toEqual({
        _id: o.intentId,
        orderId: new Types.ObjectId(o.id),
        takenCents: o.totalCents,
        refundedCents: sum(o.refunds.map(({ amountCents }) => amountCents)),
        currency: 'USD',
        takenAt: new Date(o.paidAt!),
      });
    expect(orderNumbers).toEqual(purchases.map(({ _id, number }) => ({ _id: number, orderId: _id })));
    expect(new Set(orderNumbers.map(({ _id }) => _id)).size).toBe(demo.orders.length);
    for (const { _id } of orderNumbers)
      expect(_id).toMatch(/^RM-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  test('the demo customer has orders of every state', () => {
    const own = demo.orders.filter((o) => o.user.account === 'customer').map((o) => o.status);
    expect(new Set(own)).toEqual(new Set(['unpaid', 'paid', 'shipped', 'cancelled', 'refunded']));
  });
});

describe('demo people', () => {
  test('emails, ids and uids are unique', () => {
    expect(demo.users.length).toBeGreaterThanOrEqual(42);
    expect(new Set(demo.users.map((u) => u.email)).size).toBe(demo.users.length);
    const ids = [...demo.users, ...demo.products, ...demo.orders, ...demo.reviews, ...demo.subscriptions].map(
      (x) => x.id,
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });

  test('60 reviews or more, no text twice, mostly good, with names and photos that exist', () => {
    expect(demo.reviews.length).toBeGreaterThanOrEqual(60);
    expect(new Set(demo.reviews.map((r) => r.comments)).size).toBe(demo.reviews.length);
    const good = demo.reviews.filter((r) => r.ratings >= 3).length;
    expect(good / demo.reviews.length).toBeGreaterThan(0.9);
    for (const r of demo.reviews) {
      expect([1, 2, 3, 4, 5]).toContain(r.ratings);
      expect(r.createdAt).toBeLessThan(NOW);
      expect(existsSync(IMAGES + r.user.photo)).toBe(true);
    }
  });
});

test('what is interrupted is found again: ids and amounts do not depend on the time', () => {
  const later = generateDemo(NOW + 3 * DAY + 1234, rules);
  expect(later.orders.map((o) => o.id)).toEqual(demo.orders.map((o) => o.id));
  const amounts = ({ intents }: typeof demo) =>
    intents.map((i) => [i.id, i.amount, i.refunds.map(({ id, amount }) => [id, amount])]);
  expect(amounts(later)).toEqual(amounts(demo));
  expect(later.orders.map((o) => o.number)).toEqual(demo.orders.map((o) => o.number));
  expect(later.users.map((u) => u.id)).toEqual(demo.users.map((u) => u.id));
});
