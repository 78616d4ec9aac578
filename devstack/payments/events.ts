import { newId, unixNow } from './ids.js';
import type { Lab } from './lab.js';
import type { Records } from './records.js';
import type { Event } from './types.js';

/** The API version that objects are rendered in: the one that the installed stripe-node is pinned to. */
export const API_VERSION = '2026-10-28.endive';

/** The call that caused an event; null for a scheduled one. */
export interface Cause {
  id: string;
  idempotency_key: string | null;
}

export interface WebhookJob {
  kind: 'webhook';
  event: string;
  attempt: number;
  /** Sent one after the other, in the order of their keys: what `reorder` needs to mean anything. */
  inTurn?: boolean;
}
export interface CompletionJob {
  kind: 'complete';
  id: string;
}
export type Job = WebhookJob | CompletionJob;

const REORDER_WINDOW_MS = 1000;

/** Whether a type is one of these; `charge.*` stands for every event of charges. */
export const matchesType = (types: string[], type: string): boolean =>
  types.some((wanted) => (wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type));

/** Records events, and queues what is due later. Everything inside `Records.write`. */
export class Events {
  constructor(
    private readonly records: Records,
    private readonly lab: Lab,
    /** The types that the webhook's endpoint is registered for; `*` stands for all. */
    private readonly webhookTypes: string[],
  ) {}

  /** Stores an event about `object` as it is now, and queues its delivery as the failure lab says. */
  emit(type: string, object: object, cause: Cause | null, previous?: object): void {
    const isSent = this.webhookTypes.includes('*') || matchesType(this.webhookTypes, type);
    const copies = isSent ? this.lab.takeDelivery() : null;
    const event: Event = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: unixNow(),
      data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: copies ? 1 : 0,
      request: cause ?? { id: null, idempotency_key: null },
      type,
    };
    this.records.insert('event', { object: event });
    if (copies === null) return;
    const now = Date.now();
    const job: WebhookJob = { kind: 'webhook', event: event.id, attempt: 0 };
    if (copies.reorder) {
      const window = copies.delayMs || REORDER_WINDOW_MS;
      const due = (Math.floor(now / window) + 1) * window;
      this.records.putNamed({ ...job, inTurn: true }, 'due', due, -this.records.nextNumber());
      return;
    }
    for (let copy = 0; copy < copies.count; copy += 1) this.queue(job, now + copies.delayMs);
  }

  /** @param due milliseconds since 1970 */
  queue(job: Job, due: number): void {
    this.records.putNamed(job, 'due', due, this.records.nextNumber());
  }
}
