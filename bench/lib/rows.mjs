import mongoose from 'mongoose';

/** Generates products and orders in the shape in which the shop stores them: any number, the same ones each time. */

const { ObjectId } = mongoose.Types;
const BATCH = 1_000;
/** Batches on their way at once: the next are generated while the store writes. */
const PENDING = 3;
const HOUR = 3_600_000;

const BRANDS = ['Northbeam', 'Caldera', 'Vantor', 'Silvane', 'Orrin', 'Tessel', 'Kestrel', 'Marlow'];
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

/** Words of the same ten rows at every size, and of all rows. */
export const RARE = 'heliodor';
const RARE_ROWS = 10;
export const COMMON = 'quiet';
export const COMMON_ORDERS = 'bench';
/** Half of the rows have this kind, half `AVAILABILITY`, half a price up to `HALF_PRICE`: an eighth have all. */
export const KINDS = ['ssd', 'memory', 'cooler', 'board', 'case', 'supply', 'cable', 'graphics'];
export const [KIND] = KINDS;
export const AVAILABILITY = 'low';
export const HALF_PRICE = 250;
/** The orders of one customer, as many at every size. */
const OWN_ORDERS = 60;

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
const { freeText, searchFieldsOf } = await import(
  new URL('../../backend/dist/lists/search-words.js', import.meta.url)
);
const { availabilityOf } = await import(
  new URL('../../backend/dist/products/availability.js', import.meta.url)
);
const { amountsOf } = await import(
  new URL('../../backend/dist/purchases/orders/order-lines.js', import.meta.url)
);
const { searchFieldsOfOrder } = await import(
  new URL('../../backend/dist/purchases/orders/order-words.js', import.meta.url)
);
const { parseOrderNumber } = await import(
  new URL('../../backend/dist/purchases/orders/order-number.js', import.meta.url)
);

const USES = ['office machines', 'small servers', 'render nodes', 'test benches', 'recording studios'];
const MATERIALS = ['anodised aluminium', 'nickel-plated copper', 'glass-filled nylon', 'zinc-coated steel'];

/** As long as those of the demo's products, with as many different words. */
function descriptionOf(n, random) {
  const among = (words) => words[Math.floor(random() * words.length)];
  return (
    `A quiet part for ${among(USES)}, made of ${among(MATERIALS)} and checked by hand before it leaves. ` +
    `It draws ${5 + (n % 90)} W at full load and stays under ${30 + (n % 11)} dB from a metre away. ` +
    `Rated for ${100 * (1 + (n % 40))} thousand hours between failures, delivered in trays of ` +
    `${2 + (n % 9)} with anti-static sleeves and a ${1 + (n % 7)}-year warranty.`
  );
}

/**
 * @param {number} n which product
 * @param {number} now ms since 1970
 * @param {object} stock `availableQ` and `minimumOQ`, where it matters
 */
function productRow(n, now, stock) {
  const random = randomOf(n + 1);
  const kind = n % 2 === 0 ? KIND : KINDS[1 + (Math.floor(n / 2) % (KINDS.length - 1))];
  const name = `${BRANDS[n % BRANDS.length]} ${n}${n < RARE_ROWS ? ` ${RARE}` : ''}`;
  const description = descriptionOf(n, randomOf(n + 2_000_003));
  const isLow = Math.floor(n / 2) % 2 === 0;
  const units = {
    minimumOQ: 5,
    availableQ: isLow ? 5 + Math.floor(random() * 10) : 15 + Math.floor(random() * 400),
    ...stock,
  };
  const isCheap = Math.floor(n / 4) % 2 === 0;
  const at = new Date(now - n * 60_000);
  return {
    _id: new ObjectId(),
    name,
    ...searchFieldsOf(name, kind, freeText(description)),
    img: `/products/bench-${n}.webp`,
    priceCents: (isCheap ? 500 : 100 * HALF_PRICE) + Math.floor(random() * (100 * HALF_PRICE - 500)),
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

/** A line of an order as it is placed. */
export const lineRow = ({ _id: productId, name, img, priceCents: unitCents }, quantity) => ({
  productId,
  name,
  img,
  unitCents,
  quantity,
  taxRate: 0,
  taxCents: 0,
  refunded: 0,
  shipped: 0,
  restocked: 0,
});

/** What became of all units of a line. */
const afterwards = (line, status) => ({
  ...line,
  ...(status === 'shipped' && { shipped: line.quantity }),
  ...(status === 'cancelled' && { restocked: line.quantity }),
});

/** An order of one to three products: the first by `owner`, the others by a growing number of customers, ten orders each. */
export function orderRow(n, now, owner) {
  const random = randomOf(n + 1_000_003);
  const customer = Math.floor(n / 10);
  const userName = `${PEOPLE[customer % PEOPLE.length]}${n < RARE_ROWS ? ` ${RARE}` : ''}`;
  const userEmail = `${customer}@bench.example`;
  const userId = owner && n < OWN_ORDERS ? owner : new ObjectId(customer.toString(16).padStart(24, 'a'));
  const _id = new ObjectId();
  const number = parseOrderNumber(String(n).padStart(8, '0'));
  const status = STATES[n % STATES.length];
  const lines = Array.from({ length: 1 + (n % 3) }, (_, of) => {
    const name = `${BRANDS[(n + of) % BRANDS.length]} ${n + of}`;
    const priceCents = 500 + Math.floor(random() * 50_000);
    const product = { _id: new ObjectId(), name, img: `/products/bench-${n + of}.webp`, priceCents };
    return afterwards(lineRow(product, 5 + Math.floor(random() * 20)), status);
  });
  const at = new Date(now - n * 60_000);
  const paid = status !== 'cancelled';
  const step = (what, hours, by) => ({ at: new Date(at.getTime() + hours * HOUR), what, by });
  const shippedAt = step('shipped', 24).at;
  const units = lines.map(({ productId, quantity }) => ({ productId, quantity }));
  const shipment = {
    _id: new ObjectId(),
    at: shippedAt,
    trackingNumber: `1Z${n}`.padEnd(12, '0'),
    lines: units,
  };
  const searched = {
    _id,
    number,
    userEmail,
    userName,
    address: `${1 + (n % 200)} Foundry Lane, Springfield`,
    phone: `555${String(customer % 10_000_000).padStart(7, '0')}`,
    lines,
    shipments: status === 'shipped' ? [shipment] : [],
  };
  return {
    ...searched,
    userId,
    ...amountsOf({ lines, pricesIncludeTax: true }),
    pricesIncludeTax: true,
    currency: 'USD',
    status,
    ...searchFieldsOfOrder(searched),
    ...(paid && { intentId: `pi_bench${n}`, transactionId: `pi_bench${n}`, paidAt: step('paid', 1).at }),
    ...(status === 'shipped' && { shippedAt }),
    refunds: [],
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

/**
 * Replaces the demo's rows of a collection with generated ones, written to the store by the driver. Its indexes are dropped
 * and created again at the end, which takes half as long as keeping them.
 */
async function fill(collection, size, row) {
  await collection.deleteMany({});
  const indexes = (await collection.listIndexes().toArray()).filter(({ name }) => name !== '_id_');
  await collection.dropIndexes();
  const now = Date.now();
  const pending = new Set();
  for (let from = 0; from < size; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, size - from) }, (_, n) => row(from + n, now));
    const written = collection.insertMany(rows, { ordered: false }).finally(() => pending.delete(written));
    pending.add(written);
    if (pending.size === PENDING) await Promise.race(pending);
  }
  await Promise.all(pending);
  await collection.createIndexes(indexes.map(({ v: _version, ...index }) => index));
}

export const fillProducts = (db, size, stock) =>
  fill(db.collection('products'), size, (n, now) => productRow(n, now, stock));

/** @param {import('mongoose').Types.ObjectId} owner the `_id` of the customer with orders of their own */
export const fillOrders = (db, size, owner) =>
  fill(db.collection('purchases'), size, (n, now) => orderRow(n, now, owner));

function reviewRow(n, now) {
  const at = new Date(now - n * 60_000);
  const comments = `Order ${n} came a day early, well packed, and has run without a fault ever since.`;
  const author = { name: PEOPLE[n % PEOPLE.length], email: `${n}@bench.example`, img: '' };
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
