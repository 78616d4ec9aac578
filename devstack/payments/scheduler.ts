import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { Job, CompletionJob, WebhookJob } from './events.js';
import type { Records } from './records.js';
import type { Delivery } from './webhooks.js';

type JobKey = (string | number)[];

export interface Work {
  deliver: (job: WebhookJob) => Promise<Delivery>;
  /** Completes a payment or refund; inside `Records.write`. */
  complete: (job: CompletionJob) => void;
}

const AT_ONCE = 16;
const SOON_MS = 500;

/**
 * Does queued work when it is due. A job leaves the disk only after it is done, in the transaction that
 * stores its result, so a killed process repeats at most what it was doing.
 */
export class Scheduler {
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Map<string, Promise<void>>();
  private lastInTurn: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly records: Records,
    private readonly work: Work,
  ) {}

  /** Takes up what an earlier process left; waiting repeats are brought forward. */
  async start(): Promise<void> {
    await this.records.write(() => {
      const soon = Date.now() + SOON_MS;
      for (const { key, value } of this.records.namedUnder('due')) {
        const job = value as Job;
        if (job.kind !== 'webhook' || job.attempt === 0 || (key[1] as number) <= soon) continue;
        this.records.removeNamed(...key);
        this.records.putNamed(job, 'due', soon, key[2]!);
      }
    });
    this.wake();
  }

  /** Looks at the queue again, after the present transactions. */
  wake(delayMs = 0): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), delayMs);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await Promise.all(this.running.values());
  }

  private look(): void {
    const now = Date.now();
    for (const { key, value } of this.records.namedUnder('due', AT_ONCE + 1)) {
      const name = key.join('/');
      if (this.running.has(name)) continue;
      const due = key[1] as number;
      if (due > now) return this.wake(Math.min(due - now, 60_000));
      if (this.running.size >= AT_ONCE) return;
      this.run(name, key, value as Job);
    }
  }

  private run(name: string, key: JobKey, job: Job): void {
    const before = job.kind === 'webhook' && job.inTurn ? this.lastInTurn : Promise.resolve();
    const done = before
      .then(() => (job.kind === 'webhook' ? this.deliver(key, job) : this.complete(key, job)))
      .catch(async (error: unknown) => {
        console.error('work of the payment sandbox failed:', error);
        await setTimeoutPromise(1000);
      })
      .finally(() => {
        this.running.delete(name);
        this.wake();
      });
    this.running.set(name, done);
    if (job.kind === 'webhook' && job.inTurn) this.lastInTurn = done;
  }

  private async deliver(key: JobKey, job: WebhookJob): Promise<void> {
    const { delivered, againInMs } = await this.work.deliver(job);
    await this.records.write(() => {
      this.records.removeNamed(...key);
      if (againInMs !== null) {
        const next: WebhookJob = { kind: 'webhook', event: job.event, attempt: job.attempt + 1 };
        this.records.putNamed(next, 'due', Date.now() + againInMs, this.records.nextNumber());
      }
      const row = delivered && this.records.find('event', job.event);
      if (!row) return;
      row.object.pending_webhooks = 0;
      this.records.update('event', row);
    });
  }

  private async complete(key: JobKey, job: CompletionJob): Promise<void> {
    await this.records.write(() => {
      this.records.removeNamed(...key);
      this.work.complete(job);
    });
  }
}
