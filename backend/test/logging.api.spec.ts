import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { eventually, ROOT } from './commerce.js';
import { startShop } from './harness.js';
import { unsignedToken } from './id-tokens.js';

const OPERATIONS = resolve(ROOT, 'docs/operations.md');

it('logs each request in a line, with who asked and no secret', async () => {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  const shop = await startShop({ LOG_LEVEL: 'debug' }, sink);
  const user = await shop.user({ email: 'sentinel-address@example.com' });
  const admin = await shop.user({ role: 'admin', email: 'sentinel-admin@example.com' });
  const created = await shop.call('POST', '/api-keys', {
    as: admin,
    body: { name: 'sentinel-name', scopes: ['reports'] },
  });
  const { _id: keyId, key } = created.body as { _id: string; key: string };
  const idToken = unsignedToken({ uid: 'u-log', email: 'first-sight@example.com' });
  try {
    const headers = { 'x-request-id': 'request-0001', cookie: 'session=sentinel-cookie' };
    await shop.call('GET', `/user/${user.email}`, { as: user, headers });
    await shop.call('GET', '/items/search?q=sentinel-query&page=1&client_secret=sentinel-secret');
    await shop.call('PUT', '/user/first-sight@example.com', {
      as: idToken,
      body: { email: 'first-sight@example.com' },
    });
    await shop.call('GET', '/reports/overview', { as: key, headers: { 'x-request-id': 'request-0004' } });
    for (const wrong of [`${key.slice(0, -2)}AA`, `rk_live_${key.slice(8)}`])
      await shop.call('GET', `/purchases/counts?q=${key}`, { as: wrong });
    await shop.call('POST', '/newsletter', { body: { email: 'sentinel-newsletter@example.com' } });
    await shop.call('POST', '/review', { as: user, body: '{"comments": "sentinel-body' });
    await shop.call('GET', '/nothing/sentinel-path/first-sight%40example.com');
    await fetch(`${shop.url}/sentinel-page?token=sentinel-token`);
    // its client is gone before the body is whole
    const { hostname, port } = new URL(shop.url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        'POST /api/newsletter HTTP/1.1\r\nHost: x\r\nX-Request-Id: request-0002\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
      ),
    );
    setTimeout(() => socket.destroy(), 100);
    await eventually(() => text.includes('request aborted'), 'the aborted request is logged');
    // the local services do not respond
    const notReady = await shop.call('GET', '/health/ready', { headers: { 'x-request-id': 'request-0003' } });
    expect(notReady.status).toBe(503);
  } finally {
    await shop.close();
  }
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find(({ requestId }) => requestId === 'request-0001')).toMatchObject({
    level: 'info',
    msg: 'request',
    method: 'GET',
    route: '/api/user/:email',
    status: 200,
    ms: expect.any(Number),
    userId: user.id,
    time: expect.any(String),
  });
  expect(lines.find(({ requestId }) => requestId === 'request-0004')).toMatchObject({
    status: 200,
    userId: admin.id,
    apiKeyId: keyId,
  });
  expect(lines.find(({ route }) => route === '/api/items/search')).toMatchObject({ query: { page: '1' } });
  expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(12);
  expect(lines.filter(({ requestId }) => requestId === 'request-0003')).toMatchObject([
    { context: 'Problem', level: 'warn' },
    { msg: 'request', status: 503 },
  ]);
  expect(lines.find(({ requestId }) => requestId === 'request-0002')).not.toHaveProperty('status');
  expect(lines.filter(({ route }) => route === 'unknown')).toMatchObject([{ status: 404 }, { status: 404 }]);
  // docs/operations.md has every field of a request's line
  const { 1: section = '' } = /## Log format\n([^]*?)\n## /.exec(readFileSync(OPERATIONS, 'utf8')) ?? [];
  const documented = [...section.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  for (const line of lines.filter(({ msg }) => String(msg).startsWith('request')))
    for (const name of Object.keys(line)) expect(documented).toContain(name);
  // no member is in a line twice
  for (const line of text.trim().split('\n'))
    for (const name of ['msg', 'requestId', 'context'])
      expect([line, line.split(`"${name}":`).length - 1]).not.toEqual([line, 2]);
  expect(text).not.toMatch(/sentinel|first-sight/);
  expect(text).not.toMatch(/rk_(live|demo)_/);
  for (const secret of [
    key.slice(8),
    user.token,
    idToken,
    shop.config.jwtSecret,
    shop.config.stripe.secretKey,
  ])
    expect(text).not.toContain(secret);
});
