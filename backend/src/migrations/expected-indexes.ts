import type { Schema } from 'mongoose';
import { ApiKeySchema } from '../api-keys/api-key.schema.js';
import { AuditEntrySchema } from '../audit/audit-entry.schema.js';
import { BasketSchema } from '../basket/basket.schema.js';
import { CustomerNoteSchema } from '../customers/customer-note.schema.js';
import { AddressBookSchema } from '../delivery/address-book.schema.js';
import { DeliverySettingsSchema } from '../delivery/delivery-settings.schema.js';
import { LimitCountSchema } from '../rate-limits/limit-count.schema.js';
import { IdempotencyKeySchema } from '../idempotency/idempotency-key.schema.js';
import { KindSchema } from '../kinds/kind.schema.js';
import { WebhookDeliverySchema } from '../events/webhooks/deliveries/webhook-delivery.schema.js';
import { WebhookEndpointSchema } from '../events/webhooks/endpoints/webhook-endpoint.schema.js';
import { LeaseRecordSchema } from '../jobs/leases.js';
import { MailPreferencesSchema } from '../events/mail/mail-preferences.schema.js';
import { MailSchema } from '../events/mail/mail.schema.js';
import { SubscriptionSchema } from '../newsletter/subscription.schema.js';
import {
  DisputeRecordSchema,
  FailedEventSchema,
  HandledEventSchema,
  EventCursorSchema,
} from '../payments/payment-records.schema.js';
import { OutboxEventSchema } from '../outbox/outbox-event.schema.js';
import { AppliedChangeSchema } from '../products/applied-change.schema.js';
import { ProductSchema } from '../products/product.schema.js';
import { CustomerLockSchema } from '../purchases/orders/customer-locks.service.js';
import { OrderNoteSchema } from '../purchases/orders/order-note.schema.js';
import { OrderExternalIdSchema } from '../purchases/orders/order-external-id.js';
import { OrderNumberSchema } from '../purchases/orders/order-number.js';
import { PaymentSchema } from '../purchases/payments/payment.schema.js';
import { OrderSchema } from '../purchases/orders/order.schema.js';
import { RevisionRowSchema } from '../response-cache/catalogue-revision.js';
import { DailyReportSchema, DailySalesSchema } from '../reports/daily-report.schema.js';
import { KeptFindingSchema, PassSchema } from '../reports/reconciliation/reconciliation.schema.js';
import { ReviewSchema } from '../reviews/review.schema.js';
import { SearchMissSchema } from '../search/misses/search-miss.schema.js';
import { SynonymsSchema } from '../search/synonyms/synonyms.schema.js';
import { ListSettingsSchema, SavedViewSchema } from '../saved-views/saved-view.schema.js';
import { StockAlertSchema } from '../stock-alerts/stock-alert.schema.js';
import { StockLevelSchema } from '../stock-alerts/stock-level.schema.js';
import { RemovedIdentitySchema, UserSchema } from '../users/user.schema.js';

/** Every schema that has a collection of its own. A spec compares them with the running shop's. */
const SCHEMAS = [
  AddressBookSchema,
  ApiKeySchema,
  AppliedChangeSchema,
  AuditEntrySchema,
  BasketSchema,
  CustomerLockSchema,
  CustomerNoteSchema,
  DailyReportSchema,
  DailySalesSchema,
  DeliverySettingsSchema,
  DisputeRecordSchema,
  FailedEventSchema,
  HandledEventSchema,
  IdempotencyKeySchema,
  KeptFindingSchema,
  KindSchema,
  LeaseRecordSchema,
  LimitCountSchema,
  ListSettingsSchema,
  MailPreferencesSchema,
  MailSchema,
  OrderExternalIdSchema,
  OrderNoteSchema,
  OrderNumberSchema,
  PaymentSchema,
  OutboxEventSchema,
  PassSchema,
  ProductSchema,
  OrderSchema,
  RemovedIdentitySchema,
  ReviewSchema,
  RevisionRowSchema,
  SavedViewSchema,
  SearchMissSchema,
  StockAlertSchema,
  StockLevelSchema,
  SubscriptionSchema,
  SynonymsSchema,
  EventCursorSchema,
  UserSchema,
  WebhookDeliverySchema,
  WebhookEndpointSchema,
] as unknown as Schema[];

/** The options that make two indexes on the same fields different ones. */
export interface IndexOptions {
  unique?: boolean;
  expireAfterSeconds?: number;
  partialFilterExpression?: object;
}

export interface ExpectedIndex {
  key: Record<string, 1 | -1>;
  options: IndexOptions;
}

export const optionsOf = (from: IndexOptions): IndexOptions => ({
  ...(from.unique && { unique: true }),
  ...(from.expireAfterSeconds !== undefined && { expireAfterSeconds: from.expireAfterSeconds }),
  ...(from.partialFilterExpression && { partialFilterExpression: from.partialFilterExpression }),
});

/** Collections and their indexes, apart from `_id`. Images are in GridFS, whose driver expects those with `filename` and `n`. */
export const EXPECTED_INDEXES: ReadonlyMap<string, ExpectedIndex[]> = new Map([
  ...SCHEMAS.map((schema): [string, ExpectedIndex[]] => [
    String(schema.get('collection')),
    schema.indexes().map(([key, options]) => ({
      key: key as ExpectedIndex['key'],
      options: optionsOf(options as IndexOptions),
    })),
  ]),
  [
    'images.files',
    [
      { key: { filename: 1, uploadDate: 1 }, options: {} },
      // images that were never used, for the job that deletes them
      { key: { 'metadata.referencedAt': 1, _id: 1 }, options: {} },
    ],
  ],
  ['images.chunks', [{ key: { files_id: 1, n: 1 }, options: { unique: true } }]],
  ['images.variants', []],
]);
