import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { Redis } from 'ioredis';
import type { FastifyRequest } from 'fastify';
import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { recordTelemetry } from '../common/telemetry.js';
import { TooManyRequests } from '../common/errors.js';
import { USER_LIMITS } from '../common/rate-limit.js';
import { CONFIG, type Config } from '../config.js';
import { LIMIT_COUNTS } from './limit-count.schema.js';
import { noteQuota, type Quota } from './quotas.js';

export type LimitName = keyof Config['limits'];

interface Limiter {
  /** @throws RateLimiterRes when the limit is reached */
  consume(key: string): Promise<RateLimiterRes>;
}

const WINDOW_SECONDS = 60;

/** How long a request waits for the shared counters before this process counts it by itself. */
const STORE_TIMEOUT_MS = 1_000;

/** Limits whose counts cost more in the database than what they protect: those of every request, and those of a known caller. */
const COUNTED_HERE: LimitName[] = ['address', 'user', 'apiKey', ...USER_LIMITS];

/**
 * Counts requests a minute. `LIMITS_STORE` says where: in the store that all replicas share, or, while that is unavailable,
 * in this process's memory. With the database as the store it shares what somebody without an account can try: sign-ins and
 * the newsletter. The others are counted in each process, so that neither a read nor an order pays for a count.
 */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly redis: Redis | undefined;
  private readonly limiters: Map<LimitName, Limiter>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectConnection() private readonly connection: Connection,
  ) {
    const { store, redisUrl } = config.limitStore;
    if (store === 'redis') {
      this.redis = new Redis(redisUrl, {
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0,
        connectTimeout: 2_000,
        commandTimeout: STORE_TIMEOUT_MS,
      });
      // it reconnects by itself, and the limiters fall back to memory until then
      this.redis.on('error', () => undefined);
    }
    const names = Object.keys(config.limits) as LimitName[];
    this.limiters = new Map(names.map((name) => [name, this.limiter(name)]));
  }

  /**
   * Counts a request under a key.
   *
   * @param request whose response shows what is left
   * @throws TooManyRequests
   */
  async consume(name: LimitName, key: string, request?: FastifyRequest): Promise<void> {
    try {
      const counted = await this.limiters.get(name)!.consume(key);
      if (request) noteQuota(request, this.quotaOf(name, counted));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const quota = this.quotaOf(name, refusal);
      if (request) noteQuota(request, quota);
      recordTelemetry('limit-refused', { limit: name });
      throw new TooManyRequests(quota.resetSeconds);
    }
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private quotaOf(name: LimitName, { remainingPoints, msBeforeNext }: RateLimiterRes): Quota {
    return {
      name,
      limit: this.config.limits[name],
      windowSeconds: WINDOW_SECONDS,
      remaining: Math.max(0, remainingPoints),
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    };
  }

  private limiter(name: LimitName): Limiter {
    const points = this.config.limits[name];
    const options = { keyPrefix: name, points, duration: WINDOW_SECONDS };
    const memory = new RateLimiterMemory(options);
    // whoever is over the limit is refused from memory, at no cost to the store
    const shared = { ...options, inMemoryBlockOnConsumed: points, insuranceLimiter: memory };
    if (this.redis) return new RateLimiterRedis({ ...shared, storeClient: this.redis });
    if (COUNTED_HERE.includes(name) || this.config.limitStore.store === 'memory') return memory;
    const database = new RateLimiterMongo({
      ...shared,
      // a count that a crash loses harms nobody, so it does not wait for the disk
      storeClient: this.connection.getClient().db(this.connection.name, {
        writeConcern: { w: 1, journal: false },
      }),
      tableName: LIMIT_COUNTS,
      disableIndexesCreation: true,
    });
    return { consume: (key) => consumeInTime(database, memory, key) };
  }
}

/** The database's driver has no timeout of its own for an operation. */
async function consumeInTime(shared: Limiter, fallback: Limiter, key: string): Promise<RateLimiterRes> {
  const cancel = new AbortController();
  const late = sleep(STORE_TIMEOUT_MS, undefined, { signal: cancel.signal });
  try {
    return (await Promise.race([shared.consume(key), late])) ?? (await fallback.consume(key));
  } finally {
    cancel.abort();
    late.catch(() => undefined);
  }
}
