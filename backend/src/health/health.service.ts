import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import {
  type HealthCheckAttempt,
  type HealthCheckResult,
  HealthCheckService,
  HealthIndicatorService,
  MongooseHealthIndicator,
} from '@nestjs/terminus';
import type { Connection } from 'mongoose';
import { DependencyDown, DomainError } from '../common/errors.js';
import { CONFIG, type Config } from '../config.js';

/** How long each part may take to respond. */
const TIMEOUT_MS = 2_000;

/**
 * The driver checks the database every two seconds, and a check ends in four. One that has not ended after so long never will (the
 * driver can wait for a socket that has closed, in 7.8), and then it would not notice that the database is back.
 */
const HUNG_MS = 30_000;

/** Where the seed records that it has finished. */
export const SEED_MARKER = { collection: 'meta', id: 'seed' } as const;

const SEED = 'The demo data';

class Stopping extends DomainError {
  constructor() {
    super(503, 'stopping', 'Temporarily unavailable', 'The server is about to stop.', {}, 5);
  }
}

class Hung extends DomainError {
  constructor() {
    const detail = 'The database is not checked any more; the process has to be started again.';
    super(503, 'hung', 'Temporarily unavailable', detail);
  }
}

class NotSeeded extends DomainError {
  constructor() {
    const detail = 'The demo data is still being created.';
    super(503, 'not-seeded', 'Temporarily unavailable', detail, {}, 2);
  }
}

@Injectable()
export class HealthService {
  private isDraining = false;
  /** What is done in a lesser way while it is degraded, by name. */
  private readonly watched = new Map<string, () => boolean>();
  /** When the driver's present check of each server began. */
  private readonly checksSince = new Map<string, number>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectConnection() private readonly connection: Connection,
    private readonly checks: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: MongooseHealthIndicator,
  ) {
    const end = (address: string): void => void this.checksSince.delete(address);
    connection
      .getClient()
      .on('serverHeartbeatStarted', ({ connectionId }) => void this.checksSince.set(connectionId, Date.now()))
      .on('serverHeartbeatSucceeded', ({ connectionId }) => end(connectionId))
      .on('serverHeartbeatFailed', ({ connectionId }) => end(connectionId))
      .on('serverClosed', ({ address }) => end(address));
  }

  /** From now on it is not ready, because it is about to stop. */
  drain(): void {
    this.isDraining = true;
  }

  /** Reports a part of the shop that goes on without something that it needs to be whole. */
  watch(name: string, isDegraded: () => boolean): void {
    this.watched.set(name, isDegraded);
  }

  /** The names of what is degraded now. */
  degraded(): string[] {
    return [...this.watched].filter(([, isDegraded]) => isDegraded()).map(([name]) => name);
  }

  /** @throws a 503 when only a new process helps */
  assertLive(): void {
    const now = Date.now();
    if ([...this.checksSince.values()].some((since) => now - since > HUNG_MS)) throw new Hung();
  }

  /** @throws the first reason why the shop cannot serve now, as a 503 */
  async assertReady(): Promise<void> {
    if (this.isDraining) throw new Stopping();
    const { demo, localServices } = this.config;
    const { identityUrl, paymentsUrl } = localServices;
    const { connection } = this;
    try {
      await this.checks.check([
        this.database.pingCheck('The database', { connection, timeout: TIMEOUT_MS }),
        ...(identityUrl ? [this.reach(identityUrl, 'The sign-in service')] : []),
        ...(paymentsUrl ? [this.reach(paymentsUrl, 'The payment provider')] : []),
        ...(demo ? [this.isSeeded()] : []),
      ]);
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      const [failed = ''] = Object.keys((error.getResponse() as HealthCheckResult).error ?? {});
      throw failed === SEED ? new NotSeeded() : new DependencyDown(failed);
    }
  }

  private isSeeded(): HealthCheckAttempt {
    const { collection, id } = SEED_MARKER;
    return this.indicators
      .check(SEED)
      .attempt(async () => {
        const markers = this.connection.collection<{ _id: string; doneAt?: Date }>(collection);
        if ((await markers.findOne({ _id: id }))?.doneAt == null) throw new Error('not finished');
      })
      .withTimeout(TIMEOUT_MS);
  }

  /** Any response but a server error shows that the local service runs. */
  private reach(url: string, name: string): HealthCheckAttempt {
    return this.indicators
      .check(name)
      .attempt(async ({ signal }) => {
        const { status, body } = await fetch(url, { signal, redirect: 'manual' });
        await body?.cancel();
        if (status >= 500) throw new Error(`It responds with ${status}`);
      })
      .withTimeout(TIMEOUT_MS);
  }
}
