import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AddressBookDto, SavedAddressDto } from '../src/delivery/address-book.dto.js';
import { type Shop, startShop, type TestUser } from './harness.js';

describe('addresses', () => {
  let shop: Shop;
  let casey: TestUser;

  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    casey = await shop.user({ name: 'Casey Customer' });
  });

  const address = (changes: object = {}) => ({
    name: 'Casey Customer',
    line1: '12 Foundry Lane',
    city: 'Springfield',
    region: 'IL',
    postalCode: '62704',
    country: 'US',
    ...changes,
  });
  const get = (as: TestUser = casey) => shop.call('GET', '/addresses', { as });
  const add = async (changes: object = {}, as: TestUser = casey) => {
    const { status, body } = await shop.call('POST', '/addresses', { as, body: address(changes) });
    expect(status).toBe(201);
    return (body as AddressBookDto).addresses.at(-1)!;
  };
  const edit = (id: string, ifMatch: string, changes: object = {}, as: TestUser = casey) =>
    shop.call('PUT', `/addresses/${id}`, {
      as,
      body: address(changes),
      headers: { 'if-match': ifMatch },
    });
  const remove = (id: string, ifMatch: string, as: TestUser = casey) =>
    shop.call('DELETE', `/addresses/${id}`, { as, headers: { 'if-match': ifMatch } });
  const defaultOf = ({ addresses }: AddressBookDto) =>
    addresses.filter(({ isDefault }) => isDefault).map(({ line1 }) => line1);

  it('are none at first', async () => {
    const { status, body, headers } = await get();
    expect([status, body, headers.get('etag')]).toEqual([200, { addresses: [] }, '"0"']);
  });

  it('are kept in the order they were added, the first one as the default', async () => {
    await add();
    const second = await shop.call('POST', '/addresses', {
      as: casey,
      body: address({ company: 'Springfield Systems Inc.', line2: 'Gate 3', line1: 'Second' }),
    });
    expect([second.status, second.headers.get('etag')]).toEqual([201, '"2"']);
    const id = expect.stringMatching(/^[0-9a-f]{24}$/);
    expect(second.body.addresses).toEqual([
      {
        _id: id,
        ...address(),
        isDefault: true,
        text: 'Casey Customer\n12 Foundry Lane\nSpringfield, IL 62704\nUnited States',
      },
      {
        _id: id,
        ...address({ company: 'Springfield Systems Inc.', line2: 'Gate 3', line1: 'Second' }),
        isDefault: false,
        text: 'Casey Customer\nSpringfield Systems Inc.\nSecond\nGate 3\nSpringfield, IL 62704\nUnited States',
      },
    ]);
    expect((await get()).body).toEqual(second.body);
    expect((await get(await shop.user())).body).toEqual({ addresses: [] });
  });

  it('have one default, which another can become', async () => {
    await add({ isDefault: false });
    const second = await add({ line1: 'Second', isDefault: true });
    expect(defaultOf((await get()).body)).toEqual(['Second']);
    const third = await add({ line1: 'Third' });
    expect(defaultOf((await get()).body)).toEqual(['Second']);
    expect(defaultOf((await edit(third._id, '"3"', { line1: 'Third', isDefault: true })).body)).toEqual([
      'Third',
    ]);
    // there is always one: what is the default stays it until another becomes it
    const left = await edit(third._id, '"4"', { line1: 'Third again', isDefault: false });
    expect(defaultOf(left.body)).toEqual(['Third again']);
    expect(defaultOf((await remove(second._id, '"5"')).body)).toEqual(['Third again']);
    expect(defaultOf((await remove(third._id, '"6"')).body)).toEqual(['12 Foundry Lane']);
  });

  it('are replaced whole and removed, on the version that was read', async () => {
    const { _id } = await add({ company: 'Springfield Systems Inc.', line2: 'Gate 3' });
    const replaced = await edit(_id.toUpperCase(), '"1"', {
      line1: 'Elsewhere',
      country: 'ca',
      region: undefined,
    });
    expect([replaced.status, replaced.headers.get('etag')]).toEqual([200, '"2"']);
    const { region: _region, ...rest } = address({ line1: 'Elsewhere', country: 'CA' });
    expect(replaced.body.addresses).toEqual([
      {
        _id,
        ...rest,
        isDefault: true,
        text: 'Casey Customer\nElsewhere\nSpringfield 62704\nCanada',
      },
    ]);
    expect((await edit(_id, '"1"')).status).toBe(412);
    expect((await remove(_id, '"1"')).status).toBe(412);
    for (const headers of [{}, { 'if-match': '*' }] as Record<string, string>[]) {
      const path = `/addresses/${_id}`;
      expect((await shop.call('PUT', path, { as: casey, body: address(), headers })).status).toBe(428);
      expect((await shop.call('DELETE', path, { as: casey, headers })).status).toBe(428);
    }
    const removed = await remove(_id, '"2"');
    expect([removed.status, removed.body, removed.headers.get('etag')]).toEqual([
      200,
      { addresses: [] },
      '"3"',
    ]);
    expect((await remove(_id, '"3"')).status).toBe(404);
    expect(defaultOf((await shop.call('POST', '/addresses', { as: casey, body: address() })).body)).toEqual([
      '12 Foundry Lane',
    ]);
  });

  it('of somebody else are not found', async () => {
    const { _id } = await add();
    const other = await shop.user();
    await add({}, other);
    const admin = await shop.user({ role: 'admin' });
    for (const as of [other, admin]) {
      expect((await edit(_id, '"1"', { line1: 'Mine now' }, as)).status).toBe(404);
      expect((await remove(_id, '"1"', as)).status).toBe(404);
    }
    expect((await get()).body.addresses).toMatchObject([{ _id, line1: '12 Foundry Lane' }]);
    expect((await shop.call('GET', '/addresses')).status).toBe(401);
  });

  it('are added once for each key, and all of those that are added at once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const once = () => shop.call('POST', '/addresses', { as: casey, body: address(), headers });
    const repeats = await Promise.all([once(), once(), once()]);
    expect(repeats.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(repeats.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const lines = ['A', 'B', 'C', 'D', 'E'];
    await Promise.all(lines.map((line1) => add({ line1 })));
    const { addresses } = (await get()).body as AddressBookDto;
    expect(addresses.map(({ line1 }) => line1).toSorted()).toEqual(['12 Foundry Lane', ...lines]);
    expect(addresses.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('have one default of many first ones at once', async () => {
    await Promise.all(['A', 'B', 'C', 'D', 'E'].map((line1) => add({ line1 })));
    const { addresses } = (await get()).body as AddressBookDto;
    expect(addresses.map(({ isDefault }) => isDefault)).toEqual([true, false, false, false, false]);
  });

  it('are at most 20', async () => {
    let last: SavedAddressDto | undefined;
    for (let n = 0; n < 20; n += 1) last = await add({ line1: `${n}` });
    const refused = await shop.call('POST', '/addresses', { as: casey, body: address() });
    expect(refused).toMatchObject({ status: 409, body: { type: 'urn:rapid:problem:too-many-addresses' } });
    expect((await remove(last!._id, '"20"')).status).toBe(200);
    await add();
  });

  it('go with the account', async () => {
    const admin = await shop.user({ role: 'admin' });
    await add({ line1: '77 Oblivion Street' });
    expect((await shop.call('DELETE', `/user/${casey.email}`, { as: admin })).status).toBe(200);
    const books = await shop.db.collection('address_books').find().toArray();
    expect(JSON.stringify(books)).not.toContain('Oblivion');
  });

  it.each([
    ['name', undefined],
    ['name', ' '],
    ['name', 'x'.repeat(101)],
    ['company', ''],
    ['company', 'x'.repeat(101)],
    ['line1', undefined],
    ['line1', 'two\nlines'],
    ['line1', 'x'.repeat(101)],
    ['line2', null],
    ['line2', 'x'.repeat(101)],
    ['city', ''],
    ['city', 'x'.repeat(101)],
    ['region', ''],
    ['region', 5],
    ['postalCode', undefined],
    ['postalCode', 'x'.repeat(21)],
    ['country', undefined],
    ['country', 'Germany'],
    ['country', 'XX'],
    ['country', 49],
    ['isDefault', 'yes'],
    ['_id', '665f1c2ab8d4e1a2b3c4d5e6'],
    ['text', 'Anything'],
  ])('refuse a wrong %s: %j', async (field, value) => {
    const body = address({ [field]: value });
    const added = await shop.call('POST', '/addresses', { as: casey, body });
    expect([added.status, Object.keys(added.body.errors as object)]).toEqual([400, [field]]);
    const { _id } = await add();
    const edited = await edit(_id, '"1"', { [field]: value });
    expect([edited.status, Object.keys(edited.body.errors as object)]).toEqual([400, [field]]);
  });
});
