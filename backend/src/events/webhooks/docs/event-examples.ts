import type {
  AccountChanged,
  KindChanged,
  OrderChanged,
  ProductChanged,
  ReviewChanged,
} from '../../../outbox/domain-events.js';

/** An example of each payload, for `openapi.json`. */

const CUSTOMER = '665f1c2ab8d4e1a2b3c4d5e7';
const PRODUCT = '665f1c2ab8d4e1a2b3c4d5e8';
const admin = { by: 'admin', userId: '665f1c2ab8d4e1a2b3c4d5e9' };

export const ORDER_EXAMPLE: OrderChanged = {
  order: {
    orderId: '665f1c2ab8d4e1a2b3c4d5e6',
    number: 'RM-7F3K2Q',
    customerId: CUSTOMER,
    placedAt: '2036-11-30T09:58:12.000Z',
    status: 'paid',
    fulfilment: 'none',
    currency: 'usd',
    subtotalCents: 12_500,
    taxCents: 1_000,
    deliveryCents: 500,
    totalCents: 14_000,
    refundedCents: 0,
    lines: [
      {
        productId: PRODUCT,
        name: 'Harrow Fan',
        sku: 'HF-120',
        unitCents: 1_250,
        quantity: 10,
        refunded: 0,
        shipped: 0,
        totalCents: 12_500,
      },
    ],
  },
  before: { status: 'unpaid', totalCents: 14_000, refundedCents: 0, refundedUnits: [0] },
  actor: { by: 'webhook' },
};

export const PRODUCT_EXAMPLE: ProductChanged = {
  product: {
    productId: PRODUCT,
    name: 'Harrow Fan',
    sku: 'HF-120',
    kind: 'fan',
    state: 'on-sale',
    priceCents: 1_250,
    minimumOQ: 10,
    availableQ: 120,
    availability: 'orderable',
  },
  actor: admin,
};

export const KIND_EXAMPLE: KindChanged = {
  kind: { slug: 'fan', label: 'Fan' },
  changedParts: 3,
  actor: admin,
};

export const REVIEW_EXAMPLE: ReviewChanged = {
  review: {
    reviewId: '665f1c2ab8d4e1a2b3c4d5e6',
    accountId: CUSTOMER,
    ratings: 5,
    hidden: false,
    verifiedBuyer: true,
    hasReply: false,
  },
  actor: { by: 'customer', userId: CUSTOMER },
};

export const ACCOUNT_EXAMPLE: AccountChanged = {
  account: { accountId: CUSTOMER, role: 'customer', emailVerified: true },
  actor: { by: 'customer', userId: CUSTOMER },
};
