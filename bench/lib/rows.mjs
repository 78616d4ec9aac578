import mongoose from 'mongoose';

/** Generates products and orders in the shape in which the shop stores them: any number, the same ones each time. */

const { ObjectId } = mongoose.Types;
const BATCH = 1_000;
const HOUR = 3_600_000;

const BRANDS = ['Northbeam', 'Caldera', 'Vantor', 'Silvane', 'Orrin', 'Tessel', 'Kestrel', 'Marlow'];
const KINDS = ['ssd', 'memory', 'cooler', 'board', 'case', 'supply', 'cable', 'graphics'];
const TRAITS =
  'quiet sealed shielded modular braided anodised compact industrial certified efficient stable tested durable slim rugged'.split(
    ' ',
  );
const PEOPLE = [
  'Ada Berg',
  'Ben Okoro',
  'Chen Li',
  'Dana Ruiz',
  'Eli Novak',
  'Fay Quinn',
  'Gus Holm',
  'Hana Sato',
];

/** A word of the same few rows at every size. */
export const RARE = 'heliodor';
const RARE_ROWS = 10;
/** A word that an eighth of the rows have. */
export const COMMON = KINDS[0];

/** Random numbers from 0 to 1, the same sequence for a seed (mulberry32). */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The shop's own rules, from its build. */
const { searchFieldsOf } = await import(
  new URL('../../backend/dist/common/search-words.js', import.meta.url)
);
const { availabilityOf } = await import(
  new URL('../../backend/dist/products/availability.js', import.meta.url)
);

/**
 * @param {number} n which product
 * @param {number} now ms since 1970
 * @param {object} stock `availableQ` and `minimumOQ`, where it matters
 */
function productRow(n, now, stock) {
  const random = randomOf(n + 1);
  const pick = (from) => from[Math.floor(random() * from.length)];
  const kind = KINDS[n % KINDS.length];
  const name = `${pick(BRANDS)} ${n < RARE_ROWS ? `${RARE} ` : ''}${100_000 + n} ${kind}`;
  const description = `A ${pick(TRAITS)}, ${pick(TRAITS)} ${kind} for ${pick(TRAITS)} machines, ${pick(TRAITS)} and ${pick(TRAITS)} in daily use.`;
  const units = { minimumOQ: 5, availableQ: Math.floor(random() * 400), ...stock };
  const at = new Date(now - n * 60_000);
  return {
    _id: new ObjectId(),
    name,
    ...searchFieldsOf(name, kind, description),
    img: `/products/bench-${n}.webp`,
    priceCents: 500 + Math.floor(random() * 50_000),
    ...units,
    availability: availabilityOf(units),
    description,
    kind,
    removedAt: null,
    createdAt: at,
    updatedAt: at,
    version: 0,
  };
}

const STATES = ['paid', 'shipped', 'shipped', 'cancelled'];

/** An order of some product by one of a growing number of customers, ten orders each. */
export function orderRow(n, now) {
  const random = randomOf(n + 1_000_003);
  const customer = Math.floor(n / 10);
  const userName = `${PEOPLE[customer % PEOPLE.length]}${n < RARE_ROWS ? ` ${RARE}` : ''}`;
  const userEmail = customerEmail(customer);
  const userId = new ObjectId(customer.toString(16).padStart(24, 'a'));
  const kind = KINDS[n % KINDS.length];
  const productName = `${BRANDS[Math.floor(random() * BRANDS.length)]} ${100_000 + n} ${kind}`;
  const _id = new ObjectId();
  const unitCents = 500 + Math.floor(random() * 50_000);
  const orderQuantity = 5 + Math.floor(random() * 20);
  const status = STATES[n % STATES.length];
  const at = new Date(now - n * 60_000);
  const paid = status !== 'cancelled';
  const step = (what, hours, by) => ({ at: new Date(at.getTime() + hours * HOUR), what, by });
  return {
    _id,
    userId,
    userEmail,
    userName,
    address: `${1 + (n % 200)} Foundry Lane`,
    phone: '5550100',
    orderQuantity,
    productId: new ObjectId(),
    productName,
    unitCents,
    totalCents: unitCents * orderQuantity,
    img: `/products/bench-${n}.webp`,
    status,
    ...searchFieldsOf(userName, userEmail, productName, String(_id)),
    ...(paid && { intentId: `pi_bench${n}`, transactionId: `pi_bench${n}`, paidAt: step('paid', 1).at }),
    ...(status === 'shipped' && { shippedAt: step('shipped', 24).at }),
    intentAttempt: 0,
    holdUntil: step('hold', 48).at,
    refundAttempt: 0,
    hiddenAt: null,
    timeline: [
      { ...step('unpaid', 0, 'customer'), userId: String(userId) },
      step(paid ? 'paid' : 'cancelled', 1, paid ? 'webhook' : 'expiry'),
      ...(status === 'shipped' ? [step('shipped', 24, 'admin')] : []),
    ],
    createdAt: at,
    updatedAt: at,
    version: 0,
  };
}

/** The address of the customer who made the orders `10 n` to `10 n + 9`. */
export const customerEmail = (n) => `customer-${n}@bench.example`;

/** Replaces the demo's rows of a collection with generated ones, written to the store by the driver. */
async function fill(collection, size, row) {
  await collection.deleteMany({});
  const now = Date.now();
  for (let from = 0; from < size; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, size - from) }, (_, n) => row(from + n, now));
    await collection.insertMany(rows, { ordered: false });
  }
}

export const fillProducts = (db, size, stock) =>
  fill(db.collection('products'), size, (n, now) => productRow(n, now, stock));

export const fillOrders = (db, size) => fill(db.collection('purchases'), size, orderRow);

function reviewRow(n, now) {
  const at = new Date(now - n * 60_000);
  const comments = `Order ${n} came a day early, well packed, and has run without a fault ever since.`;
  const author = { name: PEOPLE[n % PEOPLE.length], email: customerEmail(n), img: '' };
  const userId = new ObjectId(n.toString(16).padStart(24, 'a'));
  return {
    _id: new ObjectId(),
    userId,
    ratings: 1 + (n % 5),
    comments,
    ...author,
    createdAt: at,
    updatedAt: at,
    version: 0,
  };
}

export const fillReviews = (db, size) => fill(db.collection('reviews'), size, reviewRow);
