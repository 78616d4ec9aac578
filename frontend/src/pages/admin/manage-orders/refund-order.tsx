import { Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useRefundPurchaseMutation } from '../../../api/admin-api';
import type { Order } from '../../../api/types';
import { useIdempotencyKey, type IdempotencyKey } from '../../../forms/idempotency';
import { contentText, inCurrencyOf } from '../../../features/orders/order-texts';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { notify } from '../../../ui/notify';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';

const REFUSED =
  'The payment provider did not make the refund. The order’s history says why; you can try again.';

interface Values {
  amount: number | null;
  reason?: string;
}

/** What is left of an order's payment, in dollars. */
const leftOf = ({ total, refunded }: Pick<Order, 'total' | 'refunded'>): number =>
  Math.round((total - refunded) * 100) / 100;

/** Refunds a part of an order's payment, or all that is left. */
export function RefundOrder({ order }: { order: Order }) {
  const { productName, userName, refundStatus } = order;
  const [open, setOpen] = useState(false);
  // the same refund sent again after a lost response is one refund, also from a dialog that was closed in between
  const key = useIdempotencyKey();
  const close = () => setOpen(false);
  const label = refundStatus === 'failed' ? 'Refund again' : 'Refund';
  return (
    <>
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
      <AdminDialog open={open} onClose={close} title="Refund this order?">
        <RefundForm order={order} idempotencyKey={key} close={close} />
      </AdminDialog>
    </>
  );
}

interface RefundFormProps {
  order: Order;
  idempotencyKey: IdempotencyKey;
  close: () => void;
}

function RefundForm({ order, idempotencyKey, close }: RefundFormProps) {
  const [refund] = useRefundPurchaseMutation();
  // as it was when the dialog opened: the form must not change under the admin's hands
  const [shown] = useState(order);
  const { _id: id, userName, total, refunded, shipped, fulfilment, status } = shown;
  const money = (dollars: number) => inCurrencyOf(shown, dollars);
  const left = leftOf({ total, refunded });
  const { form, busy, refusal, setRefusal, props } = useAdminForm({
    leaving: 'The refund has not been made yet.',
    idempotencyKey,
    toBody: (values: Values) => ({
      ...(values.amount !== null && values.amount !== left && { amount: values.amount }),
      ...(values.reason?.trim() && { reason: values.reason }),
    }),
    send: (refundPurchaseDto, key) => refund({ id, refundPurchaseDto, 'Idempotency-Key': key }).unwrap(),
    onDone: ({ refundStatus }): void => {
      if (refundStatus === 'failed') return setRefusal(REFUSED);
      close();
      void notify(
        'success',
        refundStatus === 'pending'
          ? `The refund of ${money(amount)} is on its way`
          : `Refunded ${money(amount)}`,
      );
    },
  });
  const amount = Form.useWatch('amount', form) ?? left;
  const isRemainder = amount === left;
  // nobody keeps what is left of an order that was cancelled or given back
  const canBePart = status === 'paid' || status === 'shipped';

  return (
    <Form
      {...props}
      name="refund"
      aria-label="Refund"
      className="dialog-body"
      initialValues={{ amount: left }}
    >
      <p>
        {userName} paid {money(total)} for {contentText(shown)}.
        {refunded > 0 && ` ${money(refunded)} of it was refunded before.`}
      </p>
      <Form.Item
        name="amount"
        label="Amount in dollars"
        extra={canBePart ? `At most ${money(left)}, which is all that is left.` : 'All that is left.'}
        rules={[
          { required: true, message: 'An amount in dollars' },
          { type: 'number', min: 0.01, max: left, message: `From $0.01 to ${money(left)}` },
        ]}
      >
        <InputNumber
          className="order-amount"
          prefix="$"
          precision={2}
          step={1}
          controls={false}
          inputMode="decimal"
          disabled={!canBePart}
        />
      </Form.Item>
      <Form.Item
        name="reason"
        label="Reason, for other admins (optional)"
        rules={[{ max: 300, message: 'At most 300 characters' }]}
      >
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
      {isRemainder && status === 'paid' && (
        <p>
          {fulfilment === 'none' ? 'The units' : 'The units that have not shipped'} return to the stock and
          can be sold again.
        </p>
      )}
      {!isRemainder && <p>The order stays as it is, and so does the stock.</p>}
      {isRemainder && shipped && <p>The order was shipped, so its units do not return to the stock.</p>}
      {refusal && <Alert tone="bad">{refusal}</Alert>}
      <div className="dialog-buttons">
        <Button look="secondary" disabled={busy} onClick={close}>
          Keep it
        </Button>
        <Button type="submit" busy={busy}>
          Refund {money(amount)}
        </Button>
      </div>
    </Form>
  );
}
