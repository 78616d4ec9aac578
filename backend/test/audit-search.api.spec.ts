import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditEntry } from '../src/audit/audit-entry.schema.js';
import { AuditLog, type AuditedChange } from '../src/audit/audit-log.service.js';
import { type Shop, startShop, type TestUser } from './harness.js';

describe('GET /audit', () => {
  let shop: Shop;
  let ada: TestUser;
  let bo: TestUser;

  const record = async (by: TestUser, at: string, change: AuditedChange) => {
    const caller = { ...by, emailVerified: true, photo: '' };
    await shop.db.transaction((session) => shop.app.get(AuditLog).record(session, caller, change));
    const entries = shop.db.collection<AuditEntry>('audit_entries');
    await entries.updateOne(
      { entityId: change.entityId, action: change.action },
      { $set: { at: new Date(at) } },
    );
  };
  const search = async (query: string) => (await shop.call('GET', `/audit?${query}`, { as: ada })).body;
  const idsOf = async (query: string): Promise<string[]> =>
    (await search(query)).items.map(({ entityId }: { entityId: string }) => entityId);

  beforeAll(async () => {
    shop = await startShop();
    ada = await shop.user({ role: 'admin', name: 'Ada Lovelace', email: 'ada@example.com' });
    bo = await shop.user({ role: 'admin', name: 'Bo Diddley', email: 'bo@example.com' });
    await record(ada, '2026-03-01T10:00:00Z', {
      action: 'product.updated',
      entity: 'product',
      entityId: 'p1',
      label: 'Northbeam 480 SSD',
      before: { price: 49.9 },
      after: { price: 59.9, name: '=1+1' },
    });
    await record(bo, '2026-03-02T23:59:59Z', {
      action: 'order.shipped',
      entity: 'order',
      entityId: 'o1',
      label: '665f1c2a',
    });
    await record(bo, '2026-03-03T00:00:00Z', {
      action: 'product.updated',
      entity: 'product',
      entityId: 'p2',
      label: 'Lovelace cooler',
    });
  });
  afterAll(() => shop.close());

  it('returns the newest first, with what was changed and by whom', async () => {
    const { items, total, totalIsExact } = await search('');
    expect([total, totalIsExact]).toEqual([3, true]);
    expect(items.map(({ entityId }: { entityId: string }) => entityId)).toEqual(['p2', 'o1', 'p1']);
    expect(items[2]).toEqual({
      _id: expect.any(String),
      at: '2026-03-01T10:00:00.000Z',
      actor: { id: ada.id, name: 'Ada Lovelace', email: 'ada@example.com' },
      action: 'product.updated',
      entity: 'product',
      entityId: 'p1',
      label: 'Northbeam 480 SSD',
      before: { price: 49.9 },
      after: { price: 59.9, name: '=1+1' },
    });
  });

  it.each([
    ['q=lovelace', ['p2', 'p1']],
    ['q=northb%20ssd', ['p1']],
    ['person=lovelace', ['p1']],
    ['person=ADA@example.com', ['p1']],
    ['person=bo&entity=product', ['p2']],
    ['entity=order', ['o1']],
    ['entityId=p1', ['p1']],
    ['entityId=p1&entity=order', []],
    ['action=product.updated', ['p2', 'p1']],
    ['action=product.updated&person=bo', ['p2']],
    ['from=2026-03-02', ['p2', 'o1']],
    ['to=2026-03-02', ['o1', 'p1']],
    ['from=2026-03-02&to=2026-03-02&q=bo&sort=oldest', ['o1']],
    ['sort=oldest', ['p1', 'o1', 'p2']],
    ['q=%2E%2A', ['p2', 'o1', 'p1']],
  ])('finds by ?%s', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  it('returns one entry by its id', async () => {
    const [entry] = (await search('')).items;
    expect((await shop.call('GET', `/audit/${entry._id}`, { as: ada })).body).toEqual(entry);
    expect((await shop.call('GET', `/audit/${ada.id}`, { as: ada })).status).toBe(404);
    expect((await shop.call('GET', '/audit/x', { as: ada })).status).toBe(400);
  });

  it('finds by the id of the admin', async () => {
    expect(await idsOf(`person=${ada.id}`)).toEqual(['p1']);
  });

  it('goes on by cursor, within a range of days', async () => {
    const first = await search('pageSize=1&from=2026-03-01&to=2026-03-02');
    expect(first).toMatchObject({ total: 2, items: [{ entityId: 'o1' }] });
    const next = await search(`pageSize=1&from=2026-03-01&to=2026-03-02&cursor=${first.nextCursor}`);
    expect(next.items).toMatchObject([{ entityId: 'p1' }]);
    expect(next).not.toHaveProperty('nextCursor');
  });

  it.each([
    'entity=shop',
    'from=yesterday',
    'to=2026-02-30',
    'sort=actor',
    'action=x',
    'entityId=%24ne',
    'q=a&q=b',
  ])('responds with 400 to ?%s', async (query) => {
    const { status, body } = await shop.call('GET', `/audit?${query}`, { as: ada });
    expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 400, [query.split('=')[0]]]);
  });

  it('is exported with the same filters', async () => {
    const response = await fetch(`${shop.url}/api/audit/export?entityId=p1`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect(response.headers.get('x-total-count')).toBe('1');
    const [header, row, end] = (await response.text()).split('\r\n');
    expect(header).toBe(
      'id,at,actorId,actorName,actorEmail,action,entity,entityId,label,before,after,apiKeyId,apiKeyName',
    );
    expect(row).toContain(
      `,2026-03-01T10:00:00.000Z,${ada.id},Ada Lovelace,ada@example.com,product.updated,`,
    );
    expect(row).toContain('Northbeam 480 SSD,"{""price"":49.9}","{""price"":59.9,""name"":""=1+1""}"');
    expect(end).toBe('');
    const bad = await fetch(`${shop.url}/api/audit/export?from=x`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect([bad.status, bad.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('has no %s: entries are only added', async (method) => {
    const [{ _id }] = (await search('')).items;
    for (const path of ['/audit', `/audit/${_id}`])
      expect([404, 405]).toContain((await shop.call(method, path, { as: ada, body: {} })).status);
  });
});

describe('GET /users/export', () => {
  it('returns every matching user once, in order, also of several batches', async () => {
    const shop = await startShop();
    try {
      const admin = await shop.user({ role: 'admin', name: 'Ada' });
      const from = Date.UTC(2026, 0, 1);
      const rows = Array.from({ length: 1_700 }, (_, n) => ({
        uid: `uid-export-${n}`,
        email: `export-${n}@example.com`,
        name: n === 0 ? '=HYPERLINK("x")' : `Person ${n}`,
        phone: '+49 30 5550100',
        role: 'customer',
        words: ['person'],
        tokens: ['person'],
        createdAt: new Date(from + Math.floor(n / 400) * 1_000),
      }));
      await shop.db.collection('users').insertMany(rows);
      const response = await fetch(`${shop.url}/api/users/export?role=customer&sort=oldest&q=person`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect(response.headers.get('x-total-count')).toBe('1700');
      const lines = (await response.text()).trim().split('\r\n');
      expect(lines).toHaveLength(1_701);
      expect(lines[1]).toContain(
        `export-0@example.com,false,"'=HYPERLINK(""x"")",'+49 30 5550100,,,customer,`,
      );
      const emails = lines.slice(1).map((line) => line.split(',')[1]);
      expect(emails).toEqual(rows.map(({ email }) => email));
    } finally {
      await shop.close();
    }
  });
});
