import { Form, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { newIdempotencyKey, useRefundPurchaseMutation } from '../../../api/account-api';
import { asApiError } from '../../../api/problem';
import type { Order } from '../../../api/types';
import { count, money } from '../../../lib/format';
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
const leftOf = ({ total, refunded }: Order): number => Math.round((total - refunded) * 100) / 100;

/** Refunds a part of an order's payment, or all that is left. */
export function RefundOrder({ order }: { order: Order }) {
  const { productName, userName, refundStatus } = order;
  const [open, setOpen] = useState(false);
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
      {open && <RefundDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [refund, { isLoading }] = useRefundPurchaseMutation();
  const [form] = Form.useForm<Values>();
  // the same refund sent again after a lost response is one refund; anything else is another
  const [key, setKey] = useState(newIdempotencyKey);
  const [failure, setFailure] = useState<string>();
  // as it was when the dialog opened: the form must not change under the admin's hands
  const [{ productName, userName, orderQuantity, total, refunded, shipped, status }] = useState(order);
  const left = leftOf(order);
  const amount = Form.useWatch('amount', form) ?? left;
  const isRest = amount === left;
  // nobody keeps what is left of an order that was cancelled or given back
  const canBePart = status === 'paid' || status === 'shipped';

  const submit = async ({ reason }: Values) => {
    setFailure(undefined);
    const body = { ...(!isRest && { amount }), ...(reason?.trim() && { reason }) };
    try {
      const changed = await refund({
        id: order._id,
        'Idempotency-Key': key,
        refundPurchaseDto: body,
      }).unwrap();
      setKey(newIdempotencyKey());
      if (changed.refundStatus === 'failed') return setFailure(REFUSED);
      onClose();
      void notify(
        'success',
        changed.refundStatus === 'pending'
          ? `The refund of ${money(amount)} is on its way`
          : `Refunded ${money(amount)}`,
      );
    } catch (error) {
      const { status: code, errors, detail } = asApiError(error);
      // a response that says no: the next try is another request
      if (code >= 400 && code < 500) setKey(newIdempotencyKey());
      const fields = (['amount', 'reason'] as const).filter((name) => errors[name]);
      form.setFields(fields.map((name) => ({ name, errors: [errors[name]!] })));
      if (fields.length === 0) setFailure(detail);
    }
  };

  return (
    <Modal
      open
      onCancel={() => !isLoading && onClose()}
      title="Refund this order?"
      width={460}
      footer={
        <div className="dialog-buttons">
          <Button look="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button busy={isLoading} onClick={() => form.submit()}>
            Refund {money(amount)}
          </Button>
        </div>
      }
    >
      <div className="dialog-body">
        <p>
          {userName} paid {money(total)} for {count(orderQuantity)} × {productName}.
          {refunded > 0 && ` ${money(refunded)} of it was refunded before.`}
        </p>
        <Form<Values>
          form={form}
          layout="vertical"
          initialValues={{ amount: left }}
          onFinish={(values) => void submit(values)}
          onValuesChange={() => setKey(newIdempotencyKey())}
        >
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
            <Input maxLength={300} autoComplete="off" onPressEnter={() => form.submit()} />
          </Form.Item>
        </Form>
        {isRest && status === 'paid' && <p>The units return to the stock and can be sold again.</p>}
        {!isRest && <p>The order stays as it is, and so does the stock.</p>}
        {isRest && shipped && <p>The order was shipped, so its units do not return to the stock.</p>}
        {failure && <Alert tone="bad">{failure}</Alert>}
      </div>
    </Modal>
  );
}
