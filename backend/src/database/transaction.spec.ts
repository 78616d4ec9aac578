import { describe, expect, it } from 'vitest';
import type { ClientSession, Connection } from 'mongoose';
import { afterCommit, inTransaction, join, type Outcome } from './transaction.js';

const nothing = async (): Promise<void> => undefined;

/** A connection whose transaction runs its work so many times, and then commits. */
const connection = ({
  attempts = 1,
  commit = nothing,
}: { attempts?: number; commit?: () => Promise<void> } = {}): Connection =>
  ({
    async transaction(attempt: (session: ClientSession) => Promise<unknown>) {
      const session = {} as ClientSession;
      let result: unknown;
      for (let n = 0; n < attempts; n += 1) result = await attempt(session);
      await commit();
      return result;
    },
  }) as unknown as Connection;

/** What those who take part hear. */
async function outcomesOf(on: Connection, work = nothing): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const run = async (session: ClientSession) => {
    join(session, { ended: (outcome) => outcomes.push(outcome) });
    await work();
  };
  await inTransaction(on, run).catch(() => undefined);
  return outcomes;
}

const fail = async (): Promise<void> => {
  throw new Error('It failed');
};

describe('a unit of work', () => {
  it('tells how it ended: an attempt that is run again was rolled back', async () => {
    expect(await outcomesOf(connection())).toEqual(['committed']);
    expect(await outcomesOf(connection({ attempts: 2 }))).toEqual(['rolled-back', 'committed']);
    expect(await outcomesOf(connection(), fail)).toEqual(['rolled-back']);
    expect(await outcomesOf(connection({ commit: fail }))).toEqual(['unconfirmed']);
  });

  it('has its last writes made before it commits; when they fail, it is rolled back', async () => {
    const done: string[] = [];
    const commit = async () => void done.push('commit');
    await inTransaction(connection({ commit }), async (session) => {
      join(session, { beforeCommit: async () => done.push('last write'), ended: () => done.push('ended') });
      afterCommit(session, () => done.push('after'));
      done.push('work');
    });
    expect(done).toEqual(['work', 'last write', 'commit', 'ended', 'after']);
    const outcomes: Outcome[] = [];
    const failing = inTransaction(connection(), async (session) => {
      join(session, { beforeCommit: fail, ended: (outcome) => outcomes.push(outcome) });
    });
    await expect(failing).rejects.toThrow('It failed');
    expect(outcomes).toEqual(['rolled-back']);
  });

  it('refuses a session without one', () => {
    expect(() => afterCommit({} as ClientSession, () => undefined)).toThrow('no transaction');
  });
});
