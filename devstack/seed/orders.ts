import type { Rules } from './backend.js';
import {
  DAY,
  HOUR,
  soldAs,
  type DemoIntent,
  type DemoOrder,
  type DemoProduct,
  type DemoUser,
} from './model.js';
import { OrderLife, type World } from './order-life.js';
import type { Random } from './random.js';

/**
 * How an order went; `late` was paid after it had been cancelled, and refunded; of `undone` the shipment was undone; of
 * `line-refunded` a line was refunded before the rest had shipped, of `line-returned` afterwards; of `dispute-won` and
 * `disputed` the cardholder disputed the payment.
 */
type Course =
  | 'unpaid'
  | 'paid'
  | 'partly-shipped'
  | 'undone'
  | 'shipped'
  | 'line-refunded'
  | 'line-returned'
  | 'amount-refunded'
  | 'expired'
  | 'cancelled'
  | 'refunded'
  | 'returned'
  | 'disputed'
  | 'dispute-won'
  | 'late';

const ORDERS = 302;
/** What was paid 120 days ago or more was paid at the old price. */
const OLD_PRICE = { before: 120 * DAY, factor: 0.96 };

/** What part of the orders has at most so many lines: most have one to three, the largest eight. */
const UP_TO_LINES = [0.46, 0.68, 0.82, 0.88, 0.92, 0.955, 0.98, 1];
/** What the units of an order cost at most, in dollars, unless the minimum costs more. */
const MOST_DOLLARS = 30_000;

/** A course that fits an order's age. */
const courseFor = (random: Random, age: number): Course => {
  const dice = random.next();
  if (age < 46 * HOUR) {
    if (dice < 0.5) return 'unpaid';
    if (dice < 0.82) return 'paid';
    if (dice < 0.88) return 'partly-shipped';
    return dice < 0.95 ? 'cancelled' : 'shipped';
  }
  if (age < 7 * DAY) {
    if (dice < 0.32) return 'paid';
    if (dice < 0.4) return 'partly-shipped';
    if (dice < 0.47) return 'undone';
    if (dice < 0.82) return 'shipped';
    if (dice < 0.86) return 'line-refunded';
    return dice < 0.91 ? 'refunded' : 'expired';
  }
  if (age < 21 * DAY && dice < 0.06) return 'paid';
  if (dice < 0.73) return 'shipped';
  if (dice < 0.75) return age < 40 * DAY ? 'disputed' : 'dispute-won';
  if (dice < 0.77) return 'line-refunded';
  if (dice < 0.79) return 'line-returned';
  if (dice < 0.81) return 'amount-refunded';
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

const quantityOf = (
  random: Random,
  { minimumOQ, orderStep, price }: DemoProduct,
  dollars: number,
): number => {
  const most = Math.max(1, Math.min(6, Math.floor(dollars / (price * minimumOQ))));
  const exact = minimumOQ * random.int(1, most);
  const step = orderStep ?? (minimumOQ >= 20 ? 10 : 1);
  return exact + (random.chance(0.3) ? step * random.int(1, 3) : 0);
};

const linesFor = (random: Random): number => {
  const dice = random.next();
  return 1 + UP_TO_LINES.findIndex((part) => dice < part);
};

/** Some products, none twice; fewer than wanted where there are not as many. */
const pickProducts = ({ pick }: World, createdAt: number, wanted: number): DemoProduct[] => {
  const picked = new Set<DemoProduct>();
  for (let tries = 0; picked.size < wanted && tries < 10 * wanted; tries += 1) picked.add(pick(createdAt));
  return [...picked];
};

/** Crockford's base32. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NUMBERS = 32n ** 8n;
const spread = (x: bigint): bigint => ((x ^ (x >> 19n)) * 795_028_841n) % NUMBERS;

/** The n-th order number of the seed. They look random, and no two are the same: each step maps different ones differently. */
export const orderNumber = ({ parseOrderNumber }: Rules, n: number): string => {
  let rest = spread(spread(BigInt(n + 1) * 669_171_001n));
  let digits = '';
  for (; digits.length < 8; rest /= 32n) digits = DIGITS[Number(rest % 32n)]! + digits;
  return parseOrderNumber(digits)!;
};

export interface Ids {
  order: string;
  number: string;
  intent: string;
}

/** An order as it is placed. */
const newOrder = (world: World, user: DemoUser, age: number, wanted: number, ids: Ids): DemoOrder => {
  const { random, rules, now } = world;
  const createdAt = Math.round(now - age);
  const products = pickProducts(world, createdAt, wanted);
  const lines = products.map((product) => {
    const quantity = quantityOf(random, product, MOST_DOLLARS / products.length);
    const line = rules.lineOf({ quantity }, soldAs(product));
    if (age > OLD_PRICE.before) line.unitCents = Math.round(line.unitCents * OLD_PRICE.factor);
    return line;
  });
  return {
    id: ids.order,
    number: ids.number,
    user,
    products,
    lines,
    ...rules.amountsOf({ lines, pricesIncludeTax: true }),
    pricesIncludeTax: true,
    status: 'unpaid',
    shipments: [],
    refunds: [],
    refundAttempt: 0,
    createdAt,
    timeline: [],
  };
};

/** Lets an order take its course. */
const follow = (life: OrderLife, course: Course, intent: string): void => {
  if (course === 'unpaid') return;
  if (course === 'cancelled') return life.cancel();
  if (course === 'expired') return life.expire();
  if (course === 'late') {
    life.expire();
    return life.payLate(intent);
  }
  life.pay(intent);
  if (course === 'paid') return;
  if (course === 'partly-shipped') return life.shipPart();
  if (course === 'refunded') return life.refund(4, 60);
  if (course === 'line-refunded') life.refundLine(2, 30, 'Not available before next month.');
  life.ship();
  if (course === 'undone') life.undoShipment('The parcel came back: nobody was there to receive it.');
  if (course === 'line-returned') life.refundLine(90, 260, 'Arrived damaged.');
  if (course === 'amount-refunded') life.refundAmount(90, 200, 'Scratched packaging.');
  if (course === 'returned') life.refund(90, 260);
  if (course === 'disputed' || course === 'dispute-won') life.dispute('product_not_received');
  if (course === 'dispute-won') life.winDispute();
};

/**
 * An order of some age, with all that became of it.
 *
 * @param as its course and its number of lines; without it what fits its age
 */
export const place = (
  world: World,
  user: DemoUser,
  age: number,
  ids: Ids,
  as?: { course: Course; lines: number },
): DemoOrder => {
  const course = as?.course ?? courseFor(world.random, age);
  const order = newOrder(world, user, age, as?.lines ?? linesFor(world.random), ids);
  follow(new OrderLife(world, order), course, ids.intent);
  return order;
};

/** Orders, oldest first, with those marked whose customer had not paid anything when they placed it. */
export function* withNewCustomers(orders: Iterable<DemoOrder>): Iterable<DemoOrder> {
  const firstPaid = new Map<string, number>();
  for (const order of orders) {
    const { user, createdAt, paidAt = Infinity } = order;
    const before = firstPaid.get(user.id) ?? Infinity;
    if (before > createdAt) order.ofNewCustomer = true;
    firstPaid.set(user.id, Math.min(before, paidAt));
    yield order;
  }
}

/** What the sandbox knows of an order's payment. */
export const intentOf = (order: DemoOrder): DemoIntent[] =>
  order.intentId === undefined || order.paidAt === undefined
    ? []
    : [
        {
          id: order.intentId,
          amount: order.totalCents,
          currency: 'usd',
          created: Math.floor(order.paidAt / 1000) - 20,
          metadata: { orderId: order.id },
          refunds: order.refunds.map(({ refundId, amountCents, at, attempt }) => ({
            id: refundId!,
            amount: amountCents,
            created: Math.floor(at.getTime() / 1000),
            metadata: { attempt: String(attempt) },
          })),
          disputed: order.dispute?.status === 'needs_response',
        },
      ];

/** What the demo customer ordered, some of everything. */
const OWN: readonly [course: Course, daysAgo: number, lines: number][] = [
  ['unpaid', 0.2, 1],
  ['unpaid', 1.1, 4],
  ['paid', 0.6, 2],
  ['paid', 2.4, 1],
  ['partly-shipped', 3.3, 5],
  ['shipped', 5.2, 8],
  ['undone', 6.4, 2],
  ['expired', 9, 3],
  ['shipped', 13.5, 1],
  ['refunded', 19, 3],
  ['line-refunded', 25, 3],
  ['disputed', 31, 2],
  ['amount-refunded', 38, 1],
  ['cancelled', 44, 2],
  ['shipped', 63, 6],
  ['returned', 88, 2],
  ['dispute-won', 131, 1],
  ['shipped', 190, 1],
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
  let made = 0;
  const ids = (): Ids => ({
    order: `68${random.hex(22)}`,
    number: orderNumber(rest.rules, made++),
    intent: `pi_3R${random.hex(22)}`,
  });
  const own = OWN.map(([course, days, lines]) =>
    place(world, demoCustomer, days * DAY, ids(), { course, lines }),
  );
  const others = Array.from({ length: ORDERS }, (_, i) => {
    const age = ageOf(random, i);
    const buyers = customers.filter((u) => u.createdAt < now - age);
    return place(world, random.pick(buyers), age, ids());
  });
  return [...own, ...others].sort((a, b) => a.createdAt - b.createdAt);
};
