import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type RunningStore, startStore } from '../wire/server.js';
import { type Client, MongoClient, temporaryFolder } from './support.fixture.js';

// Untyped documents: these tests are about values that no schema would allow.
export type Doc = any;

/** A MongoDB to run on instead of the store, for the specs that say what both do. */
export const REAL_URI = process.env.TEST_MONGODB_URI;

/** A store, or the server at `uri`, and a client for the tests of one file; its database is empty before each. */
export function useStore(uri?: string) {
  const folder = temporaryFolder();
  const name = uri ? `store-specs-${process.pid}` : 't';
  let store: RunningStore | undefined;
  let client: Client;
  const db = () => client.db(name);
  const things = () => db().collection<Doc>('things');

  beforeAll(async () => {
    if (!uri) store = await startStore({ port: 0, data: folder.path, ttlSeconds: 1 });
    client = await new MongoClient(uri ?? store!.url).connect();
  });
  beforeEach(async () => {
    await db().dropDatabase();
  });
  afterAll(async () => {
    await db().dropDatabase();
    await client.close();
    await store?.stop();
    folder.remove();
  });

  /** The things as they are stored, numbers with their types. */
  const typed = (filter: Doc = {}) =>
    things().find(filter, { promoteValues: false }).sort({ _id: 1 }).toArray();
  return { db, things, typed, client: () => client };
}
