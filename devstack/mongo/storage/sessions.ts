import { UUID } from 'bson';
import { MongoError } from '../errors.js';
import { type Doc, decode, encode } from '../values/bson.js';
import { toNumber } from '../values/types.js';
import type { Store } from './store.js';
import { TRANSACTION_LIFE_MS, Transaction } from './transaction.js';

export const SESSION_LIFE_MS = 30 * 60_000;

/** What a session's last retryable write or transaction did; on disk, in the same commit as the write itself. */
interface SessionRecord {
  number: bigint;
  /** Replies by statement, of a retryable write. */
  statements: Map<number, Doc>;
  committed: boolean;
}

export interface Session {
  key: string;
  used: number;
  txn?: Transaction | undefined;
  /** The number of the newest transaction, open or not. */
  txnNumber: bigint;
  aborted: boolean;
  record?: SessionRecord | undefined;
}

const RECORD_LIFE_MS = SESSION_LIFE_MS;

export class Sessions {
  private readonly live = new Map<string, Session>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly store: Store) {
    this.timer = setInterval(() => this.sweep(), 1000);
    this.timer.unref();
    const { undone } = store.engine;
    store.engine.undone = () => {
      undone();
      for (const session of this.live.values()) session.record = this.read(session.key);
    };
  }

  get(key: string): Session {
    let session = this.live.get(key);
    if (!session) {
      session = { key, used: Date.now(), txnNumber: -1n, aborted: false, record: this.read(key) };
      if (session.record) session.txnNumber = session.record.number;
      this.live.set(key, session);
    }
    session.used = Date.now();
    return session;
  }

  /** Starts a transaction; an open one with a lower number ends. */
  begin(session: Session, number: bigint): Transaction {
    this.checkAge(session, number);
    if (number === session.txnNumber && (session.txn || session.aborted || session.record?.committed)) {
      throw new MongoError(
        50911,
        `Cannot start a transaction at given transaction number ${number} a transaction with the same number is in progress or has ended`,
      );
    }
    session.txn?.abort();
    session.txnNumber = number;
    session.aborted = false;
    session.txn = new Transaction(this.store, number);
    return session.txn;
  }

  /** The open transaction that a statement names. */
  current(session: Session, number: bigint): Transaction {
    this.checkAge(session, number);
    if (number === session.txnNumber && session.record?.committed && session.record.number === number) {
      throw new MongoError(256, `Transaction with { txnNumber: ${number} } has been committed.`);
    }
    if (!session.txn || session.txn.over || session.txnNumber !== number) {
      throw noTransaction(number, session.aborted && session.txnNumber === number);
    }
    return session.txn;
  }

  async commit(session: Session, number: bigint): Promise<void> {
    const { record } = session;
    if (record?.committed && record.number === number) return;
    const txn = this.current(session, number);
    session.txn = undefined;
    const done: SessionRecord = { number, statements: new Map(), committed: true };
    try {
      if (txn.idle) {
        txn.abort();
        session.record = done;
        return;
      }
      await txn.commit(() => this.write(session.key, done));
      session.record = done;
    } catch (error) {
      session.aborted = true;
      if (error instanceof MongoError && !error.labels.length) error.label('TransientTransactionError');
      throw error;
    }
  }

  abort(session: Session): void {
    session.txn?.abort();
    session.txn = undefined;
    session.aborted = true;
  }

  /** The reply given before to the same statement of the same retryable write. */
  answered(session: Session, number: bigint, statement: number): Doc | undefined {
    this.checkAge(session, number);
    if (number > session.txnNumber) {
      session.txn?.abort();
      session.txn = undefined;
      session.txnNumber = number;
      session.aborted = false;
      session.record = undefined;
    }
    return session.record?.number === number ? session.record.statements.get(statement) : undefined;
  }

  /** Notes, inside the job that writes, what a statement answered. */
  remember(session: Session, number: bigint, statements: Map<number, Doc>): void {
    const known = session.record?.number === number ? session.record : undefined;
    const record = known ?? { number, statements: new Map<number, Doc>(), committed: false };
    for (const [statement, reply] of statements) record.statements.set(statement, reply);
    session.record = record;
    this.write(session.key, record);
  }

  end(keys: string[]): void {
    for (const key of keys) {
      const session = this.live.get(key);
      if (!session) continue;
      session.txn?.abort();
      this.live.delete(key);
    }
  }

  /** The sessions in use, as `$listLocalSessions` shows them. */
  list(): Doc[] {
    return [...this.live.values()].map(({ key, used }) => ({
      _id: { id: new UUID(key) },
      lastUse: new Date(used),
    }));
  }

  endAll(): void {
    this.end([...this.live.keys()]);
  }

  stop(): void {
    clearInterval(this.timer);
    this.endAll();
  }

  private sweep(): void {
    const now = Date.now();
    for (const session of this.live.values()) {
      if (session.txn && now - session.txn.started > TRANSACTION_LIFE_MS) this.abort(session);
      if (now - session.used > SESSION_LIFE_MS) this.end([session.key]);
    }
  }

  /** Removes records of sessions that ended long ago. A job. */
  forget(limit = 1000): void {
    const now = Date.now();
    for (const { key, value } of this.store.engine.sessions.getRange({ limit })) {
      if (now - toNumber(decode(value).at) > RECORD_LIFE_MS && !this.live.has(key.toString())) {
        void this.store.engine.sessions.remove(key);
      }
    }
  }

  private checkAge(session: Session, number: bigint): void {
    if (number >= session.txnNumber) return;
    throw new MongoError(
      225,
      `Cannot start transaction with { txnNumber: ${number} } on session ${session.key} because a newer transaction with txnNumber ${session.txnNumber} has already started on this session.`,
    );
  }

  private read(key: string): SessionRecord | undefined {
    const raw = this.store.engine.sessions.get(Buffer.from(key));
    if (!raw) return undefined;
    const stored = decode(raw);
    const statements = (stored.statements as { id: unknown; reply: Doc }[]).map(
      ({ id, reply }) => [toNumber(id), reply] as const,
    );
    return {
      number: BigInt(String(stored.number)),
      statements: new Map(statements),
      committed: stored.committed as boolean,
    };
  }

  private write(key: string, record: SessionRecord): void {
    const statements = [...record.statements].map(([id, reply]) => ({ id, reply }));
    const stored = {
      number: record.number.toString(),
      statements,
      committed: record.committed,
      at: new Date().getTime(),
    };
    void this.store.engine.sessions.put(Buffer.from(key), encode(stored));
  }
}

export const noTransaction = (number: bigint, aborted: boolean): MongoError =>
  new MongoError(
    251,
    aborted
      ? `Transaction with { txnNumber: ${number} } has been aborted.`
      : `Given transaction number ${number} does not match any in-progress transactions. The active transaction number is -1`,
  ).label('TransientTransactionError');
