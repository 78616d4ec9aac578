import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { ADDRESS } from './checkouts.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { unsignedToken } from './id-tokens.js';

/** An account that gets another address at the identity provider: in the shop it stays the same customer. */

let shop: Shop;
let serial = 0;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const newAddress = () => `moved${(serial += 1)}@example.com`;
/** What the browser does after the change: the sign-in is the same, with another address. */
const move = ({ uid }: Pick<TestUser, 'uid'>, email: string) =>
  shop.call('PUT', `/user/${email}`, {
    as: unsignedToken({ uid, email, claims: { email_verified: true } }),
    body: { email },
  });

it('keeps profile, orders, basket and addresses, at the paths of the new address', async () => {
  const customer = await shop.user({ name: 'Casey Mover' });
  const product = await shop.product();
  const order = await shop.order(customer, { productId: product._id });
  const productId = String(product._id);
  const basket = { lines: [{ productId, orderQuantity: 10 }] };
  expect((await shop.call('PUT', '/basket', { as: customer, body: basket })).status).toBe(200);
  expect((await shop.call('POST', '/addresses', { as: customer, body: ADDRESS })).status).toBe(201);

  const email = newAddress();
  const { status, body } = await move(customer, email);
  expect(status).toBe(200);
  expect(decodeJwt(body.token).sub).toBe(customer.id);
  // the token of before goes on, too: another tab may still have it
  for (const as of [{ token: body.token as string }, customer]) {
    const get = async (path: string) => (await shop.call('GET', path, { as })).body;
    expect(await get(`/user/${email}`)).toMatchObject({ email, emailVerified: true, name: 'Casey Mover' });
    expect(await get(`/purchase/${email}`)).toMatchObject([{ _id: String(order._id) }]);
    expect(await get(`/purchases/search?email=${email}`)).toMatchObject({ total: 1 });
    expect((await get('/basket')).lines).toMatchObject([{ productId, orderQuantity: 10 }]);
    expect((await get('/addresses')).addresses).toMatchObject([{ line1: ADDRESS.line1 }]);
    expect((await shop.call('GET', `/user/${customer.email}`, { as })).status).toBe(403);
  }
});

it('leaves the former address to whoever signs up with it, who sees nothing of it', async () => {
  const customer = await shop.user();
  await shop.order(customer);
  await move(customer, newAddress());
  const other = await move({ uid: 'uid-of-the-next' }, customer.email);
  expect(other.status).toBe(200);
  const orders = await shop.call('GET', `/purchase/${customer.email}`, { as: other.body });
  expect([orders.status, orders.body]).toEqual([200, []]);
});

it('takes the former address back', async () => {
  const customer = await shop.user();
  await move(customer, newAddress());
  expect((await move(customer, customer.email)).status).toBe(200);
  expect((await shop.call('GET', `/user/${customer.email}`, { as: customer })).status).toBe(200);
});

it("changes nothing for an address that is another customer's, and says so", async () => {
  const [customer, other] = [await shop.user(), await shop.user()];
  const { status, body } = await move(customer, other.email);
  expect([status, body]).toMatchObject([403, { detail: 'This address belongs to another account.' }]);
  expect((await shop.call('GET', `/user/${customer.email}`, { as: customer })).status).toBe(200);
  expect((await shop.call('GET', `/user/${other.email}`, { as: other })).body._id).toBe(other.id);
});
