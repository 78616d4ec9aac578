import type { Order, OrderStatus } from '../../api/types';
import { Tag, type Tone } from '../ui/feedback';

/** Each state's word and colour. What can be done in a state comes from the server with each order. */
const STATES: Record<OrderStatus, { word: string; tone?: Tone }> = {
  unpaid: { word: 'Unpaid', tone: 'warn' },
  paid: { word: 'Paid', tone: 'ok' },
  shipped: { word: 'Shipped', tone: 'info' },
  cancelled: { word: 'Cancelled' },
  refunded: { word: 'Refunded' },
};

const REFUND_WORDS = { pending: 'Refund pending', failed: 'Refund failed' } as const;

type Standing = Pick<Order, 'status' | 'refundStatus'>;

export const STATUS_OPTIONS = Object.entries(STATES).map(([status, { word }]) => [status, word] as const);
export const STATUSES = Object.keys(STATES) as OrderStatus[];

export const statusWord = (status: string): string | undefined =>
  (STATES as Record<string, { word: string } | undefined>)[status]?.word;

export function StatusTag({ status }: { status: OrderStatus }) {
  const { word, tone } = STATES[status];
  return <Tag tone={tone}>{word}</Tag>;
}

/** Shown beside the state when a refund is under way or has failed. */
function RefundTag({ refund }: { refund: Order['refundStatus'] }) {
  if (!refund || refund === 'succeeded') return null;
  return <Tag tone={refund === 'failed' ? 'bad' : 'info'}>{REFUND_WORDS[refund]}</Tag>;
}

/** The state of an order and of its refund. A refund that failed after all is not also called refunded. */
export function OrderTags({ order: { status, refundStatus } }: { order: Standing }) {
  return (
    <>
      {!(status === 'refunded' && refundStatus === 'failed') && <StatusTag status={status} />}
      <RefundTag refund={refundStatus} />
    </>
  );
}
