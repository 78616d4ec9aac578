import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, type QueryFilter, trusted, Types } from 'mongoose';
import { AuditLog } from '../../../audit/audit-log.service.js';
import type { Caller } from '../../../common/access.js';
import { NotFound } from '../../../common/errors.js';
import type { Page } from '../../../common/paging.js';
import { inTransaction } from '../../../database/transaction.js';
import { ScheduledJobs } from '../../../jobs/scheduled-jobs.js';
import { findPage, type Sort } from '../../../lists/find-page.js';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.schema.js';
import { TEST_EVENT } from '../event-types.js';
import { DeliveryAttempts } from '../sending/delivery-attempts.js';
import { isDelivered } from '../sending/sender.js';
import { WebhookSenders } from '../sending/webhook-senders.js';
import { WebhookClock } from '../webhook-clock.js';
import { DeliveryStore, newDelivery } from './delivery-store.js';
import {
  type DeliverySort,
  type ResentWebhooksDto,
  type SearchWebhookDeliveriesQuery,
  toDeliveryDetailDto,
  toDeliveryDto,
  type WebhookDeliveryDetailDto,
  type WebhookDeliveryDto,
} from './webhook-delivery.dto.js';
import { DELIVERY_STATES, WebhookDelivery } from './webhook-delivery.schema.js';

const SORTS: Record<DeliverySort, Sort> = { newest: ['createdAt', -1], oldest: ['createdAt', 1] };
const CLEAN_UP_SECONDS = 3_600;

/** What admins see of deliveries, and do with them. */
@Injectable()
export class WebhookDeliveries implements OnApplicationBootstrap {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(WebhookDelivery.name) private readonly deliveries: Model<WebhookDelivery>,
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly store: DeliveryStore,
    private readonly attempts: DeliveryAttempts,
    private readonly senders: WebhookSenders,
    private readonly clock: WebhookClock,
    private readonly audit: AuditLog,
    private readonly jobs: ScheduledJobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule('WebhookCleanUp', CLEAN_UP_SECONDS, () => this.cleanUp());
  }

  async search(query: SearchWebhookDeliveriesQuery): Promise<Page<WebhookDeliveryDto>> {
    const { endpointId, state, type, sort = 'newest' } = query;
    const ids = endpointId === undefined ? await this.endpointIds() : [new Types.ObjectId(endpointId)];
    const filter = {
      endpointId: trusted({ $in: ids }),
      // all by naming each, for the indexes
      state: state ?? trusted({ $in: [...DELIVERY_STATES] }),
      ...(type !== undefined && { type }),
    } as QueryFilter<WebhookDelivery>;
    return findPage(this.deliveries, filter, SORTS[sort], query, toDeliveryDto);
  }

  /** @throws NotFound */
  async get(id: string): Promise<WebhookDeliveryDetailDto> {
    return toDeliveryDetailDto(await this.find(id));
  }

  /** Sends an event once more, with the same id. It is tried as if it were new. @throws NotFound */
  async resend(id: string, by: Caller): Promise<WebhookDeliveryDto> {
    const { endpointId, type } = await this.find(id);
    if (type === TEST_EVENT) return this.sendTest(String(endpointId));
    const endpoint = await this.endpoint(String(endpointId));
    await inTransaction(this.connection, async (session) => {
      await this.store.restart(endpointId, session, { _id: new Types.ObjectId(id) }, this.clock.now());
      await this.audit.record(session, by, {
        action: 'webhook.event-resent',
        entity: 'webhook',
        entityId: String(endpointId),
        label: endpoint.description,
        after: { delivery: id, type },
      });
    });
    this.senders.wake(endpointId);
    return toDeliveryDto(await this.find(id));
  }

  /** Sends everything that was given up at an endpoint once more. @throws NotFound */
  async resendFailed(endpointId: string, by: Caller): Promise<ResentWebhooksDto> {
    const { _id, description } = await this.endpoint(endpointId);
    const resent = await inTransaction(this.connection, async (session) => {
      const count = await this.store.restart(_id, session, { state: 'failed' }, this.clock.now());
      if (count > 0)
        await this.audit.record(session, by, {
          action: 'webhook.failed-resent',
          entity: 'webhook',
          entityId: endpointId,
          label: description,
          after: { deliveries: count },
        });
      return count;
    });
    this.senders.wake(_id);
    return { resent };
  }

  /**
   * Sends an event that says nothing, once and at once, also to an endpoint that is disabled. What comes of it is a delivery that
   * has ended. @throws NotFound
   */
  async sendTest(endpointId: string): Promise<WebhookDeliveryDetailDto> {
    const target = await this.attempts.find(endpointId);
    if (!target) throw new NotFound('webhook endpoint');
    const at = this.clock.now();
    const event = {
      id: String(new Types.ObjectId()),
      type: TEST_EVENT,
      at,
      subject: `webhook/${endpointId}`,
      version: 0,
      payload: { message: 'This is a test.' },
    } as const;
    const delivery = newDelivery(target._id, event, at);
    const { attempt, outcome } = await this.attempts.send(target, event.id, delivery.body);
    const isTaken = isDelivered(outcome);
    const ended: WebhookDelivery = {
      ...delivery,
      state: isTaken ? 'delivered' : 'failed',
      failures: isTaken ? 0 : 1,
      attempts: [attempt],
      finishedAt: new Date(),
    };
    await this.deliveries.create([ended]);
    return toDeliveryDetailDto(ended);
  }

  /** Removes deliveries of endpoints that are gone: those that were written while their endpoint was removed. */
  async cleanUp(): Promise<void> {
    const known = new Set((await this.endpointIds()).map(String));
    const found = await this.deliveries.distinct('endpointId', { state: 'pending' });
    for (const id of found) if (!known.has(String(id))) await this.store.removeOf(id);
  }

  private async endpointIds(): Promise<Types.ObjectId[]> {
    const all = await this.endpoints.find({}, { _id: 1 }).lean<Pick<WebhookEndpoint, '_id'>[]>();
    return all.map(({ _id }) => _id);
  }

  private async endpoint(id: string): Promise<WebhookEndpoint> {
    const endpoint = await this.endpoints.findById(id).lean<WebhookEndpoint>();
    if (!endpoint) throw new NotFound('webhook endpoint');
    return endpoint;
  }

  private async find(id: string): Promise<WebhookDelivery> {
    const delivery = await this.deliveries.findById(id).lean<WebhookDelivery>();
    if (!delivery) throw new NotFound('delivery');
    return delivery;
  }
}
