import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterMongo,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config.js';
import { LimitCount } from './limit-count.schema.js';
import { InsuredLimiter } from './insured-limiter.js';

/** A count that a crash of the database loses harms nobody, so nobody waits for the disk. */
const LAX = { writeConcern: { w: 1, journal: false } } as const;

/** Makes the limiters, on what all replicas share: the shop's database, or Redis. */
@Injectable()
export class LimitStore implements OnApplicationShutdown {
  private redis: Redis | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectModel(LimitCount.name) private readonly counts: Model<LimitCount>,
  ) {}

  /** Loads Redis's client, where it is used; `limiter` comes after this. */
  async connect(): Promise<void> {
    const { store, redisUrl } = this.config.limitStore;
    if (store !== 'redis' || this.redis) return;
    const { Redis: Client } = await import('ioredis');
    this.redis = new Client(redisUrl, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 2_000,
    });
    // It connects again by itself; meanwhile the limits are counted in memory.
    this.redis.on('error', () => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    this.redis?.disconnect();
  }

  /** A limit of so many calls a minute, known to all replicas by its name. */
  limiter(name: string, points: number): InsuredLimiter {
    return new InsuredLimiter(this.shared(name, points), points);
  }

  private shared(name: string, points: number): RateLimiterAbstract {
    // Who is over the limit is refused from memory: a flood costs no database.
    const options = { keyPrefix: name, points, duration: 60, inMemoryBlockOnConsumed: points };
    if (this.config.limitStore.store === 'memory') return new RateLimiterMemory(options);
    if (this.redis) return new RateLimiterRedis({ ...options, storeClient: this.redis });
    const { counts } = this;
    const storeClient = {
      collection: (table: string) => counts.db.getClient().db(counts.db.name).collection(table, LAX),
    };
    return new RateLimiterMongo({
      ...options,
      storeClient,
      tableName: counts.collection.name,
      disableIndexesCreation: true,
    });
  }
}
