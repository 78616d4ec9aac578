import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trusted } from 'mongoose';
import { AuditEntry } from '../src/audit/audit-entry.schema.js';
import { User } from '../src/users/user.schema.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { unsignedToken } from './id-tokens.js';

describe('DELETE /user/admin/{email}', () => {
  let shop: Shop;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop({ ADMIN_EMAILS: 'granted@example.com' });
    admin = await shop.user({ role: 'admin', name: 'Ada Admin' });
  });
  afterAll(() => shop.close());

  const stored = (user: TestUser) => shop.db.model<User>(User.name).findById(user.id).lean<User>();
  const demote = (email: string, as = admin) => shop.call('DELETE', `/user/admin/${email}`, { as });
  const entriesAbout = (user: TestUser) =>
    shop.db.model<AuditEntry>(AuditEntry.name).find({ entityId: user.id }).lean<AuditEntry[]>();

  it('makes an admin a customer, who loses access at once', async () => {
    const other = await shop.user({ role: 'admin' });
    expect((await shop.call('GET', '/user', { as: other })).status).toBe(200);
    const { status, body, headers } = await demote(other.email.toUpperCase());
    expect([status, body.role, headers.get('etag')]).toEqual([200, 'customer', '"1"']);
    expect((await shop.call('GET', '/user', { as: other })).status).toBe(403);
    expect((await shop.call('GET', `/user/${other.email}`, { as: other })).body.role).toBe('customer');
    expect(await entriesAbout(other)).toMatchObject([
      {
        action: 'user.demoted',
        label: other.email,
        actor: { id: admin.id },
        before: { role: 'admin' },
        after: { role: 'customer' },
      },
    ]);
  });

  it('leaves a customer one, and records nothing', async () => {
    const user = await shop.user();
    expect([(await demote(user.email)).status, (await stored(user))!.version]).toEqual([200, 0]);
    expect(await entriesAbout(user)).toEqual([]);
    expect((await demote('nobody@example.com')).status).toBe(404);
  });

  it('lasts for those whom ADMIN_EMAILS would make an admin', async () => {
    const uid = 'uid-granted';
    const user = await shop.user({ uid, email: 'granted@example.com', role: 'admin' });
    expect((await demote(user.email)).status).toBe(200);
    const as = unsignedToken({ uid, email: user.email, claims: { email_verified: true } });
    const signedIn = await shop.call('PUT', `/user/${user.email}`, { as, body: { email: user.email } });
    expect([signedIn.status, (await stored(user))!.role]).toEqual([200, 'customer']);
  });

  it('lets no admin demote themselves', async () => {
    await shop.db.model(User.name).deleteMany({ role: 'admin', email: trusted({ $ne: admin.email }) });
    const alone = await demote(admin.email);
    expect([alone.status, alone.body.type]).toEqual([409, 'urn:rapid:problem:last-admin']);
    await shop.user({ role: 'admin' });
    const { status, body } = await demote(admin.email);
    expect([status, body.type, body.detail]).toEqual([
      409,
      'urn:rapid:problem:own-account',
      'You cannot demote yourself. Ask another admin.',
    ]);
    expect((await stored(admin))!.role).toBe('admin');
  });

  it('leaves an admin, however many demote and remove each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      await shop.db.model(User.name).deleteMany({});
      const admins = await Promise.all(Array.from({ length: 4 }, () => shop.user({ role: 'admin' })));
      const calls = admins.flatMap((by, n) =>
        admins
          .filter((other) => other !== by)
          .map((other) =>
            shop.call('DELETE', n % 2 === 0 ? `/user/admin/${other.email}` : `/user/${other.email}`, {
              as: by,
            }),
          ),
      );
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 401, 403, 404].includes(status))).toEqual([]);
      const left = shop.db.model<User>(User.name).find({ role: 'admin', removingSince: null });
      expect(await left.countDocuments()).toBeGreaterThanOrEqual(1);
    }
  });
});

describe('the note of the last visit', () => {
  it('is renewed by a sign-in, at most once an hour', async () => {
    const shop = await startShop();
    try {
      const admin = await shop.user({ role: 'admin' });
      const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
      const seen = async (lastSeenAt: Date | undefined) => {
        const user = await shop.user({ lastSeenAt });
        const { uid, email } = user;
        const as = unsignedToken({ uid, email, claims: { email_verified: true, auth_time: 1_000_000_000 } });
        await shop.call('PUT', `/user/${email}`, { as, body: { email } });
        const { items } = (await shop.call('GET', `/users/search?q=${email}`, { as: admin })).body;
        expect(items).toHaveLength(1);
        return Date.now() - Date.parse(items[0].lastSeenAt as string);
      };
      expect(await seen(undefined)).toBeLessThan(60_000);
      expect(await seen(hoursAgo(2))).toBeLessThan(60_000);
      expect(await seen(hoursAgo(0.5))).toBeGreaterThanOrEqual(0.5 * 3_600_000);
    } finally {
      await shop.close();
    }
  });

  it('is absent for somebody who was not seen since it is kept', async () => {
    const shop = await startShop();
    try {
      const admin = await shop.user({ role: 'admin' });
      const user = await shop.user({ emailVerified: false });
      const { items } = (await shop.call('GET', `/users/search?q=${user.email}`, { as: admin })).body;
      expect(items[0]).toMatchObject({ _id: user.id, emailVerified: false });
      expect(items[0]).not.toHaveProperty('lastSeenAt');
    } finally {
      await shop.close();
    }
  });
});
