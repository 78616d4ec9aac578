import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { onTelemetry, recordTelemetry } from '../common/telemetry.js';
import { CONFIG, type Config } from '../config.js';
import { afterCommit } from '../database/transaction.js';
import { ORDER_EVENTS } from './domain-events.js';
import { OutboxStore } from './outbox-store.js';
import { Outbox } from './outbox.service.js';

/**
 * Counts the changes of orders by their events, and says how the consumers stand while metrics are read. The relay hands each event
 * to one process, which counts it: the sum over all processes is how many there were.
 */
@Injectable()
export class OutboxMetrics implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(OutboxMetrics.name);
  private stop = (): void => undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly outbox: Outbox,
    private readonly store: OutboxStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    // a process that measures nothing takes no events from those that do
    if (this.config.metrics.port === undefined) return;
    this.outbox.consumers.register({
      name: 'metrics',
      handles: ORDER_EVENTS,
      // what was counted cannot be rolled back
      handleBatch: (events, session) =>
        afterCommit(session, () => {
          for (const { type, payload } of events)
            recordTelemetry('order', { what: type.slice('order.'.length), by: payload.actor.by });
        }),
    });
    this.stop = onTelemetry('metrics-requested', () => this.refresh());
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop();
    await this.running;
  }

  /** The reader does not wait: it gets the latest result. */
  private refresh(): void {
    this.running ??= this.read()
      .catch((error: unknown) => {
        this.logger.debug({ err: error, msg: 'the events that are pending could not be counted' });
      })
      .finally(() => (this.running = undefined));
  }

  private async read(): Promise<void> {
    for (const consumer of this.outbox.consumers.names())
      recordTelemetry('outbox', { consumer, ...(await this.store.stateOf(consumer)) });
  }
}
