import type { Model, mongo, Schema } from 'mongoose';
import type * as Money from '../../backend/src/common/money.js';
import type * as Carriers from '../../backend/src/delivery/carriers.js';
import type * as KindBooks from '../../backend/src/kinds/kind-book.js';
import type * as ShopKinds from '../../backend/src/kinds/shop-kinds.js';
import type * as SpecsSchema from '../../backend/src/kinds/specs-schema.js';
import type * as Words from '../../backend/src/lists/search-words.js';
import type * as Availability from '../../backend/src/products/availability.js';
import type * as ProductSearch from '../../backend/src/products/product-search.js';
import type * as KindRules from '../../backend/src/products/kinds/kind-rules.js';
import type * as NewOrder from '../../backend/src/purchases/orders/new-order.js';
import type * as Lines from '../../backend/src/purchases/orders/order-lines.js';
import type * as Numbers from '../../backend/src/purchases/orders/order-number.js';
import type * as States from '../../backend/src/purchases/orders/order-states.js';
import type * as OrderWords from '../../backend/src/purchases/orders/order-words.js';
import type * as Refunds from '../../backend/src/purchases/refunds/refund-rules.js';
import type * as Invariants from '../../backend/src/reports/invariants.js';

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

/** The shop's own pure rules. */
export type Rules = typeof Money &
  typeof Words &
  typeof Availability &
  typeof NewOrder &
  typeof Lines &
  typeof Numbers &
  typeof States &
  typeof OrderWords &
  typeof Refunds &
  typeof ShopKinds &
  typeof SpecsSchema &
  Pick<typeof Carriers, 'trackingPage'> &
  Pick<typeof ProductSearch, 'searchFieldsFor'> &
  Pick<typeof KindBooks, 'KindBook'> &
  Pick<typeof KindRules, 'kindErrors'> &
  Pick<typeof Invariants, 'newCustomerUnits'>;

/** The shop's own migrations. On an empty database they are done at once; on a million rows they would take minutes. */
export type Migrate = (db: mongo.Db) => Promise<unknown>;

export interface Schemas {
  kinds: Schema;
  products: Schema;
  purchases: Schema;
  orderNumbers: Schema;
  payments: Schema;
  disputes: Schema;
  customerLocks: Schema;
  deliverySettings: Schema;
  users: Schema;
  reviews: Schema;
  subscriptions: Schema;
}

export type Models = { [K in keyof Schemas]: Model<unknown> };

export interface Backend {
  schemas: Schemas;
  migrate: Migrate;
  /** Adds up the overview's days. */
  buildReports: Migrate;
  /** Notes which products have few units left. */
  addStockLevels: Migrate;
}

/** The shop's own rules, so that demo documents are what the shop itself would have written. */
export const loadRules = async (): Promise<Rules> => {
  const [
    money,
    words,
    availability,
    newOrder,
    lines,
    numbers,
    states,
    orderWords,
    refunds,
    shopKinds,
    specsSchema,
    books,
    kindRules,
    productSearch,
    invariants,
    carriers,
  ] = await Promise.all([
    compiled<typeof Money>('common/money'),
    compiled<typeof Words>('lists/search-words'),
    compiled<typeof Availability>('products/availability'),
    compiled<typeof NewOrder>('purchases/orders/new-order'),
    compiled<typeof Lines>('purchases/orders/order-lines'),
    compiled<typeof Numbers>('purchases/orders/order-number'),
    compiled<typeof States>('purchases/orders/order-states'),
    compiled<typeof OrderWords>('purchases/orders/order-words'),
    compiled<typeof Refunds>('purchases/refunds/refund-rules'),
    compiled<typeof ShopKinds>('kinds/shop-kinds'),
    compiled<typeof SpecsSchema>('kinds/specs-schema'),
    compiled<typeof KindBooks>('kinds/kind-book'),
    compiled<typeof KindRules>('products/kinds/kind-rules'),
    compiled<typeof ProductSearch>('products/product-search'),
    compiled<typeof Invariants>('reports/invariants'),
    compiled<typeof Carriers>('delivery/carriers'),
  ]);
  return {
    ...money,
    ...words,
    ...availability,
    ...newOrder,
    ...lines,
    ...numbers,
    ...states,
    ...orderWords,
    ...refunds,
    ...shopKinds,
    ...specsSchema,
    KindBook: books.KindBook,
    kindErrors: kindRules.kindErrors,
    searchFieldsFor: productSearch.searchFieldsFor,
    newCustomerUnits: invariants.newCustomerUnits,
    trackingPage: carriers.trackingPage,
  };
};

/** The shop's own schemas, migrations and reports. */
export const loadBackend = async (): Promise<Backend> => {
  const [
    kind,
    product,
    order,
    number,
    payment,
    records,
    locks,
    delivery,
    user,
    review,
    subscription,
    migrator,
    reports,
    levels,
  ] = await Promise.all([
    compiled<{ KindSchema: Schema }>('kinds/kind.schema'),
    compiled<{ ProductSchema: Schema }>('products/product.schema'),
    compiled<{ OrderSchema: Schema }>('purchases/orders/order.schema'),
    compiled<{ OrderNumberSchema: Schema }>('purchases/orders/order-number'),
    compiled<{ PaymentSchema: Schema }>('purchases/payments/payment.schema'),
    compiled<{ DisputeRecordSchema: Schema }>('payments/payment-records.schema'),
    compiled<{ CustomerLockSchema: Schema }>('purchases/orders/customer-locks.service'),
    compiled<{ DeliverySettingsSchema: Schema }>('delivery/delivery-settings.schema'),
    compiled<{ UserSchema: Schema }>('users/user.schema'),
    compiled<{ ReviewSchema: Schema }>('reviews/review.schema'),
    compiled<{ SubscriptionSchema: Schema }>('newsletter/subscription.schema'),
    compiled<{ Migrator: new (db: mongo.Db) => { run(): Promise<unknown> } }>('migrations/migrator'),
    compiled<{ buildDailyReports: Migrate }>('reports/build-daily-reports'),
    compiled<{ addStockLevels: Migrate }>('migrations/0019-stock-levels'),
  ]);
  return {
    schemas: {
      kinds: kind.KindSchema,
      products: product.ProductSchema,
      purchases: order.OrderSchema,
      orderNumbers: number.OrderNumberSchema,
      payments: payment.PaymentSchema,
      disputes: records.DisputeRecordSchema,
      customerLocks: locks.CustomerLockSchema,
      deliverySettings: delivery.DeliverySettingsSchema,
      users: user.UserSchema,
      reviews: review.ReviewSchema,
      subscriptions: subscription.SubscriptionSchema,
    },
    migrate: (db) => new migrator.Migrator(db).run(),
    buildReports: reports.buildDailyReports,
    addStockLevels: levels.addStockLevels,
  };
};
