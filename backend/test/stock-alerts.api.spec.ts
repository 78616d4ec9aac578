import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { type Shop, startShop, type TestUser } from './harness.js';
import { alertToken, stockAlertCalls, WITH_MAIL } from './stock-alert-calls.js';

/** Who may ask to be told when a product is back in stock, and what they learn by it. The queue has a spec of its own. */

let shop: Shop;
let admin: TestUser;
const { request, find, of, pathsOf, wait, eventsOf } = stockAlertCalls(() => shop);

beforeAll(async () => {
  shop = await startShop(WITH_MAIL);
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());

const soldOut = async (fields: object = {}): Promise<string> =>
  String((await shop.product({ availableQ: 0, ...fields }))._id);
const demandOf = async (id: string) => {
  const { body } = await shop.call('GET', `/items/${id}/edit`, { as: admin });
  return [body.waitingAlerts, body.waitingUnits];
};
const typesOf = async (id: Types.ObjectId) =>
  (await eventsOf(`stock-alert/${String(id)}`)).map(({ type }) => type.replace('stock-alert.', ''));
const problem = (name: string) => `urn:rapid:problem:${name}`;

describe('a request', () => {
  it('counts once the owner of the address has confirmed it, by a button and not by looking', async () => {
    const id = await soldOut({ name: 'Wanted part' });
    expect(await request(id, 'Ada@Example.com', 25)).toMatchObject({
      status: 202,
      body: { needsConfirmation: true },
    });
    expect(await of(id, 'ada@example.com')).toMatchObject({ state: 'requested', units: 25 });
    const { confirmPath, email, units, productName } = await pathsOf(id, 'ada@example.com');
    expect([email, units, productName]).toEqual(['ada@example.com', 25, 'Wanted part']);

    const shown = await shop.call('GET', confirmPath);
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(shown.body).toEqual({
      productId: id,
      productName: 'Wanted part',
      units: 25,
      state: 'requested',
      isConfirmed: false,
    });
    expect(await demandOf(id)).toEqual([0, 0]);

    expect(await shop.call('POST', confirmPath)).toMatchObject({
      status: 200,
      body: { state: 'waiting', isConfirmed: true },
    });
    const alert = await of(id, 'ada@example.com');
    expect(await demandOf(id)).toEqual([1, 25]);
    expect((await shop.call('POST', confirmPath)).body).toMatchObject({ state: 'waiting' });
    expect(await demandOf(id)).toEqual([1, 25]);
    expect(await of(id, 'ada@example.com')).toEqual(alert);
    expect(await typesOf(alert._id)).toEqual(['requested', 'confirmed']);
  });

  it('is responded to alike, whatever the shop knows of the address', async () => {
    const id = await soldOut();
    const customer = await shop.user();
    await wait(id, 'waits@example.com');
    const responses = [];
    for (const email of ['waits@example.com', customer.email, 'nobody@example.com', 'nobody@example.com']) {
      const { status, body, headers } = await request(id, email);
      responses.push({ status, body, names: [...headers.keys()].toSorted() });
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  });

  it('is kept once, as it was mailed, and mailed once an hour; a link confirms what its mail says', async () => {
    const id = await soldOut();
    for (const units of [5, 10, 15]) await request(id, 'often@example.com', units);
    const alert = await of(id, 'often@example.com');
    expect(alert.units).toBe(5);
    const first = await pathsOf(id, 'often@example.com');
    expect(await typesOf(alert._id)).toEqual(['requested']);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await shop.db
      .collection('stock_alerts')
      .updateOne({ _id: alert._id }, { $set: { confirmMailAt: anHourAgo } });
    await request(id, 'often@example.com', 20);
    expect(await typesOf(alert._id)).toEqual(['requested', 'requested']);
    for (const method of ['GET', 'POST'])
      expect(await shop.call(method, first.confirmPath)).toMatchObject({
        status: 404,
        body: { type: problem('stock-alert-link-invalid') },
      });
    expect(await demandOf(id)).toEqual([0, 0]);
    const { confirmPath } = await pathsOf(id, 'often@example.com');
    expect((await shop.call('POST', confirmPath)).body).toMatchObject({ units: 20, isConfirmed: true });
    expect(await demandOf(id)).toEqual([1, 20]);
  });

  it('at the same time twice is one', async () => {
    const id = await soldOut();
    const both = await Promise.all([request(id, 'twice@example.com'), request(id, 'twice@example.com')]);
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    expect(await typesOf((await of(id, 'twice@example.com'))._id)).toEqual(['requested']);
  });

  it('by a stranger changes nothing of what its owner confirmed', async () => {
    const id = await soldOut();
    await wait(id, 'owner@example.com', 10);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await shop.db
      .collection('stock_alerts')
      .updateOne({ email: 'owner@example.com' }, { $set: { confirmMailAt: anHourAgo } });
    await request(id, 'owner@example.com', 10_000);
    expect(await demandOf(id)).toEqual([1, 10]);
    const { confirmPath } = await pathsOf(id, 'owner@example.com');
    expect((await shop.call('GET', confirmPath)).body).toMatchObject({ units: 10_000, isConfirmed: false });
    await shop.call('POST', confirmPath);
    expect(await demandOf(id)).toEqual([1, 10_000]);
  });

  it.each([
    ['a product that can be ordered', { availableQ: 100 }, {}, 409, 'product-available'],
    ['one with few units left', { availableQ: 7 }, {}, 409, 'product-available'],
    ['one that is not on sale', { removedAt: new Date(), archived: true }, {}, 404, 'not-found'],
    ['fewer than the minimum order', {}, { units: 4 }, 400, 'invalid-input'],
    ['no whole number', {}, { units: 5.5 }, 400, 'invalid-input'],
    ['no address', {}, { email: 'nobody' }, 400, 'invalid-input'],
    ['a state', {}, { state: 'waiting' }, 400, 'invalid-input'],
  ])('for %s is refused', async (_, product, body, status, type) => {
    const id = await soldOut(product);
    const sent = { email: 'a@example.com', units: 5, ...body };
    expect(await shop.call('POST', `/items/${id}/stock-alerts`, { body: sent })).toMatchObject({
      status,
      body: { type: problem(type) },
    });
  });

  it('of somebody with a verified address needs no mail; of others it does', async () => {
    const id = await soldOut();
    const [sure, unsure] = [await shop.user(), await shop.user({ emailVerified: false })];
    const ask = (as: TestUser, units = 10) =>
      shop.call('POST', `/items/${id}/stock-alerts/mine`, { as, body: { units } });
    expect(await ask(sure)).toMatchObject({ status: 202, body: { needsConfirmation: false } });
    expect(await ask(unsure)).toMatchObject({ status: 202, body: { needsConfirmation: true } });
    expect(await demandOf(id)).toEqual([1, 10]);
    await ask(sure, 30);
    expect(await demandOf(id)).toEqual([1, 30]);
  });
});

describe('a link', () => {
  it('stops the alert, again and again, and does nothing else', async () => {
    const id = await soldOut();
    const { _id } = await wait(id, 'stops@example.com');
    const { stopPath, confirmPath } = await pathsOf(id, 'stops@example.com');
    expect((await shop.call('GET', stopPath)).body).toMatchObject({ productId: id, state: 'waiting' });
    for (let time = 0; time < 2; time += 1) expect((await shop.call('POST', stopPath)).status).toBe(204);
    expect(await find({ email: 'stops@example.com' })).toBeNull();
    expect(await demandOf(id)).toEqual([0, 0]);
    expect(await typesOf(_id)).toEqual(['requested', 'confirmed', 'ended']);
    for (const path of [stopPath, confirmPath])
      expect(await shop.call('GET', path)).toMatchObject({
        status: 404,
        body: { type: problem('stock-alert-link-invalid') },
      });
  });

  it('of one kind does not do what the other does', async () => {
    const id = await soldOut();
    await request(id, 'kinds@example.com');
    const { confirmPath, stopPath } = await pathsOf(id, 'kinds@example.com');
    const swapped = [confirmPath.replace('/confirm/', '/stop/'), stopPath.replace('/stop/', '/confirm/')];
    for (const path of swapped)
      expect(await shop.call('POST', path)).toMatchObject({
        status: 404,
        body: { type: problem('stock-alert-link-invalid') },
      });
    expect(await of(id, 'kinds@example.com')).toMatchObject({ state: 'requested' });
  });

  it('is refused when it has expired, or the shop has not signed it', async () => {
    const id = await soldOut();
    await request(id, 'forged@example.com');
    const sub = String((await of(id, 'forged@example.com'))._id);
    const late = await alertToken(shop, 'confirm', { sub, exp: 1_700_000_000 });
    const forged = await alertToken(shop, 'confirm', { sub }, 'another-secret-of-at-least-32-characters');
    const confirm = (token: string) => shop.call('POST', `/stock-alerts/confirm/${token}`);
    expect(await confirm(late)).toMatchObject({
      status: 404,
      body: { type: problem('stock-alert-link-expired') },
    });
    for (const token of [forged, 'a.b.c'])
      expect(await confirm(token)).toMatchObject({
        status: 404,
        body: { type: problem('stock-alert-link-invalid') },
      });
    expect(await of(id, 'forged@example.com')).toMatchObject({ state: 'requested' });
  });

  it('of a request is valid for two days, as long as the request is kept', async () => {
    const id = await soldOut();
    await request(id, 'days@example.com');
    const { expiresAt, confirmMailAt } = await of(id, 'days@example.com');
    expect(expiresAt!.getTime() - confirmMailAt!.getTime()).toBe(48 * 3_600_000);
    const token = (await pathsOf(id, 'days@example.com')).confirmPath.split('/').at(-1)!;
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number };
    expect(exp).toBe(Math.floor(expiresAt!.getTime() / 1_000));
  });
});

describe('who waits', () => {
  it('sorts the products of admins, page by page, and is no edit of a product', async () => {
    const kind = 'ssd';
    const ids = await Promise.all(Array.from({ length: 5 }, () => soldOut({ kind, name: 'Waited part' })));
    const read = await shop.call('GET', `/items/${ids[0]}/edit`, { as: admin });
    await wait(ids[3]!, 'w1@example.com', 50);
    await wait(ids[0]!, 'w1@example.com', 40);
    await wait(ids[0]!, 'w2@example.com', 5);
    await wait(ids[4]!, 'w1@example.com', 10);
    const page = (query: object) =>
      shop.call(
        'GET',
        `/items/manage?${new URLSearchParams({ kind, sort: '-waiting', ...query }).toString()}`,
        {
          as: admin,
        },
      );
    const found: [string, number, number][] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { body } = await page({ pageSize: '2', ...(cursor && { cursor }) });
      for (const { _id, waitingAlerts, waitingUnits } of body.items)
        found.push([_id, waitingAlerts, waitingUnits]);
      cursor = body.nextCursor as string | undefined;
    }
    expect(found.slice(0, 3)).toEqual([
      [ids[3], 1, 50],
      [ids[0], 2, 45],
      [ids[4], 1, 10],
    ]);
    expect(found).toHaveLength(5);
    // also of what only the search finds: words with synonyms and typing errors, and specifications
    const named = async (query: object) =>
      (await page(query)).body.items.map(({ _id }: { _id: string }) => _id) as string[];
    expect((await named({ q: 'solid state drives' })).slice(0, 3)).toEqual([ids[3], ids[0], ids[4]]);
    expect((await named({ q: 'waitde', sort: 'waiting' })).slice(2)).toEqual([ids[4], ids[0], ids[3]]);
    expect((await named({ q: 'ssd', pageSize: '2', page: '2' }))[0]).toBe(ids[4]);
    expect((await named({ spec: 'capacityGb:~' })).slice(0, 3)).toEqual([ids[3], ids[0], ids[4]]);
    const csv = await shop.call('GET', '/items/export?q=ssd&sort=-waiting', { as: admin });
    expect(String(csv.body)).toMatch(new RegExp(`${ids[3]}[^]*${ids[0]}[^]*${ids[4]}`));

    const edit = await shop.call('PATCH', `/items/${ids[0]}`, {
      as: admin,
      body: { name: 'Renamed part' },
      headers: { 'if-match': read.headers.get('etag')! },
    });
    expect(edit.status).toBe(200);
    expect((await shop.call('GET', `/item/${ids[0]}`)).body).not.toHaveProperty('waitingUnits');
  });

  it('is erased with the account of the address, also where it never signed in to ask', async () => {
    const id = await soldOut();
    const customer = await shop.user();
    const { _id } = await wait(id, customer.email, 20);
    await wait(id, 'stays@example.com', 5);
    expect((await shop.call('DELETE', `/user/${customer.email}`, { as: admin })).status).toBe(200);
    expect(await find({ email: customer.email })).toBeNull();
    expect(await demandOf(id)).toEqual([1, 5]);
    expect((await eventsOf(`stock-alert/${String(_id)}`)).at(-1)).toMatchObject({
      type: 'stock-alert.ended',
      payload: { actor: { by: 'account-removal' } },
    });
    const events = await shop.db
      .collection('outbox')
      .find({ type: /^stock-alert/ })
      .toArray();
    expect(JSON.stringify(events)).not.toContain('@');
  });
});
