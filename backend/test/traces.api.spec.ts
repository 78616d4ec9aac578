import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAt } from './call.js';
import { type Collector, type Span, startCollector } from './collector.js';
import { readyLine, ROOT } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { MAIN, settingsOf } from './processes.js';

/** A collector on loopback, the database of a shop next to it, and a real server process that sends traces. */
let collector: Collector;
let peer: Shop;
let user: TestUser;
let server: ChildProcess;
let output = '';
let call: ReturnType<typeof callAt>;

beforeAll(async () => {
  collector = await startCollector();
  peer = await startShop();
  user = await peer.user({ email: 'sentinel-person@example.com' });
  server = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...settingsOf(peer.config.mongodbUri, 0, 'http://127.0.0.1:9'),
      LOG_LEVEL: 'info',
      TRUST_PROXY: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
  });
  server.stdout!.on('data', (text: Buffer) => (output += text.toString()));
  call = callAt(`${await readyLine(server)}/api`);
});

const end = async (): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await ended;
};

afterAll(async () => {
  await end();
  await peer.close();
  await collector.close();
});

it('sends spans of a request and of its commands to the database, and nothing that is a secret or a person', async () => {
  await call('GET', `/user/${user.email}`, {
    as: user,
    headers: { 'x-request-id': 'traced-0001', cookie: 'session=sentinel-cookie' },
  });
  expect((await call('GET', '/reviews?token=sentinel-query')).status).toBe(400);
  const { token: apiKey } = await peer.apiKey(await peer.user({ role: 'admin' }));
  expect((await call('GET', `/purchases/counts?q=${apiKey}`, { as: apiKey })).status).toBe(200);
  await call('POST', '/newsletter', { body: { email: 'sentinel-reader@example.com' } });
  await call('POST', '/purchase', { as: user, body: { productId: 'sentinel-product' } });
  await call('GET', '/nothing/sentinel-path@example.com');
  const strangers = 'a'.repeat(32);
  const ours = 'b'.repeat(32);
  const within = (traceId: string) => ({
    traceparent: `00-${traceId}-${'c'.repeat(16)}-01`,
    tracestate: 'who=them',
    baggage: 'who=them',
  });
  await call('GET', '/items?limit=1', { headers: within(strangers) });
  await call('GET', '/items?limit=2', { headers: { ...within(ours), 'x-forwarded-for': '203.0.113.1' } });
  // what has not been sent yet is sent at the end
  await end();
  expect(server.exitCode).toBe(0);

  const text = collector.bodies.join('\n');
  const spans = collector.spans();
  const attribute = (span: Span | undefined, name: string) =>
    span?.attributes.find(({ key }) => key === name)?.value;
  const root = spans.find(({ name }) => name === 'GET /api/user/:email');
  expect(attribute(root, 'http.route')).toEqual({ stringValue: '/api/user/:email' });
  expect(attribute(root, 'url.path')).toEqual({ stringValue: '/api/user/:email' });
  expect(attribute(root, 'http.response.status_code')).toEqual({ intValue: 200 });
  expect(text).toContain('"rapid-manufacturer"');

  // only a proxy of ours says which trace a request belongs to
  expect(spans.some(({ traceId }) => traceId === strangers)).toBe(false);
  const asked = spans.filter(({ name }) => name === 'GET /api/items');
  expect(asked.map(({ parentSpanId }) => parentSpanId || undefined)).toEqual([undefined, 'c'.repeat(16)]);
  expect(asked[1]!.traceId).toBe(ours);

  const ofTrace = spans.filter(({ traceId }) => traceId === root!.traceId);
  const find = ofTrace.find((span) => attribute(span, 'db.operation.name')?.stringValue === 'find');
  expect(attribute(find, 'db.collection.name')).toEqual({ stringValue: 'users' });
  // the instrumentation sends the statement, values and all, unless it is told not to
  for (const span of spans) expect(attribute(span, 'db.query.text')?.stringValue ?? '').toBe('');
  const parents: string[] = [];
  for (let span = find; span?.parentSpanId;) {
    parents.push(span.parentSpanId);
    const { parentSpanId } = span;
    span = ofTrace.find(({ spanId }) => spanId === parentSpanId);
  }
  expect(parents).toContain(root!.spanId);
  // a body is read between the request and its handler
  const posted = spans.find(({ name }) => name === 'POST /api/newsletter');
  expect(
    spans.some((span) => span.traceId === posted?.traceId && attribute(span, 'db.system.name') !== undefined),
  ).toBe(true);

  for (const secret of [
    'sentinel',
    '@example.com',
    '%40',
    user.token,
    apiKey.slice(8),
    peer.config.jwtSecret,
  ])
    expect(text).not.toContain(secret);
  const line = output.split('\n').find((it) => it.includes('"traced-0001"'));
  expect(JSON.parse(line!)).toMatchObject({ msg: 'request', traceId: root!.traceId, userId: user.id });
});
