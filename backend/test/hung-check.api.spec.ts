import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { mongo } from 'mongoose';
import { eventually } from './commerce.js';
import { type Shop, startShop } from './harness.js';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

describe("the driver's check of the database", () => {
  it('is begun again when it hangs', async () => {
    const client = shop.db.getClient();
    const seen: string[] = [];
    client.on('topologyClosed', () => seen.push('closed'));
    client.on('topologyOpening', () => seen.push('opened'));
    const started = Date.now();
    // A check that ends in no way.
    client.emit('serverHeartbeatStarted', {
      connectionId: '127.0.0.1:1',
    } as mongo.ServerHeartbeatStartedEvent);
    await eventually(() => seen.length === 2, 'a new connection');
    expect(Date.now() - started).toBeLessThan(8_000);
    expect(seen).toEqual(['closed', 'opened']);
    await eventually(async () => (await shop.call('GET', '/items?limit=1')).status === 200, 'responses');
  });
});
