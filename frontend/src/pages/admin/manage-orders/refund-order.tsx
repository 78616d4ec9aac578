import { useState } from 'react';
import type { Order } from '../../../api/types';
import { useIdempotencyKey } from '../../../forms/idempotency';
import { Button } from '../../../ui/button';
import { OrderDialog } from './order-dialog';
import { RefundForm } from './refund-form';

/** Refunds units of an order, an amount, or all that is left. The dialog outlives its button, as that of `ShipOrder`. */
export function RefundOrder({ order }: { order: Order }) {
  const { _id, productName, userName, refundStatus, nextSteps } = order;
  const [open, setOpen] = useState(false);
  // the same refund sent again after a lost response is one refund, also from a dialog that was closed in between
  const key = useIdempotencyKey();
  const close = () => setOpen(false);
  const label = refundStatus === 'failed' ? 'Refund again' : 'Refund';
  return (
    <>
      {nextSteps.includes('refund') && (
        <Button
          look="secondary"
          small
          className="btn--danger"
          aria-label={`${label}: ${productName} for ${userName}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {label}
        </Button>
      )}
      <OrderDialog id={_id} open={open} onClose={close} title="Refund this order?" width={560}>
        {(read) => <RefundForm read={read} idempotencyKey={key} close={close} />}
      </OrderDialog>
    </>
  );
}
