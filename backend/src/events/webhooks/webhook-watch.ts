import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Attention } from '../../attention/attention.service.js';
import { onTelemetry, recordTelemetry } from '../../common/telemetry.js';
import { DeliveryStore } from './deliveries/delivery-store.js';
import { WebhookEndpoint } from './endpoints/webhook-endpoint.schema.js';
import { WebhookClock } from './webhook-clock.js';

/** A receiver that is started again is not worth a look. */
const NEEDS_SOMEBODY_MS = 5 * 60_000;

/** Says how the endpoints stand: to the admins' bell, and to who reads metrics. */
@Injectable()
export class WebhookWatch implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(WebhookWatch.name);
  private stop = (): void => undefined;
  private running: Promise<void> | undefined;

  constructor(
    @InjectModel(WebhookEndpoint.name) private readonly endpoints: Model<WebhookEndpoint>,
    private readonly store: DeliveryStore,
    private readonly clock: WebhookClock,
    private readonly attention: Attention,
  ) {}

  onModuleInit(): void {
    this.attention.register({ kind: 'failed-webhook', count: () => this.countFailing() });
    this.stop = onTelemetry('metrics-requested', () => this.refresh());
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop();
    await this.running;
  }

  /** Endpoints that the shop disabled, and those that have not taken an event for some minutes. */
  private async countFailing(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - NEEDS_SOMEBODY_MS);
    const endpoints = await this.endpoints
      .find({}, { enabled: 1, disabledReason: 1 })
      .lean<Pick<WebhookEndpoint, '_id' | 'enabled' | 'disabledReason'>[]>();
    const failing = await Promise.all(
      endpoints.map(async ({ _id, enabled, disabledReason }) =>
        enabled ? this.store.isFailingSince(_id, before) : disabledReason !== undefined,
      ),
    );
    return failing.filter(Boolean).length;
  }

  /** The reader does not wait: it gets the latest result. */
  private refresh(): void {
    this.running ??= this.read()
      .catch((error: unknown) => {
        this.logger.debug({ err: error, msg: 'the deliveries that are pending could not be counted' });
      })
      .finally(() => (this.running = undefined));
  }

  private async read(): Promise<void> {
    const endpoints = await this.endpoints
      .find({}, { enabled: 1, disabledReason: 1 })
      .lean<Pick<WebhookEndpoint, '_id' | 'enabled' | 'disabledReason'>[]>();
    const enabled = endpoints.filter((endpoint) => endpoint.enabled);
    const oldest = await Promise.all(enabled.map(({ _id }) => this.store.oldestAt(_id)));
    const times = oldest.filter((at) => at !== undefined).map((at) => at.getTime());
    recordTelemetry('webhooks', {
      disabled: endpoints.filter(({ disabledReason }) => disabledReason !== undefined).length,
      oldestAt: times.length > 0 ? new Date(Math.min(...times)) : undefined,
    });
  }
}
