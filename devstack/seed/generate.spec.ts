import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { generateDemo } from './generate.js';
import { DAY, HOUR, keepsUnits } from './model.js';

const NOW = Date.UTC(2026, 4, 20, 15, 30);
const demo = generateDemo(NOW);
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

  test('every availability appears', () => {
    const states = count(demo.products, availability);
    expect(Object.keys(states).sort()).toEqual(['below-minimum', 'low', 'orderable', 'sold-out']);
    expect(states.orderable).toBeGreaterThan(demo.products.length / 2);
    for (const state of ['below-minimum', 'low', 'sold-out']) expect(states[state]).toBeGreaterThanOrEqual(3);
  });

  test('every image is there, none is left over, and all together stay under 4 MB', () => {
    const wanted = demo.products.flatMap(({ slug }) =>
      ['.webp', '-480.avif', '-480.webp', '-960.avif', '-960.webp'].map((end) => `${slug}${end}`),
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

  test('quantities and totals keep the limits', () => {
    for (const o of demo.orders) {
      expect(o.quantity).toBeGreaterThanOrEqual(o.product.minimumOQ);
      expect(o.totalCents).toBe(o.unitCents * o.quantity);
      expect(o.totalCents).toBeGreaterThanOrEqual(50);
      expect(o.totalCents).toBeLessThanOrEqual(99_999_999);
      expect(o.product.createdAt).toBeLessThan(o.createdAt);
      expect(o.user.createdAt).toBeLessThan(o.createdAt);
    }
  });

  test('each timeline runs forwards, ends before now and in the order’s state', () => {
    for (const o of demo.orders) {
      const times = o.timeline.map((e) => e.at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times[0]).toBe(o.createdAt);
      expect(times.at(-1)).toBeLessThan(NOW);
      expect(o.timeline.at(-1)!.what).toBe(o.status);
      expect(o.paidAt !== undefined).toBe(
        o.timeline.some((e) => e.what === 'paid' || e.what === 'paid-late'),
      );
      expect(o.shippedAt !== undefined).toBe(o.timeline.some((e) => e.what === 'shipped'));
    }
  });

  test('available + held + sold is the initial stock of every product', () => {
    for (const p of demo.products) {
      const own = demo.orders.filter((o) => o.product === p && keepsUnits(o));
      const held = own.filter((o) => o.status === 'unpaid').reduce((sum, o) => sum + o.quantity, 0);
      const sold = own.filter((o) => o.status !== 'unpaid').reduce((sum, o) => sum + o.quantity, 0);
      expect(p.availableQ + held + sold).toBe(p.initialQ);
      expect(p.availableQ).toBeGreaterThanOrEqual(0);
    }
  });

  test('every order that was ever paid has exactly one intent of its amount, no other has any', () => {
    const byOrder = new Map(demo.intents.map((i) => [i.metadata.orderId, i]));
    expect(byOrder.size).toBe(demo.intents.length);
    expect(new Set(demo.intents.map((i) => i.id)).size).toBe(demo.intents.length);
    for (const o of demo.orders) {
      const intent = byOrder.get(o.id);
      const owed = ['paid', 'shipped', 'refunded'].includes(o.status);
      expect(intent !== undefined).toBe(owed);
      if (!intent) continue;
      expect(intent).toMatchObject({
        id: o.intentId,
        amount: o.totalCents,
        currency: 'usd',
        refunded: o.status === 'refunded',
      });
      expect(intent.created * 1000).toBeLessThan(NOW);
    }
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
  const later = generateDemo(NOW + 3 * DAY + 1234);
  expect(later.orders.map((o) => o.id)).toEqual(demo.orders.map((o) => o.id));
  expect(later.intents.map((i) => [i.id, i.amount, i.refunded])).toEqual(
    demo.intents.map((i) => [i.id, i.amount, i.refunded]),
  );
  expect(later.users.map((u) => u.id)).toEqual(demo.users.map((u) => u.id));
});
