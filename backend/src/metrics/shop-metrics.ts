import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { onTelemetry, type TelemetryEvents } from '../common/telemetry.js';
import type { PoolStats } from './pool.js';

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30];
const AGES = [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 3_600, 21_600, 86_400];

/**
 * Turns telemetry into metrics, from now on. Counters are this process's own; what comes from the database is the same in
 * every process.
 *
 * @returns a function that stops it
 */
export function measureShop(registry: Registry): () => void {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  const refusals = counter('shop_refusals_total', "Responses with one of the shop's own errors", ['code']);
  const limits = counter('shop_limit_refusals_total', 'Requests rejected by a rate limit', ['limit']);
  const stock = counter('shop_stock_conflicts_total', 'Orders rejected because too few units were left');
  const transactions = counter('shop_transactions_total', 'Transactions that ended', ['outcome']);
  const retries = counter(
    'shop_transaction_retries_total',
    'Transactions run again after a conflict with another',
  );
  const orders = counter('shop_order_changes_total', 'Changes of orders, by change and actor', [
    'what',
    'by',
  ]);
  const age = histogram(
    'shop_provider_event_age_seconds',
    'From the creation of a payment event at the provider to its handling here',
    ['source'],
    AGES,
  );
  const events = counter('shop_provider_events_total', 'Payment events', ['source', 'outcome']);
  const refused = counter(
    'shop_webhooks_refused_total',
    'Webhook deliveries rejected because of their signature',
  );
  const mails = counter('shop_mails_total', 'Mails, by what became of each attempt to send one', [
    'kind',
    'outcome',
  ]);
  const jobs = histogram(
    'shop_job_duration_seconds',
    'Runs of the scheduled jobs',
    ['job', 'outcome'],
    SECONDS,
  );
  const images = histogram(
    'shop_image_duration_seconds',
    'Decoding and encoding of uploads',
    ['outcome'],
    SECONDS,
  );
  const cachedReads = counter('shop_cached_reads_total', 'Public reads, by whether they were in the cache', [
    'outcome',
  ]);
  const clientRendered = counter(
    'shop_pages_client_rendered_total',
    'Pages that the server could not render, or not in time, and left to the browser',
    ['reason'],
  );
  const unreconciled = new Gauge({
    name: 'shop_unreconciled_payments',
    help: 'Findings among all payments and paid orders, and disputes of the last two days; the same in every process',
    labelNames: ['finding'] as const,
    registers,
  });
  const reconciledAt = new Gauge({
    name: 'shop_reconciled_timestamp_seconds',
    help: 'When the payments of the last two days were last compared with the orders, as a Unix timestamp',
    registers,
  });

  const webhooks = measureWebhooks(registers);
  const consumers = measureConsumers(registers);

  const ends = [
    onTelemetry('refusal', ({ code }) => {
      refusals.inc({ code });
      if (code === 'not-enough-stock') stock.inc();
    }),
    onTelemetry('limit-refused', ({ limit }) => limits.inc({ limit })),
    onTelemetry('transaction', ({ outcome, attempts }) => {
      transactions.inc({ outcome });
      retries.inc(Math.max(0, attempts - 1));
    }),
    onTelemetry('order', ({ what, by }) => orders.inc({ what, by })),
    onTelemetry('provider-event', ({ source, outcome, ageSeconds }) => {
      events.inc({ source, outcome });
      age.observe({ source }, Math.max(0, ageSeconds));
    }),
    onTelemetry('webhook-refused', () => refused.inc()),
    onTelemetry('mail', ({ kind, outcome }) => mails.inc({ kind, outcome })),
    onTelemetry('job', ({ job, outcome, seconds }) => jobs.observe({ job, outcome }, seconds)),
    onTelemetry('cached-read', ({ outcome }) => cachedReads.inc({ outcome })),
    onTelemetry('client-rendered-page', ({ reason }) => clientRendered.inc({ reason })),
    onTelemetry('image', ({ outcome, seconds }) => images.observe({ outcome }, seconds)),
    onTelemetry('outbox', ({ consumer, pending, failing, oldestAt }) => {
      consumers.pending.set({ consumer }, pending);
      consumers.failing.set({ consumer }, failing);
      consumers.oldest.set(consumer, oldestAt);
    }),
    onTelemetry('webhook-delivery', webhooks.sent),
    onTelemetry('webhooks', webhooks.stand),
    onTelemetry('reconciled', ({ findings, comparedAt }) => {
      for (const [finding, count] of Object.entries(findings)) unreconciled.set({ finding }, count);
      if (comparedAt) reconciledAt.set(comparedAt.getTime() / 1_000);
    }),
  ];
  return () => ends.forEach((end) => end());
}

/** How the consumers of domain events stand; the same in every process. */
function measureConsumers(registers: Registry[]) {
  const gauge = (name: string, help: string, collect?: (this: Gauge<'consumer'>) => void) =>
    new Gauge({ name, help, labelNames: ['consumer'] as const, registers, ...(collect && { collect }) });
  const oldest = new Map<string, Date | undefined>();
  gauge(
    'shop_outbox_oldest_event_age_seconds',
    'How long ago the oldest event was written that a consumer has not handled; 0 without one',
    function () {
      for (const [consumer, at] of oldest)
        this.set({ consumer }, at ? Math.max(0, Date.now() - at.getTime()) / 1_000 : 0);
    },
  );
  return {
    oldest,
    pending: gauge('shop_outbox_pending_events', 'Events that a consumer has not handled; at most 10,000'),
    failing: gauge('shop_outbox_failing_events', 'Those of them that it failed to handle and tries again'),
  };
}

/** What is sent to endpoints by this process, and how all of them stand, which is the same in every process. */
function measureWebhooks(registers: Registry[]) {
  const deliveries = new Counter({
    name: 'shop_webhook_deliveries_total',
    help: 'Events that were sent to an endpoint; a failed one is given up, a retried one is sent again',
    labelNames: ['outcome'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'shop_webhook_delivery_seconds',
    help: 'From the beginning of such a request to its response',
    buckets: SECONDS,
    registers,
  });
  const disabled = new Gauge({
    name: 'shop_webhook_disabled_endpoints',
    help: 'Endpoints that the shop has disabled',
    registers,
  });
  let oldest: Date | undefined;
  const age = new Gauge({
    name: 'shop_webhook_oldest_delivery_age_seconds',
    help: 'How long ago the oldest event was to be sent that an enabled endpoint has not received; 0 without one',
    registers: [],
    collect() {
      this.set(oldest ? Math.max(0, Date.now() - oldest.getTime()) / 1_000 : 0);
    },
  });
  for (const registry of registers) registry.registerMetric(age);
  return {
    sent: (event: TelemetryEvents['webhook-delivery']): void => {
      deliveries.inc({ outcome: event.outcome });
      seconds.observe(event.seconds);
    },
    stand: (event: TelemetryEvents['webhooks']): void => {
      disabled.set(event.disabled);
      oldest = event.oldestAt;
    },
  };
}

/** The connections to the database at the time of collection. */
export function measurePool(registry: Registry, stats: () => PoolStats | undefined): void {
  const connections = new Gauge({
    name: 'mongodb_pool_connections',
    help: 'Connections to the database: open, in use; and operations that wait for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { size = 0, checkedOut = 0, waiting = 0 } = stats() ?? {};
      this.set({ state: 'open' }, size);
      this.set({ state: 'in-use' }, checkedOut);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const failures = new Counter({
    name: 'mongodb_pool_failed_checkouts_total',
    help: 'Operations that got no connection to the database',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(stats()?.failedCheckOuts ?? 0);
    },
  });
  void [connections, failures];
}
