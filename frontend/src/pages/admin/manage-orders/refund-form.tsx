import { Checkbox, Form, Input, InputNumber, Radio } from 'antd';
import { useState } from 'react';
import { useRefundPurchaseMutation } from '../../../api/admin-api';
import type { RefundPurchaseDto } from '../../../api/generated-admin';
import type { ReadOrder } from '../../../api/order-admin';
import type { OrderLine } from '../../../api/types';
import { contentText, inCurrencyOf } from '../../../features/orders/order-texts';
import type { IdempotencyKey } from '../../../forms/idempotency';
import { FormEnd } from '../../../ui-admin/form-end';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { notify } from '../../../ui/notify';
import { OwedNotice } from './owed-notice';
import { deliveryValue, leftOf, owedRefund, refundValue, valueOfUnits } from './refund-value';
import { UnitRows } from './unit-rows';
import { chosenOf, type Restock, restockText, toLineUnits } from './units';
import { useChangingOrder } from './use-changing-order';

const REFUSED =
  'The payment provider did not make the refund. The order’s history says why; you can try again.';

interface Values {
  /** Absent where all that is left is the only choice. */
  of?: 'all' | 'lines' | 'amount';
  units?: (number | null)[];
  delivery?: boolean;
  amount?: number | null;
  restock?: Restock;
  reason?: string;
}

const PARTS = [
  { value: 'all', label: 'Everything left' },
  { value: 'lines', label: 'Lines' },
  { value: 'amount', label: 'Amount' },
] as const;
const RESTOCK = [
  { value: 'unshipped', label: 'Those that have not shipped' },
  { value: 'all', label: 'All' },
  { value: 'none', label: 'None' },
];

const refundableOf = ({ quantity, refunded }: OrderLine): number => quantity - refunded;

/** What is sent: nothing but the reason and the stock for all that is left. */
function toRefund(
  { of = 'all', units = [], delivery, amount, restock, reason }: Values,
  lines: readonly OrderLine[],
): RefundPurchaseDto {
  const chosen = chosenOf(lines, units);
  const isOfUnits = of === 'all' || (of === 'lines' && chosen.length > 0);
  return {
    ...(of === 'lines' && chosen.length > 0 && { lines: toLineUnits(chosen) }),
    ...(of === 'lines' && delivery && { delivery }),
    ...(of === 'amount' && { amount: amount ?? 0 }),
    ...(isOfUnits && restock && restock !== 'unshipped' && { restock: restock === 'all' }),
    ...(reason?.trim() && { reason: reason.trim() }),
  };
}

interface RefundFormProps {
  read: ReadOrder;
  idempotencyKey: IdempotencyKey;
  close: () => void;
}

export function RefundForm({ read, idempotencyKey, close }: RefundFormProps) {
  const [refund] = useRefundPurchaseMutation();
  const [form] = Form.useForm<Values>();
  const { order, etag, conflict, onConflict, reread, send } = useChangingOrder(read, ({ lines: now }) => {
    const typed: NonNullable<Values['units']> = form.getFieldValue('units') ?? [];
    form.setFieldValue(
      'units',
      now.map((line, row) => Math.min(typed[row] ?? 0, refundableOf(line))),
    );
  });
  const { _id: id, userName, total, refunded, status, lines } = order;
  const money = (dollars: number) => inCurrencyOf(order, dollars);
  const left = leftOf(order);
  const owed = owedRefund(order);
  const [initial] = useState<Values>(() => ({
    of: owed ? 'amount' : 'all',
    units: lines.map(() => 0),
    delivery: false,
    amount: owed?.amount ?? left,
    restock: 'unshipped',
  }));
  const { busy, refusal, setRefusal, props } = useAdminForm({
    form,
    leaving: 'The refund has not been made yet.',
    parameter: 'open',
    idempotencyKey,
    toBody: (values: Values) => toRefund(values, lines),
    send: (refundPurchaseDto, key) =>
      send(
        refund({ id, refundPurchaseDto, 'If-Match': etag, 'Idempotency-Key': key }).unwrap(),
        refundPurchaseDto.lines,
      ),
    onConflict,
    onDone: async ({ refundStatus, timeline }) => {
      // an earlier refund may be the one that `refundStatus` says has failed
      if (timeline.at(-1)?.what === 'refund-failed') {
        setRefusal(REFUSED);
        // the next attempt is by the version that this one has made
        return reread();
      }
      close();
      void notify(
        'success',
        refundStatus === 'pending'
          ? `The refund of ${money(value)} is on its way`
          : `Refunded ${money(value)}`,
      );
    },
  });
  const values: Values = { ...initial, ...Form.useWatch([], form) };
  // nobody keeps what is left of an order that was cancelled or given back
  const canBePart = status === 'paid' || status === 'shipped';
  const choices = PARTS.filter(({ value }) => canBePart || value === 'all' || (value === 'amount' && owed));
  const of = choices.find(({ value }) => value === values.of)?.value ?? 'all';
  const ofDelivery = deliveryValue(order);
  const units = of === 'all' ? lines.map(refundableOf) : (values.units ?? []);
  const value = {
    all: left,
    lines: refundValue(order, units, ofDelivery > 0 && values.delivery === true),
    amount: values.amount ?? 0,
  }[of];

  return (
    <Form<Values>
      {...props}
      name="refund"
      aria-label="Refund"
      className="dialog-body"
      initialValues={initial}
    >
      <p>
        {userName} paid {money(total)} for {contentText(order)}.
        {refunded > 0 && ` ${money(refunded)} of it was refunded before.`}
      </p>
      {owed && <OwedNotice order={order} owed={owed} />}
      {choices.length > 1 ? (
        <Form.Item<Values> name="of" label="What is refunded">
          <Radio.Group options={choices} />
        </Form.Item>
      ) : (
        <p>All that is left is refunded.</p>
      )}
      {of === 'lines' && (
        <>
          <UnitRows
            lines={lines}
            most={refundableOf}
            what="to refund"
            aside={(line, row) => money(valueOfUnits(line, units[row] ?? 0))}
          />
          {ofDelivery > 0 && (
            <Form.Item<Values> name="delivery" valuePropName="checked">
              <Checkbox>Delivery, {money(ofDelivery)}</Checkbox>
            </Form.Item>
          )}
        </>
      )}
      {of === 'amount' && (
        <Form.Item<Values>
          name="amount"
          label="Amount in dollars"
          extra={`At most ${money(left)}, which is all that is left. The stock stays as it is, unless it is all.`}
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
          />
        </Form.Item>
      )}
      {of !== 'amount' && canBePart && (
        <Form.Item<Values>
          name="restock"
          label="Back to the stock"
          extra={restockText(lines, units, values.restock ?? 'unshipped')}
        >
          <Radio.Group options={RESTOCK} />
        </Form.Item>
      )}
      <Form.Item<Values>
        name="reason"
        label="Reason, for other admins (optional)"
        rules={[{ max: 300, message: 'At most 300 characters' }]}
      >
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
      <FormEnd
        conflict={conflict}
        refusal={refusal}
        busy={busy}
        disabled={of === 'lines' && value === 0}
        label={`Refund ${money(value)}`}
        keep="Keep it"
        onCancel={close}
      />
    </Form>
  );
}
