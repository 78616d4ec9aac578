import { afterAll, describe, expect, it } from '@jest/globals';
import { indexFaults } from './index-faults.fixture.js';
import {
  type Client,
  LONG,
  MongoClient,
  StoreProcess,
  randomOf,
  temporaryFolder,
} from './support.fixture.js';

interface Account {
  _id: number;
  sum: number;
  owner: string;
  moves: number;
}

const ACCOUNTS = 20;
const START = 1000;

describe('a store killed at random moments', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  it(`loses nothing acknowledged in ${LONG ? 20 : 4} rounds`, async () => {
    const store = new StoreProcess(folder.path);
    const random = randomOf(5);
    const acknowledged: string[] = [];
    await store.start();
    let client: Client = await new MongoClient(store.url, { serverSelectionTimeoutMS: 1000 }).connect();
    const accounts = () => client.db('bank').collection<Account>('accounts');
    await accounts().createIndex({ owner: 1 }, { unique: true });
    await accounts().createIndex({ sum: 1, moves: -1 });
    await accounts().insertMany(
      Array.from({ length: ACCOUNTS }, (_, i) => ({ _id: i, sum: START, owner: `owner ${i}`, moves: 0 })),
    );

    /** Moves amounts and notes what was acknowledged, until the server is gone. */
    const worker = async (name: string): Promise<void> => {
      for (let i = 0; ; i++) {
        const id = `${name}-${i}`;
        const [from, to] = [random.below(ACCOUNTS), random.below(ACCOUNTS)];
        const amount = random.below(10);
        try {
          await client.db('bank').collection<{ _id: string }>('notes').insertOne({ _id: id });
          acknowledged.push(id);
          await client.withSession((session) =>
            session.withTransaction(async () => {
              await accounts().updateOne({ _id: from }, { $inc: { sum: -amount, moves: 1 } }, { session });
              await accounts().updateOne({ _id: to }, { $inc: { sum: amount, moves: 1 } }, { session });
              await client
                .db('bank')
                .collection<{ _id: string }>('moves')
                .insertOne({ _id: id }, { session });
            }),
          );
          acknowledged.push(`move ${id}`);
        } catch {
          return;
        }
      }
    };

    for (let round = 0; round < (LONG ? 20 : 4); round++) {
      const workers = Array.from({ length: 4 }, (_, i) => worker(`${round}-${i}`));
      await new Promise((resolve) => setTimeout(resolve, 150 + random.below(LONG ? 1500 : 500)));
      await store.kill('SIGKILL');
      await client.close(true);
      await Promise.all(workers);
      expect(await indexFaults(folder.path)).toEqual([]);
      await store.start();
      client = await new MongoClient(store.url, { serverSelectionTimeoutMS: 1000 }).connect();

      const ids = async (name: string) =>
        new Set(
          (await client.db('bank').collection<{ _id: string }>(name).find().toArray()).map(({ _id }) => _id),
        );
      const [notes, moves] = [await ids('notes'), await ids('moves')];
      const lost = acknowledged.filter((id) =>
        id.startsWith('move ') ? !moves.has(id.slice(5)) : !notes.has(id),
      );
      expect(lost).toEqual([]);
      const all = await accounts().find().toArray();
      expect(all.reduce((total, { sum }) => total + sum, 0)).toBe(ACCOUNTS * START);
    }
    expect(acknowledged.length).toBeGreaterThan(10);
    await client.close();
    expect(await store.kill('SIGTERM')).toBe(0);
  }, 600_000);
});
