import { MongoError } from '../errors.js';
import { type Doc, decode, encode } from '../values/bson.js';
import type { Store } from './store.js';
import { Transaction } from './transaction.js';

export interface Session {
  key: string;
  used: number;
  /** The number of the newest transaction or retryable write. */
  number: bigint;
  /** That transaction, while it is open; and how it ended. */
  txn?: Transaction | undefined;
  committing?: Promise<void> | undefined;
  ended: 'committed' | 'aborted' | null;
  /** What the statements of that retryable write answered. */
  answers: Doc;
}

/** Longest lives: of a transaction, whose snapshot keeps pages of the file from being used again, and of an idle session. */
export interface Limits {
  transactionMs: number;
  sessionMs: number;
}

/** Clients' sessions. What their newest write did is on disk, in the same commit as the write itself. */
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
    for (const key of [...store.engine.sessions.getKeys()]) this.get(key.toString());
    store.engine.undone.push(() => {
      for (const session of this.live.values()) {
        const { number, answers } = this.read(session.key);
        session.answers = number === session.number ? answers : {};
      }
    });
  }

  get(key: string): Session {
    const session = this.live.get(key) ?? this.read(key);
    this.live.set(key, session);
    return Object.assign(session, { used: Date.now() });
  }

  /** Starts a transaction; an open one with a lower number ends. */
  begin(session: Session, number: bigint): Transaction {
    if (number === session.number)
      throw new MongoError(50911, `Cannot start a transaction at given transaction number ${number}`);
    this.reach(session, number);
    return (session.txn = new Transaction(this.store));
  }

  /** The open transaction that a statement names. */
  current(session: Session, number: bigint): Transaction {
    this.checkAge(session, number);
    if (session.txn && number === session.number) return session.txn;
    const ended = (number === session.number && session.ended) || 'aborted or never started';
    throw new MongoError(
      ended === 'committed' ? 256 : 251,
      `Transaction with { txnNumber: ${number} } has been ${ended}.`,
    );
  }

  async commit(session: Session, number: bigint): Promise<void> {
    // The same commit may come again before the first is done.
    await session.committing;
    if (session.ended === 'committed' && session.number === number) return;
    const txn = this.current(session, number);
    Object.assign(session, { txn: undefined, ended: 'aborted' });
    if (txn.idle) txn.finish();
    else await (session.committing = txn.commit(() => this.write({ ...session, ended: 'committed' })));
    session.ended = 'committed';
  }

  abort(session: Session): void {
    session.txn?.finish();
    session.txn = undefined;
    session.ended = 'aborted';
  }

  /** The answer given before to the same statement of the same retryable write. */
  answered(session: Session, number: bigint, statement: number): Doc | undefined {
    this.reach(session, number);
    return session.answers[statement] as Doc | undefined;
  }

  /** Notes, inside the job that writes, what statements answered. */
  remember(session: Session, number: bigint, statements: Map<number, Doc>): void {
    this.reach(session, number);
    Object.assign(session.answers, Object.fromEntries(statements));
    this.write(session);
  }

  /** Ends what sessions have open; what they have written is known on until they have been idle for long. */
  end(keys: Iterable<string> = this.live.keys()): void {
    for (const key of keys) {
      const session = this.live.get(key);
      if (session?.txn) this.abort(session);
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
    const forget = () => idle.forEach(({ key }) => void this.store.engine.sessions.remove(Buffer.from(key)));
    this.store.engine.write(forget).catch(console.error);
  }

  /** Goes on to a newer transaction or retryable write. */
  private reach(session: Session, number: bigint): void {
    this.checkAge(session, number);
    if (number === session.number) return;
    session.txn?.finish();
    Object.assign(session, { number, txn: undefined, committing: undefined, ended: null, answers: {} });
  }

  private checkAge(session: Session, number: bigint): void {
    if (number < session.number)
      throw new MongoError(
        225,
        `Cannot start transaction with { txnNumber: ${number} } because a newer transaction with txnNumber ${session.number} has already started on this session.`,
      );
  }

  private read(key: string): Session {
    const raw = this.store.engine.sessions.get(Buffer.from(key));
    const { number, ended, answers } = raw ? decode(raw) : { number: '-1', ended: null, answers: {} };
    return { key, used: Date.now(), number: BigInt(number as string), ended, answers } as Session;
  }

  private write({ key, number, ended, answers }: Session): void {
    void this.store.engine.sessions.put(Buffer.from(key), encode({ number: String(number), ended, answers }));
  }
}
