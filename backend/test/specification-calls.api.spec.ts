import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallOptions } from './call.js';
import { type Commerce, startCommerce } from './commerce.js';
import { unsignedToken } from './id-tokens.js';
import { formOf, image } from './image-uploads.js';
import { differences, recorder } from './recorded.js';

/**
 * The specification's 24 calls, with its payloads and nothing else, in one story: what they answered before orders had lines
 * is in `fixtures/specification-calls.json`, and must be in what they answer now. To record them again, where an answer is
 * meant to change: `RECORD=1 npm run test:api -- test/specification-calls.api.spec.ts`.
 */

const FILE = resolve(import.meta.dirname, 'fixtures/specification-calls.json');
const HEADERS = ['content-type', 'cache-control', 'x-total-count', 'etag', 'location'];

interface Answer {
  /** The call with what it is about. */
  call: string;
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

let shop: Commerce;
let answers: Answer[];

beforeAll(async () => {
  shop = await startCommerce({ ADMIN_EMAILS: 'ada@example.com' });
  answers = [];
});
afterAll(() => shop.close());

/** Makes a call and keeps its answer; of an entity tag, that there is one. */
async function call(about: string, method: string, path: string, options?: CallOptions): Promise<any> {
  const { status, headers, body } = await shop.call(method, path, options);
  const kept = HEADERS.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, name === 'etag' ? 'present' : value]];
  });
  answers.push({ call: `${method} ${path}: ${about}`, status, headers: Object.fromEntries(kept), body });
  return body;
}

async function signIn(name: string): Promise<string> {
  const email = `${name.toLowerCase()}@example.com`;
  const identity = unsignedToken({ uid: `uid-${name}`, email, claims: { name, email_verified: true } });
  const about = `signs ${name} in`;
  const { token } = await call(about, 'PUT', `/user/${email}`, { as: identity, body: { email } });
  return token as string;
}

const SSD = { name: 'Keel 480 SSD', price: 49.9, minimumOQ: 5, availableQ: 100 };
const FAN = { name: 'Lee 120 Fan', price: 12, minimumOQ: 1, availableQ: 8 };

/** The payload of `POST /purchase`, of ten drives for Casey. */
const orderOf = (fields: object = {}) => ({
  userName: 'Casey',
  userEmail: 'casey@example.com',
  address: '12 Foundry Lane',
  phone: '5550100',
  orderQuantity: 10,
  productName: SSD.name,
  price: SSD.price,
  img: '/products/part.webp',
  ...fields,
});

interface People {
  ada: string;
  casey: string;
  dana: string;
}

async function fillShop({ ada, casey }: People): Promise<{ ssd: string; fan: string }> {
  const form = () => image().png().toBuffer().then(formOf);
  const { data } = await call('an image', 'POST', '/images', { as: ada, body: await form() });
  await call('an image by a customer', 'POST', '/images', { as: casey, body: await form() });
  const described = (product: object) => ({ ...product, description: 'A part.', img: data.url as string });
  const add = (product: object, as = ada) =>
    call('a product', 'POST', '/product', { as, body: described(product) });
  const [ssd, fan] = [await add(SSD), await add(FAN)];
  await add(SSD, casey);
  await add({ ...SSD, price: 'much', minimumOQ: undefined });
  await call('all', 'GET', '/items');
  await call('new ones', 'GET', '/product');
  await call('one', 'GET', `/item/${ssd.insertedId}`);
  await call('none', 'GET', '/item/0123456789abcdef01234567');
  return { ssd: ssd.insertedId as string, fan: fan.insertedId as string };
}

async function orderAndPay({ ada, casey, dana }: People): Promise<void> {
  const order = (about: string, fields?: object, as: string | undefined = casey) =>
    call(about, 'POST', '/purchase', { as, body: orderOf(fields) });
  const intend = (about: string, price: number, as = casey) =>
    call(about, 'POST', '/create-payment-intent', { as, body: { price } });
  const pay = (about: string, id: string, transactionId: string, as = casey) =>
    call(about, 'PATCH', `/payment/${id}`, { as, body: { payItem: { price: 499 }, transactionId } });
  const { _id: id } = await order('ten drives');
  await order('fewer than the minimum', { orderQuantity: 4 });
  await order('more than there are', { orderQuantity: 91 });
  await order('at a changed price', { price: 45 });
  await order('no product', { productName: 'Nothing' });
  await order('an incomplete form', { address: '', phone: '', orderQuantity: 'many' });
  await order('by nobody', {}, '');
  await call('Ada', 'GET', '/admin/ada@example.com', { as: ada });
  await call('Casey', 'GET', '/admin/casey@example.com', { as: casey });
  await call('Ada, by Casey', 'GET', '/admin/ada@example.com', { as: casey });
  await call('their own', 'GET', '/purchase/casey@example.com', { as: casey });
  await call("another customer's", 'GET', '/purchase/casey@example.com', { as: dana });
  await call('to pay', 'GET', `/buy/${id}`, { as: casey });
  await call("another customer's", 'GET', `/buy/${id}`, { as: dana });
  await call('ships an unpaid one', 'PATCH', `/purchase/${id}`, { as: ada });
  await intend('without an order', 499, dana);
  await intend('at another amount', 450);
  const { clientSecret } = await intend('the order', 499);
  await intend('the order again', 499);
  const { id: paidWith } = await shop.sandbox.pay(clientSecret as string);
  await pay("another customer's order", id as string, paidWith, dana);
  await pay('with no payment', id as string, 'pi_0000000000000000');
  await pay('the order', id as string, paidWith);
  await pay('the order again', id as string, paidWith);
  await intend('what is paid', 499);
  await call('paid', 'GET', `/buy/${id}`, { as: casey });
  await call('cancels a paid one', 'DELETE', `/purchase/${id}`, { as: ada });
  const fans = { productName: FAN.name, price: FAN.price, orderQuantity: 2 };
  const { _id: second } = await order('two fans', fans);
  await pay('another order with the same payment', second as string, paidWith);
  await call('by a customer', 'PATCH', `/purchase/${id}`, { as: casey });
  await call('a paid one', 'PATCH', `/purchase/${id}`, { as: ada });
  await call('a shipped one', 'PATCH', `/purchase/${id}`, { as: ada });
  await call("another customer's", 'DELETE', `/purchase/${second}`, { as: dana });
  await call('an unpaid one', 'DELETE', `/purchase/${second}`, { as: casey });
  await call('a shipped one off the list', 'DELETE', `/purchase/${id}`, { as: casey });
  await call('without the removed ones', 'GET', '/purchase/casey@example.com', { as: casey });
  const { _id: third } = await order('three fans', { ...fans, orderQuantity: 3 });
  await call('an unpaid one by an admin', 'DELETE', `/purchase/${third}`, { as: ada });
  await call('a cancelled one by an admin', 'DELETE', `/purchase/${third}`, { as: ada });
  await order('four fans by Dana', { ...fans, orderQuantity: 4 }, dana);
  await call('all', 'GET', '/purchases', { as: ada });
  await call('all, by a customer', 'GET', '/purchases', { as: casey });
}

async function reviewAndManage({ ada, casey }: People, { fan }: { fan: string }): Promise<void> {
  const review = { comments: 'A day early.', name: 'Casey', email: 'casey@example.com', img: '' };
  await call('five stars', 'POST', '/review', { as: casey, body: { ...review, ratings: '5' } });
  await call('six stars', 'POST', '/review', { as: casey, body: { ...review, ratings: '6' } });
  await call('all', 'GET', '/reviews');
  const profile = { name: 'Casey C.', phone: '5550101', education: 'BSc', linkedIn: 'casey-c' };
  await call('their own', 'PATCH', '/updateUser/casey@example.com', {
    as: casey,
    body: { ...profile, email: 'casey@example.com' },
  });
  await call('their own', 'GET', '/user/casey@example.com', { as: casey });
  await call("another's", 'GET', '/user/ada@example.com', { as: casey });
  await call('all', 'GET', '/user', { as: ada });
  await call('makes an admin', 'PUT', '/user/admin/casey@example.com', { as: ada });
  await call('is one now', 'GET', '/admin/casey@example.com', { as: ada });
  await call('removes a user with an order', 'DELETE', '/user/dana@example.com', { as: ada });
  await call('nobody', 'DELETE', '/user/dana@example.com', { as: ada });
  await call('with what the removal cancelled', 'GET', '/purchases', { as: ada });
  await call('a product', 'DELETE', `/item/${fan}`, { as: ada });
  await call('a deleted one', 'GET', `/item/${fan}`);
  await call('a deleted one', 'POST', '/purchase', { as: casey, body: orderOf({ productName: FAN.name }) });
  await call('what is left of each', 'GET', '/items');
}

it('answers each call of the specification as it did', async () => {
  const people: People = {
    ada: await signIn('Ada'),
    casey: await signIn('Casey'),
    dana: await signIn('Dana'),
  };
  const products = await fillShop(people);
  await orderAndPay(people);
  await reviewAndManage(people, products);
  const placeholders = recorder();
  if (process.env['RECORD']) writeFileSync(FILE, `${JSON.stringify(placeholders(answers), null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Answer[];
  expect(answers).toHaveLength(recorded.length);
  const names = new Map<string, string>();
  expect(recorded.flatMap((answer, n) => differences(answer, answers[n], names, answer.call))).toEqual([]);
});
