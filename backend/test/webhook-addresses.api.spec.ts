import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { WebhookDns } from '../src/events/webhooks/sending/sender.js';
import { eventually } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { emitReviews } from './webhooks.js';

/** Where a shop sends no events to: addresses that only it can reach. */

describe('a shop that allows public addresses only', () => {
  let strict: Shop;
  let ada: TestUser;
  beforeAll(async () => {
    strict = await startShop();
    ada = await strict.user({ role: 'admin' });
  });
  afterAll(() => strict.close());
  const create = (url: string) =>
    strict.call('POST', '/webhook-endpoints', {
      as: ada,
      body: { url, description: 'Warehouse', types: ['review.created'] },
    });
  const deliveriesOf = async (endpointId: string) =>
    (await strict.call('GET', `/webhook-deliveries?endpointId=${endpointId}`, { as: ada })).body.items as {
      attemptCount: number;
    }[];
  const resolveTo = (addresses: string[]) => {
    let looks = 0;
    strict.app.get(WebhookDns, { strict: false }).lookup = (_name, { all }, callback) => {
      const address = addresses[Math.min(looks, addresses.length - 1)]!;
      looks += 1;
      if (all) callback(null, [{ address, family: 4 }]);
      else callback(null, address, 4);
    };
  };

  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3:8443/',
  ])('refuses %s', async (url) => {
    expect(await create(url)).toMatchObject({ status: 400, body: { errors: { url: expect.any(String) } } });
  });

  it('refuses a name that leads to a private address', async () => {
    resolveTo(['192.168.1.10']);
    expect(await create('https://hooks.example/')).toMatchObject({
      status: 400,
      body: { errors: { url: expect.stringContaining('private address') } },
    });
  });

  it('does not connect to a name that leads to one at the second look-up', async () => {
    let connections = 0;
    const inside = createServer(() => (connections += 1));
    await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done));
    const { port } = inside.address() as AddressInfo;
    resolveTo(['93.184.216.34', '127.0.0.1']);
    const created = await create(`https://hooks.example:${port}/`);
    expect(created).toMatchObject({ status: 201 });
    const { _id } = created.body;
    await emitReviews(strict, 'second', 1);
    await eventually(async () => (await deliveriesOf(_id))[0]?.attemptCount === 1, 'the event is tried');
    expect(await deliveriesOf(_id)).toMatchObject([
      { state: 'pending', lastError: expect.stringContaining('private address') },
    ]);
    const test = await strict.call('POST', `/webhook-endpoints/${_id}/test`, { as: ada });
    expect(test.body).toMatchObject({ state: 'failed', attempts: [{ error: expect.any(String) }] });
    expect(connections).toBe(0);
    await new Promise((done) => inside.close(done));
  });
});
