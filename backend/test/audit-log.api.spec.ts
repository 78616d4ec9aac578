import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AuditEntry } from '../src/audit/audit-entry.schema.js';
import { AuditLog } from '../src/audit/audit-log.service.js';
import { User } from '../src/users/user.schema.js';
import { type Shop, startShop, type TestUser } from './harness.js';

describe('the audit log', () => {
  let shop: Shop;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop({ ADMIN_NEEDS_VERIFIED_EMAIL: '1' });
    admin = await shop.user({ role: 'admin', name: 'Ada Admin' });
  });
  afterAll(() => shop.close());

  const entriesAbout = (entityId: string) =>
    shop.db
      .model<AuditEntry>(AuditEntry.name)
      .find({ entityId })
      .sort({ at: 1, _id: 1 })
      .lean<AuditEntry[]>();
  const stored = (user: TestUser) => shop.db.model<User>(User.name).findById(user.id).lean<User>();
  const promote = (user: TestUser) => shop.call('PUT', `/user/admin/${user.email}`, { as: admin });

  it('holds who made someone an admin, once', async () => {
    const user = await shop.user();
    expect((await promote(user)).status).toBe(200);
    expect((await promote(user)).status).toBe(200);
    const entries = await entriesAbout(user.id);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'user.promoted',
      entity: 'user',
      label: user.email,
      actor: { id: admin.id, name: 'Ada Admin', email: admin.email },
      before: { role: 'customer' },
      after: { role: 'admin' },
    });
    expect(entries[0]!.at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('holds nothing of a change that was refused', async () => {
    const user = await shop.user({ emailVerified: false });
    expect((await promote(user)).status).toBe(409);
    expect(await entriesAbout(user.id)).toEqual([]);
    expect((await shop.call('DELETE', `/user/${admin.email}`, { as: admin })).status).toBe(409);
    expect(await entriesAbout(admin.id)).toEqual([]);
  });

  it('holds what an admin changed of somebody’s profile, until they are removed', async () => {
    const user = await shop.user({ name: 'Petra Profile' });
    const change = (as: TestUser, body: object) =>
      shop.call('PATCH', `/updateUser/${user.email}`, {
        as,
        body: { name: user.name, phone: '5550100', education: 'BSc', linkedIn: 'L', ...body },
      });
    expect((await change(user, {})).status).toBe(200);
    expect(await entriesAbout(user.id)).toEqual([]);
    expect((await change(admin, { phone: '5550199', name: 'Paula Profile' })).status).toBe(200);
    expect(await entriesAbout(user.id)).toMatchObject([
      { action: 'user.updated', label: user.email, actor: { id: admin.id } },
    ]);
    const [{ before, after }] = (await entriesAbout(user.id)) as [AuditEntry];
    expect([before, after]).toEqual([
      { name: 'Petra Profile', phone: '5550100' },
      { name: 'Paula Profile', phone: '5550199' },
    ]);
    await shop.call('DELETE', `/user/${user.email}`, { as: admin });
    const whole = await entriesAbout(user.id);
    expect(whole.map(({ action }) => action)).toEqual(['user.updated', 'user.removed']);
    expect(JSON.stringify(whole)).not.toMatch(/profile|55501/i);
  });

  it.each([
    ['PUT', '/user/admin/'],
    ['DELETE', '/user/'],
  ])('is written or the change of %s %s is not made', async (method, path) => {
    const user = await shop.user();
    const record = vi.spyOn(shop.app.get(AuditLog), 'record').mockRejectedValueOnce(new Error('no log'));
    try {
      expect((await shop.call(method, `${path}${user.email}`, { as: admin })).status).toBe(500);
      expect(await stored(user)).toMatchObject({ role: 'customer', removingSince: null, version: 0 });
    } finally {
      record.mockRestore();
    }
  });

  it('forgets the name of a removed person, and keeps what was done and by whom', async () => {
    const user = await shop.user({ name: 'Vera Vanishing', email: 'vera.vanishing@example.com' });
    await promote(user);
    expect((await shop.call('DELETE', `/user/${user.email}`, { as: admin })).status).toBe(200);
    const entries = await entriesAbout(user.id);
    expect(entries.map(({ action, label, actor }) => [action, label, actor.email])).toEqual([
      ['user.promoted', 'Former customer', admin.email],
      ['user.removed', 'Former customer', admin.email],
    ]);
    const whole = await shop.db.collection('audit_entries').find({ entityId: user.id }).toArray();
    expect(JSON.stringify(whole)).not.toMatch(/vanish/i);
    for (const { tokens, actorTokens } of whole) {
      expect(tokens).toEqual(expect.arrayContaining(['former', 'ada']));
      expect(actorTokens).toEqual(expect.arrayContaining(['ada']));
    }
  });

  it('still names a removed admin in what they did', async () => {
    const former = await shop.user({ role: 'admin', name: 'Fay Former' });
    const user = await shop.user();
    await shop.call('PUT', `/user/admin/${user.email}`, { as: former });
    expect((await shop.call('DELETE', `/user/${former.email}`, { as: admin })).status).toBe(200);
    expect((await entriesAbout(user.id))[0]!.actor).toMatchObject({ id: former.id, name: 'Fay Former' });
  });
});
