import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditEntry } from '../src/audit/audit-entry.schema.js';
import type { SavedViewDto } from '../src/saved-views/saved-view.dto.js';
import { type Shop, startShop, type TestUser } from './harness.js';

describe('saved views', () => {
  let shop: Shop;
  let ada: TestUser;
  let ben: TestUser;

  beforeAll(async () => {
    shop = await startShop();
    ada = await shop.user({ role: 'admin', name: 'Ada Admin' });
    ben = await shop.user({ role: 'admin', name: 'Ben Admin' });
  });
  afterAll(() => shop.close());

  let made = 0;
  const fields = (changes: object = {}) => ({
    name: `View ${(made += 1)}`,
    isShared: false,
    query: 'status=unpaid&sort=-total',
    columns: ['product', 'total'],
    ...changes,
  });
  const save = async (as: TestUser, changes: object = {}, list = 'orders') => {
    const { status, body } = await shop.call('POST', '/saved-views', {
      as,
      body: { list, ...fields(changes) },
    });
    expect(status).toBe(201);
    return body as SavedViewDto;
  };
  const listed = async (as: TestUser, list = 'orders') =>
    (await shop.call('GET', `/saved-views?list=${list}`, { as })).body as SavedViewDto[];
  const edit = (as: TestUser, view: SavedViewDto, changes: object, headers: Record<string, string> = {}) =>
    shop.call('PUT', `/saved-views/${view._id}`, { as, body: fields(changes), headers });

  it('are each admin’s own, unless they are shared', async () => {
    const own = await save(ada, { name: 'Mine' }, 'products');
    const shared = await save(ada, { name: 'Ours', isShared: true }, 'products');
    await save(ada, {}, 'users');
    expect(own).toMatchObject({
      name: 'Mine',
      isShared: false,
      canEdit: true,
      owner: 'Ada Admin',
      version: 0,
    });
    expect(own).toMatchObject({ query: 'status=unpaid&sort=-total', columns: ['product', 'total'] });

    expect((await listed(ada, 'products')).map(({ name }) => name)).toEqual(['Mine', 'Ours']);
    const seen = await listed(ben, 'products');
    expect(seen).toMatchObject([{ _id: shared._id, canEdit: false, owner: 'Ada Admin' }]);
    expect((await shop.call('GET', `/saved-views/${own._id}`, { as: ben })).status).toBe(404);
    expect((await shop.call('GET', `/saved-views/${shared._id}`, { as: ben })).status).toBe(200);
  });

  it('are changed by their owner alone', async () => {
    const own = await save(ada);
    const shared = await save(ada, { isShared: true });
    const ifMatch = { 'if-match': '"0"' };
    for (const [view, status] of [
      [own, 404],
      [shared, 403],
    ] as const) {
      expect((await edit(ben, view, {}, ifMatch)).status).toBe(status);
      expect((await shop.call('DELETE', `/saved-views/${view._id}`, { as: ben })).status).toBe(status);
    }
    expect(await listed(ada)).toEqual(expect.arrayContaining([own, shared]));
    const removed = await shop.call('DELETE', `/saved-views/${own._id}`, { as: ada });
    expect(removed).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect((await shop.call('DELETE', `/saved-views/${own._id}`, { as: ada })).status).toBe(404);
  });

  it('are edited on the version that was read', async () => {
    const view = await save(ada);
    const read = await shop.call('GET', `/saved-views/${view._id}`, { as: ada });
    const etag = read.headers.get('etag') ?? '';
    expect(etag).toBe('"0"');
    expect((await edit(ada, view, {})).status).toBe(428);
    expect((await edit(ada, view, {}, { 'if-match': '*' })).status).toBe(428);

    const first = await edit(ada, view, { name: 'First', columns: undefined }, { 'if-match': etag });
    expect(first).toMatchObject({ status: 200, body: { name: 'First', version: 1 } });
    expect(first.body).not.toHaveProperty('columns');
    expect(first.headers.get('etag')).toBe('"1"');
    const second = await edit(ada, view, { name: 'Second' }, { 'if-match': etag });
    expect(second).toMatchObject({ status: 412, body: { type: 'urn:rapid:problem:stale-version' } });
    expect((await listed(ada)).find(({ _id }) => _id === view._id)?.name).toBe('First');
  });

  it('of two edits at once on one version, make one', async () => {
    const view = await save(ada);
    const edits = ['One', 'Two', 'Three', 'Four'].map((name) =>
      edit(ada, view, { name }, { 'if-match': '"0"' }),
    );
    const statuses = (await Promise.all(edits)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(3);
  });

  it('have a name of their own in each list', async () => {
    const first = await save(ada, { name: 'Twice' });
    const other = await save(ada);
    const again = await shop.call('POST', '/saved-views', {
      as: ada,
      body: { list: 'orders', ...fields({ name: 'Twice' }) },
    });
    expect(again).toMatchObject({ status: 409, body: { type: 'urn:rapid:problem:name-taken' } });
    expect((await edit(ada, other, { name: 'Twice' }, { 'if-match': '"0"' })).status).toBe(409);
    expect((await edit(ada, first, { name: 'Twice' }, { 'if-match': '"0"' })).status).toBe(200);
    await save(ada, { name: 'Twice' }, 'reviews');
    await save(ben, { name: 'Twice' });
  });

  it('are at most 100 of a list and an admin', async () => {
    const owner = await shop.user({ role: 'admin' });
    for (let views = 0; views < 100; views += 1) await save(owner, {}, 'audit');
    const one = { list: 'audit', ...fields() };
    const { status, body } = await shop.call('POST', '/saved-views', { as: owner, body: one });
    expect([status, body]).toMatchObject([409, { type: 'urn:rapid:problem:too-many-views' }]);
    expect(await listed(owner, 'audit')).toHaveLength(100);
  });

  const entriesAbout = async ({ _id }: SavedViewDto) => {
    const entries = await shop.db
      .model<AuditEntry>(AuditEntry.name)
      .find({ entityId: _id })
      .sort({ at: 1, _id: 1 })
      .lean<AuditEntry[]>();
    return entries.map(({ action, label, before, after }) => [action, label, before, after]);
  };

  it('that are shared are in the audit log, each change with the one before', async () => {
    const view = await save(ada, { name: 'Seen', isShared: true });
    await edit(ada, view, { name: 'Seen again', isShared: true }, { 'if-match': '"0"' });
    await edit(ada, view, { name: 'Too late', isShared: true }, { 'if-match': '"0"' });
    await shop.call('DELETE', `/saved-views/${view._id}`, { as: ada });
    expect(await entriesAbout(view)).toMatchObject([
      ['saved-view.created', 'Seen', undefined, { list: 'orders', name: 'Seen' }],
      ['saved-view.updated', 'Seen again', { name: 'Seen' }, { name: 'Seen again' }],
      ['saved-view.removed', 'Seen again', { list: 'orders', name: 'Seen again' }, undefined],
    ]);
  });

  it('that are private are not in the audit log, nor what is in them', async () => {
    const view = await save(ada, { name: 'Secret' });
    await edit(ada, view, { name: 'Hidden' }, { 'if-match': '"0"' });
    expect(await entriesAbout(view)).toEqual([]);
    await edit(ada, view, { name: 'Open', isShared: true }, { 'if-match': '"1"' });
    await edit(ada, view, { name: 'Secret again', query: 'q=secret' }, { 'if-match': '"2"' });
    await shop.call('DELETE', `/saved-views/${view._id}`, { as: ada });
    const open = { list: 'orders', name: 'Open', isShared: true, query: view.query, columns: view.columns };
    expect(await entriesAbout(view)).toEqual([
      ['saved-view.updated', 'Open', { isShared: false }, open],
      ['saved-view.updated', 'Open', open, { isShared: false }],
    ]);
  });

  it('of a removed admin stay if they are shared, as nobody’s', async () => {
    const leaver = await shop.user({ role: 'admin', name: 'Lea Leaver' });
    await save(leaver, { name: 'Private' }, 'leavers');
    const shared = await save(leaver, { name: 'Shared', isShared: true }, 'leavers');
    await shop.call('PUT', '/list-settings/leavers', { as: leaver, body: { density: 'compact' } });
    expect((await shop.call('DELETE', `/user/${leaver.email}`, { as: ada })).status).toBe(200);

    const left = await listed(ben, 'leavers');
    expect(left).toMatchObject([{ _id: shared._id, canEdit: true, version: 1 }]);
    expect(left[0]).not.toHaveProperty('owner');
    const rows = await shop.db.collection('saved_views').find({ list: 'leavers' }).toArray();
    expect(JSON.stringify(rows)).not.toMatch(/Lea|Private/);
    expect(await shop.db.collection('list_settings').countDocuments({ list: 'leavers' })).toBe(0);
    expect((await edit(ben, shared, {}, { 'if-match': '"1"' })).status).toBe(200);
  });

  it.each([
    ['list', { list: 'Orders!' }],
    ['list', { list: undefined }],
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['isShared', { isShared: 'yes' }],
    ['query', { query: 'a=b#<script>' }],
    ['query', { query: `q=${'x'.repeat(2_000)}` }],
    ['query', { query: undefined }],
    ['columns', { columns: [] }],
    ['columns', { columns: ['total', 'total'] }],
    ['columns', { columns: ['$where'] }],
    ['columns', { columns: 'total' }],
  ])('refuse a wrong %s: %j', async (field, wrong) => {
    const body = { list: 'orders', ...fields(wrong), ...('list' in wrong && wrong) };
    const response = await shop.call('POST', '/saved-views', { as: ada, body });
    expect(response.status).toBe(400);
    expect(Object.keys(response.body.errors as object)).toEqual([field]);
  });

  describe('columns and density of a list', () => {
    const path = '/list-settings/orders';
    it('are kept for each admin', async () => {
      expect((await shop.call('GET', path, { as: ada })).body).toEqual({ density: 'comfortable' });
      const chosen = { columns: ['total', 'product'], density: 'compact' };
      expect((await shop.call('PUT', path, { as: ada, body: chosen })).body).toEqual(chosen);
      expect((await shop.call('GET', path, { as: ada })).body).toEqual(chosen);
      expect((await shop.call('GET', path, { as: ben })).body).toEqual({ density: 'comfortable' });
      await shop.call('PUT', path, { as: ada, body: { density: 'compact' } });
      expect((await shop.call('GET', path, { as: ada })).body).toEqual({ density: 'compact' });
    });

    it('survive two first writes at once', async () => {
      const one = await shop.user({ role: 'admin' });
      const writes = ['compact', 'comfortable', 'compact'].map((density) =>
        shop.call('PUT', path, { as: one, body: { density } }),
      );
      expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await shop.db.collection('list_settings').countDocuments({ list: 'orders' })).toBe(2);
    });

    it.each([
      ['density', { density: 'tiny' }],
      ['density', {}],
      ['columns', { density: 'compact', columns: [''] }],
    ])('refuse a wrong %s: %j', async (field, body) => {
      const response = await shop.call('PUT', path, { as: ada, body });
      expect(response.status).toBe(400);
      expect(Object.keys(response.body.errors as object)).toEqual([field]);
    });

    it('refuse what is not the name of a list', async () => {
      expect((await shop.call('GET', '/list-settings/..%2Fusers', { as: ada })).status).toBe(400);
    });
  });
});
