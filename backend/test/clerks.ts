import { expect } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Replica } from './replicas.js';

/** Who change orders at the same time, often the same one. */
const CLERKS = 6;
/** Orders that are changed; another takes the place of one that changes no more. */
const OPEN_ORDERS = 8;

/** Change orders in either process until they are told to stop. */
export class Clerks {
  /** What the shop has said that it did: each order in its versions. */
  readonly acknowledged = new Set<string>();
  private readonly open: string[] = [];

  constructor(
    private readonly replicas: readonly [Replica, Replica],
    private readonly below: (below: number) => number,
    private readonly place: (replica: Replica) => Promise<string | undefined>,
  ) {}

  async work(goOn: () => boolean): Promise<void> {
    await Promise.all(Array.from({ length: CLERKS }, () => this.one(goOn)));
  }

  private async one(goOn: () => boolean): Promise<void> {
    while (goOn()) {
      const replica = this.replicas[this.below(2)]!;
      const isDone = await (this.open.length < OPEN_ORDERS ? this.add(replica) : this.change(replica));
      // nobody may be there
      if (!isDone) await sleep(20);
    }
  }

  private async add(replica: Replica): Promise<boolean> {
    const id = await this.place(replica);
    if (id === undefined) return false;
    this.note(id, 0);
    this.open.push(id);
    return true;
  }

  private async change(replica: Replica): Promise<boolean> {
    const at = this.below(this.open.length);
    const orderId = this.open[at]!;
    const reply = await replica.ask({ do: 'change', orderId, dice: this.below(6) });
    // others change it at the same time
    if (reply?.error && ![409, 422].includes(reply.error.status)) expect(reply.error).toBeUndefined();
    if (reply?.version !== undefined) this.note(orderId, reply.version);
    // it is closed, or somebody else has just changed it
    else if (reply && this.open[at] === orderId) this.open.splice(at, 1);
    return reply !== undefined;
  }

  private note(orderId: string, version: number): void {
    this.acknowledged.add(`order/${orderId} ${version}`);
  }
}
