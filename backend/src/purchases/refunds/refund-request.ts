import type { IfMatchHeader } from '../../common/versions.js';
import type { LineUnits } from '../orders/order-line.schema.js';
import { NotToBeRefunded } from '../purchase-errors.js';

/** What an admin asks for: an amount in whole cents, units of lines with or without the delivery, or all that is left. */
export interface RefundOrder {
  amountCents?: number | undefined;
  lines?: readonly LineUnits[] | undefined;
  ofDelivery?: boolean | undefined;
  /** What becomes of the units: true, all go back to the stock; false, none do; absent, those that have not shipped. */
  restock?: boolean | undefined;
  /** The attempt of the failed refund that it makes again. */
  repeats?: number | undefined;
  reason?: string | undefined;
  /** Names the request; the same one makes one refund. */
  requestId: string;
  /** The version that it was decided by. */
  ifMatch?: IfMatchHeader;
}

type Named = Pick<RefundOrder, 'amountCents' | 'lines' | 'ofDelivery' | 'restock'>;

/** Whether all that is left is asked for. */
export const isOfAll = ({ amountCents, lines, ofDelivery }: Named): boolean =>
  amountCents === undefined && lines === undefined && !ofDelivery;

/** Whether what a request names goes together, whatever the order is. @throws NotToBeRefunded */
export function assertRefundRequest(wanted: Named): void {
  const { amountCents, lines, ofDelivery, restock } = wanted;
  if (isOfAll(wanted) && ofDelivery === false)
    throw new NotToBeRefunded(
      'Name lines, an amount, or the delivery; leave all of them out to refund everything that is left.',
      'delivery',
    );
  if (amountCents !== undefined && (lines || ofDelivery))
    throw new NotToBeRefunded('Name an amount, or what it is for: their price is the amount.', 'amount');
  if (restock === undefined) return;
  if (amountCents !== undefined)
    throw new NotToBeRefunded('The refund of an amount is of no units to restock.', 'restock');
  if (ofDelivery && !lines)
    throw new NotToBeRefunded('The refund of the delivery is of no units to restock.', 'restock');
}
