import { setTimeout as wait } from 'node:timers/promises';
import type { Types } from 'mongoose';
import type { Lease } from '../../../jobs/lease.js';
import type { Leases } from '../../../jobs/leases.js';
import type { DeliveryStore, Queued } from '../deliveries/delivery-store.js';
import type { WebhookClock } from '../webhook-clock.js';

/** A process that died is replaced after this. */
const LEASE_MS = 15_000;
/** Subjects of which an event is sent at the same time, so that slow responses to some hold up no other. */
const CONCURRENCY = 4;
/** Deliveries of a subject that are read at once. */
const PAGE = 10;
/** While requests are in progress, how often what other processes wrote is looked for. */
const LOOK_MS = 1_000;

/** How long it keeps the lease without anything to send: taking one for each event would cost more than to look. */
const LINGER_MS = 3_000;

/** What a queue needs of others. */
export interface QueueParts {
  store: DeliveryStore;
  leases: Leases;
  clock: WebhookClock;
  /** Sends a delivery and records what became of it. @returns when it is tried again, or that it is not */
  attempt: (endpointId: Types.ObjectId, delivery: Queued) => Promise<Date | 'ended' | 'disabled'>;
  onError(error: unknown): void;
}

/** Sends one endpoint its events, as long as this process has the lease: those of each subject in their order. */
export class EndpointQueue {
  private running: Promise<void> | undefined;
  private isStopping = false;
  /** The endpoint is disabled, or something went wrong here: the next look for something to do tries again. */
  private isOver = false;
  /** Ends the wait for something to do. */
  private poke = (): void => undefined;
  private isPoked = false;
  /** The work in progress, by subject. */
  private readonly active = new Map<string, Promise<void>>();

  constructor(
    private readonly endpointId: Types.ObjectId,
    private readonly parts: QueueParts,
  ) {}

  get isIdle(): boolean {
    return this.running === undefined;
  }

  /** There may be something to send. */
  wake(): void {
    if (this.isStopping) return;
    this.isPoked = true;
    this.poke();
    this.running ??= this.hold()
      .catch((error: unknown) => this.parts.onError(error))
      .finally(() => (this.running = undefined));
  }

  /** Ends with the requests in progress. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.poke();
    await this.running;
  }

  private async hold(): Promise<void> {
    await this.parts.leases.hold(`webhooks/${String(this.endpointId)}`, LEASE_MS, (lease) => this.run(lease));
  }

  private mayGoOn(lease: Lease): boolean {
    return lease.isHeld && !this.isStopping && !this.isOver;
  }

  private async run(lease: Lease): Promise<void> {
    this.isOver = false;
    let busyAt = performance.now();
    try {
      while (this.mayGoOn(lease)) {
        this.isPoked = false;
        const begun = await this.begin(lease);
        if (begun > 0 || this.active.size > 0) busyAt = performance.now();
        else if (!this.isPoked && performance.now() - busyAt >= LINGER_MS) return;
        if (begun === 0) await this.pause();
      }
    } finally {
      await Promise.all(this.active.values());
    }
  }

  /** Begins with more subjects, if there is room. @returns how many */
  private async begin(lease: Lease): Promise<number> {
    const { store, clock } = this.parts;
    const room = CONCURRENCY - this.active.size;
    if (room === 0) return 0;
    const subjects = await store.dueSubjects(this.endpointId, clock.now(), [...this.active.keys()], room);
    for (const subject of subjects) {
      const work = this.sendSubject(subject, lease)
        .catch((error: unknown) => {
          this.isOver = true;
          this.parts.onError(error);
        })
        .finally(() => {
          this.active.delete(subject);
          this.isPoked = true;
          this.poke();
        });
      this.active.set(subject, work);
    }
    return subjects.length;
  }

  /** Until a subject is done, or somebody wrote something; for some time at most, since that may be another process. */
  private async pause(): Promise<void> {
    if (this.isPoked) return;
    const timeout = new AbortController();
    const poked = new Promise<void>((done) => (this.poke = done));
    await Promise.race([poked, wait(LOOK_MS, undefined, { signal: timeout.signal }).catch(() => undefined)]);
    timeout.abort();
  }

  /** Sends the events of a subject until one has to be tried again later. What is written meanwhile is found afterwards. */
  private async sendSubject(subject: string, lease: Lease): Promise<void> {
    const { endpointId } = this;
    const { store, clock, attempt } = this.parts;
    for (const delivery of await store.first(endpointId, subject, PAGE)) {
      if (!this.mayGoOn(lease)) return;
      let until = delivery.nextAttemptAt;
      if (until === undefined || until <= clock.now()) {
        const next = await attempt(endpointId, delivery);
        if (next === 'disabled') {
          // what waits is due, and is not looked for until it is enabled
          this.isOver = true;
          return;
        }
        if (next === 'ended') continue;
        until = next;
      }
      await store.putOff(endpointId, subject, until);
      return;
    }
  }
}
