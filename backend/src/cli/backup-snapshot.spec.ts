import { describe, expect, it, vi } from 'vitest';
import { mongo } from 'mongoose';
import { openSnapshot } from './backup-snapshot.js';
import { ToolError } from './tool.js';

/** A client whose session has such a time after its first read, or whose first read fails. */
function clientOf(read: { snapshotTime?: mongo.BSON.Timestamp } | Error) {
  const session = { endSession: vi.fn(() => Promise.resolve()), startTransaction: vi.fn() };
  const findOne = () =>
    read instanceof Error ? Promise.reject(read) : Promise.resolve(Object.assign(session, read));
  const client = { startSession: () => session, db: () => ({ collection: () => ({ findOne }) }) };
  return { client: client as unknown as mongo.MongoClient, session };
}

describe('a snapshot', () => {
  it('is that of a session when the server names the moment that it reads', async () => {
    const { client } = clientOf({ snapshotTime: new mongo.BSON.Timestamp({ t: 1, i: 1 }) });
    expect(await openSnapshot(client, 'products')).toMatchObject({ consistency: 'snapshot-session' });
  });

  it('is refused where the option is accepted and ignored', async () => {
    const { client, session } = clientOf({});
    const opened = openSnapshot(client, 'products');
    await expect(opened).rejects.toThrow(ToolError);
    await expect(opened).rejects.toThrow('--shop-is-stopped');
    expect(session.endSession).toHaveBeenCalled();
  });

  it.each([72, 238])('is a transaction where the server says that it has none: %i', async (code) => {
    const error = new mongo.MongoServerError({ code, message: 'not supported' });
    const { client, session } = clientOf(error);
    expect(await openSnapshot(client, 'products')).toMatchObject({ consistency: 'snapshot-transaction' });
    expect(session.startTransaction).toHaveBeenCalledWith({ readConcern: { level: 'snapshot' } });
  });
});
