import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { ADDRESS, setDelivery, TEXT } from './checkouts.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { storedEvents } from './outbox-events.js';

/** Where an order goes, changed before it ships: `PATCH /purchases/{id}/address`. */

let shop: Shop;
let admin: TestUser;
let customer: TestUser;

const NEW = {
  name: 'Casey Customer',
  line1: '9 Harbour Road',
  city: 'Chicago',
  region: 'il',
  postalCode: '60601',
  country: 'US',
};
/** As it is kept: the region as it was charged. */
const KEPT = { ...NEW, region: 'IL' };
const NEW_TEXT = 'Casey Customer\n9 Harbour Road\nChicago, IL 60601\nUnited States';

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user();
}, 60_000);
afterAll(() => shop.close());

async function order(fields: object = {}, whose = customer): Promise<string> {
  const place = { address: TEXT, shippingAddress: ADDRESS, company: ADDRESS.company };
  return String((await shop.order(whose, { ...place, ...fields }))._id);
}
const etagOf = async (id: string): Promise<string> =>
  (await shop.call('GET', `/purchases/${id}`, { as: admin })).headers.get('etag')!;
async function change(
  id: string,
  body: object = NEW,
  options: { as?: { token: string }; ifMatch?: string } = {},
) {
  const headers = { 'if-match': options.ifMatch ?? (await etagOf(id)) };
  return shop.call('PATCH', `/purchases/${id}/address`, { as: options.as ?? admin, body, headers });
}

describe('an address', () => {
  it('that the order has already changes nothing', async () => {
    const id = await order({ status: 'paid' });
    const before = await etagOf(id);
    const { status, body, headers } = await change(id, { ...ADDRESS, region: 'il' });
    expect([status, body.address, headers.get('etag')]).toEqual([200, TEXT, before]);
    expect(body.timeline).not.toContainEqual(expect.objectContaining({ what: 'address-changed' }));
    expect(await change(id, ADDRESS, { ifMatch: '"99"' })).toMatchObject({ status: 412 });
  });

  it.each(['unpaid', 'paid'] as const)(
    'of an order that is %s is changed for all who read it',
    async (status) => {
      const id = await order({ status });
      const { status: code, body, headers } = await change(id);
      expect([code, body.address, body.shippingAddress]).toEqual([200, NEW_TEXT, KEPT]);
      expect(body).not.toHaveProperty('company');
      expect(headers.get('etag')).toBe(await etagOf(id));
      const own = await shop.call('GET', `/orders/${body.number as string}`, { as: customer });
      expect(own.body).toMatchObject({ address: NEW_TEXT, shippingAddress: KEPT });
      for (const read of [body, own.body])
        expect(read.timeline.at(-1)).toMatchObject({ what: 'address-changed', by: 'admin', note: TEXT });
    },
  );

  it('is searched by the company of the new one', async () => {
    const company = `Harbour${new Types.ObjectId().toHexString().slice(-8)}`;
    const id = await order({ company: 'Formercompany' });
    await change(id, { ...NEW, company });
    const find = async (q: string) =>
      (await shop.call('GET', `/purchases/search?q=${q}`, { as: admin })).body.items as { _id: string }[];
    expect(await find(company)).toMatchObject([{ _id: id }]);
    expect((await find('Formercompany')).map(({ _id }) => _id)).not.toContain(id);
  });

  it('is in no event and not in the audit log', async () => {
    const id = await order();
    await change(id);
    const events = await storedEvents(shop.db, `order/${id}`);
    expect(events.map(({ type }) => type)).toEqual(['order.address-changed']);
    const audit = await shop.call('GET', `/audit?entityId=${id}`, { as: admin });
    expect(audit.body.items).toMatchObject([{ action: 'order.address-changed', actor: { id: admin.id } }]);
    expect(JSON.stringify([events, audit.body])).not.toMatch(/Harbour|Foundry/);
  });

  it('goes with the account, from the timeline too', async () => {
    const person = await shop.user();
    const id = await order({ status: 'paid' }, person);
    await change(id);
    expect((await shop.call('DELETE', `/user/${person.email}`, { as: admin })).status).toBe(200);
    const stored = await shop.db.model('Order').findById(id).lean();
    expect(JSON.stringify(stored)).not.toMatch(/Harbour|Foundry|Casey/);
    const { body } = await shop.call('GET', `/purchases/${id}`, { as: admin });
    expect(body.isAddressEditable).toBe(false);
    expect((await change(id)).status).toBe(409);
  });
});

describe('the address of an order that was placed with a text', () => {
  const rates = [
    { country: 'US', rate: 5, isIncluded: false },
    { country: 'US', region: 'NY', rate: 8, isIncluded: false },
  ];
  const placed = async (): Promise<string> => {
    const { _id } = await shop.product({ priceCents: 1_000, minimumOQ: 1, availableQ: 10 });
    const { status, body } = await shop.call('POST', '/purchase', {
      as: customer,
      body: { productId: String(_id), orderQuantity: 1, address: '12 Foundry Lane', phone: '5550100' },
    });
    expect(status).toBe(201);
    return body._id as string;
  };
  beforeAll(() => setDelivery(shop, admin, { methods: [], taxRates: rates }));

  it('is given any region with the tax that was charged', async () => {
    const id = await placed();
    const { status, body } = await change(id);
    expect([status, body.shippingAddress, body.tax]).toEqual([200, { ...NEW, region: 'il' }, 0.5]);
    // it is charged for that region now
    expect((await change(id, { ...NEW, region: 'CA' })).status).toBe(422);
  });

  it('is given no region with another tax', async () => {
    const { status, body } = await change(await placed(), { ...NEW, region: 'ny' });
    expect([status, body.errors]).toEqual([
      422,
      { region: expect.stringMatching(/another region; cancel the order, and enter it again/) },
    ]);
  });

  it('is given a region also after the rate of the country has changed', async () => {
    const id = await placed();
    await setDelivery(shop, admin, { methods: [], taxRates: [{ ...rates[0]!, rate: 6 }, rates[1]!] });
    expect((await change(id)).status).toBe(200);
  });
});

describe('is refused', () => {
  it('without a version, with any, and with a stale one', async () => {
    const id = await order();
    const ifMatch = await etagOf(id);
    const bare = await shop.call('PATCH', `/purchases/${id}/address`, { as: admin, body: NEW });
    expect(bare.status).toBe(428);
    expect((await change(id, NEW, { ifMatch: '*' })).status).toBe(428);
    expect((await change(id, NEW, { ifMatch })).status).toBe(200);
    expect((await change(id, NEW, { ifMatch })).status).toBe(412);
  });

  it('to one of two admins at once', async () => {
    const id = await order();
    const ifMatch = await etagOf(id);
    const results = await Promise.all(
      [1, 2, 3].map((n) => change(id, { ...NEW, line1: `${n} Road` }, { ifMatch })),
    );
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
  });

  it.each([
    ['another country', { country: 'CA' }, 'country'],
    ['another region', { region: 'NY' }, 'region'],
    ['no region', { region: undefined }, 'region'],
  ])('with %s, since delivery and tax were charged', async (_what, fields, field) => {
    const { status, body } = await change(await order(), { ...NEW, ...fields });
    expect([status, body.type, Object.keys(body.errors as object)]).toEqual([
      422,
      'urn:rapid:problem:other-destination',
      [field],
    ]);
  });

  it('outside the country of the shop, of an order with a text for an address', async () => {
    const id = await order({ shippingAddress: undefined, company: undefined, address: '12 Foundry Lane' });
    const { region: _region, ...local } = NEW;
    expect((await change(id, { ...local, country: 'DE' })).status).toBe(422);
    expect((await change(id, local)).body.timeline.at(-1).note).toBe('12 Foundry Lane');
  });

  it.each([
    ['unpaid', /another region; cancel the order, and enter it again/],
    ['paid', /another region; refund the order, and enter it again/],
  ])('of an order that is %s, with what can be done instead', async (status, detail) => {
    const { body } = await change(await order({ status }), { ...NEW, region: 'NY' });
    expect(body.detail).toMatch(detail);
  });

  it.each(['shipped', 'cancelled', 'refunded'] as const)('for an order that is %s', async (status) => {
    expect((await change(await order({ status }))).body.type).toBe('urn:rapid:problem:wrong-state');
  });

  it.each([
    ['no street', { line1: ' ' }, 'line1'],
    ['no country', { country: 'XX' }, 'country'],
    ['an unknown member', { phone: '1' }, 'phone'],
  ])('with %s', async (_what, fields, field) => {
    const { status, body } = await change(await order(), { ...NEW, ...fields });
    expect([status, Object.keys(body.errors as object)]).toEqual([400, [field]]);
  });

  it('to customers, API keys, and for what nobody ordered', async () => {
    const id = await order();
    expect((await change(id, NEW, { as: customer })).status).toBe(403);
    expect((await change(id, NEW, { as: await shop.apiKey(admin) })).status).toBe(403);
    expect((await change(String(new Types.ObjectId()), NEW, { ifMatch: '"0"' })).status).toBe(404);
  });
});
