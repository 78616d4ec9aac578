import type { Order, OrderStatus } from '../../api/types';
import { Tag, type Tone } from '../../ui/feedback';
import { dueText } from './dispute-text';

/** Each state's label and colour. What can be done in a state comes from the server with each order. */
const STATES: Record<OrderStatus, { label: string; tone?: Tone }> = {
  unpaid: { label: 'Unpaid', tone: 'warn' },
  paid: { label: 'Paid', tone: 'ok' },
  shipped: { label: 'Shipped', tone: 'info' },
  cancelled: { label: 'Cancelled' },
  refunded: { label: 'Refunded' },
};

const REFUND_LABELS = {
  pending: 'Refund pending',
  failed: 'Refund failed',
  partial: 'Partly refunded',
} as const;

const DISPUTES = {
  open: ['Disputed', 'bad'],
  lost: ['Dispute lost', 'bad'],
  won: ['Dispute won', 'ok'],
} as const;

export const DISPUTE_OPTIONS = Object.entries(DISPUTES).map(([state, [label]]) => [state, label] as const);

const PARTLY_SHIPPED = <Tag tone="info">Partly shipped</Tag>;

type Disputed = Pick<Order, 'dispute' | 'disputeDueBy'>;
type OrderState = Pick<Order, 'status' | 'fulfilment' | 'refundStatus'> & Disputed;

export const STATUS_OPTIONS = Object.entries(STATES).map(([status, { label }]) => [status, label] as const);
export const STATUSES = Object.keys(STATES) as OrderStatus[];

export const statusLabel = (status: string): string | undefined =>
  (STATES as Record<string, { label: string } | undefined>)[status]?.label;

export function StatusTag({ status }: { status: OrderStatus }) {
  const { label, tone } = STATES[status];
  return <Tag tone={tone}>{label}</Tag>;
}

/** Shown beside the state when a refund is in progress or has failed, or was of a part. */
function RefundTag({ refund }: { refund: Order['refundStatus'] }) {
  if (!refund || refund === 'succeeded') return null;
  return <Tag tone={refund === 'failed' ? 'bad' : 'info'}>{REFUND_LABELS[refund]}</Tag>;
}

/** Whether its payment is disputed. Of an open dispute also until when to respond, where there is space for it. */
function DisputeTag({ order: { dispute, disputeDueBy } }: { order: Disputed }) {
  if (!dispute) return null;
  const [label, tone] = DISPUTES[dispute];
  return (
    <Tag tone={tone}>
      {label}
      {dispute === 'open' && disputeDueBy && `, respond by ${dueText(disputeDueBy)}`}
    </Tag>
  );
}

/** The state of an order and of its refund. A refund that failed after all is not also called refunded. */
export function OrderTags({ order }: { order: OrderState }) {
  const { status, fulfilment, refundStatus } = order;
  return (
    <>
      {!(status === 'refunded' && refundStatus === 'failed') && <StatusTag status={status} />}
      {status === 'paid' && fulfilment === 'partial' && PARTLY_SHIPPED}
      <RefundTag refund={refundStatus} />
      <DisputeTag order={order} />
    </>
  );
}

/** Payment alone: what became of the goods is in a column of its own. That it is disputed says that it was paid. */
export function PaymentTags({
  order: { status, paid, refundStatus, dispute },
}: {
  order: Pick<Order, 'status' | 'paid' | 'refundStatus' | 'dispute'>;
}) {
  const payment = status === 'refunded' ? 'refunded' : paid ? 'paid' : 'unpaid';
  // An unpaid order that is cancelled is owed nothing any more.
  const shown = status === 'cancelled' && !paid ? <Tag>Unpaid</Tag> : <StatusTag status={payment} />;
  const isRefunding = refundStatus && refundStatus !== 'succeeded';
  return (
    <span className="cell-row">
      {isRefunding ? <RefundTag refund={refundStatus} /> : dispute !== 'open' && shown}
      <DisputeTag order={{ dispute }} />
    </span>
  );
}

/** What became of the goods. */
export function FulfilmentTag({ order }: { order: Pick<Order, 'status' | 'shipped' | 'fulfilment'> }) {
  if (order.shipped) return <StatusTag status="shipped" />;
  if (order.fulfilment !== 'none') return PARTLY_SHIPPED;
  if (order.status === 'cancelled') return <StatusTag status="cancelled" />;
  if (order.status === 'paid') return <Tag tone="warn">Not shipped</Tag>;
  return (
    <span className="muted">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">Nothing to ship</span>
    </span>
  );
}
