import type { Rules } from './backend.js';
import type { DemoOrder, DemoProduct, DemoUser } from './model.js';
import { DAY } from './model.js';
import type { World } from './order-life.js';
import { orderNumber, place, withNewCustomers } from './orders.js';
import { CUSTOMERS } from './people.js';
import { Random } from './random.js';

/**
 * Any number of products and orders in addition to the demo's own, for a shop as large as one wants: products in series of the
 * demo's, customers with some twenty orders each, orders spread over the last year with all that became of them. They are
 * made one after the other and are the same for the same `now`.
 */
export interface Bulk {
  products: DemoProduct[];
  users: DemoUser[];
  /** Oldest first. */
  orders(): Iterable<DemoOrder>;
}

const YEAR = 365 * DAY;
const ORDERS_OF_A_CUSTOMER = 20;
/** More orders the nearer to now: twice as many in the last month as in the first. */
const GROWTH = 1.35;
/** A few products sell most. */
const POPULARITY = 2.2;
/** The numbers of the bulk's orders come after those of the demo's. */
const FIRST_NUMBER = 10_000;
/** Ids of the bulk: of a time to come, so that none is a real one's. */
export const BULK_IDS = { products: 'b1', users: 'b2', purchases: 'b3' } as const;
export const BULK_INTENTS = 'pi_bulk';
/** The payments that the sandbox gets: those of the newest paid orders. To the reconciliation the others have none. */
export const MOST_INTENTS = 3_000;

const idOf = (prefix: string, n: number): string => prefix + n.toString(16).padStart(22, '0');

const productOf = (n: number, now: number, random: Random, demo: readonly DemoProduct[]): DemoProduct => {
  const base = demo[n % demo.length]!;
  const series = Math.floor(n / demo.length) + 2;
  const scarce = random.next();
  const availableQ =
    scarce < 0.03
      ? 0
      : scarce < 0.06
        ? Math.floor(base.minimumOQ / 2)
        : base.minimumOQ * random.int(scarce < 0.12 ? 1 : 4, 90);
  const factor = random.between(0.7, 1.3);
  const priced = (price: number): number => Math.round(price * factor * 100) / 100;
  return {
    ...base,
    id: idOf(BULK_IDS.products, n),
    name: `${base.name} S${series}`,
    partNumbers: base.partNumbers.map((number) => `${number}-S${series}`),
    price: priced(base.price),
    ...(base.breaks && { breaks: base.breaks.map(([from, price]) => [from, priced(price)] as const) }),
    availableQ,
    initialQ: availableQ,
    createdAt: Math.round(now - YEAR - random.between(2, 200) * DAY),
  };
};

const userOf = (n: number, now: number, random: Random): DemoUser => {
  const person = CUSTOMERS[n % CUSTOMERS.length]!;
  const [name, domain] = person.email.split('@') as [string, string];
  return {
    ...person,
    id: idOf(BULK_IDS.users, n),
    uid: `bulk-${n}`,
    email: `${name}.${n}@${domain}`,
    linkedIn: '',
    photo: '',
    createdAt: Math.round(now - YEAR - random.between(1, 100) * DAY),
  };
};

export const makeBulk = (
  now: number,
  counts: { products: number; orders: number },
  { rules, ...demo }: { products: readonly DemoProduct[]; admin: DemoUser; rules: Rules },
): Bulk => {
  const random = new Random(77_777);
  const products = Array.from({ length: counts.products }, (_, n) =>
    productOf(n, now, random, demo.products),
  );
  const customers = counts.orders === 0 ? 0 : Math.ceil(counts.orders / ORDERS_OF_A_CUSTOMER);
  const users = Array.from({ length: customers }, (_, n) => userOf(n, now, random));
  const onSale = products.length > 0 ? products : demo.products.filter((p) => p.createdAt < now - 280 * DAY);
  function* orders(): Iterable<DemoOrder> {
    const dice = new Random(88_888);
    const pick = (): DemoProduct => onSale[Math.floor(dice.next() ** POPULARITY * onSale.length)]!;
    const world: World = { now, random: dice, rules, admin: demo.admin, pick };
    for (let n = 0; n < counts.orders; n += 1) {
      const left = (counts.orders - n - dice.next()) / counts.orders;
      const user = users[Math.floor(dice.next() ** 1.3 * users.length)]!;
      yield place(world, user, Math.max(left ** GROWTH * YEAR, 60_000), {
        order: idOf(BULK_IDS.purchases, n),
        number: orderNumber(rules, FIRST_NUMBER + n),
        intent: BULK_INTENTS + n.toString(36).padStart(8, '0'),
      });
    }
  }
  return { products, users, orders: () => withNewCustomers(orders()) };
};
