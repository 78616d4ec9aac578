import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { onDomainEvent } from '../common/domain-events.js';
import type { PoolFigures } from './pool.js';

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30];
const AGES = [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 3_600, 21_600, 86_400];

/**
 * Turns what the shop tells of itself into figures, from now on. Those of orders and payments are this process's share of
 * what was done; those that come from the database are the same in every process.
 *
 * @returns how to stop
 */
export function measureShop(registry: Registry): () => void {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  const refusals = counter('shop_refusals_total', "Answers with one of the shop's own errors", ['code']);
  const limits = counter('shop_limit_refusals_total', 'Calls refused by a limit', ['limit']);
  const stock = counter('shop_stock_conflicts_total', 'Orders refused because too few units were left');
  const transactions = counter('shop_transactions_total', 'Transactions that ended', ['outcome']);
  const retries = counter(
    'shop_transaction_retries_total',
    'Transactions run again after a conflict with another',
  );
  const orders = counter(
    'shop_order_changes_total',
    'Changes of orders by what they reached and who did it',
    ['what', 'by'],
  );
  const age = histogram(
    'shop_provider_event_age_seconds',
    "From a payment event's making at the provider to its handling here",
    ['source'],
    AGES,
  );
  const events = counter('shop_provider_events_total', 'Payment events', ['source', 'outcome']);
  const refused = counter('shop_webhooks_refused_total', 'Deliveries that the payment provider did not sign');
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
  const unreconciled = new Gauge({
    name: 'shop_unreconciled_payments',
    help: 'Payments of the last two days that differ from the orders, by finding; the same in every process',
    labelNames: ['finding'] as const,
    registers,
  });
  const reconciledAt = new Gauge({
    name: 'shop_reconciled_timestamp_seconds',
    help: 'When the payments were last compared with the orders, since 1970',
    registers,
  });

  const ends = [
    onDomainEvent('refusal', ({ code }) => {
      refusals.inc({ code });
      if (code === 'not-enough-stock') stock.inc();
    }),
    onDomainEvent('limit-refused', ({ limit }) => limits.inc({ limit })),
    onDomainEvent('transaction', ({ outcome, attempts }) => {
      transactions.inc({ outcome });
      retries.inc(Math.max(0, attempts - 1));
    }),
    onDomainEvent('order', ({ what, by }) => orders.inc({ what, by })),
    onDomainEvent('provider-event', ({ source, outcome, ageSeconds }) => {
      events.inc({ source, outcome });
      age.observe({ source }, Math.max(0, ageSeconds));
    }),
    onDomainEvent('webhook-refused', () => refused.inc()),
    onDomainEvent('job', ({ job, outcome, seconds }) => jobs.observe({ job, outcome }, seconds)),
    onDomainEvent('image', ({ outcome, seconds }) => images.observe({ outcome }, seconds)),
    onDomainEvent('reconciled', ({ findings }) => {
      for (const [finding, count] of Object.entries(findings)) unreconciled.set({ finding }, count);
      reconciledAt.setToCurrentTime();
    }),
  ];
  return () => ends.forEach((end) => end());
}

/** The connections to the database, as they are when the figures are read. */
export function measurePool(registry: Registry, figures: () => PoolFigures | undefined): void {
  const connections = new Gauge({
    name: 'mongodb_pool_connections',
    help: 'Connections to the database: open, in use; and work that waits for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { size = 0, checkedOut = 0, waiting = 0 } = figures() ?? {};
      this.set({ state: 'open' }, size);
      this.set({ state: 'in-use' }, checkedOut);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const failures = new Counter({
    name: 'mongodb_pool_failed_checkouts_total',
    help: 'Work that got no connection to the database',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(figures()?.failedCheckOuts ?? 0);
    },
  });
  void [connections, failures];
}
