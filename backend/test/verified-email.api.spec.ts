import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { User } from '../src/users/user.schema.js';
import type { Product } from '../src/products/product.schema.js';
import { ADDRESS, line } from './checkouts.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { unsignedToken } from './id-tokens.js';

/** `REQUIRE_VERIFIED_EMAIL`: who has not verified their address places no first order. */

const purchase = (shop: Shop, as: { token: string }, { _id }: Product) =>
  shop.call('POST', '/purchase', {
    as,
    body: { productId: String(_id), orderQuantity: 10, address: '12 Foundry Lane', phone: '5550100' },
  });
const checkout = (shop: Shop, as: { token: string }, product: Product) =>
  shop.call('POST', '/checkout', {
    as,
    body: { lines: [line(product, 10)], address: ADDRESS, phone: '5550100' },
  });

describe('by default', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  it('is off, which GET /config says: anybody signed in orders', async () => {
    expect((await shop.call('GET', '/config')).body.requireVerifiedEmail).toBe(false);
    const product = await shop.product();
    for (const place of [purchase, checkout])
      expect((await place(shop, await shop.user({ emailVerified: false }), product)).status).toBe(201);
  });
});

describe('with REQUIRE_VERIFIED_EMAIL', () => {
  let shop: Shop;
  let product: Product;
  let unverified: TestUser;
  beforeAll(async () => {
    shop = await startShop({ REQUIRE_VERIFIED_EMAIL: 'true' });
    product = await shop.product();
    unverified = await shop.user({ emailVerified: false });
  });
  afterAll(() => shop.close());

  const stock = async () =>
    (await shop.call('GET', `/item/${String(product._id)}`)).body.availableQ as number;

  it('says so in GET /config', async () => {
    expect((await shop.call('GET', '/config')).body.requireVerifiedEmail).toBe(true);
  });

  it.each([
    ['POST /purchase', purchase],
    ['POST /checkout', checkout],
  ])('refuses a first order by %s, and takes no units for it', async (_call, place) => {
    const before = await stock();
    const { status, body } = await place(shop, unverified, product);
    expect([status, body]).toMatchObject([
      403,
      {
        type: 'urn:rapid:problem:email-not-verified',
        detail: 'Verify your e-mail address before your first order.',
      },
    ]);
    expect(await stock()).toBe(before);
  });

  it('lets those with a verified address order', async () => {
    for (const place of [purchase, checkout])
      expect((await place(shop, await shop.user(), product)).status).toBe(201);
  });

  it('lets them order as soon as the sign-in says that the address is verified, with the token that they have', async () => {
    const customer = await shop.user({ emailVerified: false });
    const profile = () => shop.call('GET', `/user/${customer.email}`, { as: customer });
    expect((await profile()).body.emailVerified).toBe(false);
    expect((await purchase(shop, customer, product)).status).toBe(403);
    const verified = { uid: customer.uid, email: customer.email, claims: { email_verified: true } };
    await shop.call('PUT', `/user/${customer.email}`, {
      as: unsignedToken(verified),
      body: { email: customer.email },
    });
    expect((await profile()).body.emailVerified).toBe(true);
    expect((await purchase(shop, customer, product)).status).toBe(201);
  });

  it('does not ask it of those who have an order', async () => {
    const customer = await shop.user({ emailVerified: false });
    await shop.order(customer, { status: 'cancelled' });
    expect((await purchase(shop, customer, product)).status).toBe(201);
    // of another user's order it knows nothing
    expect((await purchase(shop, unverified, product)).status).toBe(403);
  });

  it('does not ask it again of those who order with another address later', async () => {
    const customer = await shop.user();
    expect((await purchase(shop, customer, product)).status).toBe(201);
    await shop.db.model(User.name).updateOne({ uid: customer.uid }, { emailVerified: false });
    expect((await purchase(shop, customer, product)).status).toBe(201);
  });

  it('takes what an admin or a program enters for such a customer', async () => {
    const admin = await shop.user({ role: 'admin' });
    const body = {
      customer: { id: unverified.id },
      lines: [{ productId: String(product._id), orderQuantity: 10 }],
      address: ADDRESS,
      phone: '5550100',
    };
    for (const as of [admin, await shop.apiKey(admin)]) {
      expect((await shop.call('POST', '/orders', { as, body })).status).toBe(201);
    }
  });
});
