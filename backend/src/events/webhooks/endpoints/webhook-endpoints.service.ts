import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, Types } from 'mongoose';
import { AuditLog } from '../../../audit/audit-log.service.js';
import { changedFields } from '../../../audit/changed-fields.js';
import type { Caller } from '../../../common/access.js';
import { Conflict, InvalidInput, NotFound, StaleVersion } from '../../../common/errors.js';
import { namesVersion } from '../../../common/versions.js';
import { inTransaction } from '../../../database/transaction.js';
import { Outbox } from '../../../outbox/outbox.service.js';
import { DeliveryStore } from '../deliveries/delivery-store.js';
import { WebhookSender } from '../sending/sender.js';
import { WebhookClock } from '../webhook-clock.js';
import { createSecret, rotated } from './secrets.js';
import {
  type CreateWebhookEndpointDto,
  toEndpointDto,
  type UpdateWebhookEndpointDto,
  type WebhookEndpointDto,
  type WebhookEndpointListDto,
  type WebhookEndpointSecretDto,
} from './webhook-endpoint.dto.js';
import { WebhookEndpoint } from './webhook-endpoint.schema.js';

/** Each event is sent to each of them. */
export const MAX_ENDPOINTS = 20;

type Change = Partial<Omit<WebhookEndpoint, '_id' | 'version'>>;

/** What the audit log shows of an endpoint: never a secret. */
const audited = ({ url, description, types, enabled }: WebhookEndpoint) => ({
  url,
  description,
  types,
  enabled,
});

/** The programs to which the shop sends events. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly store: DeliveryStore,
    private readonly sender: WebhookSender,
    private readonly clock: WebhookClock,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
  ) {}

  async list(): Promise<WebhookEndpointListDto> {
    const all = await this.endpoints.find().sort({ _id: 1 }).lean<WebhookEndpoint[]>();
    return { endpoints: await Promise.all(all.map((endpoint) => this.shown(endpoint))) };
  }

  /** @throws NotFound */
  async get(id: string): Promise<WebhookEndpointDto> {
    const endpoint = await this.endpoints.findById(id).lean<WebhookEndpoint>();
    if (!endpoint) throw new NotFound('webhook endpoint');
    return this.shown(endpoint);
  }

  /** The response is the only place where the secret is seen. @throws InvalidInput, Conflict when there are too many */
  async create(
    { description, types, ...fields }: CreateWebhookEndpointDto,
    by: Caller,
  ): Promise<WebhookEndpointSecretDto> {
    const url = await this.checkedUrl(fields.url);
    const secret = createSecret();
    const row = {
      _id: new Types.ObjectId(),
      url,
      description,
      types,
      enabled: true,
      secrets: [{ secret }],
      createdAt: new Date(),
      version: 0,
    };
    await inTransaction(this.connection, async (session) => {
      if ((await this.endpoints.countDocuments({}).session(session)) >= MAX_ENDPOINTS)
        throw new Conflict('too-many-webhooks', `There are ${MAX_ENDPOINTS} endpoints; remove one first.`);
      await this.endpoints.create([row], { session });
      await this.record(session, by, 'created', row, { after: audited(row) });
    });
    return Object.assign(await this.shown(row), { secret });
  }

  /** @throws NotFound, InvalidInput, StaleVersion */
  async update(
    id: string,
    fields: UpdateWebhookEndpointDto,
    ifMatch: string,
    by: Caller,
  ): Promise<WebhookEndpointDto> {
    const url = fields.url === undefined ? undefined : await this.checkedUrl(fields.url);
    const changed = await inTransaction(this.connection, async (session) => {
      const before = await this.find(id, session);
      if (!namesVersion(ifMatch, before.version)) throw new StaleVersion('webhook endpoint');
      const { enabled, ...others } = fields;
      const isSwitched = enabled !== undefined && enabled !== before.enabled;
      const after = await this.write(
        before,
        {
          ...others,
          ...(url !== undefined && { url }),
          ...(isSwitched && { enabled, ...(!enabled && { disabledAt: new Date() }) }),
        },
        session,
        isSwitched && enabled ? { disabledAt: 1, disabledReason: 1 } : {},
      );
      if (isSwitched) {
        // of what failed before, the three days begin again
        if (enabled) await this.store.restart(after._id, session, { state: 'pending' }, this.clock.now());
        this.outbox.emit(session, {
          type: enabled ? 'webhook.enabled' : 'webhook.disabled',
          subject: `webhook/${id}`,
          version: after.version,
          payload: {
            endpoint: { endpointId: id, disabled: !enabled },
            actor: { by: 'admin', userId: by.id },
          },
        });
      }
      await this.record(session, by, 'updated', after, changedFields(audited(before), audited(after)));
      return after;
    });
    return this.shown(changed);
  }

  /** Removes an endpoint with its deliveries. @throws NotFound */
  async remove(id: string, by: Caller): Promise<{ deletedCount: number }> {
    await inTransaction(this.connection, async (session) => {
      const before = await this.find(id, session);
      await this.endpoints.deleteOne({ _id: id }, { session });
      await this.record(session, by, 'deleted', before, { before: audited(before) });
    });
    // they may be many; those that are written meanwhile are removed by the clean-up
    await this.store.removeOf(new Types.ObjectId(id));
    return { deletedCount: 1 };
  }

  /** Another secret; the one before signs too for a day. The response is the only place where it is seen. @throws NotFound */
  async rotateSecret(id: string, by: Caller): Promise<WebhookEndpointSecretDto> {
    const secret = createSecret();
    const changed = await inTransaction(this.connection, async (session) => {
      const before = await this.find(id, session);
      const secrets = rotated(before.secrets ?? [], secret, new Date());
      const rotationEndsAt = secrets[1]?.expiresAt;
      const after = await this.write(before, { secrets, ...(rotationEndsAt && { rotationEndsAt }) }, session);
      await this.record(session, by, 'secret-rotated', after, {});
      return after;
    });
    return Object.assign(await this.shown(changed), { secret });
  }

  /** From now on only the newest secret signs. @throws NotFound */
  async endRotation(id: string, by: Caller): Promise<WebhookEndpointDto> {
    const changed = await inTransaction(this.connection, async (session) => {
      const before = await this.find(id, session);
      const { secrets = [] } = before;
      if (secrets.length < 2) return before;
      const only = { secrets: secrets.slice(0, 1) };
      const after = await this.write(before, only, session, { rotationEndsAt: 1 });
      await this.record(session, by, 'rotation-ended', after, {});
      return after;
    });
    return this.shown(changed);
  }

  private async shown(endpoint: WebhookEndpoint): Promise<WebhookEndpointDto> {
    return toEndpointDto(endpoint, await this.store.counts(endpoint._id), new Date());
  }

  /** A URL as the shop reads it. @throws InvalidInput where nothing can be sent to */
  private async checkedUrl(url: string): Promise<string> {
    const problem = await this.sender.problemOf(url);
    if (problem !== undefined) throw new InvalidInput({ url: problem });
    return new URL(url).href;
  }

  private async find(id: string, session: ClientSession): Promise<WebhookEndpoint> {
    const found = await this.endpoints.findById(id, '+secrets', { session }).lean<WebhookEndpoint>();
    if (!found) throw new NotFound('webhook endpoint');
    return found;
  }

  private async write(
    { _id }: WebhookEndpoint,
    change: Change,
    session: ClientSession,
    removed: Partial<Record<keyof WebhookEndpoint, 1>> = {},
  ): Promise<WebhookEndpoint> {
    const after = await this.endpoints
      .findOneAndUpdate(
        { _id },
        { $set: change, $unset: removed, $inc: { version: 1 } },
        { session, returnDocument: 'after' },
      )
      .lean<WebhookEndpoint>();
    if (!after) throw new NotFound('webhook endpoint');
    return after;
  }

  private record(
    session: ClientSession,
    by: Caller,
    what: string,
    { _id, description }: WebhookEndpoint,
    fields: { before?: Record<string, unknown>; after?: Record<string, unknown> },
  ): Promise<void> {
    return this.audit.record(session, by, {
      action: `webhook.${what}`,
      entity: 'webhook',
      entityId: String(_id),
      label: description,
      ...fields,
    });
  }
}
