import type { Specs } from '../../backend/src/kinds/kind.js';
import type { Rules } from './backend.js';
import type { CatalogueProduct } from './catalogue/entry.js';
import { DAY, HOUR, type DemoData, type DemoProduct, type DemoReview, type DemoUser } from './model.js';
import { intentOf, makeOrders } from './orders.js';
import { OWN_KINDS } from './own-kinds.js';
import { CUSTOMERS, DEMO_ACCOUNTS, DEMO_CUSTOMER_ADDRESS } from './people.js';
import { PRODUCTS } from './products.js';
import { Random } from './random.js';
import { REVIEW_TEXTS } from './review-texts.js';
import { specsReader } from './specs-reader.js';

const AVATARS = 6;

/** Products that came out in the last weeks, newest first; the others are older than the oldest order. */
const NEW = [
  'vantar-90-graphics-card-16-gb',
  'anvil-x9-atx-motherboard',
  'bastion-one-tower-case',
  'dart-700-nvme-ssd-2-tb-with-heatsink',
  'glacis-twin-cpu-cooler',
  'halyard-glow-white-case-fan',
  'lattice-glow-ddr5-kit-4-x-16-gb',
  'kestrel-k7-processor',
  'glacis-flow-360-white-liquid-cooler',
  'dynamo-1000-platinum-power-supply',
];

const makeProducts = (
  random: Random,
  now: number,
  specsOf: (product: CatalogueProduct) => Specs,
): DemoProduct[] =>
  PRODUCTS.map((product): DemoProduct => {
    const place = NEW.indexOf(product.slug);
    const age = place >= 0 ? (4 + place * 5.3) * DAY : random.between(290, 400) * DAY;
    return {
      ...product,
      specs: specsOf(product),
      id: `67${random.hex(22)}`,
      createdAt: Math.round(now - age),
      initialQ: product.availableQ,
    };
  });

const makeUsers = (
  random: Random,
  now: number,
): { admin: DemoUser; customer: DemoUser; others: DemoUser[] } => {
  const account = (kind: 'admin' | 'customer'): DemoUser => ({
    id: `66${random.hex(22)}`,
    uid: '',
    account: kind,
    email: DEMO_ACCOUNTS[kind].email,
    name: DEMO_ACCOUNTS[kind].displayName,
    phone: kind === 'customer' ? DEMO_CUSTOMER_ADDRESS.phone : '',
    address: kind === 'customer' ? DEMO_CUSTOMER_ADDRESS.address : '',
    education: kind === 'customer' ? 'Computer science' : '',
    linkedIn: kind === 'customer' ? 'https://www.linkedin.com/in/jamie-parker-example' : '',
    photo: kind === 'customer' ? '/avatars/3.svg' : '',
    createdAt: Math.round(now - 300 * DAY),
  });
  const others = CUSTOMERS.map((person, i): DemoUser => ({
    ...person,
    id: `66${random.hex(22)}`,
    uid: `demo-${random.hex(20)}`,
    linkedIn:
      i % 4 === 0
        ? `https://www.linkedin.com/in/${person.email.split('@')[0]!.replaceAll('.', '-')}-example`
        : '',
    photo: `/avatars/${1 + (i % AVATARS)}.svg`,
    createdAt: Math.round(now - (i < 18 ? random.between(250, 300) : random.between(12, 250)) * DAY),
  }));
  return { admin: account('admin'), customer: account('customer'), others };
};

const makeReviews = (random: Random, now: number, customers: readonly DemoUser[]): DemoReview[] => {
  const count = REVIEW_TEXTS.length;
  let last = now - 232 * DAY;
  return REVIEW_TEXTS.map(([ratings, comments], i) => {
    const left = now - 5 * HOUR - last;
    last += Math.min(left * 0.9, (left / (count - i)) * random.between(0.5, 1.5));
    const joined = customers.filter((u) => u.createdAt < last - 3 * DAY);
    const user = joined[(i * 7) % joined.length]!;
    return { id: `65${random.hex(22)}`, user, ratings, comments, createdAt: Math.round(last) };
  });
};

/**
 * The whole demo data, the same for the same `now` but for nothing else: ids, people and amounts never change, so that a
 * seed that was interrupted finds what it wrote.
 *
 * @throws Error for a kind or a specification that the shop would not take
 */
export const generateDemo = (now: number, rules: Rules): DemoData => {
  const random = new Random(20_240_611);
  const kinds = OWN_KINDS.map(({ kind }) => kind);
  const products = makeProducts(random, now, specsReader(kinds, rules));
  const { admin, customer, others } = makeUsers(random, now);
  const orders = makeOrders({ now, random, rules, products, admin }, others, customer);
  for (const { products: ordered, lines } of orders)
    for (const [n, line] of lines.entries()) ordered[n]!.initialQ += rules.unitsTaken(line);
  const reviews = makeReviews(random, now, [customer, ...others]);
  const subscriptions = others
    .filter((_, i) => i % 5 !== 2)
    .map((user) => ({ id: `64${random.hex(22)}`, email: user.email, createdAt: user.createdAt + HOUR }));
  const intents = orders.flatMap(intentOf);
  return { kinds, products, users: [admin, customer, ...others], orders, reviews, subscriptions, intents };
};
