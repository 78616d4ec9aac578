import { expect } from 'vitest';
import { inTransaction } from '../src/database/transaction.js';
import type { NewEvent } from '../src/outbox/domain-events.js';
import { Outbox } from '../src/outbox/outbox.service.js';
import type { Product } from '../src/products/product.schema.js';
import { ADDRESS } from './checkouts.js';
import { eventually } from './commerce.js';
import { type Settings, type Shop, startShop, type TestUser } from './harness.js';
import { type MailServer, startMailServer } from './mail-server.js';

export const PUBLIC_URL = 'https://shop.example';

export interface PlacedOrder {
  _id: string;
  number: string;
}

/** A mail as admins see it. */
export interface ListedMail {
  _id: string;
  kind: string;
  to?: string;
  state: string;
  reason?: string;
  sentAgainAt?: string;
}

/** A shop with a mail server of its own, and what specs of its mail do with both. */
export interface Mailing {
  server: MailServer;
  shop: Shop;
  admin: TestUser;
  /** Orders two units. */
  place(who: TestUser, product: Product): Promise<PlacedOrder>;
  /** An admin enters such an order, which its customer is mailed a link to pay. */
  enter(customer: TestUser, product: Product): Promise<PlacedOrder>;
  cancel(who: TestUser, order: PlacedOrder): Promise<void>;
  /** What admins see of an order's mails, newest first. */
  mailsOf(order: PlacedOrder): Promise<ListedMail[]>;
  /** Waits until the newest mail of an order is in a state. */
  becomes(order: PlacedOrder, state: string): Promise<void>;
  emit(event: NewEvent): Promise<void>;
  /** Waits until something holds, with no pause before what has failed is tried again. */
  retriedUntil(holds: () => boolean | Promise<boolean>, what: string): Promise<void>;
  close(): Promise<void>;
}

export async function startMailing(settings: Settings = {}): Promise<Mailing> {
  const server = await startMailServer();
  const shop = await startShop({ SMTP_URL: server.url, PUBLIC_URL, ...settings });
  const admin = await shop.user({ role: 'admin' });
  const it: Mailing = {
    server,
    shop,
    admin,
    async place(who, { _id }) {
      const body = {
        productId: String(_id),
        orderQuantity: 2,
        address: '12 Foundry Lane',
        phone: '5550100',
      };
      const placed = await shop.call('POST', '/purchase', { as: who, body });
      expect(placed.status).toBe(201);
      return placed.body as PlacedOrder;
    },
    async enter({ id }, { _id }) {
      const body = {
        customer: { id },
        lines: [{ productId: String(_id), orderQuantity: 2 }],
        address: ADDRESS,
        phone: '5550100',
      };
      const entered = await shop.call('POST', '/orders', { as: admin, body });
      expect(entered.status).toBe(201);
      return entered.body as PlacedOrder;
    },
    async cancel(who, { _id }) {
      expect((await shop.call('DELETE', `/purchase/${_id}`, { as: who })).status).toBe(200);
    },
    async mailsOf({ _id }) {
      const { body } = await shop.call('GET', `/purchases/${_id}/mails`, { as: admin });
      return body.mails as ListedMail[];
    },
    becomes: (order, state) =>
      eventually(async () => (await it.mailsOf(order))[0]?.state === state, `a mail that is ${state}`),
    emit: (event) =>
      inTransaction(shop.db, async (session) => shop.app.get(Outbox, { strict: false }).emit(session, event)),
    retriedUntil: (holds, what) =>
      eventually(async () => {
        await shop.db
          .collection('outbox')
          .updateMany(
            { 'failures.mail': { $exists: true } },
            { $set: { 'failures.mail.nextAttemptAt': new Date() } },
          );
        return holds();
      }, what),
    async close() {
      await shop.close();
      await server.stop();
    },
  };
  return it;
}
