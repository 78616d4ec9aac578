import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { type RunningStore, startStore } from '../wire/server.js';
import { Long, MongoClient, rawCommand, temporaryFolder } from './support.fixture.js';

const { UUID } = mongoose.mongo.BSON;

describe('commands about sessions and failures', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: RunningStore;
  const command = (body: Record<string, unknown>) =>
    rawCommand(store.url, { ...body, $db: body.$db ?? 'admin' });

  beforeEach(async () => {
    folder = temporaryFolder();
    store = await startStore({ port: 0, data: folder.path, failPoints: true });
  });
  afterEach(async () => {
    await store.stop();
    folder.remove();
  });

  it.each(['endSessions', 'killSessions', 'killAllSessions', 'refreshSessions'])('%s', async (name) => {
    const lsid = { id: new UUID(randomUUID()) };
    const txn = { lsid, txnNumber: Long.fromNumber(1), autocommit: false };
    await command({ insert: 'c', documents: [{ _id: 1 }], startTransaction: true, ...txn, $db: 't' });
    expect(await command({ [name]: name === 'killAllSessions' ? [] : [lsid] })).toMatchObject({ ok: 1 });
    const goesOn = name === 'refreshSessions';
    expect(await command({ commitTransaction: 1, ...txn })).toMatchObject(
      goesOn ? { ok: 1 } : { ok: 0, code: 251, errorLabels: ['TransientTransactionError'] },
    );
    expect(await command({ count: 'c', $db: 't' })).toMatchObject({ n: goesOn ? 1 : 0 });
  });

  it('says who it is', async () => {
    expect(await command({ hello: 1 })).toMatchObject({ isWritablePrimary: true, setName: 'rs0', ok: 1 });
    expect(await command({ serverStatus: 1 })).toMatchObject({ version: '7.0.14', ok: 1 });
    expect(await command({ buildInfo: 1 })).toMatchObject({ version: '7.0.14', ok: 1 });
  });

  it('refuses write concerns that one node cannot meet, and keeps the write', async () => {
    const insert = (_id: number, w: unknown) =>
      command({ insert: 'c', documents: [{ _id }], writeConcern: { w }, $db: 't' });
    expect(await insert(1, 3)).toMatchObject({ n: 1, ok: 1, writeConcernError: { code: 100 } });
    expect(await insert(2, 'everywhere')).toMatchObject({ n: 1, ok: 1, writeConcernError: { code: 79 } });
    expect(await insert(3, 'majority')).not.toHaveProperty('writeConcernError');
    expect(await insert(4, 51)).toMatchObject({ ok: 0, code: 9 });
  });

  it('fails commands on demand, which drivers retry', async () => {
    const client = await new MongoClient(store.url).connect();
    const things = client.db('t').collection<{ _id: number }>('c');
    const fail = (mode: unknown, data: Record<string, unknown>) =>
      command({
        configureFailPoint: 'failCommand',
        mode,
        data: { failCommands: ['insert', 'find'], ...data },
      });
    await fail({ times: 1 }, { closeConnection: true });
    await things.insertOne({ _id: 1 });
    await fail({ times: 1 }, { errorCode: 11600, errorLabels: ['RetryableWriteError'] });
    await things.insertOne({ _id: 2 });
    await fail('alwaysOn', { errorCode: 2 });
    await expect(things.findOne()).rejects.toMatchObject({ code: 2 });
    await fail('off', {});
    expect(await things.find().sort({ _id: 1 }).toArray()).toEqual([{ _id: 1 }, { _id: 2 }]);
    await client.close();
  });
});
