import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Controller, Get, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { hashOf } from '../src/api-keys/api-key.js';
import { AppModule } from '../src/app.module.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '../src/auth/tokens.service.js';
import { API_KEY_SCOPES, type ApiKeyScope } from '../src/common/access.js';
import { ProblemFilter } from '../src/web/problem.filter.js';
import type { RouteTable } from '../src/web/route-table.js';
import { Order } from '../src/purchases/orders/order.schema.js';
import { User } from '../src/users/user.schema.js';
import { createRequestId } from '../src/logging/logger.js';
import { HttpAdapter } from '../src/web/http-adapter.js';
import {
  type Caller,
  declaredCalls,
  type Outcome,
  outcomeOf,
  type Rule,
  ruleOf,
  scopeOf,
} from './access-rules.js';
import { callAt } from './call.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { unsignedToken } from './id-tokens.js';

const sharedClaims = (alg = 'HS256') =>
  new SignJWT({})
    .setProtectedHeader({ alg, typ: 'JWT' })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt();

/** A caller by what is sent, and by what the routes are to make of them; an API key is that by its scopes. */
type Cast = Record<string, { token: string | undefined; is: Caller | ApiKeyScope[] }>;

describe('access', () => {
  let shop: Shop;
  let cast: Cast;
  let self: TestUser;
  let routes: [method: string, pattern: string][];

  beforeAll(async () => {
    // where nobody listens: what is handed on fails with 503, so that it shows
    shop = await startShop();
    self = await shop.user();
    const admin = await shop.user({ role: 'admin' });
    const demoted = await shop.user({ role: 'admin' });
    const removed = await shop.user({ role: 'admin' });
    const leaving = await shop.user({ role: 'admin', removingSince: new Date() });
    await shop.db.model(User.name).updateOne({ _id: demoted.id }, { role: 'customer' });
    await shop.db.model(User.name).deleteOne({ _id: removed.id });
    const keyed = async (is: ApiKeyScope[], fields: object = {}, owner = admin) => ({
      token: (await shop.apiKey(owner, { scopes: is, ...fields })).token,
      is,
    });
    const deadKey = async (...args: [fields: object, owner?: TestUser]) => ({
      ...(await keyed([...API_KEY_SCOPES], ...args)),
      is: 'nobody' as const,
    });
    const { token: demoKey } = await shop.apiKey(admin);
    const key = Buffer.from(shop.config.jwtSecret);
    const claims = () => sharedClaims().setSubject(admin.id).setExpirationTime('1h');
    const signed = (sub: object) =>
      new SignJWT({ ...decodeJwt(admin.token), ...sub }).setProtectedHeader({ alg: 'HS256' }).sign(key);
    const nobody = (token: string | undefined) => ({ token, is: 'nobody' as const });
    const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
    const idToken = { uid: admin.uid, email: admin.email, claims: { email_verified: true } };
    cast = {
      'a customer': { token: self.token, is: 'customer' },
      'another customer': { token: (await shop.user()).token, is: 'other' },
      'an admin': { token: admin.token, is: 'admin' },
      'a demoted admin': { token: demoted.token, is: 'other' },
      "the provider's token": {
        // made when it is used: it is good for minutes
        get token() {
          return unsignedToken(idToken);
        },
        is: 'provider',
      },
      'no token': nobody(undefined),
      'a removed user': nobody(removed.token),
      'a user whose removal has begun': nobody(leaving.token),
      'an expired token': nobody(await claims().setExpirationTime(1_000).sign(key)),
      'another key': nobody(await claims().sign(Buffer.alloc(32, 7))),
      'another algorithm': nobody(
        await sharedClaims('HS512')
          .setSubject(admin.id)
          .setExpirationTime('1h')
          .sign(Buffer.concat([key, Buffer.alloc(64 - key.length)])),
      ),
      'no issuer': nobody(
        await new SignJWT({ sub: admin.id, aud: TOKEN_AUDIENCE })
          .setProtectedHeader({ alg: 'HS256' })
          .setExpirationTime('1h')
          .sign(key),
      ),
      'another issuer': nobody(await claims().setIssuer('other').sign(key)),
      'another audience': nobody(await claims().setAudience('other').sign(key)),
      'no expiry': nobody(await sharedClaims().setSubject(admin.id).sign(key)),
      'no subject': nobody(await sharedClaims().setExpirationTime('1h').sign(key)),
      'a number as subject': nobody(await signed({ sub: 12 })),
      'a list as subject': nobody(await signed({ sub: [admin.id] })),
      'an object as subject': nobody(await signed({ sub: { $gt: '' } })),
      'an operator as subject': nobody(await claims().setSubject('{"$gt":""}').sign(key)),
      'alg none': nobody(
        new UnsecuredJWT({
          sub: admin.id,
          iss: TOKEN_ISSUER,
          aud: TOKEN_AUDIENCE,
          exp: inAnHour,
        }).encode(),
      ),
      "the provider's expired token": nobody(
        unsignedToken({ ...idToken, claims: { exp: inAnHour - 7_200, iat: inAnHour - 9_000 } }),
      ),
      "another project's token": nobody(
        unsignedToken({ ...idToken, claims: { aud: 'other', iss: 'https://securetoken.google.com/other' } }),
      ),
      nonsense: nobody('nonsense'),
      'a key without scopes': await keyed([]),
      'a key with every scope': await keyed([...API_KEY_SCOPES]),
      ...Object.fromEntries(
        await Promise.all(
          API_KEY_SCOPES.map(async (scope) => [`a key for ${scope}`, await keyed([scope])] as const),
        ),
      ),
      'a revoked key': await deadKey({ revoked: true, revokedAt: new Date() }),
      'an expired key': await deadKey({ expiresAt: new Date(Date.now() - 1) }),
      "a demoted admin's key": await deadKey({}, demoted),
      "a removed admin's key": await deadKey({}, removed),
      "a leaving admin's key": await deadKey({}, leaving),
      'a key of production': nobody((await shop.apiKey(admin, {}, false)).token),
      'the start of a key': nobody(demoKey.slice(0, -1)),
      'a key that nobody created': nobody(`${demoKey.slice(0, -5)}AAAAA`),
      'the hash of a key': nobody(`rk_demo_${hashOf(demoKey)}`),
    };
    const table = (shop.app.getHttpAdapter().getInstance() as unknown as { routes: RouteTable }).routes;
    routes = table.all();
  });
  afterAll(() => shop.close());

  /** Calls a route for things that do not exist, or in the customer's own name where a name is asked for. */
  async function statusOf(method: string, pattern: string, as: string | undefined): Promise<number> {
    const isDestructive = method === 'DELETE' || pattern.includes('/user/admin/');
    const path = pattern
      .replaceAll('::', ':')
      .replace(':email', encodeURIComponent(isDestructive ? 'nobody@example.com' : self.email))
      .replaceAll(/:(id|intentId|shipmentId|productId|token)\b/g, '665f1c2ab8d4e1a2b3c4d5e6')
      .replace('*', 'nothing.js');
    const query = pattern === '/api/purchases/search' ? `?email=${encodeURIComponent(self.email)}` : '';
    const body = ['POST', 'PATCH', 'PUT'].includes(method) ? {} : undefined;
    return (await callAt(shop.url)(method, path + query, { as, body })).status;
  }

  const fits = (outcome: Outcome, rule: Rule, status: number): boolean => {
    if (outcome !== 'open') return status === outcome;
    // a local service that nobody runs, or a key that is not publishable; the payment provider does not run here either
    if (rule === 'local service') return [403, 404, 503].includes(status);
    return status !== 401 && status !== 403 && (status < 500 || status === 503);
  };

  it('has a rule for every route of the router, and a route for every rule', () => {
    const undeclared = routes.filter((route) => !ruleOf(...route)).map((route) => route.join(' '));
    expect(undeclared).toEqual([]);
    const there = new Set(routes.map((route) => route.join(' ')));
    expect(declaredCalls.filter((call) => !there.has(call))).toEqual([]);
    expect(routes.length).toBeGreaterThan(60);
  });

  it('responds to every caller on every route as its rule says', async () => {
    const wrong: string[] = [];
    let cells = 0;
    for (const [method, pattern] of routes) {
      const rule = ruleOf(method, pattern);
      if (!rule) continue;
      const scope = scopeOf(method, pattern);
      const rankOf = (scopes: ApiKeyScope[]) => (scope && scopes.includes(scope) ? 'admitted' : 'denied');
      const ask = async ([who, { token, is }]: [string, Cast[string]]) => {
        const outcome = outcomeOf(rule, typeof is === 'string' ? is : rankOf(is));
        const status = await statusOf(method, pattern, token);
        if (!fits(outcome, rule, status))
          wrong.push(`${method} ${pattern} (${rule}) with ${who}: ${status}, not ${outcome}`);
        cells += 1;
      };
      await Promise.all(Object.entries(cast).map(ask));
    }
    expect(wrong).toEqual([]);
    expect(cells).toBe(routes.length * Object.keys(cast).length);
  }, 180_000);

  it.each<[method: string, path: (id: string) => string, body: ((id: string) => object) | undefined]>([
    ['GET', (id) => `/buy/${id}`, undefined],
    ['DELETE', (id) => `/purchase/${id}`, undefined],
    ['PATCH', (id) => `/payment/${id}`, () => ({ transactionId: 'pi_1' })],
    ['POST', () => '/create-payment-intent', (orderId) => ({ orderId })],
  ])("%s treats someone else's order as an absent one, and leaves it alone", async (method, path, body) => {
    const order = await shop.order(self);
    const id = String(order._id);
    const stranger = await shop.user();
    const ask = async (of: string) => {
      const { status, body: response } = await shop.call(method, path(of), {
        as: stranger,
        body: body?.(of),
      });
      const { requestId: _requestId, instance: _instance, ...said } = response;
      return { status, said };
    };
    const theirs = await ask(id);
    expect(theirs.status).toBe(404);
    expect(theirs).toEqual(await ask('665f1c2ab8d4e1a2b3c4d5e6'));
    expect(await shop.db.model(Order.name).findById(id).lean()).toMatchObject({
      status: 'unpaid',
      timeline: [{ what: 'unpaid' }],
    });
  });

  it.each(['/user', '/admin', '/purchase'])(
    'says the same of %s/{email} whether or not there is such a person',
    async (path) => {
      const [known, unknown] = await Promise.all(
        [self.email, 'nobody@example.com'].map((email) =>
          shop.call('GET', `${path}/${email}`, { as: cast['another customer']!.token }),
        ),
      );
      expect(known!.status).toBe(403);
      for (const { body } of [known!, unknown!]) {
        delete body.requestId;
        delete body.instance;
      }
      expect(known!.body).toEqual(unknown!.body);
    },
  );

  it('compares addresses without regard to case', async () => {
    const { status } = await shop.call('GET', `/user/${self.email.toUpperCase()}`, { as: self });
    expect(status).toBe(200);
  });

  it('takes an admin right away at once', async () => {
    const admin = await shop.user({ role: 'admin' });
    expect((await shop.call('GET', '/user', { as: admin })).status).toBe(200);
    await shop.db.model(User.name).updateOne({ _id: admin.id }, { role: 'customer' });
    expect((await shop.call('GET', '/user', { as: admin })).status).toBe(403);
  });
});

@Controller('undeclared')
class UndeclaredController {
  @Get()
  read() {
    return { secret: true };
  }
}

@Module({ controllers: [UndeclaredController] })
class UndeclaredModule {}

describe('a route that declares no access', () => {
  it('is denied to everyone, admins too', async () => {
    const shop = await startShop();
    const admin = await shop.user({ role: 'admin' });
    const testing = await Test.createTestingModule({
      imports: [AppModule.with(shop.config), UndeclaredModule],
    }).compile();
    const adapter = new HttpAdapter(shop.config, createRequestId);
    const options = { bodyParser: false, logger: false } as const;
    const app = testing.createNestApplication<NestFastifyApplication>(adapter, options);
    app.useGlobalFilters(new ProblemFilter());
    try {
      await app.listen(0, '127.0.0.1');
      const call = callAt((await app.getUrl()).replace(/\/$/, ''));
      for (const as of [undefined, admin.token]) {
        const { status, body } = await call('GET', '/undeclared', { as });
        expect(status).toBe(403);
        expect(JSON.stringify(body)).not.toContain('secret');
      }
    } finally {
      await app.close();
      await shop.close();
    }
  });
});
