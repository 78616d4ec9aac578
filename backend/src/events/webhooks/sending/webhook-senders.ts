import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model, Types } from 'mongoose';
import { afterCommit } from '../../../database/transaction.js';
import { Leases } from '../../../jobs/leases.js';
import type { DomainEvent } from '../../../outbox/domain-events.js';
import { Outbox } from '../../../outbox/outbox.service.js';
import { endOf } from '../../../outbox/shutdown.js';
import { DeliveryStore, newDelivery } from '../deliveries/delivery-store.js';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.schema.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../event-types.js';
import { WebhookClock } from '../webhook-clock.js';
import { DeliveryAttempts } from './delivery-attempts.js';
import { EndpointQueue } from './endpoint-queue.js';

/** How often what other processes wrote, and what is due again, is looked for. */
const POLL_MS = 1_000;

type EndpointId = Pick<WebhookEndpoint, '_id'>;

/** Writes the deliveries of each event, and sends them: for each endpoint the process that has its lease does. */
@Injectable()
export class WebhookSenders implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(WebhookSenders.name);
  private readonly queues = new Map<string, EndpointQueue>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly outbox: Outbox,
    private readonly store: DeliveryStore,
    private readonly leases: Leases,
    private readonly clock: WebhookClock,
    private readonly attempts: DeliveryAttempts,
  ) {}

  onModuleInit(): void {
    this.outbox.consumers.register<WebhookEventType>({
      name: 'webhooks',
      handles: WEBHOOK_EVENT_TYPES,
      handleBatch: (events, session) => this.write(events, session),
    });
  }

  onApplicationBootstrap(): void {
    // replicas that were started together do not stay in step
    this.timer = setInterval(() => this.poll(), POLL_MS * (0.9 + Math.random() * 0.2));
  }

  /** Begins nothing more: other processes do. The requests in progress are finished, or sent again by others. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await endOf([
      ...(this.polling ? [this.polling] : []),
      ...[...this.queues.values()].map((queue) => queue.stop()),
    ]);
  }

  /** There is something to be sent to an endpoint. */
  wake(endpointId: Types.ObjectId): void {
    if (this.isStopping) return;
    const key = String(endpointId);
    const { store, leases, clock } = this;
    const queue =
      this.queues.get(key) ??
      new EndpointQueue(endpointId, {
        store,
        leases,
        clock,
        attempt: (...args) => this.attempts.attempt(...args),
        onError: (err) => this.logger.warn({ err, endpointId: key, msg: 'events could not be sent' }),
      });
    this.queues.set(key, queue);
    queue.wake();
  }

  /** A delivery for each endpoint that chose the event. */
  private async write(events: DomainEvent<WebhookEventType>[], session: ClientSession): Promise<void> {
    const endpoints = await this.endpoints
      .find({ enabled: true }, { types: 1 }, { session })
      .lean<Pick<WebhookEndpoint, '_id' | 'types'>[]>();
    const now = this.clock.now();
    const written = endpoints.flatMap(({ _id, types }) =>
      events
        .filter(({ type }) => types.includes(type))
        .map((event) => ({ ...newDelivery(_id, event, now), nextAttemptAt: now })),
    );
    await this.store.insert(written, session);
    afterCommit(session, () => {
      for (const { endpointId } of written) this.wake(endpointId);
    });
  }

  private poll(): void {
    this.polling ??= this.lookForDue()
      .catch((error: unknown) => {
        // the database is not there; the next poll comes soon
        this.logger.debug({ err: error, msg: 'due deliveries could not be looked for' });
      })
      .finally(() => (this.polling = undefined));
  }

  private async lookForDue(): Promise<void> {
    const enabled = await this.endpoints.find({ enabled: true }, { _id: 1 }).lean<EndpointId[]>();
    const ids = enabled.map(({ _id }) => _id);
    this.removeQueues(ids);
    for (const id of await this.store.dueOf(ids, this.clock.now())) this.wake(id);
  }

  /** Those of endpoints that are gone or disabled, once they have ended. */
  private removeQueues(enabled: readonly Types.ObjectId[]): void {
    const kept = new Set(enabled.map(String));
    for (const [key, queue] of this.queues) if (!kept.has(key) && queue.isIdle) this.queues.delete(key);
  }
}
