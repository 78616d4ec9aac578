import { type ClientSession, Types } from 'mongoose';
import { CURRENCY } from '../src/common/money.js';
import { inTransaction } from '../src/database/transaction.js';
import type { Refund } from '../src/payment-provider/payment-provider.js';
import { OrderChanges } from '../src/purchases/orders/order-changes.service.js';
import { amountsOf, outstandingUnits, refundableUnits } from '../src/purchases/orders/order-lines.js';
import { isRefundable, isRefundableInPart, isShippable } from '../src/purchases/orders/order-states.js';
import { OrderTransitions } from '../src/purchases/orders/order-transitions.service.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { PurchasesService } from '../src/purchases/purchases.service.js';
import { leftToRefund, refundValue } from '../src/purchases/refunds/refund-rules.js';
import { RefundTransitions, type WantedRefund } from '../src/purchases/refunds/refund-transitions.service.js';
import { Shipments } from '../src/purchases/shipments/shipments.service.js';
import { addDays, dayOf, startOf } from '../src/reports/days.js';
import type { Shop } from './harness.js';
import { payment } from './rollups.js';

/** Every kind of change that there is of an order, made by the services, with choices that `below` takes. */

const ADMIN = { by: 'admin' } as const;
const DAY_MS = 24 * 3_600_000;

interface Buyers {
  /** Ids of accounts. */
  customers: readonly string[];
  products: readonly Types.ObjectId[];
  below: (n: number) => number;
}
interface Made extends Buyers {
  order: Order;
  which: Shop;
}
export interface AnyChange {
  /** The orders that it can be made of. */
  of: (order: Order) => boolean;
  make: (how: Made) => Promise<unknown>;
}

export const changesIn = ({ app }: Shop) => ({
  orders: app.get(OrderChanges, { strict: false }),
  transitions: app.get(OrderTransitions, { strict: false }),
  shipments: app.get(Shipments, { strict: false }),
  refunds: app.get(RefundTransitions, { strict: false }),
});
type Changes = ReturnType<typeof changesIn>;

const change = (which: Shop, make: (changes: Changes, session: ClientSession) => Promise<unknown>) =>
  inTransaction(which.db, (session) => make(changesIn(which), session));

/** Places an order of one line to four; it takes no stock. */
export function place(
  which: Shop,
  session: ClientSession,
  { customers, products, below, createdAt }: Buyers & { createdAt: Date },
): Promise<Order> {
  const of = products.slice(below(products.length));
  const userId = customers[below(customers.length)]!;
  const lines = of.map((productId) => ({
    productId,
    name: 'Part',
    img: '/part.webp',
    unitCents: 1_000 + below(10_000),
    quantity: 1 + below(9),
    taxRate: 0,
    taxCents: below(100),
    refunded: 0,
    shipped: 0,
    restocked: 0,
  }));
  const pricesIncludeTax = below(2) === 0;
  const delivery = below(2) === 1 ? { name: 'Parcel', priceCents: 990, taxCents: 99 } : undefined;
  const fields = {
    _id: new Types.ObjectId(),
    userId: new Types.ObjectId(userId),
    userEmail: 'someone@example.com',
    userName: 'Someone',
    address: '12 Foundry Lane',
    phone: '5550100',
    lines,
    ...(delivery && { delivery }),
    ...amountsOf({ lines, delivery, pricesIncludeTax }),
    pricesIncludeTax,
    currency: CURRENCY,
    status: 'unpaid',
    holdUntil: new Date(Date.now() + DAY_MS),
    timeline: [{ at: new Date(), what: 'unpaid', by: 'customer', userId }],
    createdAt,
  } as const;
  return changesIn(which).orders.place(session, { ...fields, timeline: [...fields.timeline] }, ADMIN);
}

export const NEW_ORDER: AnyChange = {
  of: () => true,
  make: ({ which, below, ...who }) => {
    const day = startOf(addDays(dayOf(new Date()), -below(5))).getTime();
    // also at the first and the last moment of a day
    const time = [0, DAY_MS - 1, below(DAY_MS)][below(3)]!;
    return inTransaction(which.db, (session) =>
      place(which, session, { ...who, below, createdAt: new Date(day + time) }),
    );
  },
};

/** A refund of some units, of the delivery, of an amount, or of all that is left. */
function wantedRefund(order: Order, below: (n: number) => number): WantedRefund {
  const left = leftToRefund(order);
  const requestId = String(new Types.ObjectId());
  const line = order.lines.find((one) => refundableUnits(one) > 0);
  const kind = isRefundableInPart(order) ? below(4) : 0;
  if (kind === 1) return { amountCents: 1 + below(left), isRemainder: false, requestId };
  if (kind === 2 && line) {
    const lines = [{ productId: line.productId, quantity: 1 + below(refundableUnits(line)) }];
    return { amountCents: refundValue(order, { lines }), isRemainder: false, lines, requestId };
  }
  const isOfDelivery =
    order.delivery && !order.refunds.some(({ ofDelivery, status }) => ofDelivery && status !== 'failed');
  if (kind === 3 && isOfDelivery) {
    const amountCents = refundValue(order, { ofDelivery: true });
    return { amountCents, isRemainder: false, ofDelivery: true, requestId };
  }
  return { amountCents: left, isRemainder: true, requestId };
}

const isUnpaid = ({ status }: Order): boolean => status === 'unpaid';
const stands = (order: Order) => order.shipments.find(({ undone }) => !undone);

export const CHANGES: readonly AnyChange[] = [
  NEW_ORDER,
  {
    of: isUnpaid,
    make: ({ order, which }) =>
      change(which, ({ transitions }, session) =>
        transitions.pay(session, String(order._id), payment(order), { by: 'webhook' }),
      ),
  },
  {
    of: ({ status, transactionId }) => status === 'cancelled' && transactionId === undefined,
    make: ({ order, which }) =>
      change(which, ({ transitions }, session) =>
        transitions.payLate(session, order._id, payment(order), { by: 'webhook' }),
      ),
  },
  {
    of: isUnpaid,
    make: ({ order, which }) =>
      change(which, ({ transitions }, session) =>
        transitions.cancel(session, order, ADMIN, { hide: false, where: {} }),
      ),
  },
  {
    of: (order) => isUnpaid(order) && order.lines.length > 1,
    make: ({ order, which }) =>
      change(which, ({ transitions }, session) =>
        transitions.cancelLine(session, order, order.lines[0]!.productId, ADMIN),
      ),
  },
  {
    of: (order) => isShippable(order) && order.lines.some((line) => outstandingUnits(line) > 0),
    make: ({ order, which, below }) => {
      const { productId, ...units } = order.lines.find((one) => outstandingUnits(one) > 0)!;
      const lines = [{ productId, quantity: 1 + below(outstandingUnits(units)) }];
      return change(which, ({ shipments }, session) =>
        shipments.ship(session, order._id, below(2) === 0 ? {} : { lines }, ADMIN),
      );
    },
  },
  {
    of: (order) => stands(order) !== undefined,
    make: ({ order, which }) =>
      change(which, ({ shipments }, session) =>
        shipments.undo(session, order._id, stands(order)!._id, 'It never left', ADMIN),
      ),
  },
  {
    of: (order) => isRefundable(order) && leftToRefund(order) > 0,
    make: ({ order, which, below }) =>
      changesIn(which).refunds.request(order, wantedRefund(order, below), ADMIN),
  },
  {
    of: ({ refundStatus }) => refundStatus === 'pending',
    make: ({ order, which, below }) => {
      const { amountCents, attempt } = order.refunds.find(({ status }) => status === 'pending')!;
      const status = below(4) === 0 ? ('failed' as const) : ('succeeded' as const);
      const id = `re_${String(order._id)}_${attempt}`;
      const refund: Refund = { id, amount: amountCents, status, failure: undefined, attempt };
      return changesIn(which).refunds.record(String(order._id), [refund], ADMIN);
    },
  },
  {
    // one that failed after it had succeeded
    of: ({ refunds }) => refunds.some(({ status, refundId }) => status === 'succeeded' && refundId),
    make: ({ order, which, below }) => {
      if (below(4) > 0) return Promise.resolve();
      const { refundId, amountCents, attempt } = order.refunds.find(({ status }) => status === 'succeeded')!;
      const refund: Refund = {
        id: refundId!,
        amount: amountCents,
        status: 'failed',
        failure: 'It failed',
        attempt,
      };
      return changesIn(which).refunds.record(String(order._id), [refund], ADMIN);
    },
  },
  {
    of: ({ userEmail }) => userEmail !== '',
    make: ({ order, which, below, customers }) =>
      below(8) > 0
        ? Promise.resolve()
        : which.app
            .get(PurchasesService, { strict: false })
            .endForRemovedUser(String(order.userId), customers[0]!),
  },
];
