import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callAt } from './call.js';
import { PRODUCTION, type Shop, startShop } from './harness.js';

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A local service that notes what reaches it. */
async function startRecorder(): Promise<{ url: string; seen: Seen[]; server: Server }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body });
      if (url.includes('lost')) return response.destroy();
      response.writeHead(url.includes('challenge') ? 203 : 200, {
        'content-type': 'text/x-test',
        'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
        'x-frame-options': 'SAMEORIGIN',
        'set-cookie': 'sentinel=1',
        server: 'sentinel',
      });
      return response.end('response');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server };
}

describe('local services behind the shop', () => {
  let shop: Shop;
  let recorder: Awaited<ReturnType<typeof startRecorder>>;
  let call: ReturnType<typeof callAt>;

  beforeAll(async () => {
    recorder = await startRecorder();
    shop = await startShop({
      IDENTITY_EMULATOR_URL: recorder.url,
      PAYMENTS_SANDBOX_URL: recorder.url,
      MAILBOX_URL: recorder.url,
    });
    call = callAt(shop.url);
  });
  beforeEach(() => {
    recorder.seen.length = 0;
  });
  afterAll(async () => {
    await shop.close();
    recorder.server.close();
  });

  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const IDENTITY = '/identitytoolkit.googleapis.com/v1/accounts';

  describe('identity', () => {
    it.each([
      'signUp',
      'lookup',
      'update',
      'delete',
      'signInWithPassword',
      'signInWithIdp',
      'sendOobCode',
      'resetPassword',
    ])("hands on accounts:%s, without the caller's authority", async (name) => {
      const headers = {
        'x-client-version': 'Chrome/JsCore/12',
        origin: 'https://evil.example',
        cookie: 'a=b',
      };
      const response = await call('POST', `${IDENTITY}:${name}?key=demo-key`, {
        as: 'owner',
        body: { a: 1 },
        headers,
      });
      expect([response.status, response.body]).toEqual([200, 'response']);
      expect(response.headers.get('set-cookie')).toBeNull();
      const [{ method, url, headers: sent, body } = {} as Seen] = recorder.seen;
      expect([method, url, body]).toEqual(['POST', `${IDENTITY}:${name}?key=demo-key`, '{"a":1}']);
      expect(sent).toMatchObject({
        'content-type': 'application/json',
        'x-client-version': 'Chrome/JsCore/12',
      });
      for (const name of ['authorization', 'origin', 'cookie']) expect(sent).not.toHaveProperty(name);
    });

    it('hands on the renewal of tokens', async () => {
      const response = await call('POST', '/securetoken.googleapis.com/v1/token?key=k', {
        body: 'grant_type=refresh_token',
        headers: FORM,
      });
      expect([response.status, recorder.seen[0]?.body]).toEqual([200, 'grant_type=refresh_token']);
    });

    it.each([
      ['DELETE', '/emulator/v1/projects/demo-rapid/accounts'],
      ['GET', '/emulator/v1/projects/demo-rapid/oobCodes'],
      ['POST', '/identitytoolkit.googleapis.com/v1/projects/demo-rapid/accounts'],
      ['POST', '/identitytoolkit.googleapis.com/v1/projects/demo-rapid/accounts:query'],
      ['POST', `${IDENTITY}:batchCreate`],
      ['POST', `${IDENTITY}:query`],
      ['POST', `${IDENTITY}%3AsignUp`],
      ['POST', `${IDENTITY}:signUp/`],
      ['POST', `${IDENTITY}:signUp%2f..%2f..%2f..%2femulator`],
      ['POST', `${IDENTITY}:signUp/..%2f..%2f..%2femulator%2fv1`],
      ['GET', `${IDENTITY}:signUp`],
      ['PATCH', '/identitytoolkit.googleapis.com/v2/projects/demo-rapid/config'],
      ['POST', '/securetoken.googleapis.com/v1/other'],
      ['GET', '/identitytoolkit.googleapis.com/'],
    ])('does not hand on %s %s', async (method, path) => {
      const { status, headers } = await call(method, path, { as: 'owner', headers: { accept: 'text/html' } });
      expect([404, 405]).toContain(status);
      expect(headers.get('content-type')).toContain('problem+json');
      expect(recorder.seen).toEqual([]);
    });
  });

  describe('payment sandbox', () => {
    const CONFIRM = '/payments-sandbox/v1/payment_intents/pi_1/confirm';

    it('hands on a confirmation, with where it came from', async () => {
      const body = 'client_secret=pi_1_secret_x&payment_method_data[type]=card';
      const headers = { ...FORM, 'x-forwarded-prefix': '/evil', 'x-forwarded-host': 'evil.example' };
      const response = await call('POST', `${CONFIRM}?key=pk_test_demo`, {
        as: 'pk_test_demo',
        body,
        headers,
      });
      expect([response.status, response.body]).toEqual([200, 'response']);
      expect(recorder.seen).toEqual([
        expect.objectContaining({
          method: 'POST',
          url: '/v1/payment_intents/pi_1/confirm?key=pk_test_demo',
          body,
        }),
      ]);
      expect(recorder.seen[0]!.headers).toMatchObject({
        authorization: 'Bearer pk_test_demo',
        'content-type': FORM['content-type'],
        'x-forwarded-host': new URL(shop.url).host,
        'x-forwarded-proto': 'http',
        'x-forwarded-prefix': '/payments-sandbox',
      });
    });

    it.each([
      ['GET', '/v1/payment_intents/pi_1?client_secret=pi_1_secret_x'],
      ['GET', '/challenge/abc123'],
      ['POST', '/challenge/abc123'],
      ['GET', '/challenge.css'],
    ])('hands on %s %s, framed as it says itself', async (method, path) => {
      const response = await call(
        method,
        `/payments-sandbox${path}`,
        method === 'POST' ? { body: 'outcome=complete', headers: FORM } : {},
      );
      expect(response.body).toBe('response');
      expect(recorder.seen.map(({ url }) => url)).toEqual([path]);
      expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'self'",
      );
      expect(response.headers.get('content-type')).toBe('text/x-test');
    });

    it.each([
      ['a secret key', { as: 'sk_test_harness' }],
      ['a restricted key', { as: 'rk_test_1' }],
      [
        'basic authority',
        { headers: { authorization: `Basic ${Buffer.from('sk_test_harness:').toString('base64')}` } },
      ],
      ['a secret key in the body', { body: 'key=sk_test_harness' }],
      ['an encoded one', { body: '%6bey=%73k_test_harness' }],
      ['two keys', { body: 'key=pk_test_demo&key=sk_test_harness' }],
      ['a list of keys', { body: 'key[]=sk_test_harness' }],
    ])(
      'refuses %s',
      async (
        _what,
        { headers, ...options }: { headers?: Record<string, string>; as?: string; body?: string },
      ) => {
        expect((await call('POST', CONFIRM, { ...options, headers: { ...FORM, ...headers } })).status).toBe(
          403,
        );
        expect(
          (await call('GET', '/payments-sandbox/v1/payment_intents/pi_1?key=sk_test_harness')).status,
        ).toBe(403);
        expect(recorder.seen).toEqual([]);
      },
    );

    it.each([
      ['POST', '/v1/payment_intents'],
      ['GET', '/v1/payment_intents'],
      ['POST', '/v1/payment_intents/pi_1/cancel'],
      ['POST', '/v1/payment_intents/pi_1'],
      ['POST', '/v1/refunds'],
      ['GET', '/v1/events'],
      ['PUT', '/sandbox/lab'],
      ['POST', '/sandbox/import'],
      ['GET', '/v1/payment_intents/..%2f..%2fsandbox%2flab'],
      ['GET', '/challenge/..%2fsandbox%2flab'],
      ['GET', '/'],
      ['GET', ''],
    ])('does not hand on %s %s', async (method, path) => {
      const { status, headers } = await call(method, `/payments-sandbox${path}`, {
        headers: { accept: 'text/html' },
      });
      expect([404, 405]).toContain(status);
      expect(headers.get('content-type')).toContain('problem+json');
      expect(recorder.seen).toEqual([]);
    });

    it('hangs up when the sandbox does', async () => {
      await expect(call('GET', '/payments-sandbox/v1/payment_intents/lost')).rejects.toThrow('fetch failed');
    });
  });

  describe('mailbox', () => {
    it.each([
      ['GET', '/mailbox?to=a%40example.com'],
      ['GET', '/mailbox/mailbox.css'],
      ['GET', '/mailbox/view/abc123'],
      ['GET', '/mailbox/view/abc123/html'],
      ['GET', '/mailbox/mails?to=a'],
      ['GET', '/mailbox/mails/abc123'],
      ['POST', '/mailbox/delete'],
    ])('hands on %s %s, with the policy of the mailbox', async (method, path) => {
      const response = await call(method, path, {
        ...(method === 'POST' && { body: 'a=1' }),
        headers: { ...FORM, cookie: 'a=b', authorization: 'Bearer owner', 'sec-fetch-site': 'cross-site' },
      });
      expect([response.status, response.body]).toEqual([200, 'response']);
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'self'",
      );
      expect(recorder.seen.map(({ method, url }) => [method, url])).toEqual([[method, path]]);
      expect(recorder.seen[0]!.headers).toMatchObject({ 'sec-fetch-site': 'cross-site' });
      for (const name of ['authorization', 'cookie'])
        expect(recorder.seen[0]!.headers).not.toHaveProperty(name);
    });

    it.each([
      ['DELETE', '/mailbox/mails'],
      ['GET', '/mailbox/health'],
      ['GET', '/mailbox/view/..%2f..%2fhealth'],
    ])('does not hand on %s %s', async (method, path) => {
      expect([404, 405]).toContain((await call(method, path)).status);
      expect(recorder.seen).toEqual([]);
    });
  });

  it('responds with 503 while a local service is down', async () => {
    const cutOff = await startShop();
    try {
      const { status, headers } = await callAt(cutOff.url)('POST', `${IDENTITY}:signUp`, { body: {} });
      expect([status, headers.get('content-type')]).toEqual([503, 'application/problem+json; charset=utf-8']);
    } finally {
      await cutOff.close();
    }
  });

  it('tells the browser where they are', async () => {
    expect((await shop.call('GET', '/config')).body).toMatchObject({
      identity: {
        firebase: { apiKey: 'demo-key', authDomain: 'demo-rapid.firebaseapp.com', projectId: 'demo-rapid' },
        emulatorUrl: '/',
      },
      payments: { publishableKey: 'pk_test_demo', apiUrl: '/payments-sandbox' },
    });
  });
});

describe('without local services', () => {
  it('there is nothing of them', async () => {
    const shop = await startShop(PRODUCTION);
    try {
      const call = callAt(shop.url);
      expect(
        (await call('POST', '/identitytoolkit.googleapis.com/v1/accounts:signUp', { body: {} })).status,
      ).toBe(404);
      expect((await call('GET', '/payments-sandbox/challenge.css')).status).toBe(404);
      expect((await call('GET', '/mailbox')).status).toBe(404);
      const { body } = await shop.call('GET', '/config');
      expect(body.identity).not.toHaveProperty('emulatorUrl');
      expect(body.payments).toEqual({ publishableKey: 'pk_live_1' });
    } finally {
      await shop.close();
    }
  });
});
