import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../src/api-keys/api-key.js';
import type { ApiKeyDto, CreatedApiKeyDto } from '../src/api-keys/api-key.dto.js';
import { ApiKey } from '../src/api-keys/api-key.schema.js';
import type { AuditEntry } from '../src/audit/audit-entry.schema.js';
import { eventually } from './commerce.js';
import { PRODUCTION, type Shop, startShop, type TestUser } from './harness.js';

describe('API keys', () => {
  let shop: Shop;
  let ada: TestUser;

  beforeAll(async () => {
    shop = await startShop();
    ada = await shop.user({ role: 'admin', name: 'Ada Admin' });
  });
  afterAll(() => shop.close());

  let made = 0;
  const fields = (changes: object = {}) => ({
    name: `Key ${(made += 1)}`,
    scopes: ['catalogue:read'],
    ...changes,
  });
  const post = (changes: object = {}, as: TestUser | string = ada, at: Shop = shop) =>
    at.call('POST', '/api-keys', { as, body: fields(changes) });
  const create = async (changes: object = {}, as = ada): Promise<CreatedApiKeyDto> => {
    const { status, body } = await post(changes, as);
    expect([status, body]).toMatchObject([201, {}]);
    return body as CreatedApiKeyDto;
  };
  const revoke = (id: string, as: TestUser | string = ada) => shop.call('DELETE', `/api-keys/${id}`, { as });
  const use = (key: string, at: Shop = shop) => at.call('GET', '/items/manage', { as: key });
  const listed = async (query = '', as = ada): Promise<ApiKeyDto[]> =>
    (await shop.call('GET', `/api-keys?pageSize=100${query}`, { as })).body.items as ApiKeyDto[];
  const stateOf = async (id: string) => (await listed()).find(({ _id }) => _id === id)?.state;
  const inMs = (ms: number) => new Date(Date.now() + ms);

  it('are shown once, stored as a hash, and recognised by their start', async () => {
    const created = await create({ name: ' Warehouse ', scopes: ['orders:read', 'orders:ship'] });
    const { key, ...shown } = created;
    expect(key).toMatch(/^rk_demo_[\w-]{43}$/);
    expect(shown).toMatchObject({
      name: 'Warehouse',
      scopes: ['orders:read', 'orders:ship'],
      start: `${key.slice(0, 12)}…`,
      state: 'active',
      createdBy: { id: ada.id, name: 'Ada Admin', email: ada.email },
    });
    expect(shown).not.toHaveProperty('lastUsedAt');
    expect(await listed()).toContainEqual(shown);
    for (const { name } of await shop.db.db!.listCollections().toArray()) {
      const rows = JSON.stringify(await shop.db.collection(name).find().toArray());
      expect([name, rows.includes(key.slice(12))]).toEqual([name, false]);
    }
    const row = await shop.db.model(ApiKey.name).findById(created._id).lean();
    expect(row).toMatchObject({ hash: hashOf(key) });
  });

  it('say when they were last used, and what they lack', async () => {
    const { _id, key } = await create({ scopes: ['orders:read'] });
    expect((await shop.call('GET', '/purchases/counts', { as: key })).status).toBe(200);
    const refused = await use(key);
    expect(refused).toMatchObject({
      status: 403,
      body: { type: 'urn:rapid:problem:missing-scope', scope: 'catalogue:read' },
    });
    const never = await shop.call('POST', '/saved-views', { as: key, body: {} });
    expect(never).toMatchObject({ status: 403, body: { type: 'urn:rapid:problem:not-allowed' } });
    await eventually(
      async () => (await listed()).find((one) => one._id === _id)?.lastUsedAt !== undefined,
      'its use is noted',
    );
  });

  it('note a use at most once a minute, and serve where it cannot be noted', async () => {
    const { id, token } = await shop.apiKey(ada);
    const model = shop.db.model<ApiKey>(ApiKey.name);
    const noted = async () => (await model.findById(id).lean<ApiKey>())?.lastUsedAt;
    const useLastUsed = async (lastUsedAt: Date) => {
      await model.updateOne({ _id: id }, { lastUsedAt });
      expect((await use(token)).status).toBe(200);
    };
    const recent = inMs(-50_000);
    await useLastUsed(recent);
    // a note is written after the request
    await sleep(100);
    expect(await noted()).toEqual(recent);
    const old = inMs(-61_000);
    await useLastUsed(old);
    await eventually(async () => (await noted())! > recent, 'its use is noted');

    const { updateOne } = model;
    model.updateOne = () => Promise.reject(new Error('no writes')) as never;
    try {
      await shop.db.collection('api_keys').updateOne({ hash: hashOf(token) }, { $set: { lastUsedAt: old } });
      expect((await use(token)).status).toBe(200);
    } finally {
      model.updateOne = updateOne;
    }
    expect(await noted()).toEqual(old);
  });

  it('end when they are revoked, at once and for good', async () => {
    const { _id, key, name } = await create();
    expect((await use(key)).status).toBe(200);
    const first = await revoke(_id);
    expect(first).toMatchObject({ status: 200, body: { state: 'revoked', revokedAt: expect.any(String) } });
    expect(await use(key)).toMatchObject({ status: 401, body: { detail: 'This API key was revoked.' } });
    expect((await revoke(_id)).body).toEqual(first.body);
    // its name is free again
    await create({ name });
    expect((await revoke('665f1c2ab8d4e1a2b3c4d5e6')).status).toBe(404);
  });

  it('expire', async () => {
    const { _id, key, name, expiresAt } = await create({ expiresAt: inMs(60_000).toISOString() });
    expect(expiresAt).toEqual(expect.any(String));
    expect((await use(key)).status).toBe(200);
    await shop.db.model(ApiKey.name).updateOne({ _id }, { expiresAt: inMs(-1) });
    expect(await use(key)).toMatchObject({ status: 401, body: { detail: 'This API key has expired.' } });
    expect(await stateOf(_id)).toBe('expired');
    await create({ name });
    expect((await post({ name })).status).toBe(409);
  });

  it('act for the admin who created them, and for nobody when they are none any more', async () => {
    const ben = await shop.user({ role: 'admin', name: 'Ben Leaver' });
    const { _id, key } = await create({}, ben);
    await shop.call('DELETE', `/user/admin/${ben.email}`, { as: ada });
    expect(await use(key)).toMatchObject({
      status: 401,
      body: { detail: 'The admin for whom this API key acts is no admin any more.' },
    });
    expect(await stateOf(_id)).toBe('suspended');
    await shop.call('PUT', `/user/admin/${ben.email}`, { as: ada });
    expect((await use(key)).status).toBe(200);

    expect((await shop.call('DELETE', `/user/${ben.email}`, { as: ada })).status).toBe(200);
    expect((await use(key)).status).toBe(401);
    const left = (await listed()).find((one) => one._id === _id);
    expect(left).toMatchObject({ state: 'revoked', createdBy: { id: ben.id } });
    expect(JSON.stringify(left)).not.toContain('Leaver');
  });

  it('are never made, listed or ended by keys', async () => {
    const { _id, key } = await create();
    expect((await post({}, key)).status).toBe(403);
    expect((await revoke(_id, key)).status).toBe(403);
    expect((await shop.call('GET', '/api-keys', { as: key })).status).toBe(403);
  });

  it('of a demo are of no use in production, and the other way round', async () => {
    const live = await startShop({ ...PRODUCTION, MONGODB_URI: shop.config.mongodbUri });
    try {
      const { body } = await post({}, ada, live);
      const liveKey = (body as CreatedApiKeyDto).key;
      expect(liveKey).toMatch(/^rk_live_/);
      expect((await use(liveKey, live)).status).toBe(200);
      expect(await use(liveKey)).toMatchObject({
        status: 401,
        body: { detail: expect.stringContaining('demo') },
      });
      const { key } = await create();
      expect(await use(key, live)).toMatchObject({
        status: 401,
        body: { detail: expect.stringContaining('demo') },
      });
      // also one that was stored there by hand
      expect((await use((await shop.apiKey(ada, {}, true)).token, live)).status).toBe(401);
    } finally {
      await live.close();
    }
  });

  it('are told from one another by their names', async () => {
    const { name } = await create();
    const again = await post({ name: name.toUpperCase() });
    expect(again).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:name-taken', errors: { name: expect.any(String) } },
    });
    const both = await Promise.all([post({ name: 'At once' }), post({ name: 'At once' })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it('are searched, filtered and paged', async () => {
    const { _id, start } = await create({ name: 'Nightly heliodor export' });
    const ids = async (query: string) => (await listed(query)).map((one) => one._id);
    expect(await ids('&q=helio')).toEqual([_id]);
    expect(await ids(`&q=${encodeURIComponent(start.slice(8, 12))}`)).toContain(_id);
    expect(await ids('&q=helio&revoked=true')).toEqual([]);
    await revoke(_id);
    expect(await ids('&q=helio&revoked=true')).toEqual([_id]);
    expect(await ids('&q=helio&revoked=false')).toEqual([]);
    const newest = await ids('');
    expect(await ids('&sort=oldest')).toEqual(newest.toReversed());
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(81) }],
    ['name', { name: undefined }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: undefined }],
    ['scopes', { scopes: ['orders'] }],
    ['scopes', { scopes: ['users', 'users'] }],
    ['scopes', { scopes: 'users' }],
    ['expiresAt', { expiresAt: '2001-01-01T00:00:00Z' }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['expiresAt', { expiresAt: '2036-13-45T00:00:00Z' }],
    ['expiresAt', { expiresAt: null }],
  ])('refuse a wrong %s: %j', async (field, wrong) => {
    const { status, body } = await post(wrong);
    expect([status, Object.keys(body.errors as object)]).toEqual([400, [field]]);
  });

  it('are at most 100, apart from those revoked', async () => {
    const more = 100 - (await shop.db.model(ApiKey.name).countDocuments({ revoked: false }));
    for (let n = 0; n < more; n += 1) await shop.apiKey(ada);
    expect(await post()).toMatchObject({ status: 409, body: { type: 'urn:rapid:problem:too-many-keys' } });
    const [oldest] = await listed('&sort=oldest&revoked=false');
    await revoke(oldest!._id);
    await create();
  });

  it('stand in the audit log: who made and ended them, and what they did and for whom', async () => {
    await shop.db.model(ApiKey.name).updateMany({}, { revoked: true });
    const { _id, key, name } = await create({ scopes: ['catalogue:write'] });
    const product = await shop.product();
    const path = `/items/${String(product._id)}/archive`;
    expect((await shop.call('POST', path, { as: key })).status).toBe(200);
    await revoke(_id);
    await revoke(_id);
    const entries = async (query: string) =>
      (await shop.call('GET', `/audit?sort=oldest&${query}`, { as: ada })).body.items as AuditEntry[];
    const actor = { id: ada.id, name: 'Ada Admin', email: ada.email };
    const about = await entries(`entityId=${_id}`);
    expect(about.map((entry) => [entry.action, entry.entity, entry.label, entry.actor])).toEqual([
      ['api-key.created', 'api-key', name, actor],
      ['api-key.revoked', 'api-key', name, actor],
    ]);
    const did = { action: 'product.archived', actor: { ...actor, apiKey: { id: _id, name } } };
    expect(await entries(`entityId=${String(product._id)}`)).toMatchObject([did]);
    // found by the key, and by the admin
    expect(await entries(`person=${_id}`)).toMatchObject([did]);
    expect(await entries(`person=Ada&action=product.archived`)).toMatchObject([did]);
    const csv = await shop.call('GET', `/audit/export?action=product.archived`, { as: ada });
    expect(csv.body).toContain(`,${_id},${name}\r\n`);
    expect(JSON.stringify(await shop.db.collection('audit_entries').find().toArray())).not.toContain(
      key.slice(12),
    );
  });
});
