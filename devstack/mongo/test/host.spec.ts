import { afterEach, beforeEach, expect, it } from 'vitest';
import { MongoClient, StoreProcess, temporaryFolder } from './support.fixture.js';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

it.each([
  ['127.0.0.1', []],
  ['localhost', ['--host', 'localhost']],
])('is reached by drivers at %s', async (host, args) => {
  const store = new StoreProcess(folder.path, args);
  await store.start();
  // without directConnection: the driver connects to the address that `hello` names
  const client = new MongoClient(store.url, { serverSelectionTimeoutMS: 5_000 });
  try {
    expect(store.url).toMatch(new RegExp(`^mongodb://${host}:\\d+/\\?replicaSet=rs0$`));
    const { me } = await client.db('t').command({ hello: 1 });
    expect(me).toBe(new URL(store.url).host);
    await client.db('t').collection('c').insertOne({});
    expect(await client.db('t').collection('c').countDocuments()).toBe(1);
  } finally {
    await client.close();
    await store.kill();
  }
});
