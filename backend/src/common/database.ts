import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, mongo } from 'mongoose';

/**
 * A call hears within five seconds that the database is gone, also when it asks twice; and a database that is back is
 * noticed within two.
 */
export const DATABASE_TIMES = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 2_000,
  heartbeatFrequencyMS: 2_000,
} as const;

/** Whether the driver sees a database that takes writes. */
export const isConnected = ({ readyState }: Connection): boolean => Number(readyState) === 1;

/** Whether a write was refused by a unique index. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;

/**
 * Makes every collection and index before the server listens. What is there already stays, so any number of processes may
 * start at once; an index is never dropped here.
 */
@Injectable()
export class IndexBuilder implements OnApplicationBootstrap {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const model of Object.values(this.connection.models)) {
      await model.createCollection();
      await model.createIndexes();
    }
  }
}
