import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { User } from '../src/users/user.schema.js';
import { type Shop, startShop, type TestUser } from './harness.js';

const profile = {
  name: 'New Name',
  phone: '5550199',
  education: 'MSc',
  linkedIn: 'https://www.linkedin.com/in/new',
};

describe('users', () => {
  let shop: Shop;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop({ ADMIN_NEEDS_VERIFIED_EMAIL: '1' });
    admin = await shop.user({ role: 'admin', name: 'Ada Admin' });
  });
  afterAll(() => shop.close());

  const stored = (user: TestUser) => shop.db.model<User>(User.name).findById(user.id).lean<User>();

  it('are never found by an operator that slipped into a filter', async () => {
    const slipped = { email: { $gt: '' } } as object;
    await expect(shop.db.model(User.name).findOne(slipped)).rejects.toThrow(/Cast to string failed/);
  });

  describe('lists', () => {
    it('returns all users, newest first, with the whole number', async () => {
      await shop.user();
      const last = await shop.user();
      const { status, headers, body } = await shop.call('GET', '/user?limit=2', { as: admin });
      expect(status).toBe(200);
      expect(body).toHaveLength(2);
      expect(body[0]).toMatchObject({ _id: last.id, email: last.email, role: 'customer' });
      expect(Object.keys(body[0]).toSorted()).toEqual(
        [
          '_id',
          'createdAt',
          'education',
          'email',
          'emailVerified',
          'linkedIn',
          'name',
          'phone',
          'role',
        ].toSorted(),
      );
      expect(Number(headers.get('x-total-count'))).toBe(await shop.db.model(User.name).countDocuments());
    });

    it('searches by beginnings of words, role, sort and page', async () => {
      await shop.user({ name: 'Zebulon Quartz', email: 'zq1@example.com' });
      const boss = await shop.user({ name: 'Zebra Quartzite', email: 'zq2@example.com', role: 'admin' });
      const search = async (query: string) =>
        (await shop.call('GET', `/users/search?${query}`, { as: admin })).body;
      expect(await search('q=zeb%20quar')).toMatchObject({ total: 2, totalIsExact: true, page: 1 });
      expect(await search('q=ZQ2')).toMatchObject({ items: [{ _id: boss.id }] });
      expect(await search('q=zeb&role=admin')).toMatchObject({ items: [{ _id: boss.id }], total: 1 });
      expect((await search('q=zeb&sort=oldest')).items[0].email).toBe('zq1@example.com');
      const first = await search('q=zeb&pageSize=1');
      expect((await search(`q=zeb&pageSize=1&cursor=${first.nextCursor}`)).items[0].email).toBe(
        'zq1@example.com',
      );
      expect(await search('q=quartz.%2A')).toMatchObject({ total: 2 });
      expect(await search('q=zzzz')).toMatchObject({ items: [], total: 0 });
    });

    it.each([
      'role=owner',
      'sort=email',
      'pageSize=101',
      'page=0',
      'page=1.5',
      'q[$gt]=a',
      'role[$ne]=x',
      'cursor=abc',
      'page=101&pageSize=100',
    ])('responds with 400 to ?%s', async (query) => {
      const { status, body } = await shop.call('GET', `/users/search?${query}`, { as: admin });
      expect([query, status]).toEqual([query, 400]);
      expect(Object.keys(body.errors)).toHaveLength(1);
    });
  });

  describe('GET', () => {
    it('returns a profile with its version', async () => {
      const user = await shop.user({ name: 'Casey' });
      const { body, headers } = await shop.call('GET', `/user/${user.email}`, { as: user });
      expect(body).toMatchObject({ email: user.email, name: 'Casey', phone: '5550100', education: 'BSc' });
      expect(body).not.toHaveProperty('uid');
      expect(headers.get('etag')).toBe('"0"');
    });

    it('tells who is an admin', async () => {
      const user = await shop.user();
      expect((await shop.call('GET', `/admin/${user.email}`, { as: user })).body).toEqual({ admin: false });
      expect((await shop.call('GET', `/admin/${admin.email}`, { as: admin })).body).toEqual({ admin: true });
    });

    it.each(['/user', '/admin'])('%s responds to an admin with 404 for nobody', async (path) => {
      expect((await shop.call('GET', `${path}/nobody@example.com`, { as: admin })).status).toBe(404);
    });
  });

  describe('PATCH /updateUser/{email}', () => {
    it('changes the profile and nothing else', async () => {
      const user = await shop.user();
      const more = { role: 'admin', uid: 'x', version: 9, $set: { role: 'admin' } };
      const refused = await shop.call('PATCH', `/updateUser/${user.email}`, {
        as: user,
        body: { ...profile, ...more },
      });
      expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([400, Object.keys(more)]);
      // the specification's call sends the address too
      const sent = { ...profile, email: 'other@example.com' };
      const { status, body, headers } = await shop.call('PATCH', `/updateUser/${user.email}`, {
        as: user,
        body: sent,
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...profile, email: user.email, role: 'customer' });
      expect(headers.get('etag')).toBe('"1"');
      expect(await stored(user)).toMatchObject({
        ...profile,
        email: user.email,
        role: 'customer',
        uid: user.uid,
        version: 1,
      });
      const found = await shop.call('GET', '/users/search?q=new%20name', { as: admin });
      expect(found.body.items.map(({ _id }: { _id: string }) => _id)).toContain(user.id);
    });

    it('refuses a stale version, and takes the current one', async () => {
      const user = await shop.user();
      const patch = (ifMatch: string) =>
        shop.call('PATCH', `/updateUser/${user.email}`, {
          as: user,
          body: profile,
          headers: { 'if-match': ifMatch },
        });
      expect((await patch('"0"')).status).toBe(200);
      const stale = await patch('"0"');
      expect([stale.status, stale.body.type]).toEqual([412, 'urn:rapid:problem:stale-version']);
      expect((await patch('nonsense')).status).toBe(412);
      expect((await patch('W/"1"')).status).toBe(200);
      expect((await patch('*')).status).toBe(200);
    });

    it('lets one of two edits of the same version win', async () => {
      const user = await shop.user();
      const responses = await Promise.all(
        ['A', 'B', 'C', 'D'].map((name) =>
          shop.call('PATCH', `/updateUser/${user.email}`, {
            as: user,
            body: { ...profile, name },
            headers: { 'if-match': '"0"' },
          }),
        ),
      );
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
    });

    it('leaves what is not given as it is', async () => {
      const user = await shop.user();
      const patch = async (body: object) => {
        const response = await shop.call('PATCH', `/updateUser/${user.email}`, { as: user, body });
        return [response.status, response.body];
      };
      expect(await patch({ phone: '5550199' })).toMatchObject([
        200,
        { name: user.name, phone: '5550199', education: 'BSc' },
      ]);
      expect(await patch({ education: 'MSc' })).toMatchObject([200, { phone: '5550199', education: 'MSc' }]);
      expect(await patch({ phone: '' })).toMatchObject([400, { errors: { phone: 'Phone is Required' } }]);
    });

    it.each([
      [
        {},
        {
          name: 'Name is Required',
          phone: 'Phone is Required',
          education: 'Education is Required',
          linkedIn: 'LinkedIn is Required',
        },
      ],
      [{ ...profile, name: '  ' }, { name: 'Name is Required' }],
      [{ ...profile, name: null }, { name: 'Name is Required' }],
      [{ ...profile, name: ['a'] }, { name: 'Name is Required' }],
      [{ ...profile, name: { $ne: '' } }, { name: 'Name is Required' }],
      [{ ...profile, name: 'x'.repeat(101) }, { name: 'Enter at most 100 characters.' }],
      [{ ...profile, name: 'a\u0000b' }, { name: 'Enter no control characters.' }],
      [{ ...profile, name: 'a\nb' }, { name: 'Enter no control characters.' }],
      [{ ...profile, name: 'a\u202eb' }, { name: 'Enter no control characters.' }],
      [{ ...profile, phone: 'call me' }, { phone: 'Phone must be a number' }],
    ])('responds with 400 to %j', async (body, errors) => {
      const user = await shop.user();
      const response = await shop.call('PATCH', `/updateUser/${user.email}`, { as: user, body });
      expect([response.status, response.body.errors]).toEqual([400, errors]);
      expect((await stored(user))!.version).toBe(0);
    });

    it('keeps odd texts as they are', async () => {
      const user = await shop.user();
      const name = '<b>$where</b> ${1} 日本';
      const { status, body } = await shop.call('PATCH', `/updateUser/${user.email}`, {
        as: user,
        body: { ...profile, name },
      });
      expect([status, body.name]).toEqual([200, name]);
    });

    it('responds to an admin with 404 for nobody', async () => {
      expect(
        (await shop.call('PATCH', '/updateUser/nobody@example.com', { as: admin, body: profile })).status,
      ).toBe(404);
    });
  });

  describe('PUT /user/admin/{email}', () => {
    it('makes an admin at once, and again', async () => {
      const user = await shop.user();
      expect((await shop.call('GET', '/user', { as: user })).status).toBe(403);
      for (let i = 0; i < 2; i++) {
        const { status, body } = await shop.call('PUT', `/user/admin/${user.email.toUpperCase()}`, {
          as: admin,
        });
        expect([status, body.role]).toEqual([200, 'admin']);
      }
      expect((await shop.call('GET', '/user', { as: user })).status).toBe(200);
    });

    it('refuses a user whose address is not verified', async () => {
      const user = await shop.user({ emailVerified: false });
      const { status, body } = await shop.call('PUT', `/user/admin/${user.email}`, { as: admin });
      expect([status, body.type]).toEqual([409, 'urn:rapid:problem:email-not-verified']);
      expect((await stored(user))!.role).toBe('customer');
    });

    it('needs no body, whatever the content type says', async () => {
      const user = await shop.user();
      const headers = { 'content-type': 'application/json' };
      expect((await shop.call('PUT', `/user/admin/${user.email}`, { as: admin, headers })).status).toBe(200);
    });

    it('responds with 404 for nobody', async () => {
      expect((await shop.call('PUT', '/user/admin/nobody@example.com', { as: admin })).status).toBe(404);
    });
  });
});
