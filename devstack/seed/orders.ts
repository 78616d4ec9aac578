import { DAY, HOUR, type DemoEvent, type DemoOrder, type DemoProduct, type DemoUser } from './model.js';
import type { Random } from './random.js';

/** How an order went; `late` was paid after it had been cancelled, and given back. */
type Course = 'unpaid' | 'paid' | 'shipped' | 'expired' | 'cancelled' | 'refunded' | 'returned' | 'late';

const ORDERS = 306;
const HOLD = 48 * HOUR;
/** What was paid 120 days ago or more was paid at the old price. */
const OLD_PRICE = { before: 120 * DAY, factor: 0.96 };

export interface World {
  now: number;
  random: Random;
  admin: DemoUser;
  /** A product that was on sale then. */
  pick: (createdAt: number) => DemoProduct;
}

/** A course that fits an order's age. */
const courseFor = (random: Random, age: number): Course => {
  const dice = random.next();
  if (age < 46 * HOUR)
    return dice < 0.5 ? 'unpaid' : dice < 0.86 ? 'paid' : dice < 0.94 ? 'cancelled' : 'shipped';
  if (age < 7 * DAY)
    return dice < 0.42 ? 'paid' : dice < 0.84 ? 'shipped' : dice < 0.9 ? 'refunded' : 'expired';
  if (age < 21 * DAY && dice < 0.06) return 'paid';
  if (dice < 0.8) return 'shipped';
  if (dice < 0.86) return 'expired';
  if (dice < 0.91) return 'cancelled';
  if (dice < 0.96) return 'refunded';
  return dice < 0.98 ? 'returned' : 'late';
};

/** More orders the nearer to now; none in the last half hour. */
const ageOf = (random: Random, index: number): number => {
  if (index < 34) return random.between(0.5 * HOUR, 45 * HOUR);
  return 50 * HOUR + random.next() ** 1.45 * 238 * DAY;
};

const quantityOf = (random: Random, { minimumOQ, price }: DemoProduct): number => {
  const most = Math.max(1, Math.min(6, Math.floor(30_000 / (price * minimumOQ))));
  const exact = minimumOQ * random.int(1, most);
  const step = minimumOQ >= 20 ? 10 : 1;
  return exact + (random.chance(0.3) ? step * random.int(1, 3) : 0);
};

/** The timeline of a course, with the times that the order keeps. */
const live = (
  world: World,
  course: Course,
  user: DemoUser,
  createdAt: number,
): Pick<DemoOrder, 'status' | 'timeline' | 'paidAt' | 'shippedAt'> => {
  const { random, now, admin } = world;
  const person: Pick<DemoEvent, 'by' | 'userId'> = { by: 'customer', userId: user.id };
  const clerk: Pick<DemoEvent, 'by' | 'userId'> = { by: 'admin', userId: admin.id };
  const timeline: DemoEvent[] = [{ at: createdAt, what: 'unpaid', ...person }];
  /** Some hours after the last event, but before now. */
  const later = (from: number, to: number): number => {
    const last = timeline.at(-1)!.at;
    return Math.round(Math.min(last + random.between(from, to) * HOUR, last + (now - last) * 0.9));
  };
  const note = (what: string, at: number, who: Omit<DemoEvent, 'at' | 'what'>): number => {
    timeline.push({ at, what, ...who });
    return at;
  };
  const pay = (): number => note('paid', later(0.02, 9), random.chance(0.3) ? { by: 'webhook' } : person);

  switch (course) {
    case 'unpaid':
      return { status: 'unpaid', timeline };
    case 'expired':
      note('cancelled', createdAt + HOLD + random.int(5, 55) * 1000, { by: 'expiry' });
      return { status: 'cancelled', timeline };
    case 'cancelled':
      note('cancelled', later(1, 30), random.chance(0.5) ? clerk : person);
      return { status: 'cancelled', timeline };
    case 'late': {
      note('cancelled', createdAt + HOLD + random.int(5, 55) * 1000, { by: 'expiry' });
      const paidAt = note('paid-late', later(0.1, 4), {
        by: 'webhook',
        note: 'The payment came after the order was cancelled; it is given back.',
      });
      note('refunded', paidAt + random.int(3, 40) * 1000, { by: 'webhook' });
      return { status: 'refunded', timeline, paidAt };
    }
    case 'paid':
      return { paidAt: pay(), status: 'paid', timeline };
    case 'refunded': {
      const paidAt = pay();
      note('refund-requested', later(4, 60), clerk);
      note('refunded', timeline.at(-1)!.at + random.int(2, 9) * 1000, clerk);
      return { status: 'refunded', timeline, paidAt };
    }
    default: {
      const paidAt = pay();
      const shippedAt = note('shipped', later(5, 72), clerk);
      if (course === 'shipped') return { status: 'shipped', timeline, paidAt, shippedAt };
      note('refund-requested', later(90, 260), clerk);
      note('refunded', timeline.at(-1)!.at + random.int(2, 9) * 1000, clerk);
      return { status: 'refunded', timeline, paidAt, shippedAt };
    }
  }
};

/**
 * An order of some age, with all that became of it.
 *
 * @param ids makes its id and its payment's
 */
export const place = (
  world: World,
  user: DemoUser,
  course: Course | undefined,
  age: number,
  ids = { order: () => `68${world.random.hex(22)}`, intent: () => `pi_3R${world.random.hex(22)}` },
): DemoOrder => {
  const { random, now } = world;
  const createdAt = Math.round(now - age);
  const product = world.pick(createdAt);
  const quantity = quantityOf(random, product);
  const cents = Math.round(product.price * 100);
  const unitCents = age > OLD_PRICE.before ? Math.round(cents * OLD_PRICE.factor) : cents;
  const order: DemoOrder = {
    id: ids.order(),
    user,
    product,
    quantity,
    unitCents,
    totalCents: unitCents * quantity,
    createdAt,
    refunded: false,
    ...live(world, course ?? courseFor(random, age), user, createdAt),
  };
  if (order.paidAt !== undefined) order.intentId = ids.intent();
  order.refunded = order.intentId !== undefined && order.status === 'refunded';
  const last = order.timeline.at(-1)!;
  if (order.status === 'cancelled' && last.by === 'customer') order.hiddenAt = last.at;
  return order;
};

/** What the demo customer ordered, some of everything. */
const OWN: readonly [course: Course, daysAgo: number][] = [
  ['unpaid', 0.2],
  ['unpaid', 1.1],
  ['paid', 0.6],
  ['paid', 2.4],
  ['shipped', 5.2],
  ['expired', 9],
  ['shipped', 13.5],
  ['refunded', 19],
  ['shipped', 31],
  ['cancelled', 44],
  ['shipped', 63],
  ['returned', 88],
  ['shipped', 131],
  ['shipped', 190],
];

/** All demo orders, oldest first. */
export const makeOrders = (
  { products, ...rest }: Omit<World, 'pick'> & { products: readonly DemoProduct[] },
  customers: readonly DemoUser[],
  demoCustomer: DemoUser,
): DemoOrder[] => {
  const { random, now } = rest;
  const pick = (createdAt: number) => random.pick(products.filter((p) => p.createdAt < createdAt - DAY));
  const world: World = { ...rest, pick };
  const own = OWN.map(([course, days]) => place(world, demoCustomer, course, days * DAY));
  const others = Array.from({ length: ORDERS }, (_, i) => {
    const age = ageOf(random, i);
    const buyers = customers.filter((u) => u.createdAt < now - age);
    return place(world, random.pick(buyers), undefined, age);
  });
  return [...own, ...others].sort((a, b) => a.createdAt - b.createdAt);
};
