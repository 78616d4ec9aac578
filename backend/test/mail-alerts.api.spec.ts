import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addStockLevels } from '../src/migrations/0019-stock-levels.js';
import type { Product } from '../src/products/product.schema.js';
import type { User } from '../src/users/user.schema.js';
import { eventually } from './commerce.js';
import { type Mailing, PUBLIC_URL, startMailing } from './mailing.js';

/** The mails about an alert, from the request to the mail server that takes them. */

let on: Mailing;
let email: string;
let product: Product;

beforeAll(async () => {
  on = await startMailing();
});
afterAll(() => on.close());
beforeEach(async () => {
  email = `alerts-${randomUUID()}@example.com`;
  product = await on.shop.product({ minimumOQ: 1, availableQ: 0 });
});

const ask = async (units: number) => {
  const path = `/items/${String(product._id)}/stock-alerts`;
  expect((await on.shop.call('POST', path, { body: { email, units } })).status).toBe(202);
};
const confirm = async (text: string) => {
  const link = /https:\/\/shop\.example(\/stock-alerts\/confirm\/\S+)/.exec(text)?.[1] ?? '';
  expect((await on.shop.call('POST', link)).status).toBe(200);
};

it.each<[string, Partial<User> | undefined]>([
  ['somebody without an account', undefined],
  ['a customer', {}],
  ['the owner of an address that a stranger’s account has', { emailVerified: false }],
])('come to %s, whatever their account was to be told', async (_, account) => {
  if (account) {
    const { id } = await on.shop.user({ email, ...account });
    // of an earlier version, in which alerts were a choice
    await on.shop.db
      .collection('mail_preferences')
      .insertOne({ _id: new Types.ObjectId(id), off: ['stock-alerts'] });
  }
  await ask(3);
  await confirm((await on.server.received(email))[0]!.text);
  const body = { units: 5, reason: 'Delivery' };
  const restocked = await on.shop.call('POST', `/items/${String(product._id)}/restock`, {
    as: on.admin,
    body,
  });
  expect(restocked.status).toBe(200);
  const [, due] = await on.server.received(email, 2);
  expect(due!.subject).toBe(`Back in stock: ${product.name}`);
  const [stop] = /https:\/\/shop\.example\/stock-alerts\/stop\/\S+/.exec(due!.text)!;
  expect(due!.text).toContain(`${PUBLIC_URL}/parts/${String(product._id)}`);
  expect(due!.headers.get('list')).toMatchObject({ unsubscribe: { url: stop } });
});

it('ask somebody who waits already whether they want other units, and say that nothing changes otherwise', async () => {
  const NO_MORE = 'you get no further mail';
  await ask(3);
  const [first] = await on.server.received(email);
  expect(first!.text).toContain(NO_MORE);
  await confirm(first!.text);
  await on.shop.db
    .collection('stock_alerts')
    .updateOne({ email }, { $set: { confirmMailAt: new Date(Date.now() - 3_600_000) } });
  await ask(7);
  const [, second] = await on.server.received(email, 2);
  expect(second!.text).toContain('when 7 units of');
  expect(second!.text).toContain('stays as it is');
  expect(second!.text).not.toContain(NO_MORE);
});

it('tell admins that a part is low the first time that its stock changes, as it was there before', async () => {
  product = await on.shop.product({ minimumOQ: 1, availableQ: 4, lowStockAt: 4 });
  await addStockLevels(on.shop.db.db!);
  await on.place(await on.shop.user(), product);
  const subject = `Low stock: ${product.name}`;
  await eventually(() => on.server.mails.some((mail) => mail.subject === subject), subject);
  const events = on.shop.db.collection('outbox').find({ subject: `stock/${String(product._id)}` });
  expect(await events.toArray()).toMatchObject([{ type: 'product.low-stock', version: 1 }]);
});

it('go again to the address that confirmed the alert, also when its account has got another, and to nobody once it has ended', async () => {
  const account = await on.shop.user({ email });
  await ask(3);
  await confirm((await on.server.received(email))[0]!.text);
  const mails = on.shop.db.collection<{ to: string }>('mails');
  const { _id } = (await mails.findOne({ to: email }))!;
  const again = () => on.shop.call('POST', `/mails/${String(_id)}/send-again`, { as: on.admin });
  await on.shop.db
    .collection('users')
    .updateOne({ _id: new Types.ObjectId(account.id) }, { $set: { email: `other-${email}` } });
  expect(await again()).toMatchObject({ status: 202, body: { to: email } });
  await on.server.received(email, 2);
  expect(on.server.mails.some(({ to }) => to.includes(`other-${email}`))).toBe(false);
  await on.shop.db.collection('stock_alerts').deleteOne({ email });
  expect(await again()).toMatchObject({ status: 409, body: { type: 'urn:rapid:problem:nothing-to-tell' } });
});
