import { MongoError } from '../errors.js';
import { type Doc, decode, encode } from '../values/bson.js';
import { toNumber } from '../values/types.js';
import type { Store } from './store.js';
import { Transaction } from './transaction.js';

/** What a session's last retryable write or transaction did; on disk, in the same commit as the write itself. */
interface SessionRecord {
  number: bigint;
  /** Answers by statement, of a retryable write. */
  statements: Map<number, Doc>;
  committed: boolean;
}

export interface Session {
  key: string;
  used: number;
  txn?: Transaction | undefined;
  /** The number of the newest transaction or retryable write. */
  txnNumber: bigint;
  aborted: boolean;
  record?: SessionRecord | undefined;
}

/** Longest lives: of a transaction, whose snapshot keeps pages of the file from being used again, and of an idle session. */
export interface Limits {
  transactionMs: number;
  sessionMs: number;
}

export class Sessions {
  private readonly live = new Map<string, Session>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly store: Store,
    private readonly limits: Limits,
    private readonly onEnd: (key: string) => void,
  ) {
    this.timer = setInterval(() => this.sweep(), Math.min(1000, limits.transactionMs, limits.sessionMs));
    this.timer.unref();
    store.engine.undone.push(() => {
      for (const session of this.live.values()) session.record = this.read(session.key);
    });
  }

  get(key: string): Session {
    const known = this.live.get(key);
    if (known) return Object.assign(known, { used: Date.now() });
    const record = this.read(key);
    const session = { key, used: Date.now(), txnNumber: record?.number ?? -1n, aborted: false, record };
    this.live.set(key, session);
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
    this.moveTo(session, number);
    return (session.txn = new Transaction(this.store));
  }

  /** The open transaction that a statement names. */
  current(session: Session, number: bigint): Transaction {
    this.checkAge(session, number);
    const { txn, txnNumber, record, aborted } = session;
    if (record?.committed && record.number === number)
      throw new MongoError(256, `Transaction with { txnNumber: ${number} } has been committed.`);
    if (txn && txnNumber === number) return txn;
    throw new MongoError(
      251,
      aborted && txnNumber === number
        ? `Transaction with { txnNumber: ${number} } has been aborted.`
        : `Given transaction number ${number} does not match any in-progress transactions.`,
    );
  }

  async commit(session: Session, number: bigint): Promise<void> {
    if (session.record?.committed && session.record.number === number) return;
    const txn = this.current(session, number);
    const done: SessionRecord = { number, statements: new Map(), committed: true };
    session.txn = undefined;
    try {
      if (txn.idle) txn.finish();
      else await txn.commit(() => this.write(session.key, done));
      session.record = done;
    } catch (error) {
      session.aborted = true;
      throw error;
    }
  }

  abort(session: Session): void {
    session.txn?.finish();
    session.txn = undefined;
    session.aborted = true;
  }

  /** The answer given before to the same statement of the same retryable write. */
  answered(session: Session, number: bigint, statement: number): Doc | undefined {
    this.checkAge(session, number);
    if (number > session.txnNumber) {
      this.moveTo(session, number);
      session.record = undefined;
    }
    return session.record?.number === number ? session.record.statements.get(statement) : undefined;
  }

  /** Notes, inside the job that writes, what statements answered. */
  remember(session: Session, number: bigint, statements: Map<number, Doc>): void {
    const known = session.record?.number === number ? session.record.statements : [];
    session.record = { number, statements: new Map([...known, ...statements]), committed: false };
    this.write(session.key, session.record);
  }

  end(keys = [...this.live.keys()]): void {
    for (const key of keys) {
      this.live.get(key)?.txn?.finish();
      this.live.delete(key);
      this.onEnd(key);
    }
  }

  /** The sessions in use and when they last were. */
  list(): Session[] {
    return [...this.live.values()];
  }

  stop(): void {
    clearInterval(this.timer);
    this.end();
  }

  /** Removes records of sessions that ended long ago. A job. */
  forget(limit = 1000): void {
    for (const { key, value } of this.store.engine.sessions.getRange({ limit })) {
      const old = Date.now() - toNumber(decode(value).at) > this.limits.sessionMs;
      if (old && !this.live.has(key.toString())) void this.store.engine.sessions.remove(key);
    }
  }

  private sweep(): void {
    const now = Date.now();
    for (const session of this.live.values()) {
      if (session.txn && now - session.txn.started > this.limits.transactionMs) this.abort(session);
      if (now - session.used > this.limits.sessionMs) this.end([session.key]);
    }
  }

  private moveTo(session: Session, number: bigint): void {
    session.txn?.finish();
    Object.assign(session, { txn: undefined, txnNumber: number, aborted: false });
  }

  private checkAge(session: Session, number: bigint): void {
    if (number >= session.txnNumber) return;
    throw new MongoError(
      225,
      `Cannot start transaction with { txnNumber: ${number} } because a newer transaction with txnNumber ${session.txnNumber} has already started on this session.`,
    );
  }

  private read(key: string): SessionRecord | undefined {
    const raw = this.store.engine.sessions.get(Buffer.from(key));
    if (!raw) return undefined;
    const { number, statements, committed } = decode(raw);
    const answers = (statements as { id: unknown; reply: Doc }[]).map(
      ({ id, reply }) => [toNumber(id), reply] as const,
    );
    return {
      number: BigInt(number as string),
      statements: new Map(answers),
      committed: committed as boolean,
    };
  }

  private write(key: string, { number, statements, committed }: SessionRecord): void {
    const answers = [...statements].map(([id, reply]) => ({ id, reply }));
    const stored = { number: number.toString(), statements: answers, committed, at: Date.now() };
    void this.store.engine.sessions.put(Buffer.from(key), encode(stored));
  }
}
