import { Injectable, Logger } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model, Types } from 'mongoose';
import { recordTelemetry } from '../../../common/telemetry.js';
import { inTransaction } from '../../../database/transaction.js';
import { Outbox } from '../../../outbox/outbox.service.js';
import { DeliveryStore, type Queued } from '../deliveries/delivery-store.js';
import type { Attempt } from '../deliveries/webhook-delivery.schema.js';
import { type EndpointSecret, signedHeaders, validSecrets } from '../endpoints/secrets.js';
import { type DisabledReason, WebhookEndpoint } from '../endpoints/webhook-endpoint.schema.js';
import { WebhookClock } from '../webhook-clock.js';
import { nextAttemptAt } from './retries.js';
import { isDelivered, type Outcome, WebhookSender } from './sender.js';

/** The status with which a receiver says that it wants nothing more. */
const GONE = 410;

type Target = Pick<WebhookEndpoint, '_id' | 'url' | 'enabled' | 'version'> & { secrets: EndpointSecret[] };

/** Sends single deliveries, and records what became of each. */
@Injectable()
export class DeliveryAttempts {
  private readonly logger = new Logger(DeliveryAttempts.name);

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly store: DeliveryStore,
    private readonly sender: WebhookSender,
    private readonly clock: WebhookClock,
    private readonly outbox: Outbox,
  ) {}

  /** Sends one that is due. @returns when it is tried again, or that it is not, or that the endpoint is disabled */
  async attempt(endpointId: Types.ObjectId, delivery: Queued): Promise<Date | 'ended' | 'disabled'> {
    const target = await this.find(endpointId);
    if (!target?.enabled) return 'disabled';
    const { attempt, outcome } = await this.send(target, delivery.eventId, delivery.body);
    if (isDelivered(outcome)) {
      await this.store.markDelivered(delivery._id, attempt);
      recordTelemetry('webhook-delivery', { outcome: 'delivered', seconds: outcome.durationMs / 1_000 });
      return 'ended';
    }
    const now = this.clock.now();
    const failingSince = delivery.failingSince ?? now;
    const { retryAfterMs, status } = outcome;
    const failing = { failures: delivery.failures + 1, failingSince, now, retryAfterMs };
    const next = status === GONE ? undefined : nextAttemptAt(failing);
    recordTelemetry('webhook-delivery', {
      outcome: next ? 'retried' : 'failed',
      seconds: outcome.durationMs / 1_000,
    });
    if (next) {
      await this.store.markFailing(delivery, attempt, failingSince, next);
      return next;
    }
    await this.giveUp(target, delivery, attempt, failingSince, status === GONE ? 'gone' : 'failed');
    return 'disabled';
  }

  /** Signs and sends a body to an endpoint, whatever became of it before. */
  async send(
    { url, secrets }: Pick<Target, 'url' | 'secrets'>,
    eventId: string,
    body: string,
  ): Promise<{ attempt: Attempt; outcome: Outcome }> {
    const at = new Date();
    const requestHeaders = signedHeaders(validSecrets(secrets, at), eventId, body, at);
    const outcome = await this.sender.post(url, requestHeaders, body);
    const { retryAfterMs: _retryAfterMs, ...shown } = outcome;
    return { attempt: { at, requestHeaders, ...shown }, outcome };
  }

  /** An endpoint with what it is sent by. */
  find(id: Types.ObjectId | string): Promise<Target | null> {
    return this.endpoints.findById(id, 'url enabled version +secrets').lean<Target>();
  }

  /** An endpoint that does not take an event gets no others: an admin has to look at it. */
  private async giveUp(
    { _id }: Target,
    delivery: Queued,
    attempt: Attempt,
    failingSince: Date,
    disabledReason: DisabledReason,
  ): Promise<void> {
    const endpointId = String(_id);
    await inTransaction(this.connection, async (session) => {
      if (!(await this.store.markFailed(delivery, attempt, failingSince, session))) return;
      const disabled = await this.endpoints
        .findOneAndUpdate(
          { _id, enabled: true },
          { $set: { enabled: false, disabledReason, disabledAt: new Date() }, $inc: { version: 1 } },
          { session, returnDocument: 'after' },
        )
        .lean<WebhookEndpoint>();
      // by an admin meanwhile, or with another of its deliveries
      if (!disabled) return;
      this.outbox.emit(session, {
        type: 'webhook.disabled',
        subject: `webhook/${endpointId}`,
        version: disabled.version,
        payload: {
          endpoint: { endpointId, disabled: true, reason: disabledReason },
          actor: { by: 'webhooks' },
        },
      });
    });
    this.logger.warn({ endpointId, reason: disabledReason, msg: 'a webhook endpoint was disabled' });
  }
}
