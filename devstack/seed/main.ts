/**
 * Fills an empty database with the demo data, once. Needs MONGODB_URI; with IDENTITY_EMULATOR_URL the demo accounts are
 * made, with PAYMENTS_SANDBOX_URL (and STRIPE_SECRET_KEY) the paid orders with their payments. Without the sandbox no order
 * is claimed to be paid. `--products N --orders N` add as many again, for a shop of any size: see bulk.ts. Ends with 0 when the data is there, with 1 and one line that says why when it is not.
 */
import { parseArgs } from 'node:util';
import { loadBackend } from './backend.js';
import { Database } from './database.js';
import { intentOf, makeBulk, MOST_INTENTS } from './bulk.js';
import { documentsOf, type Extras, orderRow, productRow, userRow } from './documents.js';
import { generateDemo } from './generate.js';
import type { DemoData, DemoIntent } from './model.js';
import { importPayments, makeAccounts } from './local-services.js';

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
  const orders = demo.orders.filter((o) => users.includes(o.user) && (payments || o.intentId === undefined));
  const reviews = demo.reviews.filter((r) => users.includes(r.user));
  return { ...demo, users, orders, reviews };
};

const report = (what: string) => (written: number) => {
  if (written % 100_000 === 0) console.log(`${written} ${what} …`);
};

function* rowsOf<T>(items: readonly T[], row: (item: T) => Record<string, unknown>) {
  for (const item of items) yield row(item);
}

/** Without the payment sandbox, the bulk's paid orders have their payments' ids alone, as those older than its newest have. */
async function writeBulk(
  database: Database,
  demo: DemoData,
  extras: Extras,
  counts: { products: number; orders: number },
  importIntents: (intents: DemoIntent[]) => Promise<Map<string, string>>,
): Promise<void> {
  const now = Date.now();
  const admin = demo.users.find(({ account }) => account === 'admin') ?? demo.users[0]!;
  const bulk = makeBulk(now, counts, { products: demo.products, admin });
  const placed = new Map<string, number>();
  const newest: DemoIntent[] = [];
  for (const order of bulk.orders()) {
    newest.push(...intentOf(order));
    if (newest.length > 2 * MOST_INTENTS) newest.splice(0, MOST_INTENTS);
  }
  const refunds = await importIntents(newest.slice(-MOST_INTENTS));
  function* orderRows(): Iterable<Record<string, unknown>> {
    for (const order of bulk.orders()) {
      placed.set(order.user.id, (placed.get(order.user.id) ?? 0) + 1);
      yield orderRow(order, { ...extras, refunds });
    }
  }
  await database.writeBulk(
    'products',
    rowsOf(bulk.products, (p) => productRow(p, extras, now)),
    report('products'),
  );
  await database.writeBulk(
    'users',
    rowsOf(bulk.users, (u) => userRow(u, extras)),
  );
  await database.writeBulk('purchases', orderRows(), report('orders'));
  await database.writeLocks(placed);
  console.log(
    `${counts.products} products and ${counts.orders} orders more, of ${bulk.users.length} customers.`,
  );
}

const seed = async (): Promise<void> => {
  const counts = wanted();
  const { schemas, rules, migrate, countNewCustomerUnits, buildReports } = await loadBackend();
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
    const demo = withinReach(generateDemo(Date.now()), identity !== undefined, payments !== undefined);
    const holdHours = Number(setting('ORDER_HOLD_HOURS') ?? 48);
    const standIns = identity !== undefined || payments !== undefined;
    await database.begin(standIns);
    await database.run(migrate);
    if (identity !== undefined) await makeAccounts(identity, required('FIREBASE_PROJECT_ID'), demo);
    const refunds =
      payments === undefined
        ? new Map<string, string>()
        : await importPayments(payments, required('STRIPE_SECRET_KEY'), demo.intents);
    const extras = { rules, holdHours, refunds };
    const documents = documentsOf(demo, extras);
    if (state === 'interrupted') {
      await database.clear(documents);
      await database.clearBulk();
    }
    await database.write(documents);
    if (counts.products + counts.orders > 0)
      await writeBulk(database, demo, extras, counts, (intents) =>
        payments === undefined
          ? Promise.resolve(new Map<string, string>())
          : importPayments(payments, required('STRIPE_SECRET_KEY'), intents),
      );
    await database.run(countNewCustomerUnits);
    await database.removeReports();
    await database.run(buildReports);
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
