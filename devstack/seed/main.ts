/**
 * Fills an empty database with the demo data, once. Needs MONGODB_URI; with IDENTITY_EMULATOR_URL the demo accounts are
 * made, with PAYMENTS_SANDBOX_URL (and STRIPE_SECRET_KEY) the paid orders with their payments. Without the sandbox no order
 * is claimed to be paid. Ends with 0 when the data is there, with 1 and one line that says why when it is not.
 */
import { loadBackend } from './backend.js';
import { Database } from './database.js';
import { documentsOf } from './documents.js';
import { generateDemo } from './generate.js';
import type { DemoData } from './model.js';
import { importPayments, makeAccounts } from './stand-ins.js';

const setting = (name: string): string | undefined => process.env[name]?.trim() || undefined;

const required = (name: string): string => {
  const value = setting(name);
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
};

/** Leaves out what nobody vouches for: accounts without the emulator, payments without the sandbox. */
const withinReach = (demo: DemoData, identity: boolean, payments: boolean): DemoData => {
  const users = demo.users.filter((u) => identity || !u.account);
  const orders = demo.orders.filter((o) => users.includes(o.user) && (payments || o.intentId === undefined));
  const reviews = demo.reviews.filter((r) => users.includes(r.user));
  return { ...demo, users, orders, reviews };
};

const seed = async (): Promise<void> => {
  const { schemas, rules } = await loadBackend();
  const database = await Database.open(required('MONGODB_URI'), schemas);
  try {
    const state = await database.state();
    if (state === 'done') return console.log('The demo data is there already.');
    if (state === 'foreign') {
      throw new Error(
        'The database is not empty and was not filled by the seed: the demo data is only written into an empty one.',
      );
    }
    const identity = setting('IDENTITY_EMULATOR_URL');
    const payments = setting('PAYMENTS_SANDBOX_URL');
    const demo = withinReach(generateDemo(Date.now()), identity !== undefined, payments !== undefined);
    const holdHours = Number(setting('ORDER_HOLD_HOURS') ?? 48);
    await database.begin();
    if (identity !== undefined) await makeAccounts(identity, required('FIREBASE_PROJECT_ID'), demo);
    const refunds =
      payments === undefined
        ? new Map<string, string>()
        : await importPayments(payments, required('STRIPE_SECRET_KEY'), demo.intents);
    const documents = documentsOf(demo, { rules, holdHours, refunds });
    if (state === 'interrupted') await database.clear(documents);
    await database.write(documents);
    await database.finish();
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
