import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop } from './harness.js';
import { stockAlertCalls, WITH_MAIL } from './stock-alert-calls.js';

/** How many requests for alerts are taken, and where none are. */

let shop: Shop;
const { request, find } = stockAlertCalls(() => shop);

beforeAll(async () => {
  shop = await startShop(WITH_MAIL);
});
afterAll(() => shop.close());

const soldOut = async (): Promise<string> => String((await shop.product({ availableQ: 0 }))._id);
const problem = (name: string) => `urn:rapid:problem:${name}`;

describe('a request', () => {
  it('of one address for many products at once is mailed five times', async () => {
    const ids = await Promise.all(Array.from({ length: 7 }, () => soldOut()));
    for (const id of ids) expect((await request(id, 'flooded@example.com')).status).toBe(202);
    expect(await shop.db.collection('stock_alerts').countDocuments({ email: 'flooded@example.com' })).toBe(5);
  });

  it('of somebody with a verified address is counted without those of strangers, which they never confirmed', async () => {
    const id = await soldOut();
    const customer = await shop.user();
    const ask = () =>
      shop.call('POST', `/items/${id}/stock-alerts/mine`, { as: customer, body: { units: 5 } });
    const rows = Array.from({ length: 50 }, () => ({
      productId: new Types.ObjectId(),
      email: customer.email,
      units: 5,
      state: 'requested',
      since: new Date(),
      version: 1,
    }));
    const alerts = shop.db.collection('stock_alerts');
    await alerts.insertMany(rows);
    expect((await ask()).status).toBe(202);
    await alerts.deleteOne({ productId: new Types.ObjectId(id) });
    await alerts.updateMany({ email: customer.email }, { $set: { state: 'waiting' } });
    expect(await ask()).toMatchObject({ status: 409, body: { type: problem('too-many-alerts') } });
  });

  it('is refused by a shop without a mail server, as the shop tells its pages', async () => {
    const without = await startShop({ MONGODB_URI: shop.config.mongodbUri });
    try {
      const id = await soldOut();
      const customer = await shop.user();
      const path = `/items/${id}/stock-alerts`;
      for (const response of [
        await without.call('POST', path, { body: { email: 'a@example.com', units: 5 } }),
        await without.call('POST', `${path}/mine`, { as: customer, body: { units: 5 } }),
      ])
        expect(response).toMatchObject({ status: 409, body: { type: problem('mail-not-configured') } });
      expect(await find({ productId: id })).toBeNull();
      const tells = async ({ call }: Shop) => (await call('GET', '/config')).body.sendsMail as boolean;
      expect([await tells(without), await tells(shop)]).toEqual([false, true]);
    } finally {
      await without.close();
    }
  });

  it('is limited by the address that it comes from', async () => {
    const limited = await startShop({
      ...WITH_MAIL,
      MONGODB_URI: shop.config.mongodbUri,
      RATE_STOCK_ALERTS_PER_MINUTE: '2',
      LIMITS_STORE: 'memory',
    });
    try {
      const id = await soldOut();
      const ask = (email: string) =>
        limited.call('POST', `/items/${id}/stock-alerts`, { body: { email, units: 5 } });
      const statuses = [];
      for (const email of ['l1@example.com', 'l2@example.com', 'l3@example.com'])
        statuses.push((await ask(email)).status);
      expect(statuses).toEqual([202, 202, 429]);
    } finally {
      await limited.close();
    }
  });
});
