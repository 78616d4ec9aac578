import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAt } from './call.js';
import { readyLine, ROOT } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { unsignedToken } from './id-tokens.js';
import { freePort, MAIN, settingsOf } from './processes.js';
import { type Collector, startCollector } from './collector.js';

/** Every secret of the process, none of which may stand in its output, its figures or its responses. */
const SECRETS = {
  JWT_SECRET: 'planted-jwt-secret-0123456789-0123456789',
  STRIPE_SECRET_KEY: 'sk_test_plantedStripeKey',
  STRIPE_WEBHOOK_SECRET: 'whsec_plantedWebhookSecret',
  IMGBB_API_KEY: 'plantedimgbbkey',
};
const PLANTED = /planted/i;
const CARD = '4242424242424242';

const spawned: ChildProcess[] = [];
let output = '';
let responses = '';
let peer: Shop;
let admin: TestUser;
let call: ReturnType<typeof callAt>;
let origin: string;
let metrics: string;
let collector: Collector;

function start(env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  });
  spawned.push(child);
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  return child;
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((done) => child.once('exit', (code) => done(code)));

beforeAll(async () => {
  peer = await startShop({ JWT_SECRET: SECRETS.JWT_SECRET });
  admin = await peer.user({ role: 'admin' });
  collector = await startCollector();
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}/metrics`;
  // nobody responds for the payment provider, the identity provider or the image host
  const server = start({
    ...settingsOf(peer.config.mongodbUri, 0, 'http://127.0.0.1:9'),
    ...SECRETS,
    IMGBB_API_KEY: '',
    METRICS_PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    LOG_LEVEL: 'trace',
  });
  origin = await readyLine(server);
  const callApi = callAt(`${origin}/api`);
  call = async (...args) => {
    const response = await callApi(...args);
    responses += JSON.stringify([response.status, [...response.headers], response.body]);
    return response;
  };
});

afterAll(async () => {
  for (const child of spawned) if (child.exitCode === null) child.kill('SIGKILL');
  await peer.close();
  await collector.close();
});

/** Sends a request as it stands, also one that no client would send, and returns what came back. */
const sendRaw = (target: string): Promise<string> =>
  new Promise((done, failed) => {
    const { hostname, port } = new URL(origin);
    let text = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (part: Buffer) => (text += part.toString()));
    socket.on('error', failed);
    socket.on('close', () => done(text));
  });

/** Addresses with a secret or a person in them. */
const TARGETS = [
  // routes that exist
  '/api/items/search?q=planted&token=planted-token&planted-name=1',
  '/api/items?sort=planted-sort&page=planted-page&limit=planted-limit',
  '/api/items/search?status=planted&kind=planted&email=planted@example.com',
  '/api/user/planted-person@example.com?access_token=planted',
  '/api/user/planted-person%40example.com',
  '/api/user/planted%2Dsecret',
  '/api/item/planted-session-token',
  '/api/images/planted-image-token.webp',
  '/api/health/live?token=planted',
  '/api/config?client_secret=planted',
  '/api/docs?token=planted',
  '/reset/planted-token?email=planted%40example.com',
  // routes that do not
  '/api/planted-path-token',
  '/api/reset/planted-path-token/planted@example.com?code=planted',
  '/api/user/planted@example.com/planted-path-token',
  '/assets/planted-token.js?v=planted',
  '/planted@example.com',
  '//planted.example.com/planted',
  // malformed ones
  '/api/item/%ZZplanted',
  '/api/user/%E0%A4%Aplanted@example.com?token=planted',
  '/api/items?q=%ZZplanted&%ZZplanted',
  'http://planted:planted-password@planted.example.com/api/items?token=planted',
  'planted-no-slash?token=planted',
  '/api/items planted-token',
  `/api/items?token=planted${'x'.repeat(20_000)}`,
];

it.each(TARGETS)('responds to %.60s, whose log and traces are searched below', async (target) => {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(await sendRaw(target))?.[1]);
  expect([status >= 200, status < 500]).toEqual([true, true]);
});

it('tells no secret, token or card, whatever it is sent and whatever fails', async () => {
  const statuses = new Set<number>();
  const ask = async (...args: Parameters<typeof call>) => statuses.add((await call(...args)).status);
  const idToken = unsignedToken({ uid: 'planted-uid', email: 'planted-first@example.com' });
  const order = {
    address: `Card ${CARD}`,
    phone: '5550100',
    orderQuantity: 10,
    password: 'planted-password',
  };
  const headers = {
    cookie: 'session=planted-cookie',
    'idempotency-key': 'planted-idempotency-key',
    'x-api-key': 'planted-header',
    referer: 'https://shop.example.com/?token=planted-referer',
    'user-agent': 'planted-agent',
  };

  await ask('GET', '/items?token=planted-query', { headers });
  await ask('GET', '/users', { as: 'planted-bearer-token' });
  await ask('GET', '/users', { as: `${admin.token}planted` });
  await ask('PUT', '/user/planted-first@example.com', { as: idToken, body: { email: 'x' } });
  await ask('PUT', '/user/planted-first@example.com', {
    as: 'a.planted.c',
    body: { email: 'x@example.com' },
  });
  await ask('POST', '/purchase', { as: admin, headers, body: { ...order, productId: 'planted-product' } });
  await ask('POST', '/purchase', { as: admin, body: `{"password":"planted-broken-json` });
  await ask('POST', '/review', { as: admin, body: { client_secret: 'pi_1_secret_planted' } });
  await ask('POST', '/webhooks/stripe', {
    body: { card: CARD, secret: 'planted-webhook-body' },
    headers: { 'stripe-signature': 't=1,v1=planted-signature' },
  });
  await ask('POST', '/newsletter', { body: { email: 'planted-reader@example.com' } });
  await ask('POST', '/newsletter', { body: { email: 'planted no address' } });
  // the provider is not there
  const product = await peer.product();
  const placed = await call('POST', '/purchase', {
    as: admin,
    body: { address: 'Here', phone: '5550100', orderQuantity: 10, productId: String(product._id) },
  });
  statuses.add(placed.status);
  await ask('POST', '/create-payment-intent', { as: admin, headers, body: { orderId: placed.body._id } });
  await ask('GET', '/payments/reconciliation', { as: admin });
  const emulator = await fetch(
    `${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=planted-key`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'planted-sign-in@example.com', password: 'planted-password' }),
    },
  );
  statuses.add(emulator.status);
  responses += await emulator.text();
  // broken data makes it a 500
  const broken = await peer.user();
  await peer.db.collection('users').updateOne({ email: broken.email }, { $set: { role: { planted: 1 } } });
  await ask('GET', `/user/${broken.email}`, { as: broken });

  const figures = await (await fetch(metrics)).text();
  const child = spawned[0]!;
  child.kill('SIGTERM');
  expect(await ended(child)).toBe(0);

  for (const status of [200, 201, 400, 401, 503]) expect(statuses).toContain(status);
  expect(output).toContain('"msg":"request"');
  expect(output.length).toBeGreaterThan(2_000);
  const traces = collector.bodies.join('\n');
  expect(traces).toContain('"GET /api/items"');
  for (const [where, text] of Object.entries({ output, figures, traces })) {
    expect([
      where,
      PLANTED.exec(text)
        ?.input.slice(Math.max(0, (text.search(PLANTED) ?? 0) - 200))
        .slice(0, 400),
    ]).toEqual([where, undefined]);
    for (const secret of [CARD, admin.token, idToken, broken.token]) expect(text).not.toContain(secret);
  }
  // a response may say again what its caller sent, but nothing that opens anything
  for (const secret of [
    ...Object.values(SECRETS),
    CARD,
    admin.token,
    idToken,
    'planted-cookie',
    'planted-password',
  ])
    expect(responses).not.toContain(secret);
});

it('does not tell the value of a setting that it refuses', async () => {
  output = '';
  const child = start({
    ...settingsOf('planted-database-password@nowhere', 0, 'http://127.0.0.1:9'),
    JWT_SECRET: 'planted-short',
    STRIPE_SECRET_KEY: 'planted-key',
    STRIPE_WEBHOOK_SECRET: 'planted-webhook',
  });
  expect(await ended(child)).toBe(1);
  expect(output).toContain('JWT_SECRET');
  expect(output).toContain('MONGODB_URI');
  expect(output).not.toMatch(PLANTED);
});
