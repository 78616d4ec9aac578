import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { DestinationStream } from 'pino';
import { TokensService } from '../src/auth/tokens.service.js';
import { type Config, parseConfig } from '../src/config.js';
import { createApp } from '../src/create-app.js';
import { CatalogueRevision } from '../src/response-cache/catalogue-revision.js';
import { SearchIndex } from '../src/search/search-index.service.js';
import { type Call, callAt } from './call.js';
import { databaseUri } from './database-uri.js';
import { createFactories, type Factories } from './factories.js';
import { dropIndices } from './opensearch.js';
import { shardCollections } from './sharding.js';

export type { ApiResponse, CallOptions } from './call.js';
export type { TestUser } from './factories.js';

export const PROJECT = 'demo-rapid';

/** A running shop on a database of its own, in this process, reached over real HTTP. */
export interface Shop extends Factories {
  app: NestFastifyApplication;
  config: Config;
  db: Connection;
  /** The shop's origin, without a slash at the end. */
  url: string;
  /** Calls the API: `call('GET', '/items')`, `call('POST', '/review', { as: user, body: {…} })`. */
  call: Call;
  /** The shop's own token of a user's `_id`. */
  tokenOf(userId: string): Promise<string>;
  /** Stops the shop and drops its database. */
  close(): Promise<void>;
}

/** What a test may set: any setting of `config.ts` by its name in the environment. */
export type Settings = Record<string, string | undefined>;

const storeUri = (database: string): string => {
  const base = process.env['TEST_STORE_URI'];
  if (!base)
    throw new Error(
      'TEST_STORE_URI is not set: run the specs through jest, whose global set-up starts the store',
    );
  return databaseUri(base, database);
};

const newDatabaseName = (): string => `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;

/** Settings that make it a production: no demo mode, no local services. */
export const PRODUCTION: Settings = {
  DEMO: undefined,
  IDENTITY_EMULATOR_URL: undefined,
  PAYMENTS_SANDBOX_URL: undefined,
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
};

/** A complete configuration in demo mode, with generous limits and no database; `settings` change or, as undefined, unset some of it. */
export const testConfig = (settings: Settings = {}): Config =>
  parseConfig({
    DEMO: '1',
    PORT: '0',
    MONGODB_URI: 'mongodb://127.0.0.1:1/nowhere',
    JWT_SECRET: 'a-secret-of-the-specs-and-of-nothing-else',
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_API_KEY: 'demo-key',
    STRIPE_SECRET_KEY: 'sk_test_harness',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_demo',
    STRIPE_WEBHOOK_SECRET: 'whsec_harness',
    IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
    PAYMENTS_SANDBOX_URL: 'http://127.0.0.1:9',
    RATE_USER_PER_MINUTE: '100000',
    RATE_API_KEY_PER_MINUTE: '100000',
    RATE_ADDRESS_PER_MINUTE: '100000',
    RATE_SIGN_IN_PER_MINUTE: '100000',
    RATE_FAILED_SIGN_IN_PER_MINUTE: '100000',
    RATE_NEWSLETTER_PER_MINUTE: '100000',
    RATE_PAY_LINK_PER_MINUTE: '100000',
    RATE_STOCK_ALERTS_PER_MINUTE: '100000',
    RATE_ORDERS_PER_MINUTE: '100000',
    RATE_PAYMENTS_PER_MINUTE: '100000',
    RATE_REVIEWS_PER_MINUTE: '100000',
    NEW_CUSTOMER_STOCK_SHARE: '1',
    NEW_CUSTOMERS_JOINT_SHARE: '1',
    SWEEP_SECONDS: '3600',
    LOG_LEVEL: 'silent',
    FRONTEND_DIR: '/nonexistent',
    ...settings,
  });

/** The search indexes of the shops on each database: what a factory writes, no event tells them of. */
const indexes = new Map<string, SearchIndex[]>();

/**
 * Starts a shop on a free port. With `MONGODB_URI` set to another shop's (`other.config.mongodbUri`) it is a second process
 * of that shop, as far as the database goes.
 */
export async function startShop(settings: Settings = {}, logTo?: DestinationStream): Promise<Shop> {
  const config = testConfig({ MONGODB_URI: storeUri(newDatabaseName()), ...settings });
  if (process.env['TEST_MONGODB_SHARDED'] && !settings['MONGODB_URI'])
    await shardCollections(config.mongodbUri);
  const app = await createApp(config, logTo);
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace(/\/$/, '');
  const db = app.get<Connection>(getConnectionToken());
  const tokens = app.get(TokensService, { strict: false });
  const revision = app.get(CatalogueRevision);
  const index = app.get(SearchIndex, { strict: false });
  await index.started;
  indexes.set(config.mongodbUri, [...(indexes.get(config.mongodbUri) ?? []), index]);
  const tokenOf = (userId: string): Promise<string> => tokens.issue(userId);
  return {
    app,
    config,
    db,
    url,
    call: callAt(`${url}/api`),
    tokenOf,
    ...createFactories(db, tokenOf, async (productId) => {
      revision.content += 1;
      revision.reviews += 1;
      if (productId === undefined) return;
      for (const one of indexes.get(config.mongodbUri) ?? []) await one.apply([productId]);
    }),
    async close() {
      const { name } = db;
      if (!settings['MONGODB_URI']) await db.dropDatabase();
      await app.close();
      if (!settings['MONGODB_URI']) await dropIndices(config.search.openSearchUrl, name);
    },
  };
}
