import { Agent, get } from 'node:http';
import { expect, it } from 'vitest';
import { Schema } from 'mongoose';
import { createApp } from '../src/create-app.js';
import { startShop } from './harness.js';

it('starts with every index, in several processes at once', async () => {
  const first = await startShop();
  await first.db.dropDatabase();
  const MONGODB_URI = first.config.mongodbUri;
  const others = await Promise.all([1, 2, 3].map(() => startShop({ MONGODB_URI })));
  try {
    for (const { collection, schema } of Object.values(first.db.models)) {
      const wanted = schema.indexes().map(([fields]) => JSON.stringify(fields));
      const there = (await collection.indexes()).map(({ key }) => JSON.stringify(key));
      expect([collection.name, there]).toEqual([collection.name, expect.arrayContaining(wanted)]);
    }
    expect(Object.keys(first.db.models).length).toBeGreaterThan(5);
  } finally {
    for (const shop of others) await shop.close();
    await first.close();
  }
});

it('does not listen with an index missing', async () => {
  const shop = await startShop();
  const twins = shop.db.model('Twin', new Schema({ name: String }), 'users');
  await shop.db.collection('users').dropIndexes();
  await twins.collection.insertMany([
    { uid: 'a', email: 'same@example.com' },
    { uid: 'b', email: 'same@example.com' },
  ]);
  const app = await createApp(shop.config);
  try {
    await expect(app.listen(0, '127.0.0.1')).rejects.toThrow(/E11000|duplicate/i);
  } finally {
    await app.close();
    await shop.close();
  }
});

it('stops within seconds, with idle connections open and after the requests in progress', async () => {
  const shop = await startShop();
  const user = await shop.user({ role: 'admin' });
  const agent = new Agent({ keepAlive: true });
  await new Promise((done) =>
    get(`${shop.url}/api/items`, { agent }, (response) => response.resume().on('end', done)),
  );
  const underWay = shop.call('GET', '/user', { as: user });
  await new Promise((done) => setTimeout(done, 5));
  const started = Date.now();
  const [response] = await Promise.all([underWay, shop.app.close()]);
  agent.destroy();
  expect(response.status).toBe(200);
  expect(response.body).toEqual([expect.objectContaining({ email: user.email })]);
  expect(Date.now() - started).toBeLessThan(5_000);
});
