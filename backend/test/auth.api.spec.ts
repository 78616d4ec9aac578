import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { RemovedIdentity, User } from '../src/users/user.schema.js';
import { PRODUCTION, type Shop, startShop } from './harness.js';
import { type Person, type Provider, startProvider, unsignedToken } from './id-tokens.js';

let serial = 0;
const newPerson = (claims: Person['claims'] = {}): Person => {
  const n = (serial += 1);
  return { uid: `uid-${n}`, email: `first${n}@example.com`, claims };
};
const now = () => Math.floor(Date.now() / 1_000);

describe('PUT /user/{email}', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await startShop({ ADMIN_EMAILS: 'boss@example.com,unverified@example.com,late@example.com' });
  });
  afterAll(() => shop.close());

  const exchange = (person: Person, path = person.email, body: unknown = { email: path }) =>
    shop.call('PUT', `/user/${encodeURIComponent(path)}`, { as: unsignedToken(person), body });
  const users = () => shop.db.model<User>(User.name);
  const userOf = (person: Person) =>
    users().findOne({ uid: person.uid }).select('+words +tokens').lean<User>();

  it("creates the user on first sight and returns the shop's own token", async () => {
    const person = newPerson({ name: 'Casey', picture: 'https://pictures.example/1.jpg' });
    const { status, body } = await exchange(person);
    expect(status).toBe(200);
    expect(await userOf(person)).toMatchObject({
      email: person.email,
      name: 'Casey',
      photo: 'https://pictures.example/1.jpg',
      role: 'customer',
    });
    const { sub, iss, aud, exp, iat, ...rest } = decodeJwt(body.token);
    expect(decodeProtectedHeader(body.token).alg).toBe('HS256');
    expect([typeof iss, typeof aud]).toEqual(['string', 'string']);
    expect(sub).toBe(String((await userOf(person))!._id));
    expect(exp! - iat!).toBe(900);
    expect(rest).toEqual({});
    expect((await shop.call('GET', `/user/${person.email}`, { as: body.token })).body).toMatchObject({
      name: 'Casey',
    });
  });

  it('makes one user of many first sights at once', async () => {
    const person = newPerson();
    const responses = await Promise.all(Array.from({ length: 8 }, () => exchange(person)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await users().countDocuments({ email: person.email })).toBe(1);
    expect(new Set(responses.map(({ body }) => decodeJwt(body.token).sub)).size).toBe(1);
  });

  it('compares addresses lower-cased', async () => {
    const person = { ...newPerson(), email: 'Mixed.Case@Example.com' };
    expect(
      (await exchange(person, 'MIXED.CASE@example.COM', { email: ' mixed.case@EXAMPLE.com ' })).status,
    ).toBe(200);
    expect((await userOf(person))!.email).toBe('mixed.case@example.com');
  });

  it("responds with 403 to another's path, known or not", async () => {
    const known = await shop.user();
    for (const path of [known.email, 'nobody@example.com'])
      expect((await exchange(newPerson(), path)).status).toBe(403);
  });

  it.each([
    ['another address', { email: 'other@example.com' }],
    ['no address', {}],
    ['no address but an operator', { email: { $gt: '' } }],
    ['no object', []],
    ['nothing', undefined],
  ])('responds with 400 with a field message to a body with %s', async (_what, body) => {
    const person = newPerson();
    const response = await shop.call('PUT', `/user/${person.email}`, { as: unsignedToken(person), body });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual({ email: expect.any(String) });
    expect(await userOf(person)).toBeNull();
  });

  it('responds with 403 to an account without an address', async () => {
    const person = newPerson({ email: undefined });
    expect((await exchange(person)).status).toBe(403);
  });

  it('responds with 403 to a known address under another uid', async () => {
    const known = await shop.user();
    expect((await exchange({ uid: 'another-uid', email: known.email })).status).toBe(403);
    expect(await users().countDocuments({ email: known.email })).toBe(1);
  });

  it('takes over an address that changed at the provider, if it is free', async () => {
    const person = newPerson();
    const taken = await shop.user();
    await exchange(person);
    expect((await exchange({ ...person, email: 'moved@example.com' })).status).toBe(200);
    expect(await userOf(person)).toMatchObject({
      email: 'moved@example.com',
      words: expect.arrayContaining(['moved']),
      tokens: expect.arrayContaining(['m', 'mo', 'mov', 'move']),
    });
    expect((await exchange({ ...person, email: taken.email })).status).toBe(403);
    expect((await userOf(person))!.email).toBe('moved@example.com');
  });

  it('fills an empty name and follows the photo, and leaves a name that is there', async () => {
    const person = newPerson();
    await exchange(person);
    await exchange({ ...person, claims: { name: 'Late Name', picture: 'https://p.example/2.jpg' } });
    expect(await userOf(person)).toMatchObject({ name: 'Late Name', photo: 'https://p.example/2.jpg' });
    await exchange({ ...person, claims: { name: 'Other', picture: 'https://p.example/3.jpg' } });
    expect(await userOf(person)).toMatchObject({ name: 'Late Name', photo: 'https://p.example/3.jpg' });
  });

  it('keeps whether the address is verified, until it changes', async () => {
    const person = newPerson();
    const verifiedAfter = async (email_verified: boolean, email = person.email) => {
      expect((await exchange({ ...person, email, claims: { email_verified } })).status).toBe(200);
      return (await userOf(person))!.emailVerified;
    };
    expect(await verifiedAfter(false)).toBe(false);
    expect(await verifiedAfter(true)).toBe(true);
    expect(await verifiedAfter(false, 'unproven@example.com')).toBe(false);
  });

  it('responds with 403 to a token that does not vouch any more for an address verified before', async () => {
    const person = newPerson();
    await exchange({ ...person, claims: { email_verified: true } });
    expect((await exchange(person)).status).toBe(403);
    expect((await exchange({ ...person, claims: { email_verified: true } })).status).toBe(200);
  });

  it('responds with 401 to a token that was issued more than five minutes ago', async () => {
    const person = newPerson({ iat: now() - 330, auth_time: now() - 3_600 });
    expect((await exchange(person)).status).toBe(401);
    expect(await userOf(person)).toBeNull();
    const renewed = { ...person, claims: { iat: now() - 1, auth_time: now() - 3_600 } };
    expect((await exchange(renewed)).status).toBe(200);
  });

  describe('ADMIN_EMAILS', () => {
    it('makes an admin at first sight with a verified address', async () => {
      const boss = { uid: 'boss', email: 'boss@example.com', claims: { email_verified: true } };
      await exchange(boss);
      expect((await userOf(boss))!.role).toBe('admin');
      // once: whoever was demoted stays demoted
      await users().updateOne({ uid: 'boss' }, { role: 'customer' });
      await exchange(boss);
      expect((await userOf(boss))!.role).toBe('customer');
    });

    it('makes an admin of an address that is verified later, from then on and once', async () => {
      const person = { uid: 'unverified', email: 'unverified@example.com' };
      const verified = { ...person, claims: { email_verified: true } };
      await exchange(person);
      expect((await userOf(person))!.role).toBe('customer');
      await exchange(verified);
      expect((await userOf(person))!.role).toBe('admin');
      await users().updateOne({ uid: person.uid }, { role: 'customer' });
      await exchange(verified);
      expect((await userOf(person))!.role).toBe('customer');
    });

    it('makes none of someone who moves to such an address', async () => {
      const person = newPerson();
      await exchange(person);
      await exchange({ ...person, email: 'late@example.com', claims: { email_verified: true } });
      expect((await userOf(person))!.role).toBe('customer');
    });
  });

  describe('after a removal', () => {
    const remove = async (person: Person) => {
      const admin = await shop.user({ role: 'admin' });
      expect((await shop.call('DELETE', `/user/${person.email}`, { as: admin })).body).toEqual({
        deletedCount: 1,
      });
    };

    it('refuses every sign-in made before, and takes a fresh one as a new customer', async () => {
      const signedInAt = now() - 30;
      const person = newPerson({ auth_time: signedInAt, name: 'Old Name' });
      const { body: before } = await exchange(person);
      await remove(person);
      expect((await shop.call('GET', `/user/${person.email}`, { as: before.token })).status).toBe(401);
      for (const time of [signedInAt - 100, signedInAt, now() - 20]) {
        expect((await exchange({ ...person, claims: { auth_time: time } })).status).toBe(401);
      }
      const fresh = await exchange({ ...person, claims: { auth_time: now() + 1, name: 'New Name' } });
      expect(fresh.status).toBe(200);
      expect(await userOf(person)).toMatchObject({ name: 'New Name' });
      expect(decodeJwt(fresh.body.token).sub).not.toBe(decodeJwt(before.token).sub);
      // old sign-ins stay void although there is a user again
      expect((await exchange({ ...person, claims: { auth_time: signedInAt } })).status).toBe(401);
    });

    it('refuses the very sign-in that was seen last, even one of the second of the removal', async () => {
      const person = newPerson({ auth_time: now() + 2 });
      await exchange(person);
      await remove(person);
      expect(await shop.db.model(RemovedIdentity.name).findOne({ uid: person.uid }).lean()).toMatchObject({
        lastAuthTime: person.claims!['auth_time'],
      });
      expect((await exchange(person)).status).toBe(401);
    });
  });
});

describe('PUT /user/{email} in production', () => {
  let shop: Shop;
  let provider: Provider;

  beforeAll(async () => {
    provider = await startProvider();
    shop = await startShop({
      ...PRODUCTION,
      FIREBASE_JWKS_URL: provider.jwksUrl,
    });
  });
  afterAll(async () => {
    await shop.close();
    await provider.close();
  });

  it('believes tokens under a published key, and no others', async () => {
    const person = newPerson();
    const exchange = (token: string) =>
      shop.call('PUT', `/user/${person.email}`, { as: token, body: { email: person.email } });
    expect((await exchange(unsignedToken(person))).status).toBe(401);
    expect((await exchange(await provider.forge(person))).status).toBe(401);
    const { status, body } = await exchange(await provider.sign(person));
    expect(status).toBe(200);
    expect((await exchange(body.token)).status).toBe(401);
    expect(
      (await shop.call('GET', `/user/${person.email}`, { as: await provider.sign(person) })).status,
    ).toBe(401);
    expect((await shop.call('GET', `/user/${person.email}`, { as: body.token })).status).toBe(200);
  });

  it('responds with 503 when the keys cannot be had', async () => {
    const cutOff = await startShop({
      ...PRODUCTION,
      FIREBASE_JWKS_URL: 'http://127.0.0.1:9/keys',
    });
    try {
      const person = newPerson();
      const { status, headers } = await cutOff.call('PUT', `/user/${person.email}`, {
        as: await provider.sign(person),
        body: { email: person.email },
      });
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
    } finally {
      await cutOff.close();
    }
  });
});
