import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { randomUUID } from 'node:crypto';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { WebhookSenders } from '../src/events/webhooks/sending/webhook-senders.js';
import { Relay } from '../src/outbox/relay.service.js';
import { Tails } from '../src/outbox/tails.service.js';
import { PaymentProvider } from '../src/payment-provider/payment-provider.js';
import type { Product } from '../src/products/product.schema.js';
import { OrderPlacement } from '../src/purchases/orders/order-placement.service.js';
import { PaymentConfirmation } from '../src/purchases/payments/payment-confirmation.service.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, type Delivery, startCommerce } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** What an order costs in the database: every command that the driver sends, from `POST /purchase` until it is confirmed. */

const MOST = 23;
/** Whether they ever paid is asked before of a customer whose payment this process does not remember. */
const MOST_OF_UNKNOWN = MOST + 1;
/** What a new one holds is counted on the product. */
const MOST_OF_NEW = MOST_OF_UNKNOWN + 1;

let shop: Commerce;
let replica: Shop;
let steps: Buying;
let invariants: Invariants;
let customer: TestUser;
let product: Product;
/** The commands since the last reset, as `find users`. */
const commands: string[] = [];

beforeAll(async () => {
  // the driver reports its commands only to a client that was created for it
  const connections = Object.getPrototypeOf(mongoose.connection) as Connection;
  const { openUri } = connections;
  vi.spyOn(connections, 'openUri').mockImplementation(function (this: Connection, uri, options) {
    return openUri.call(this, uri, { ...options, monitorCommands: true });
  });
  shop = await startCommerce({
    NEW_CUSTOMER_STOCK_SHARE: '0.5',
    NEW_CUSTOMERS_JOINT_SHARE: '0.5',
  });
  replica = await startShop({
    MONGODB_URI: shop.config.mongodbUri,
    PAYMENTS_SANDBOX_URL: shop.sandbox.url,
  });
  // the other process hands the events on and sends them, whose commands are not counted
  await shop.app.get(Relay, { strict: false }).onModuleDestroy();
  await shop.app.get(WebhookSenders, { strict: false }).onModuleDestroy();
  // and its search reads nothing
  await shop.app.get(Tails, { strict: false }).onModuleDestroy();
  steps = buying(shop);
  invariants = new Invariants(shop);
  shop.db.getClient().on('commandStarted', ({ commandName, command }: mongo.CommandStartedEvent) => {
    const collection = command[commandName] as unknown;
    // the job that removes unreferenced images runs when it likes
    const isJob = typeof collection === 'string' && collection.startsWith('images.');
    if (!isJob && commandName !== 'ping' && commandName !== 'endSessions')
      commands.push(typeof collection === 'string' ? `${commandName} ${collection}` : commandName);
  });
});
afterAll(async () => {
  await replica.close();
  await shop.close();
});
beforeEach(async () => {
  customer = await shop.user();
  product = await invariants.product({ availableQ: 100, minimumOQ: 5 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

interface Reports {
  /** The browser's `PATCH /payment/{id}`. */
  browser(): Promise<void>;
  /** The provider's webhooks, in the order they came. */
  webhooks(): Promise<void>;
}

/** An order as a browser makes it, up to the card; then its payment is reported. Returns the commands of all of it. */
async function order(quantity: number, report: (reports: Reports) => Promise<unknown>): Promise<string[]> {
  shop.sandbox.deliveries.length = 0;
  commands.length = 0;
  const placed = await shop.call('POST', '/purchase', {
    as: customer,
    body: steps.form(product, { orderQuantity: quantity, price: 20 }),
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(placed.status).toBe(201);
  const { _id, total } = placed.body as { _id: string; total: number };
  const intent = await steps.intend(customer, { orderId: _id, price: total });
  const { id } = await shop.sandbox.pay(intent.body.clientSecret as string);
  await shop.sandbox.delivered('payment_intent.succeeded');
  await report({
    async browser() {
      expect(await steps.confirm(customer, _id, id)).toMatchObject({ status: 200, body: { status: 'paid' } });
    },
    async webhooks() {
      for (const delivery of shop.sandbox.deliveries) expect(await shop.deliver(delivery)).toBe(200);
    },
  });
  const sent = [...commands];
  expect(await steps.stored(_id)).toMatchObject({ status: 'paid', transactionId: id });
  return sent;
}

const types = (deliveries: Delivery[]): string[] => deliveries.map(({ type }) => type).toSorted();

/** Fails with the commands themselves. */
function expectFew(sent: string[], most = MOST): void {
  expect(sent.length > most ? sent : `at most ${most}`).toBe(`at most ${most}`);
  // three requests of a signed-in customer
  expect(sent.filter((command) => command === 'find users')).toHaveLength(3);
}

/** Holds the first call of a method until `release()`; `held` is confirmed once it has come. */
function holdOnce<T extends object>(target: T, method: keyof T & string) {
  const original = (target[method] as (...args: unknown[]) => Promise<unknown>).bind(target);
  let [release, come] = [(): void => undefined, (): void => undefined];
  const released = new Promise<void>((resolve) => (release = resolve));
  const held = new Promise<void>((resolve) => (come = resolve));
  (vi.spyOn(target, method as never) as unknown as Mock).mockImplementationOnce(
    async (...args: unknown[]) => {
      come();
      await released;
      return original(...args);
    },
  );
  return { held, release };
}

const browserFirst = async ({ browser, webhooks }: Reports): Promise<void> => {
  await browser();
  await webhooks();
};
const webhooksFirst = async ({ browser, webhooks }: Reports): Promise<void> => {
  await webhooks();
  await browser();
};
const atOnce = ({ browser, webhooks }: Reports) => Promise.all([browser(), webhooks()]);

/** The second report comes while the first waits for the provider. */
const during =
  (first: keyof Reports, second: keyof Reports) =>
  async (reports: Reports): Promise<void> => {
    const { held, release } = holdOnce(shop.app.get(PaymentProvider, { strict: false }), 'retrieveIntent');
    const started = reports[first]();
    await held;
    const other = reports[second]();
    await new Promise((next) => setTimeout(next, 100));
    release();
    await Promise.all([started, other]);
  };

/** The webhook confirms the order after the browser's request has read it as unpaid. */
const webhookInBetween = async ({ browser, webhooks }: Reports): Promise<void> => {
  const { held, release } = holdOnce(shop.app.get(PaymentConfirmation, { strict: false }), 'confirmOnce');
  const confirmed = browser();
  await held;
  await webhooks();
  release();
  await confirmed;
};

const INTERLEAVINGS: [string, (reports: Reports) => Promise<unknown>][] = [
  ['the browser first', browserFirst],
  ['the webhooks first', webhooksFirst],
  ['both at once', atOnce],
  ['the webhooks while the browser waits for the provider', during('browser', 'webhooks')],
  ['the browser while a webhook waits for the provider', during('webhooks', 'browser')],
  ['the webhooks between the reading of the order and its confirmation', webhookInBetween],
];

describe('a paid order', () => {
  it('sends these commands, and no other', async () => {
    const sent = await order(10, browserFirst);
    expect(types(shop.sandbox.deliveries)).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    expect(sent).toEqual([
      // POST /purchase
      'find users',
      'insert idempotency_keys',
      // whether they ever paid
      'find purchases',
      // what delivery costs, and the taxes
      'find delivery_settings',
      'update customer_locks',
      'find purchases',
      'find products',
      'update products',
      'insert order_numbers',
      'insert purchases',
      'update idempotency_keys',
      'update catalogue_revisions',
      'insert outbox',
      'commitTransaction',
      // POST /create-payment-intent
      'find users',
      'find purchases',
      'update purchases',
      // PATCH /payment/{id}; the webhooks send none
      'find users',
      'find purchases',
      'find purchases',
      'findAndModify purchases',
      'update products',
      'insert payments',
      'insert outbox',
      'commitTransaction',
    ]);
  });

  describe.each(INTERLEAVINGS)(`takes at most ${MOST} commands, %s:`, (_, report) => {
    it("a customer's first", async () => expectFew(await order(10, report), MOST_OF_NEW));

    it('one that leaves few units', async () => {
      product = await invariants.product({ availableQ: 20, minimumOQ: 5 });
      expectFew(await order(10, report), MOST_OF_NEW);
      expect((await shop.call('GET', `/item/${String(product._id)}`)).body.availability).toBe('low');
    });

    it('of a returning customer, above the share of a new one', async () => {
      await order(10, browserFirst);
      expectFew(await order(70, report), MOST_OF_UNKNOWN);
      expectFew(await order(10, report));
    });

    it('of a customer who paid another process before, and who has unpaid and cancelled orders', async () => {
      await buying({ ...shop, call: replica.call }).paid(customer, await invariants.product());
      for (const status of ['cancelled', 'unpaid', 'unpaid'] as const) await shop.order(customer, { status });
      expectFew(await order(90, report), MOST_OF_UNKNOWN);
    });
  });
});

it('orders of what is sold out are turned away without a transaction, once one was', async () => {
  const tooMany = () =>
    shop.call('POST', '/purchase', { as: customer, body: steps.form(product, { orderQuantity: 101 }) });
  expect(await tooMany()).toMatchObject({ status: 409, body: { available: 100 } });
  commands.length = 0;
  expect(await tooMany()).toMatchObject({ status: 409, body: { available: 100 } });
  expect(commands).toEqual(['find users', 'find products']);
  // what is left is looked at before, as for the one that was turned away
  expectFew(await order(10, browserFirst), MOST_OF_NEW + 1);
});

it('the repeat of a request waits for the first without asking the database', async () => {
  const { held, release } = holdOnce(shop.app.get(OrderPlacement, { strict: false }), 'place');
  const headers = { 'idempotency-key': randomUUID() };
  const buy = () => shop.call('POST', '/purchase', { as: customer, body: steps.form(product), headers });
  const first = buy();
  await held;
  commands.length = 0;
  const repeat = buy();
  await new Promise((next) => setTimeout(next, 1_000));
  expect(commands).toEqual(['find users', 'insert idempotency_keys', 'find idempotency_keys']);
  release();
  const [{ body }, repeated] = await Promise.all([first, repeat]);
  expect(repeated).toMatchObject({ status: 201, body });
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
});
