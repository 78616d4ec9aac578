import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, MongoClient, StoreProcess, temporaryFolder } from './support.fixture.js';

describe('regular expressions that backtrack', () => {
  const folder = temporaryFolder();
  const store = new StoreProcess(folder.path);
  let client: Client;
  let other: Client;

  beforeAll(async () => {
    await store.start();
    [client, other] = await Promise.all([
      new MongoClient(store.url).connect(),
      new MongoClient(store.url).connect(),
    ]);
    await client
      .db('t')
      .collection('texts')
      .insertOne({ text: `${'a'.repeat(60)}!` });
  });

  afterAll(async () => {
    await Promise.all([client.close(), other.close()]);
    await store.kill('SIGTERM');
    folder.remove();
  });

  it.each([
    [/(a+)+$/, undefined],
    [/(A|a+)+$/i, undefined],
    [/(a|aa)+$/m, undefined],
    [/^(?=a)(a+)+$/, 51091],
    [/(a+){1,60}$/, undefined],
    [/(a+)+\1$/, 51091],
  ])('%s leaves the store to other clients', async (text, code) => {
    const asked = client
      .db('t')
      .collection('texts')
      .countDocuments({ text })
      .catch((error: { code: number }) => error.code);
    const started = performance.now();
    await other.db('t').command({ ping: 1 });
    expect(await asked).toBe(code ?? 0);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
