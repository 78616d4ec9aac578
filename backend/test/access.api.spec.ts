import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SignJWT, UnsecuredJWT } from 'jose';
import { AppModule } from '../src/app.module.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '../src/auth/tokens.service.js';
import type { Access } from '../src/common/access.js';
import { ProblemFilter } from '../src/common/problem.filter.js';
import type { RouteTable } from '../src/common/route-table.js';
import { User } from '../src/users/user.schema.js';
import { ShopAdapter } from '../src/shop-adapter.js';
import { callAt } from './call.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { unsignedToken } from './id-tokens.js';

/**
 * Who may call what, as PRODUCT.md says it: the access of every route there is. A route that is missing here fails the spec.
 */
const EXPECTED: Record<string, Access> = {
  'GET /api/items': 'public',
  'GET /api/items/search': 'public',
  'GET /api/items/kinds': 'public',
  'GET /api/product': 'public',
  'GET /api/item/:id': 'public',
  'POST /api/product': 'admin',
  'DELETE /api/item/:id': 'admin',
  'POST /api/purchase': 'signed-in',
  'GET /api/purchase/:email': 'self-or-admin',
  'DELETE /api/purchase/:id': 'signed-in',
  'PATCH /api/purchase/:id': 'admin',
  'GET /api/purchases': 'admin',
  'GET /api/purchases/search': 'signed-in',
  'GET /api/buy/:id': 'signed-in',
  'POST /api/create-payment-intent': 'signed-in',
  'PATCH /api/payment/:id': 'signed-in',
  'POST /api/webhooks/stripe': 'public',
  'POST /api/refund/:id': 'admin',
  'GET /api/payments/reconciliation': 'admin',
  'POST /api/payments/reconciliation/:intentId/settle': 'admin',
  'POST /api/payments/reconciliation/:intentId/refund': 'admin',
  'GET /api/payment-lab': 'admin',
  'PUT /api/payment-lab': 'admin',
  'GET /api/reviews': 'public',
  'GET /api/reviews/search': 'public',
  'POST /api/review': 'signed-in',
  'PUT /api/user/:email': 'identity-token',
  'GET /api/user': 'admin',
  'GET /api/users/search': 'admin',
  'GET /api/user/:email': 'self-or-admin',
  'PATCH /api/updateUser/:email': 'self-or-admin',
  'GET /api/admin/:email': 'self-or-admin',
  'PUT /api/user/admin/:email': 'admin',
  'DELETE /api/user/:email': 'admin',
  'POST /api/newsletter': 'public',
  'POST /api/images': 'admin',
  'GET /api/images/:id': 'public',
  'GET /api/config': 'public',
  'GET /api/health/live': 'public',
  'GET /api/health/ready': 'public',
};

const DOCUMENTATION = /^\/api\/(docs|openapi\.json)/;

const sharedClaims = () =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt();

interface Cast {
  /** Tokens that are good for somebody. */
  customer: string;
  otherCustomer: string;
  admin: string;
  demotedAdmin: string;
  /** Tokens that are good for nobody. */
  worthless: Record<string, string | undefined>;
}

describe('access', () => {
  let shop: Shop;
  let cast: Cast;
  let self: TestUser;
  let routes: [method: string, pattern: string][];

  beforeAll(async () => {
    shop = await startShop();
    self = await shop.user();
    const admin = await shop.user({ role: 'admin' });
    const demoted = await shop.user({ role: 'admin' });
    const removed = await shop.user({ role: 'admin' });
    const leaving = await shop.user({ role: 'admin', removingSince: new Date() });
    await shop.db.model(User.name).updateOne({ _id: demoted.id }, { role: 'customer' });
    await shop.db.model(User.name).deleteOne({ _id: removed.id });
    const key = Buffer.from(shop.config.jwtSecret);
    const sign = () => sharedClaims().setSubject(admin.id);
    const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
    cast = {
      customer: self.token,
      otherCustomer: (await shop.user()).token,
      admin: admin.token,
      demotedAdmin: demoted.token,
      worthless: {
        'no token': undefined,
        'a removed user': removed.token,
        'a user whose removal has begun': leaving.token,
        'an expired token': await sign().setExpirationTime(1_000).sign(key),
        'another key': await sign().setExpirationTime('1h').sign(Buffer.alloc(32, 7)),
        'another algorithm': await new SignJWT({})
          .setProtectedHeader({ alg: 'HS512' })
          .setIssuer(TOKEN_ISSUER)
          .setAudience(TOKEN_AUDIENCE)
          .setSubject(admin.id)
          .setExpirationTime('1h')
          .sign(Buffer.concat([key, Buffer.alloc(64 - key.length)])),
        'no issuer': await new SignJWT({ sub: admin.id })
          .setProtectedHeader({ alg: 'HS256' })
          .setExpirationTime('1h')
          .sign(key),
        'another audience': await sign().setAudience('other').setExpirationTime('1h').sign(key),
        'alg none': new UnsecuredJWT({
          sub: admin.id,
          iss: TOKEN_ISSUER,
          aud: TOKEN_AUDIENCE,
          exp: inAnHour,
        }).encode(),
        "the provider's token": unsignedToken({ uid: admin.uid, email: admin.email }),
        nonsense: 'nonsense',
      },
    };
    const table = (shop.app.getHttpAdapter().getInstance() as unknown as { routes: RouteTable }).routes;
    routes = table.all().filter(([, pattern]) => pattern.startsWith('/api') && !DOCUMENTATION.test(pattern));
  });
  afterAll(() => shop.close());

  /** Calls a route for things that do not exist, or in the customer's own name where a name is asked for. */
  async function statusOf(method: string, pattern: string, as: string | undefined): Promise<number> {
    const isDestructive = method === 'DELETE' || pattern.includes('/user/admin/');
    const path = pattern
      .replace(/^\/api/, '')
      .replace(':email', encodeURIComponent(isDestructive ? 'nobody@example.com' : self.email))
      .replace(':id', '665f1c2ab8d4e1a2b3c4d5e6');
    const query = pattern === '/api/purchases/search' ? `?email=${encodeURIComponent(self.email)}` : '';
    const body = ['POST', 'PATCH', 'PUT'].includes(method) ? {} : undefined;
    const { status } = await shop.call(method, path + query, { as, body });
    return status;
  }

  const expectedOf = (method: string, pattern: string): Access | undefined =>
    EXPECTED[`${method === 'HEAD' ? 'GET' : method} ${pattern}`];

  it('knows every route that the router has', () => {
    const unknown = routes
      .filter(([method, pattern]) => !expectedOf(method, pattern))
      .map((route) => route.join(' '));
    expect(unknown).toEqual([]);
    expect(routes.length).toBeGreaterThan(40);
  });

  it('answers 401 on every guarded route to tokens that are good for nobody', async () => {
    const wrong: string[] = [];
    for (const [method, pattern] of routes) {
      if (expectedOf(method, pattern) === 'public') continue;
      for (const [who, token] of Object.entries(cast.worthless)) {
        // the provider's token is what the exchange is for; with another's path it is not allowed
        const isItsOwn = expectedOf(method, pattern) === 'identity-token' && who === "the provider's token";
        const status = await statusOf(method, pattern, token);
        if (status !== (isItsOwn ? 400 : 401)) wrong.push(`${method} ${pattern} with ${who}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('answers 403 exactly where the caller may not', async () => {
    const callers: [who: keyof Omit<Cast, 'worthless'>, mayCall: Access[]][] = [
      ['customer', ['public', 'signed-in', 'self-or-admin']],
      ['otherCustomer', ['public', 'signed-in']],
      ['demotedAdmin', ['public', 'signed-in']],
      ['admin', ['public', 'signed-in', 'self-or-admin', 'admin']],
    ];
    const wrong: string[] = [];
    for (const [method, pattern] of routes) {
      const access = expectedOf(method, pattern);
      for (const [who, mayCall] of callers) {
        const isNotOwnSearch =
          pattern === '/api/purchases/search' && ['otherCustomer', 'demotedAdmin'].includes(who);
        const status = await statusOf(method, pattern, cast[who]);
        const fits =
          access === 'identity-token'
            ? status === 401 // the shop's token is none of the provider's
            : access && mayCall.includes(access) && !isNotOwnSearch
              ? status !== 401 && status !== 403 && (status < 500 || status === 503) // no payment provider runs here
              : status === 403;
        if (!fits) wrong.push(`${method} ${pattern} as ${who}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(['/user', '/admin', '/purchase'])(
    'says the same of %s/{email} whether or not there is such a person',
    async (path) => {
      const [known, unknown] = await Promise.all(
        [self.email, 'nobody@example.com'].map((email) =>
          shop.call('GET', `${path}/${email}`, { as: cast.otherCustomer }),
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
    const app = testing.createNestApplication<NestFastifyApplication>(new ShopAdapter(shop.config), {
      logger: false,
    });
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
