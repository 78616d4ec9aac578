import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { type RunningStore, startStore } from '../wire/server.js';
import { type Client, MongoClient, temporaryFolder } from './support.fixture.js';

// Untyped documents: these tests are about values that no schema would allow.
export type Doc = any;

/** A store and a client for the tests of one file; its database is empty before each. */
export function useStore() {
  const folder = temporaryFolder();
  let store: RunningStore;
  let client: Client;
  const db = () => client.db('t');
  const things = () => db().collection<Doc>('things');

  beforeAll(async () => {
    store = await startStore({ port: 0, data: folder.path, ttlSeconds: 1 });
    client = await new MongoClient(store.url).connect();
  });
  beforeEach(async () => {
    await db().dropDatabase();
  });
  afterAll(async () => {
    await client.close();
    await store.stop();
    folder.remove();
  });

  /** The things as they are stored, numbers with their types. */
  const typed = (filter: Doc = {}) =>
    things().find(filter, { promoteValues: false }).sort({ _id: 1 }).toArray();
  return { db, things, typed, client: () => client };
}
