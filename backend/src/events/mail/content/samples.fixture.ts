import { Types } from 'mongoose';
import type { OrderChanged, ProductFacts } from '../../../outbox/domain-events.js';
import { Order } from '../../../purchases/orders/order.schema.js';
import type { MailKind } from '../mail-kinds.js';
import type { MailContent } from './blocks.js';
import { shopLink } from './links.js';
import { isOrderKind, orderMail } from './order-mails.js';
import { alertConfirmMail, alertDueMail, disputeMail, lowStockMail, webhookMail } from './other-mails.js';

export const SHOP = 'https://shop.example';
export const ORDER_ID = '665f1c2ab8d4e1a2b3c4d5e8';
export const PRODUCT_ID = '665f1c2ab8d4e1a2b3c4d5e9';

const at = new Date('2026-11-26T10:00:00Z');
const link = (path: string) => shopLink(SHOP, path);

/** What a person may have typed; each text of a sample is one. */
export interface Typed {
  product: string;
  name: string;
  carrier: string;
  trackingUrl: string;
  method: string;
}

export const PLAIN: Typed = {
  product: 'Northbeam 480 SSD',
  name: 'Casey Customer',
  carrier: 'UPS',
  trackingUrl: 'https://www.ups.com/track?tracknum=1Z999',
  method: 'Express',
};

const changed = ({ product }: Typed): OrderChanged => ({
  order: {
    orderId: ORDER_ID,
    number: 'RM-7F4K-29QX',
    customerId: '665f1c2ab8d4e1a2b3c4d5ea',
    placedAt: at.toISOString(),
    status: 'paid',
    fulfilment: 'full',
    currency: 'USD',
    subtotalCents: 49_900,
    taxCents: 5_139,
    deliveryCents: 1_490,
    totalCents: 56_529,
    refundedCents: 9_980,
    lines: [
      {
        productId: PRODUCT_ID,
        name: product,
        unitCents: 4_990,
        quantity: 10,
        refunded: 2,
        shipped: 8,
        totalCents: 49_900,
      },
    ],
  },
  before: { status: 'paid', totalCents: 56_529, refundedCents: 0, refundedUnits: [0] },
  actor: { by: 'admin' },
  change: { lines: [{ productId: PRODUCT_ID, quantity: 2 }], amountCents: 9_980 },
});

const order = ({ name, carrier, trackingUrl, method }: Typed): Order =>
  ({
    shippingAddress: {
      name,
      line1: '12 Foundry Lane',
      city: 'Springfield',
      postalCode: '62704',
      country: 'US',
    },
    address: '',
    delivery: { name: method, priceCents: 1_490, taxCents: 149, expected: '2026-11-30' },
    pricesIncludeTax: false,
    holdUntil: at,
    paidAt: at,
    poNumber: 'PO-1',
    vatId: 'DE1',
    refunds: [],
    shipments: [
      {
        _id: new Types.ObjectId(),
        at,
        lines: [{ productId: new Types.ObjectId(PRODUCT_ID), quantity: 2 }],
        carrier,
        trackingNumber: '1Z999',
        trackingUrl,
      },
    ],
  }) as unknown as Order;

/** A mail of each kind. */
export function sampleMail(kind: MailKind, typed = PLAIN): MailContent {
  const event = changed(typed);
  if (isOrderKind(kind))
    return orderMail(kind, {
      ...event,
      at,
      now: order(typed),
      names: new Map([[PRODUCT_ID, typed.product]]),
      page: link('/dashboard/orders/RM-7F4K-29QX'),
      ...(kind === 'payment-link' && { payLink: { link: link('/pay/abc.def'), expiresAt: at } }),
    });
  const profile = link('/dashboard/myProfile#mail');
  const facts = {
    email: 'a@example.com',
    units: 3,
    isChange: false,
    productId: PRODUCT_ID,
    productName: typed.product,
    confirmPath: '',
    stopPath: '',
  };
  const stop = link('/stock-alerts/stop/abc');
  const product = { name: typed.product, sku: typed.product, availableQ: 1, minimumOQ: 5 } as ProductFacts;
  if (kind === 'dispute-opened')
    return disputeMail(
      { ...event.order, dueBy: at },
      { order: link(`/dashboard/manageOrders?open=${ORDER_ID}`), profile },
    );
  if (kind === 'low-stock')
    return lowStockMail(product, { list: link('/dashboard/manageProducts?q=SSD'), profile });
  if (kind === 'webhook-disabled')
    return webhookMail({ url: 'https://hooks.example/', description: typed.product }, 'failed', {
      list: link('/dashboard/webhooks'),
      profile,
    });
  return kind === 'stock-alert-confirm'
    ? alertConfirmMail(facts, { confirm: link('/stock-alerts/confirm/abc'), stop })
    : alertDueMail(facts, { part: link(`/parts/${PRODUCT_ID}`), stop });
}
