import { MongoError, ensure } from '../errors.js';
import { type Doc, decode, encode } from '../values/bson.js';
import type { Store } from './store.js';
import { Transaction } from './transaction.js';

/** Most open transactions: each holds one of lmdb's reader slots. */
export const MAX_TRANSACTIONS = 500;

export interface Session {
  key: string;
  used: number;
  /** The number of the newest transaction or retryable write. */
  number: bigint;
  /** That transaction, until it ends. */
  txn?: Transaction | undefined;
  committing?: Promise<void> | undefined;
  /** What it wrote is on disk: `committed`, or the result of each statement of a retryable write. */
  done: Doc;
}

/** Clients' sessions. What their newest write did is on disk, in the same commit as the write itself. */
export class Sessions {
  private readonly live = new Map<string, Session>();
  /** Transactions that hold a snapshot. */
  private readonly open = new Set<Transaction>();
  private readonly timer = setInterval(() => this.sweep(), 250).unref();

  constructor(
    private readonly store: Store,
    /** Longest lives: of a transaction, whose snapshot keeps pages from being used again, and of an idle session. */
    private readonly limits: { transactionMs: number; sessionMs: number },
    private readonly onEnd: (key: string) => void,
  ) {
    for (const key of store.engine.file.sessions.getKeys()) this.get(key.toString());
    store.engine.onRollback.push(() => {
      this.end();
      this.live.clear();
    });
  }

  get(key: string): Session {
    const session = this.live.get(key) ?? this.read(key);
    this.live.set(key, session);
    return Object.assign(session, { used: Date.now() });
  }

  /** Starts a transaction; an open one with a lower number ends. */
  begin(session: Session, number: bigint): Transaction {
    if (number === session.number) throw new MongoError(50911, `Transaction ${number} was begun before`);
    this.reach(session, number);
    const fits = this.open.size < MAX_TRANSACTIONS;
    ensure(fits, 246, `${MAX_TRANSACTIONS} transactions are open, no more can be: please retry`);
    const txn = new Transaction(this.store);
    this.open.add(txn);
    void txn.ended.then(() => this.open.delete(txn));
    return (session.txn = txn);
  }

  /** The open transaction that a statement names. */
  current(session: Session, number: bigint): Transaction {
    this.reach(session, number);
    if (session.txn) return session.txn;
    const [code, end] = session.done.committed ? [256, 'committed'] : [251, 'aborted or never started'];
    throw new MongoError(code, `Transaction with { txnNumber: ${number} } has been ${end}.`);
  }

  async commit(session: Session, number: bigint): Promise<void> {
    // The same commit may come again before the first is done.
    await session.committing;
    const { done } = session;
    if (done.committed && session.number === number) return;
    const txn = this.current(session, number);
    session.txn = undefined;
    await (session.committing = txn.commit(() => this.write(session, { committed: true })));
    done.committed = true;
  }

  abort(session: Session): void {
    session.txn?.finish();
    session.txn = undefined;
  }

  /** The earlier result of the same statement of the same retryable write. */
  previousResult(session: Session, number: bigint, statement: number): Doc | undefined {
    this.reach(session, number);
    return session.done[statement] as Doc | undefined;
  }

  /** Records, inside the job that writes, the results of statements. */
  recordResults(session: Session, number: bigint, statements: Map<number, Doc>): void {
    this.reach(session, number);
    Object.assign(session.done, Object.fromEntries(statements));
    this.write(session, session.done);
  }

  /** Ends what sessions have open; what they have written is known on until they have been idle for long. */
  end(keys: Iterable<string> = this.live.keys()): void {
    for (const key of keys) {
      const session = this.live.get(key);
      if (session) this.abort(session);
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

  private sweep(): void {
    const now = Date.now();
    for (const session of this.live.values())
      if (session.txn && now - session.txn.started > this.limits.transactionMs) this.abort(session);
    const idle = this.list().filter(({ used }) => now - used > this.limits.sessionMs);
    if (idle.length === 0) return;
    this.end(idle.map(({ key }) => key));
    for (const { key } of idle) this.live.delete(key);
    const { engine } = this.store;
    const forget = () => idle.forEach(({ key }) => void engine.file.sessions.remove(Buffer.from(key)));
    engine.write(forget).catch(console.error);
  }

  /** Advances to a newer transaction or retryable write, which ends an open transaction. */
  private reach(session: Session, number: bigint): void {
    const { number: newest } = session;
    if (number === newest) return;
    ensure(number >= newest, 225, `txnNumber ${number} is older than the session's ${newest}`);
    this.abort(session);
    Object.assign(session, { number, committing: undefined, done: {} });
  }

  private read(key: string): Session {
    const raw = this.store.engine.file.sessions.get(Buffer.from(key));
    const { number, done } = raw ? decode(raw) : { number: '-1', done: {} };
    return { key, used: 0, number: BigInt(number as string), done: done as Doc };
  }

  private write({ key, number }: Session, done: Doc): void {
    const record = encode({ number: String(number), done });
    const { engine } = this.store;
    engine.apply(() => void engine.file.sessions.put(Buffer.from(key), record));
  }
}
