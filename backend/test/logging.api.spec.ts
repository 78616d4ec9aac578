import { Writable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { startShop } from './harness.js';
import { unsignedToken } from './id-tokens.js';

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
  const idToken = unsignedToken({ uid: 'u-log', email: 'first-sight@example.com' });
  try {
    const headers = { 'x-request-id': 'request-0001', cookie: 'session=sentinel-cookie' };
    await shop.call('GET', `/user/${user.email}`, { as: user, headers });
    await shop.call('GET', '/items/search?q=sentinel-query&page=1&client_secret=sentinel-secret');
    await shop.call('PUT', '/user/first-sight@example.com', {
      as: idToken,
      body: { email: 'first-sight@example.com' },
    });
    await shop.call('POST', '/newsletter', { body: { email: 'sentinel-newsletter@example.com' } });
    await shop.call('POST', '/review', { as: user, body: '{"comments": "sentinel-body' });
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
    path: '/api/user/:email',
    status: 200,
    ms: expect.any(Number),
    userId: user.id,
    time: expect.any(String),
  });
  expect(lines.map(({ path }) => path)).toContain('/api/items/search?q=…&page=1&client_secret=…');
  expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(5);
  expect(text).not.toMatch(/sentinel|first-sight/);
  for (const secret of [user.token, idToken, shop.config.jwtSecret, shop.config.stripe.secretKey])
    expect(text).not.toContain(secret);
});
