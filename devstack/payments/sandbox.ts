import { Challenges } from './challenges.js';
import { Charging } from './charging.js';
import { Events, type SettleJob } from './events.js';
import { Idempotency } from './idempotency.js';
import { unixNow } from './ids.js';
import { Intents } from './intents.js';
import { Lab } from './lab.js';
import { Ledger } from './ledger.js';
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
  settleMs: number;
}

const EVENTS_KEPT_S = 30 * 24 * 3600;
const PRUNE_EVERY_MS = 3_600_000;

/** The whole sandbox behind its HTTP server, wired together. */
export interface Sandbox {
  keys: Keys;
  ledger: Ledger;
  lab: Lab;
  idempotency: Idempotency;
  intents: Intents;
  refunds: Refunds;
  challenges: Challenges;
  close: () => Promise<void>;
}

export async function openSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const { webhook, keys } = settings;
  const ledger = new Ledger(settings.directory);
  const lab = new Lab(ledger);
  const events = new Events(ledger, lab, webhook?.types ?? []);
  const charging = new Charging(ledger, events, settings);
  const refunds = new Refunds(ledger, events, settings);
  const intents = new Intents(ledger, events, lab, charging);
  const challenges = new Challenges(ledger, charging);
  const idempotency = await Idempotency.open(ledger);

  const settle = ({ id }: SettleJob): void => {
    const intent = ledger.find('payment_intent', id);
    if (intent) charging.settle(intent);
    const refund = ledger.find('refund', id);
    if (refund) refunds.settle(refund);
  };
  const scheduler = new Scheduler(ledger, {
    deliver: async (job) => (webhook ? deliver(ledger, webhook, job) : { delivered: false, againInMs: null }),
    settle,
  });
  await scheduler.start();
  ledger.onCommit = () => scheduler.wake();

  const prune = (): Promise<void> =>
    ledger.write(() => {
      idempotency.prune();
      const page = { to: unixNow() - EVENTS_KEPT_S, limit: 1000 };
      for (const { object } of ledger.page('event', 'event', page).rows) ledger.remove('event', object.id);
    });
  await prune();
  const pruning = setInterval(() => void prune().catch(console.error), PRUNE_EVERY_MS);
  pruning.unref();

  const close = async (): Promise<void> => {
    clearInterval(pruning);
    await scheduler.stop();
    await ledger.close();
  };
  return { keys, ledger, lab, idempotency, intents, refunds, challenges, close };
}
