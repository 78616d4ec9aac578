import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../src/create-app.js';
import { PRODUCTION, type Settings, type Shop, startShop, testConfig } from './harness.js';

let demo: Shop;
beforeAll(async () => {
  demo = await startShop();
});
afterAll(() => demo.close());

/** Leaves the marker of the demo's seed, and starts a second server on the database, until it listens. */
async function startOn(marker: object, settings: Settings): Promise<void> {
  const meta = demo.db.collection<{ _id: string }>('meta');
  await meta.deleteMany({});
  await meta.insertOne({ _id: 'seed', ...marker });
  const app = await createApp(testConfig({ MONGODB_URI: demo.config.mongodbUri, ...settings }));
  try {
    await app.listen(0, '127.0.0.1');
  } finally {
    await app.close();
  }
}

const REFUSAL = /MONGODB_URI holds the data of the demo.*published passwords/;

it.each([
  ['filled', { doneAt: new Date(), standIns: true }],
  ['half filled', { _id: 'seed-started', at: new Date(), standIns: true }],
  ['filled by an earlier version', { doneAt: new Date() }],
])('a production refuses to start on a database that the demo has %s', async (_, marker) => {
  await expect(startOn(marker, PRODUCTION)).rejects.toThrow(REFUSAL);
});

it('a demo starts on it, and a production on what was seeded without local services', async () => {
  await startOn({ doneAt: new Date(), standIns: true }, {});
  await startOn({ doneAt: new Date(), standIns: false }, PRODUCTION);
});
