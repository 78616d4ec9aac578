import { afterAll, describe, expect, it } from 'vitest';
import { indexViolations } from './index-violations.fixture.js';
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

  it(`loses nothing acknowledged in ${LONG ? 20 : 2} rounds`, async () => {
    const store = new StoreProcess(folder.path);
    const random = randomOf(5);
    const transfers: string[] = [];
    const notes: string[] = [];
    await store.start();
    let client: Client = await new MongoClient(store.url, { serverSelectionTimeoutMS: 1000 }).connect();
    const bank = <T extends { _id: unknown }>(name: string) => client.db('bank').collection<T>(name);
    const accounts = () => bank<Account>('accounts');
    await accounts().createIndex({ owner: 1 }, { unique: true });
    await accounts().createIndex({ sum: 1, moves: -1 });
    await accounts().insertMany(
      Array.from({ length: ACCOUNTS }, (_, i) => ({ _id: i, sum: START, owner: `owner ${i}`, moves: 0 })),
    );

    let killed = false;
    let onTransfer = (): void => {};
    /** Transfers amounts and records what was acknowledged, until the server is killed: no error may come before. */
    const worker = async (name: string): Promise<void> => {
      for (let i = 0; ; i++) {
        const _id = `${name}-${i}`;
        const [from, to] = [random.below(ACCOUNTS), random.below(ACCOUNTS)];
        const amount = random.below(10);
        try {
          await bank<{ _id: string }>('notes').insertOne({ _id });
          notes.push(_id);
          await client.withSession((session) =>
            session.withTransaction(async () => {
              await accounts().updateOne({ _id: from }, { $inc: { sum: -amount, moves: 1 } }, { session });
              await accounts().updateOne({ _id: to }, { $inc: { sum: amount, moves: 1 } }, { session });
              await bank<{ _id: string }>('transfers').insertOne({ _id }, { session });
            }),
          );
          transfers.push(_id);
          onTransfer();
        } catch (error) {
          if (killed) return;
          throw error;
        }
      }
    };

    for (let round = 0; round < (LONG ? 20 : 2); round++) {
      const before = transfers.length;
      killed = false;
      const firstTransfer = new Promise<void>((resolve) => (onTransfer = resolve));
      const workers = Promise.all(Array.from({ length: 4 }, (_, i) => worker(`${round}-${i}`)));
      const time = new Promise((resolve) => setTimeout(resolve, 150 + random.below(LONG ? 1500 : 500)));
      await Promise.race([workers, Promise.all([time, firstTransfer])]);
      killed = true;
      await store.kill('SIGKILL');
      await client.close(true);
      await workers;
      expect(transfers.length).toBeGreaterThan(before);
      expect(await indexViolations(folder.path)).toEqual([]);
      await store.start();
      client = await new MongoClient(store.url, { serverSelectionTimeoutMS: 1000 }).connect();

      const stored = async (name: string) =>
        new Set((await bank<{ _id: string }>(name).find().toArray()).map(({ _id }) => _id));
      const [storedNotes, storedTransfers] = [await stored('notes'), await stored('transfers')];
      expect(notes.filter((id) => !storedNotes.has(id))).toEqual([]);
      expect(transfers.filter((id) => !storedTransfers.has(id))).toEqual([]);
      const all = await accounts().find().toArray();
      expect(all.reduce((total, { sum }) => total + sum, 0)).toBe(ACCOUNTS * START);
      // Both sides of every stored transfer, and nothing of any other.
      expect(all.reduce((total, { moves }) => total + moves, 0)).toBe(2 * storedTransfers.size);
    }
    await client.close();
    expect(await store.kill('SIGTERM')).toBe(0);
  }, 600_000);
});
