import type { OrderDetail, OrderLine } from '../../../api/types';
import { inCurrencyOf } from '../../../features/orders/order-texts';
import { statusLabel } from '../../../features/orders/status';
import { count } from '../../../lib/format';

const INTRO = 'Somebody else has changed this order meanwhile.';

/** After 412, where nothing of what a dialog shows has changed. */
export const UNSEEN_CHANGE = `${INTRO} It is up to date now; send it again if it is still right.`;

const left = (units: number, name: string, what: string): string =>
  `Of ${name}, ${units === 0 ? 'none' : count(units)} ${units === 1 ? 'is' : 'are'} ${what}.`;

const refundable = ({ quantity, refunded }: OrderLine): number => quantity - refunded;

function lineTexts(was: OrderLine | undefined, now: OrderLine): string[] {
  if (!was) return [];
  return [
    was.outstanding === now.outstanding ? '' : left(now.outstanding, now.name, 'left to be shipped'),
    refundable(was) === refundable(now) ? '' : left(refundable(now), now.name, 'left to be refunded'),
  ];
}

/** What has changed of an order since it was read, as far as it matters to what admins do; undefined where nothing has. */
export function changesText(was: OrderDetail, now: OrderDetail): string | undefined {
  const isRefunding = now.refundStatus === 'pending' && was.refundStatus !== 'pending';
  const texts = [
    was.status === now.status ? '' : `It is ${statusLabel(now.status)?.toLowerCase()} now.`,
    isRefunding ? 'A refund of it is in progress.' : '',
    was.refunded === now.refunded ? '' : `${inCurrencyOf(now, now.refunded)} of its payment is refunded now.`,
    now.dispute === 'open' && was.dispute !== 'open' ? 'The cardholder disputes its payment.' : '',
    ...now.lines.flatMap((line) =>
      lineTexts(
        was.lines.find(({ productId }) => productId === line.productId),
        line,
      ),
    ),
  ].filter(Boolean);
  return texts.length === 0 ? undefined : [INTRO, ...texts].join(' ');
}
