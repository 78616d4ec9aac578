import { useState } from 'react';
import { useCancelOrderLineMutation } from '../../api/account-api';
import type { Order, OrderLine } from '../../api/types';
import { count } from '../../lib/format';
import { ConfirmDialog } from '../../ui-admin/confirm-action';
import { Button } from '../../ui/button';
import { dueWithout, inCurrencyOf } from './order-texts';

interface CancelLineProps {
  order: Order;
  /** Of the order as it is shown. */
  etag: string;
  line: OrderLine;
  /** On its button. */
  label: string;
}

/**
 * Takes a line off an unpaid order of several. The question stays when the order changes meanwhile: it then says why the line could
 * not be cancelled.
 */
export function CancelLine({ order, etag, line, label }: CancelLineProps) {
  const [cancel] = useCancelOrderLineMutation();
  const [open, setOpen] = useState(false);
  const { _id: id, lines, nextSteps, total } = order;
  const isOwn = nextSteps.includes('pay');
  const canCancel = lines.length > 1 && (isOwn || nextSteps.includes('cancel'));
  const due = inCurrencyOf(order, dueWithout(order, line));
  return (
    <>
      {canCancel && (
        <span>
          <Button
            look="secondary"
            small
            className="btn--danger"
            aria-label={`${label}: ${line.name}`}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {label}
          </Button>
        </span>
      )}
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Cancel ${line.name}?`}
        confirm={label}
        keep="Keep it"
        run={() => cancel({ id, productId: line.productId, 'If-Match': etag }).unwrap()}
        done={(changed) => `${line.name} is cancelled. ${inCurrencyOf(changed, changed.total)} is due now.`}
      >
        <p>
          {count(line.quantity)} × {line.name} {line.quantity === 1 ? 'is' : 'are'} taken off{' '}
          {isOwn ? 'your' : 'the'} order. {due} is due then, instead of {inCurrencyOf(order, total)}.
        </p>
      </ConfirmDialog>
    </>
  );
}
