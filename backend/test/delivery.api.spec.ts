import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditEntry } from '../src/audit/audit-entry.schema.js';
import { DeliverySettingsService } from '../src/delivery/delivery-settings.service.js';
import { type Shop, startShop, type TestUser } from './harness.js';

const PATH = '/delivery/settings';
const standard = { name: 'Standard', price: 4.9, freeFrom: 100, workingDays: 5, countries: [] };
const express = { name: 'Express', price: 14.9, workingDays: 2, countries: ['US', 'CA'] };
const vat = { country: 'DE', rate: 19, isIncluded: true };
const courier = { name: 'Springfield Couriers', trackingUrl: 'https://couriers.example/track/{number}' };
const NONE = { methods: [], taxRates: [], carriers: [] };
const salesTax = { country: 'US', region: 'IL', rate: 8.25, isIncluded: false };

describe('delivery settings', () => {
  let shop: Shop;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop({ SHOP_COUNTRY: 'DE' });
    admin = await shop.user({ role: 'admin', name: 'Ada Admin' });
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.db.collection('delivery_settings').deleteMany({});
    await shop.db.collection('audit_entries').deleteMany({});
  });

  const get = async () => (await shop.call('GET', PATH, { as: admin })).body;
  const put = (body: object, ifMatch = '"0"') =>
    shop.call('PUT', PATH, { as: admin, body, headers: { 'if-match': ifMatch } });
  const entries = () =>
    shop.db.model<AuditEntry>(AuditEntry.name).find().sort({ at: 1, _id: 1 }).lean<AuditEntry[]>();

  it('are empty at first', async () => {
    const { status, body, headers } = await shop.call('GET', PATH, { as: admin });
    expect([status, headers.get('etag'), body]).toEqual([200, '"0"', NONE]);
    const methods = await shop.call('GET', '/delivery/methods');
    expect([methods.status, methods.body]).toEqual([200, { shopCountry: 'DE', methods: [] }]);
    expect(await shop.app.get(DeliverySettingsService, { strict: false }).current()).toEqual({
      _id: 'shop',
      methods: [],
      taxRates: [],
      version: 0,
    });
  });

  it('are kept as a whole, and each method keeps its id', async () => {
    const first = await put({ methods: [express, standard], taxRates: [vat, salesTax] });
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"1"']);
    const id = expect.stringMatching(/^[0-9a-f]{24}$/);
    expect(first.body).toEqual({
      methods: [
        { _id: id, ...express },
        { _id: id, ...standard },
      ],
      taxRates: [vat, salesTax],
      carriers: [],
    });
    expect(await get()).toEqual(first.body);

    const kept = { ...first.body.methods[1], name: 'Slow', freeFrom: undefined };
    const second = await put({ methods: [kept, { ...express, name: 'Courier' }], taxRates: [vat] }, '"1"');
    expect([second.status, second.headers.get('etag')]).toEqual([200, '"2"']);
    expect(second.body.methods[0]).toEqual({
      _id: kept._id,
      name: 'Slow',
      price: 4.9,
      workingDays: 5,
      countries: [],
    });
    expect(second.body.methods[1]._id).not.toBe(first.body.methods[0]._id);
    expect(await get()).toEqual(second.body);
  });

  it('show everybody the methods, cheapest first', async () => {
    await put({ methods: [express, standard], taxRates: [vat] });
    const { body } = await shop.call('GET', '/delivery/methods');
    expect(body).toMatchObject({ shopCountry: 'DE', methods: [standard, express] });
    expect(body).not.toHaveProperty('taxRates');
  });

  it('are saved on the version that was read', async () => {
    const body = { methods: [standard], taxRates: [] };
    expect((await shop.call('PUT', PATH, { as: admin, body })).status).toBe(428);
    const any = { 'if-match': '*' };
    expect((await shop.call('PUT', PATH, { as: admin, body, headers: any })).status).toBe(428);
    expect((await put(body, '"1"')).status).toBe(412);
    expect((await put(body)).status).toBe(200);
    const stale = await put({ methods: [], taxRates: [] });
    expect(stale).toMatchObject({ status: 412, body: { type: 'urn:rapid:problem:stale-version' } });
    expect((await get()).methods).toHaveLength(1);
  });

  it('have one winner of many first and of many later writes at once', async () => {
    for (const version of [0, 1]) {
      const writes = ['A', 'B', 'C', 'D', 'E'].map((name) =>
        put({ methods: [{ ...standard, name: name + version }], taxRates: [] }, `"${version}"`),
      );
      const statuses = (await Promise.all(writes)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 412)).toHaveLength(4);
    }
    expect(await entries()).toHaveLength(2);
  });

  it('are in the audit log with what changed, and not when nothing did', async () => {
    const { body } = await put({ methods: [standard], taxRates: [vat] });
    const dearer = { ...body.methods[0], price: 5.9 };
    await put({ methods: [dearer], taxRates: [vat] }, '"1"');
    const same = await put({ methods: [dearer], taxRates: [vat] }, '"2"');
    expect([same.status, same.headers.get('etag')]).toEqual([200, '"2"']);
    await put({ methods: [], taxRates: [] }, '"0"');
    const [first, second, ...others] = await entries();
    expect(first).toMatchObject({
      action: 'delivery-settings.updated',
      entity: 'delivery-settings',
      label: 'Delivery and tax',
      actor: { name: 'Ada Admin' },
      before: { methods: [], taxRates: [] },
      after: { methods: [standard], taxRates: [vat] },
    });
    expect([second?.before, second?.after]).toEqual([{ methods: body.methods }, { methods: [dearer] }]);
    expect(others).toEqual([]);
    const log = await shop.call('GET', '/audit?entity=delivery-settings', { as: admin });
    expect([log.status, log.body.total]).toEqual([200, 2]);
  });

  it('have carriers, which stay where a change does not name them', async () => {
    const first = await put({ methods: [standard], taxRates: [], carriers: [courier] });
    expect(first.body.carriers).toEqual([courier]);
    const second = await put({ methods: [], taxRates: [] }, '"1"');
    expect(second.body).toEqual({ ...NONE, carriers: [courier] });
    const { carriers } = (await shop.call('GET', '/delivery/carriers', { as: admin })).body;
    expect(carriers).toContainEqual(courier);
    expect(carriers.map(({ name }: { name: string }) => name)).toContain('UPS');
    expect((await put(NONE, '"2"')).body.carriers).toEqual([]);
    expect((await shop.call('GET', '/delivery/carriers', { as: await shop.user() })).status).toBe(403);
  });

  it('take names and countries as people write them', async () => {
    const { body } = await put({
      methods: [{ ...standard, name: '  Standard ' }],
      taxRates: [{ ...salesTax, country: 'us', region: ' IL ' }],
    });
    expect(body).toMatchObject({ methods: [{ name: 'Standard' }], taxRates: [salesTax] });
  });

  it('are for admins alone', async () => {
    const body = { methods: [], taxRates: [] };
    for (const [as, status] of [
      [undefined, 401],
      [await shop.user(), 403],
    ] as const) {
      expect((await shop.call('GET', PATH, { as })).status).toBe(status);
      const headers = { 'if-match': '"0"' };
      expect((await shop.call('PUT', PATH, { as, body, headers })).status).toBe(status);
    }
  });

  const method = (changes: object) => ({ methods: [standard, { ...express, ...changes }], taxRates: [] });
  const rate = (changes: object) => ({ methods: [], taxRates: [vat, { ...salesTax, ...changes }] });
  const carrier = (changes: object) => ({
    ...NONE,
    carriers: [courier, { ...courier, name: 'Other Couriers', ...changes }],
  });
  const ID = '665f1c2ab8d4e1a2b3c4d5e6';
  it.each([
    ['methods', { taxRates: [] }],
    ['methods', { methods: 'none', taxRates: [] }],
    [
      'methods',
      { methods: Array.from({ length: 51 }, (_, n) => ({ ...standard, name: `${n}` })), taxRates: [] },
    ],
    ['methods.1.name', method({ name: ' ' })],
    ['methods.1.name', method({ name: 'x'.repeat(61) })],
    ['methods.1.name', method({ name: 'standard' })],
    ['methods.1.price', method({ price: -0.01 })],
    ['methods.1.price', method({ price: 1.999 })],
    ['methods.1.price', method({ price: 100_000 })],
    ['methods.1.price', method({ price: '5' })],
    ['methods.1.price', method({ price: null })],
    ['methods.1.freeFrom', method({ freeFrom: -1 })],
    ['methods.1.freeFrom', method({ freeFrom: null })],
    ['methods.1.freeFrom', method({ freeFrom: 1_000_000 })],
    ['methods.1.workingDays', method({ workingDays: 1.5 })],
    ['methods.1.workingDays', method({ workingDays: -1 })],
    ['methods.1.workingDays', method({ workingDays: 366 })],
    ['methods.1.countries', method({ countries: undefined })],
    ['methods.1.countries', method({ countries: ['XX'] })],
    ['methods.1.countries', method({ countries: ['us'] })],
    ['methods.1.countries', method({ countries: ['US', 'US'] })],
    ['methods.1._id', method({ _id: ID })],
    ['methods.1._id', method({ _id: 'new' })],
    ['methods.1.tax', method({ tax: 1 })],
    ['taxRates', { methods: [] }],
    ['taxRates.1.country', rate({ country: 'USA' })],
    ['taxRates.1.country', rate({ country: undefined })],
    ['taxRates.1.region', rate({ region: '' })],
    ['taxRates.1.region', rate({ region: 'x'.repeat(101) })],
    ['taxRates.1.region', rate({ country: 'de', region: undefined })],
    ['taxRates.1.rate', rate({ rate: 100.0001 })],
    ['taxRates.1.rate', rate({ rate: -1 })],
    ['taxRates.1.rate', rate({ rate: 8.12345 })],
    ['taxRates.1.rate', rate({ rate: '8' })],
    ['taxRates.1.isIncluded', rate({ isIncluded: 'yes' })],
    ['taxRates.1.isIncluded', rate({ isIncluded: undefined })],
    ['carriers', { ...NONE, carriers: 'none' }],
    ['carriers.1.name', carrier({ name: ' ' })],
    ['carriers.1.name', carrier({ name: 'springfield couriers ' })],
    ['carriers.1.trackingUrl', carrier({ trackingUrl: 'http://couriers.example/{number}' })],
    ['carriers.1.trackingUrl', carrier({ trackingUrl: 'https://couriers.example/track' })],
    ['carriers.1.trackingUrl', carrier({ trackingUrl: 'https://{number}.example/' })],
    ['carriers.1.trackingUrl', carrier({ trackingUrl: 'https://couriers.example@evil.example/{number}' })],
    [
      'carriers.1.trackingUrl',
      carrier({ trackingUrl: `https://couriers.example/{number}${'x'.repeat(500)}` }),
    ],
    ['carriers.1.trackingUrl', carrier({ trackingUrl: 'javascript:alert(1)//{number}' })],
  ])('refuse a wrong %s: %j', async (field, body) => {
    const response = await put(body);
    expect([response.status, Object.keys(response.body.errors as object)]).toEqual([400, [field]]);
    expect(await get()).toEqual(NONE);
  });

  it('refuse a second rate of a region whatever its case, and a method’s id twice', async () => {
    const again = await put({ methods: [], taxRates: [salesTax, { ...salesTax, region: 'il' }] });
    expect(again.body.errors).toEqual({ 'taxRates.1.region': 'There is another rate for this place.' });
    const { body } = await put({ methods: [standard], taxRates: [] });
    const [{ _id }] = body.methods;
    const twice = await put({ methods: [body.methods[0], { ...express, _id }], taxRates: [] }, '"1"');
    expect([twice.status, Object.keys(twice.body.errors as object)]).toEqual([400, ['methods.1._id']]);
  });
});
