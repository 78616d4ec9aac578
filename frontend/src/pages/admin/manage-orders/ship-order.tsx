import { Form } from 'antd';
import { useState } from 'react';
import { useCreateShipmentMutation } from '../../../api/admin-api';
import type { ReadOrder } from '../../../api/order-admin';
import type { Order, OrderLine } from '../../../api/types';
import { recipientText } from '../../../features/orders/order-texts';
import { useIdempotencyKey, type IdempotencyKey } from '../../../forms/idempotency';
import { FormEnd } from '../../../ui-admin/form-end';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { Button } from '../../../ui/button';
import { notify } from '../../../ui/notify';
import { DISPUTE_NOTICE } from './dispute-notice';
import { OrderDialog } from './order-dialog';
import { toTracking, TrackingFields, type TrackingValues } from './tracking-fields';
import { UnitRows } from './unit-rows';
import { chosenOf, shipmentText, toLineUnits } from './units';
import { useChangingOrder } from './use-changing-order';

/**
 * Ships units of an order, with their tracking number. The dialog outlives its button: somebody else may ship, refund or dispute the
 * order meanwhile.
 */
export function ShipOrder({ order }: { order: Order }) {
  const { _id, number, status, dispute, nextSteps } = order;
  const [open, setOpen] = useState(false);
  // of a parent that stays, so that the same shipment sent again after a lost response is one
  const key = useIdempotencyKey();
  const close = () => setOpen(false);
  const isHeld = status === 'paid' && dispute === 'open';
  return (
    <>
      {(nextSteps.includes('ship') || isHeld) && (
        <Button
          small
          aria-label={`Ship: order ${number}`}
          aria-haspopup="dialog"
          aria-describedby={isHeld ? DISPUTE_NOTICE : undefined}
          title={isHeld ? 'Not before the dispute of its payment is decided' : undefined}
          disabled={isHeld}
          onClick={() => setOpen(true)}
        >
          Ship…
        </Button>
      )}
      <OrderDialog id={_id} open={open} onClose={close} title={`Ship order ${number}`} width={560}>
        {(read) => <ShipForm read={read} idempotencyKey={key} close={close} />}
      </OrderDialog>
    </>
  );
}

interface ShipFormProps {
  read: ReadOrder;
  idempotencyKey: IdempotencyKey;
  close: () => void;
}

interface Values extends TrackingValues {
  units: (number | null)[];
}

const outstandingOf = ({ outstanding }: OrderLine): number => outstanding;

function ShipForm({ read, idempotencyKey, close }: ShipFormProps) {
  const [ship] = useCreateShipmentMutation();
  const [form] = Form.useForm<Values>();
  const { order, etag, conflict, onConflict, send } = useChangingOrder(read, ({ lines }) => {
    const typed: Values['units'] = form.getFieldValue('units') ?? [];
    form.setFieldValue(
      'units',
      lines.map(({ outstanding }, row) => Math.min(typed[row] ?? 0, outstanding)),
    );
  });
  const { lines } = order;
  const [first] = useState(() => lines.map(outstandingOf));
  const { busy, refusal, props } = useAdminForm({
    form,
    leaving: 'Nothing has been shipped yet.',
    parameter: 'open',
    idempotencyKey,
    toBody: ({ units, ...tracking }: Values) => ({
      lines: toLineUnits(chosenOf(lines, units)),
      ...toTracking(tracking),
    }),
    send: (createShipmentDto, key) =>
      send(
        ship({ id: order._id, createShipmentDto, 'If-Match': etag, 'Idempotency-Key': key }).unwrap(),
        createShipmentDto.lines,
      ),
    onConflict,
    onDone: ({ status }): void => {
      close();
      void notify(
        'success',
        status === 'shipped' ? 'Shipped Successfully' : 'A part of the order is shipped',
      );
    },
  });
  const units = Form.useWatch('units', form) ?? first;
  const summary = shipmentText(lines, units);

  return (
    <Form<Values>
      {...props}
      name="ship"
      aria-label="Ship"
      className="dialog-body"
      initialValues={{ units: first }}
    >
      <p className="order-text">{recipientText(order)}</p>
      <UnitRows lines={lines} most={outstandingOf} what="left to ship" />
      <p role="status" className="num">
        <strong>{summary}</strong>
      </p>
      <TrackingFields />
      <FormEnd
        conflict={conflict}
        refusal={refusal}
        busy={busy}
        disabled={chosenOf(lines, units).length === 0}
        label="Ship"
        onCancel={close}
      />
    </Form>
  );
}
