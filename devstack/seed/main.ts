/**
 * Fills an empty database with the demo data, once. Needs MONGODB_URI; with IDENTITY_EMULATOR_URL the demo accounts are
 * made, with PAYMENTS_SANDBOX_URL (and STRIPE_SECRET_KEY) the paid orders with their payments. Without the sandbox no order
 * is claimed to be paid. `--products N --orders N` add as many again, for a shop of any size: see bulk.ts. Ends with 0 when the data is there, with 1 and one line that says why when it is not.
 */
import { parseArgs } from 'node:util';
import { loadBackend, loadRules } from './backend.js';
import { type Bulk, makeBulk, MOST_INTENTS } from './bulk.js';
import { Database } from './database.js';
import {
  disputeRows,
  documentsOf,
  type Extras,
  numberRow,
  orderRow,
  paymentRows,
  productRow,
  userRow,
} from './documents.js';
import { generateDemo } from './generate.js';
import { importPayments, makeAccounts } from './local-services.js';
import type { DemoData, DemoIntent, DemoOrder } from './model.js';
import { intentOf, withNewCustomers } from './orders.js';

const setting = (name: string): string | undefined => process.env[name]?.trim() || undefined;

const required = (name: string): string => {
  const value = setting(name);
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
};

/** How many rows of the bulk are wanted. */
const wanted = (): { products: number; orders: number } => {
  const text = { type: 'string', default: '0' } as const;
  const { values } = parseArgs({ options: { products: text, orders: text } });
  const whole = (name: 'products' | 'orders'): number => {
    const count = Number(values[name]);
    if (!Number.isSafeInteger(count) || count < 0) throw new Error(`--${name} is to be a whole number.`);
    return count;
  };
  return { products: whole('products'), orders: whole('orders') };
};

/** Leaves out what no service confirms: accounts without the emulator, payments without the sandbox. */
const withinReach = (demo: DemoData, identity: boolean, payments: boolean): DemoData => {
  const users = demo.users.filter((u) => identity || !u.account);
  const within = demo.orders.filter((o) => users.includes(o.user) && (payments || o.intentId === undefined));
  const orders = [...withNewCustomers(within)];
  const reviews = demo.reviews.filter((r) => users.includes(r.user));
  return { ...demo, users, orders, reviews };
};

const report = (what: string) => (written: number) => {
  if (written % 100_000 === 0) console.log(`${written} ${what} …`);
};

/** Whether its units count as held by a new customer. */
const isHeldByNew = ({ status, ofNewCustomer }: DemoOrder): boolean =>
  status === 'unpaid' && ofNewCustomer === true;

async function writeBulkOrders(
  database: Database,
  bulk: Bulk,
  extras: Extras,
): Promise<{ held: DemoOrder[]; newest: DemoIntent[] }> {
  const orders = await database.bulkWriter('purchases', report('orders'));
  const numbers = await database.bulkWriter('orderNumbers');
  const payments = await database.bulkWriter('payments');
  const disputes = await database.bulkWriter('disputes');
  const placed = new Map<string, number>();
  const held: DemoOrder[] = [];
  const newest: DemoIntent[] = [];
  for (const order of bulk.orders()) {
    await orders.add(orderRow(order, extras));
    await numbers.add(numberRow(order));
    await payments.addAll(paymentRows(order, extras));
    await disputes.addAll(disputeRows(order, extras));
    placed.set(order.user.id, (placed.get(order.user.id) ?? 0) + 1);
    if (isHeldByNew(order)) held.push(order);
    newest.push(...intentOf(order));
    if (newest.length > 2 * MOST_INTENTS) newest.splice(0, MOST_INTENTS);
  }
  for (const writer of [orders, numbers, payments, disputes]) await writer.close();
  await database.writeLocks(placed);
  return { held, newest: newest.slice(-MOST_INTENTS) };
}

/**
 * Writes the bulk. Without the payment sandbox, its payments have their records in the shop alone, as those older than its newest have.
 * @returns the orders that count as held by new customers
 */
async function writeBulk(
  database: Database,
  demo: DemoData,
  extras: Extras,
  counts: { products: number; orders: number },
  importIntents: (intents: DemoIntent[]) => Promise<void>,
): Promise<DemoOrder[]> {
  const now = Date.now();
  const admin = demo.users.find(({ account }) => account === 'admin') ?? demo.users[0]!;
  const bulk = makeBulk(now, counts, { products: demo.products, admin, rules: extras.rules });
  const products = await database.bulkWriter('products', report('products'));
  await products.addAll(bulk.products.map((p) => productRow(p, extras, now)));
  await products.close();
  const users = await database.bulkWriter('users');
  await users.addAll(bulk.users.map((u) => userRow(u, extras)));
  await users.close();
  const { held, newest } = await writeBulkOrders(database, bulk, extras);
  await importIntents(newest);
  console.log(
    `${counts.products} products and ${counts.orders} orders more, of ${bulk.users.length} customers.`,
  );
  return held;
}

const seed = async (): Promise<void> => {
  const counts = wanted();
  const [{ schemas, migrate, ...backend }, rules] = await Promise.all([loadBackend(), loadRules()]);
  const database = await Database.open(required('MONGODB_URI'), schemas);
  try {
    const state = await database.state();
    if (state === 'done') {
      if (counts.products + counts.orders > 0)
        throw new Error(
          'The demo data is there already: further rows are only written into an empty database.',
        );
      return console.log('The demo data is there already.');
    }
    if (state === 'foreign') {
      throw new Error(
        'The database is not empty and was not filled by the seed: the demo data is only written into an empty one.',
      );
    }
    const identity = setting('IDENTITY_EMULATOR_URL');
    const payments = setting('PAYMENTS_SANDBOX_URL');
    const demo = withinReach(generateDemo(Date.now(), rules), identity !== undefined, payments !== undefined);
    const holdHours = Number(setting('ORDER_HOLD_HOURS') ?? 48);
    const standIns = identity !== undefined || payments !== undefined;
    await database.begin(standIns);
    await database.run(migrate);
    if (identity !== undefined) await makeAccounts(identity, required('FIREBASE_PROJECT_ID'), demo);
    const importIntents = async (intents: DemoIntent[]): Promise<void> => {
      if (payments !== undefined) await importPayments(payments, required('STRIPE_SECRET_KEY'), intents);
    };
    await importIntents(demo.intents);
    const extras = { rules, holdHours };
    const documents = documentsOf(demo, extras);
    if (state === 'interrupted') {
      await database.clear(documents);
      await database.clearBulk();
    }
    await database.write(documents);
    const held = demo.orders.filter(isHeldByNew);
    if (counts.products + counts.orders > 0)
      held.push(...(await writeBulk(database, demo, extras, counts, importIntents)));
    await database.writeHeld(rules.newCustomerUnits(held));
    await database.run(backend.buildReports);
    await database.run(backend.addStockLevels);
    await database.finish(standIns);
    console.log(
      `${demo.products.length} products, ${demo.users.length} users, ${demo.orders.length} orders and ${demo.reviews.length} reviews written.`,
    );
  } finally {
    await database.close();
  }
};

if (process.send) process.on('disconnect', () => process.exit(1));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));

try {
  await seed();
  process.exit(0);
} catch (error) {
  console.error(`Demo data: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
