import { Challenges } from './challenges.js';
import { Charging } from './charging.js';
import { Events, type CompletionJob } from './events.js';
import { Idempotency } from './idempotency.js';
import { unixNow } from './ids.js';
import { Intents } from './intents.js';
import { Lab } from './lab.js';
import { Records } from './records.js';
import type { Keys } from './access.js';
import { Refunds } from './refunds.js';
import { Scheduler } from './scheduler.js';
import { deliver, type WebhookTarget } from './webhooks.js';

export interface SandboxSettings {
  directory: string;
  keys: Keys;
  /** null: events are recorded and sent nowhere. */
  webhook: WebhookTarget | null;
  /** How long what is not immediate takes: processing payments, pending and failing refunds. */
  processingMs: number;
}

const EVENTS_KEPT_S = 30 * 24 * 3600;
const PRUNE_EVERY_MS = 3_600_000;

/** The whole sandbox behind its HTTP server, wired together. */
export interface Sandbox {
  keys: Keys;
  records: Records;
  lab: Lab;
  idempotency: Idempotency;
  intents: Intents;
  refunds: Refunds;
  challenges: Challenges;
  close: () => Promise<void>;
}

export async function openSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const { webhook, keys } = settings;
  const records = new Records(settings.directory);
  const lab = new Lab(records);
  const events = new Events(records, lab, webhook?.types ?? []);
  const charging = new Charging(records, events, settings);
  const refunds = new Refunds(records, events, settings);
  const intents = new Intents(records, events, lab, charging);
  const challenges = new Challenges(records, charging);
  const idempotency = await Idempotency.open(records);

  const complete = ({ id }: CompletionJob): void => {
    const intent = records.find('payment_intent', id);
    if (intent) charging.complete(intent);
    const refund = records.find('refund', id);
    if (refund) refunds.complete(refund);
  };
  const scheduler = new Scheduler(records, {
    deliver: async (job) =>
      webhook ? deliver(records, webhook, job) : { delivered: false, againInMs: null },
    complete,
  });
  await scheduler.start();
  records.onCommit = () => scheduler.wake();

  const prune = (): Promise<void> =>
    records.write(() => {
      idempotency.prune();
      const page = { to: unixNow() - EVENTS_KEPT_S, limit: 1000 };
      for (const { object } of records.page('event', 'event', page).rows) records.remove('event', object.id);
    });
  await prune();
  const pruning = setInterval(() => void prune().catch(console.error), PRUNE_EVERY_MS);
  pruning.unref();

  const close = async (): Promise<void> => {
    clearInterval(pruning);
    await scheduler.stop();
    await records.close();
  };
  return { keys, records, lab, idempotency, intents, refunds, challenges, close };
}
