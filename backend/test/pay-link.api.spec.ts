import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JwtService } from '@nestjs/jwt';
import { Types } from 'mongoose';
import type { Product } from '../src/products/product.schema.js';
import { ADDRESS } from './checkouts.js';
import { type Commerce, startCommerce } from './commerce.js';
import { startShop, type TestUser } from './harness.js';

/** Links by which anybody pays one order. */

let shop: Commerce;
let admin: TestUser;
let customer: TestUser;
let product: Product;
const jwt = new JwtService();
const PAY = { algorithm: 'HS256', audience: 'rapid-manufacturer-pay', issuer: 'rapid-manufacturer' } as const;

beforeAll(async () => {
  shop = await startCommerce({ PAY_LINK_HOURS: '24', PUBLIC_URL: 'https://shop.example' });
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user({ name: 'Petra Private', email: 'petra@example.com' });
  product = await shop.product({ name: 'Linked part', availableQ: 10_000 });
}, 60_000);
afterAll(() => shop.close());

interface Entered {
  _id: string;
  number: string;
  total: number;
}
async function enter(): Promise<Entered> {
  const { status, body } = await shop.call('POST', '/orders', {
    as: admin,
    body: {
      customer: { id: customer.id },
      lines: [{ productId: String(product._id), orderQuantity: 10 }],
      address: { ...ADDRESS, line1: '7 Secret Street' },
      phone: '5550177',
      poNumber: 'PO-SECRET',
      note: 'A secret note.',
      vatId: 'DE999999999',
      externalId: `SO-${new Types.ObjectId().toHexString()}`,
    },
  });
  expect(status).toBe(201);
  return body as Entered;
}
const link = (id: string, as: { token: string } = admin) =>
  shop.call('POST', `/purchases/${id}/pay-link`, { as });
async function tokenOf({ _id }: Entered): Promise<string> {
  const { status, body } = await link(_id);
  expect(status).toBe(200);
  expect(body.url).toMatch(/^https:\/\/shop\.example\/pay\/[\w.-]+$/);
  return (body.url as string).split('/').at(-1)!;
}
const read = (token: string) => shop.call('GET', `/pay/${token}`);
const intend = (token: string) => shop.call('POST', `/pay/${token}/intent`);
const confirm = (token: string, transactionId: string) =>
  shop.call('POST', `/pay/${token}/confirm`, { body: { transactionId } });
const signed = (payload: object, options: object = {}, secret = shop.config.jwtSecret) =>
  jwt.signAsync(payload, { ...PAY, secret, expiresIn: 600, ...options });

describe('a link', () => {
  it('shows number, lines and amount, and nothing of the customer', async () => {
    const order = await enter();
    const { status, body, headers } = await read(await tokenOf(order));
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      number: order.number,
      lines: [{ name: 'Linked part', quantity: 10, total: 200 }],
      tax: 0,
      pricesIncludeTax: true,
      amount: 200,
      currency: 'USD',
      status: 'unpaid',
    });
  });

  it('pays its order, once, for somebody who is not signed in', async () => {
    const order = await enter();
    const token = await tokenOf(order);
    const { body } = await intend(token);
    expect((await intend(token)).body).toEqual(body);
    const { id } = await shop.sandbox.pay(body.clientSecret as string);
    const confirmed = await confirm(token, id);
    expect(confirmed).toMatchObject({ status: 200, body: { number: order.number, status: 'paid' } });
    expect((await confirm(token, id)).body).toEqual(confirmed.body);
    expect(JSON.stringify(confirmed.body)).not.toMatch(/petra|secret|5550177|SO-|DE9/i);
    expect((await read(token)).body.status).toBe('paid');
    expect(await intend(token)).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:wrong-state' },
    });
    const own = await shop.call('GET', `/orders/${order.number}`, { as: customer });
    expect(own.body).toMatchObject({ status: 'paid', transactionId: id });
    expect(own.body.timeline.at(-1)).toMatchObject({ what: 'paid', by: 'pay-link' });
  });

  it('is not opened at another amount than the one that was seen', async () => {
    const token = await tokenOf(await enter());
    const seen = (price: number) => shop.call('POST', `/pay/${token}/intent`, { body: { price } });
    expect(await seen(199.99)).toMatchObject({ status: 409, body: { price: 200 } });
    expect((await seen(200)).status).toBe(200);
  });

  it('is paid by the intent that its customer opened as well', async () => {
    const order = await enter();
    const own = await shop.call('POST', '/create-payment-intent', {
      as: customer,
      body: { orderId: order._id },
    });
    expect((await intend(await tokenOf(order))).body).toEqual(own.body);
  });

  it("ends after the setting's hours, and never after the order's hold", async () => {
    const hours = ({ body }: { body: { expiresAt: string } }) =>
      (Date.parse(body.expiresAt) - Date.now()) / 3_600_000;
    const order = await enter();
    expect(hours(await link(order._id))).toBeCloseTo(24, 1);
    const own = await shop.order(customer, { holdUntil: new Date(Date.now() + 3_600_000) });
    expect(hours(await link(String(own._id)))).toBeCloseTo(1, 1);
  });

  it('is in the audit log, without its token', async () => {
    const order = await enter();
    const token = await tokenOf(order);
    const { body } = await shop.call('GET', `/audit?entityId=${order._id}`, { as: admin });
    expect(body.items[0]).toMatchObject({ action: 'order.pay-link-created', label: order.number });
    expect(JSON.stringify(body)).not.toContain(token.split('.')[2]);
  });
});

describe('is refused', () => {
  const problem = (code: string) => ({ type: `urn:rapid:problem:${code}` });

  it('a token of another kind, of another secret, tampered with, or of no order', async () => {
    const order = await enter();
    const token = await tokenOf(order);
    const [head, , signature] = token.split('.');
    const other = await enter();
    const payload = Buffer.from(
      JSON.stringify({ exp: 9_999_999_999, aud: PAY.audience, iss: PAY.issuer, sub: other._id }),
    ).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    const tokens = [
      // the signature of another order's payload
      `${head}.${payload}.${signature}`,
      `${none}.${payload}.`,
      `${token.slice(0, -4)}AAAA`,
      // signed by the shop for something else
      customer.token,
      admin.token,
      await signed({ sub: order._id }, { audience: 'rapid-manufacturer-api' }),
      await signed({ sub: order._id }, { issuer: 'somebody-else' }),
      await signed({ sub: order._id }, { algorithm: 'HS512' }),
      await signed({ sub: order._id }, {}, 'another-secret-of-more-than-32-characters'),
      await signed({ sub: String(new Types.ObjectId()) }),
      await signed({ sub: 'me' }),
      await signed({}),
      // never expires
      await jwt.signAsync({ sub: order._id }, { ...PAY, secret: shop.config.jwtSecret }),
      'token',
    ];
    for (const wrong of tokens)
      for (const result of [await read(wrong), await intend(wrong), await confirm(wrong, 'pi_1')])
        expect([wrong, result.status, result.body]).toMatchObject([wrong, 404, problem('pay-link-invalid')]);
    expect((await read(`${token}/`)).status).toBe(404);
    expect((await read('%7B%22$gt%22:1%7D')).status).toBe(400);
  });

  it('as the shop’s own token: it opens no account', async () => {
    const token = await tokenOf(await enter());
    expect((await shop.call('GET', '/basket', { as: token })).status).toBe(401);
    const asUser = await signed({ sub: admin.id });
    expect((await shop.call('GET', '/purchases', { as: asUser })).status).toBe(401);
    // and a token of a user is none of an order, whose ids look alike
    expect((await read(await shop.tokenOf(customer.id))).status).toBe(404);
  });

  it('once it has expired; a payment that was made in time is still recorded', async () => {
    const order = await enter();
    const { clientSecret } = (await intend(await tokenOf(order))).body as { clientSecret: string };
    const { id } = await shop.sandbox.pay(clientSecret);
    const late = await signed({ sub: order._id }, { expiresIn: -5 });
    for (const result of [await read(late), await intend(late)])
      expect(result).toMatchObject({ status: 404, body: problem('pay-link-expired') });
    expect((await confirm(late, id)).body.status).toBe('paid');
    const older = await signed({ sub: order._id }, { expiresIn: -4_000 });
    expect((await confirm(older, id)).body).toMatchObject(problem('pay-link-expired'));
  });

  it('with the payment of another order', async () => {
    const [one, two] = [await enter(), await enter()];
    const [tokenOne, tokenTwo] = [await tokenOf(one), await tokenOf(two)];
    const { id } = await shop.sandbox.pay((await intend(tokenTwo)).body.clientSecret as string);
    expect(await confirm(tokenOne, id)).toMatchObject({ status: 409, body: problem('payment-mismatch') });
    expect((await read(tokenOne)).body.status).toBe('unpaid');
    expect((await confirm(tokenOne, 'pi_of_nobody')).status).toBe(409);
    // nothing was confirmed on the way
    expect((await read(tokenTwo)).body.status).toBe('unpaid');
  });

  it('before the card was charged, or with a body that is none', async () => {
    const token = await tokenOf(await enter());
    const { clientSecret } = (await intend(token)).body as { clientSecret: string };
    expect((await confirm(token, clientSecret.split('_secret_')[0]!)).status).toBe(409);
    expect((await shop.call('POST', `/pay/${token}/confirm`, { body: {} })).status).toBe(400);
    const more = { transactionId: 'pi_1', status: 'paid' };
    expect((await shop.call('POST', `/pay/${token}/confirm`, { body: more })).status).toBe(400);
  });

  it('of an order that was cancelled, or refunded', async () => {
    const order = await enter();
    const token = await tokenOf(order);
    expect((await shop.call('DELETE', `/purchase/${order._id}`, { as: admin })).status).toBe(200);
    for (const result of [await read(token), await intend(token)])
      expect(result).toMatchObject({
        status: 409,
        body: { ...problem('pay-link-closed'), detail: expect.stringContaining('was cancelled') },
      });
    const refunded = await shop.order(customer, { status: 'refunded', refundStatus: 'succeeded' });
    expect((await read(await signed({ sub: String(refunded._id) }))).body).toMatchObject(
      problem('pay-link-closed'),
    );
  });

  it('a payment that was made while the order was cancelled: it is refunded', async () => {
    const order = await enter();
    const token = await tokenOf(order);
    const { clientSecret } = (await intend(token)).body as { clientSecret: string };
    const { id } = await shop.sandbox.pay(clientSecret);
    await shop.db.model('Order').updateOne({ _id: order._id }, { $set: { status: 'cancelled' } });
    expect(await confirm(token, id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('refunded') },
    });
  });
});

describe('making a link is refused', () => {
  it('to customers, also for their own order, and to keys without the scope', async () => {
    const order = await enter();
    expect((await link(order._id, customer)).status).toBe(403);
    expect((await shop.call('POST', `/purchases/${order._id}/pay-link`)).status).toBe(401);
    const key = await shop.apiKey(admin, { scopes: ['orders:read', 'orders:refund', 'orders:ship'] });
    expect((await link(order._id, key)).body).toMatchObject({ scope: 'orders:write' });
    const writes = await shop.apiKey(admin, { scopes: ['orders:write'] });
    expect((await link(order._id, writes)).status).toBe(200);
  });

  it('for an order that is not unpaid, whose hold has ended, or that nobody made', async () => {
    const paid = await shop.order(customer, { status: 'paid' });
    const late = await shop.order(customer, { holdUntil: new Date(Date.now() - 1_000) });
    expect((await link(String(paid._id))).status).toBe(409);
    expect((await link(String(late._id))).status).toBe(409);
    expect((await link(String(new Types.ObjectId()))).status).toBe(404);
    expect((await link('me')).status).toBe(400);
  });
});

it('is limited by address', async () => {
  const limited = await startShop({ RATE_PAY_LINK_PER_MINUTE: '3' });
  try {
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await limited.call('GET', '/pay/token')).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
  } finally {
    await limited.close();
  }
});
