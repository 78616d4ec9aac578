import type { Model, mongo, Schema } from 'mongoose';

/** A compiled module of the shop. Its own build makes it; the seed knows it by its place alone. */
const compiled = async <T>(path: string): Promise<T> => {
  const url = new URL(`../../backend/dist/${path}.js`, import.meta.url);
  try {
    return (await import(url.href)) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(`The shop is not built: ${url.pathname} cannot be loaded. Run "npm run build" first.`, {
      cause: error,
    });
  }
};

export interface Rules {
  freeText: (text: string) => string;
  searchFieldsOf: (...texts: (string | undefined)[]) => { words: string[]; tokens: string[] };
  availabilityOf: (stock: {
    availableQ: number;
    minimumOQ: number;
    lowStockAt?: number | undefined;
  }) => string;
}

/** The shop's own migrations. On an empty database they are done at once; on a million rows they would take minutes. */
export type Migrate = (db: mongo.Db) => Promise<unknown>;

export interface Schemas {
  products: Schema;
  purchases: Schema;
  customerLocks: Schema;
  users: Schema;
  reviews: Schema;
  subscriptions: Schema;
}

export type Models = { [K in keyof Schemas]: Model<unknown> };

export interface Backend {
  schemas: Schemas;
  rules: Rules;
  migrate: Migrate;
  /** Counts on the products what customers who never paid hold of them. */
  countNewCustomerUnits: Migrate;
  /** Adds up the overview's days. */
  buildReports: Migrate;
}

/** The shop's own schemas and rules, so that demo documents are what the shop itself would have written. */
export const loadBackend = async (): Promise<Backend> => {
  const [
    product,
    purchase,
    locks,
    user,
    review,
    subscription,
    words,
    availability,
    migrator,
    units,
    reports,
  ] = await Promise.all([
    compiled<{ ProductSchema: Schema }>('products/product.schema'),
    compiled<{ OrderSchema: Schema }>('purchases/orders/order.schema'),
    compiled<{ CustomerLockSchema: Schema }>('purchases/orders/customer-locks.service'),
    compiled<{ UserSchema: Schema }>('users/user.schema'),
    compiled<{ ReviewSchema: Schema }>('reviews/review.schema'),
    compiled<{ SubscriptionSchema: Schema }>('newsletter/subscription.schema'),
    compiled<Pick<Rules, 'freeText' | 'searchFieldsOf'>>('lists/search-words'),
    compiled<Pick<Rules, 'availabilityOf'>>('products/availability'),
    compiled<{ Migrator: new (db: mongo.Db) => { run(): Promise<unknown> } }>('migrations/migrator'),
    compiled<{ countNewCustomerUnits: Migrate }>('migrations/0006-new-customer-units'),
    compiled<{ buildDailyReports: Migrate }>('reports/build-daily-reports'),
  ]);
  return {
    schemas: {
      products: product.ProductSchema,
      purchases: purchase.OrderSchema,
      customerLocks: locks.CustomerLockSchema,
      users: user.UserSchema,
      reviews: review.ReviewSchema,
      subscriptions: subscription.SubscriptionSchema,
    },
    migrate: (db) => new migrator.Migrator(db).run(),
    countNewCustomerUnits: units.countNewCustomerUnits,
    buildReports: reports.buildDailyReports,
    rules: {
      freeText: words.freeText,
      searchFieldsOf: words.searchFieldsOf,
      availabilityOf: availability.availabilityOf,
    },
  };
};
