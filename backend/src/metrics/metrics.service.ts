import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { CONFIG, type Config } from '../config.js';
import { HttpMetrics } from './http-metrics.js';
import { MetricsServer } from './metrics.server.js';
import { poolOf } from './pool.js';
import { measurePool, measureShop } from './shop-metrics.js';

/** The metrics of this process and the port that serves them; nothing at all when no port is set. */
@Injectable()
export class Metrics implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Undefined where nothing is measured. */
  readonly http: HttpMetrics | undefined;

  private readonly registry = new Registry();
  private readonly server = new MetricsServer(this.registry);
  private readonly logger = new Logger('Metrics');
  private stopMeasuring = (): void => undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectConnection() connection: Connection,
  ) {
    if (config.metrics.port === undefined) return;
    this.http = new HttpMetrics(this.registry);
    collectDefaultMetrics({ register: this.registry });
    measurePool(this.registry, () => poolOf(connection.getClient()));
    this.stopMeasuring = measureShop(this.registry);
  }

  /** The port that it listens on; 0 when none. */
  get port(): number {
    return this.server.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { port, host } = this.config.metrics;
    if (port === undefined) return;
    await this.server.listen(port, host);
    this.logger.log(`metrics on ${host}:${this.port}`);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopMeasuring();
    await this.server.close();
    this.registry.clear();
  }
}
