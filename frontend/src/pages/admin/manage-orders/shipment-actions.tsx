import { Form, Input } from 'antd';
import { type ComponentType, useState } from 'react';
import { useTrackShipmentMutation, useUndoShipmentMutation } from '../../../api/admin-api';
import type { ReadOrder } from '../../../api/order-admin';
import type { OrderDetail, Shipment } from '../../../api/types';
import { Units } from '../../../features/orders/order-lines';
import { FormEnd } from '../../../ui-admin/form-end';
import { localTime } from '../../../ui-admin/time';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { Button } from '../../../ui/button';
import { notify } from '../../../ui/notify';
import { OrderDialog } from './order-dialog';
import { toTracking, TrackingFields, type TrackingValues } from './tracking-fields';
import { useChangingOrder } from './use-changing-order';

interface ShipmentActionsProps {
  order: OrderDetail;
  shipment: Shipment;
}

/** What an admin can do with a shipment. Whether it can still be undone is the server's to say; what cannot be refunded cannot. */
export const ShipmentActions = ({ order, shipment }: ShipmentActionsProps) => (
  <span className="cell-row">
    <ShipmentDialog
      order={order}
      shipment={shipment}
      label="Edit tracking"
      title="Edit the tracking of this shipment"
      form={TrackingForm}
    />
    {order.nextSteps.includes('refund') && (
      <ShipmentDialog
        order={order}
        shipment={shipment}
        label="Undo"
        title="Undo this shipment?"
        form={UndoForm}
      />
    )}
  </span>
);

interface ShipmentFormProps {
  read: ReadOrder;
  shipment: Shipment;
  close: () => void;
}

interface ShipmentDialogProps extends ShipmentActionsProps {
  label: string;
  title: string;
  form: ComponentType<ShipmentFormProps>;
}

function ShipmentDialog({ order, shipment, label, title, form: ShipmentForm }: ShipmentDialogProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="secondary"
        small
        aria-label={`${label}: shipment of ${localTime(shipment.at)}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <OrderDialog id={order._id} open={open} onClose={close} title={title}>
        {(read) => <ShipmentForm read={read} shipment={shipment} close={close} />}
      </OrderDialog>
    </>
  );
}

function TrackingForm({ read, shipment, close }: ShipmentFormProps) {
  const [track] = useTrackShipmentMutation();
  const { order, etag, conflict, onConflict, send } = useChangingOrder(read);
  const { carrier = '', trackingNumber = '' } = shipment;
  const { busy, refusal, props } = useAdminForm({
    leaving: 'The tracking is not saved yet.',
    parameter: 'open',
    toBody: toTracking,
    send: (trackingDto) =>
      send(track({ id: order._id, shipmentId: shipment._id, trackingDto, 'If-Match': etag }).unwrap()),
    onConflict,
    onDone: (): void => {
      close();
      void notify('success', 'Tracking Saved');
    },
  });
  return (
    <Form<TrackingValues>
      {...props}
      name="tracking"
      aria-label="Tracking"
      className="dialog-body"
      initialValues={{ carrier, trackingNumber }}
    >
      <Units units={shipment.lines} order={order} />
      <TrackingFields />
      <FormEnd conflict={conflict} refusal={refusal} busy={busy} label="Save the tracking" onCancel={close} />
    </Form>
  );
}

function UndoForm({ read, shipment, close }: ShipmentFormProps) {
  const [undo] = useUndoShipmentMutation();
  const { order, etag, conflict, onConflict, send } = useChangingOrder(read);
  const { busy, refusal, props } = useAdminForm({
    leaving: 'The shipment has not been undone yet.',
    parameter: 'open',
    toBody: ({ reason }: { reason: string }) => ({ reason: reason.trim() }),
    send: (undoShipmentDto) =>
      send(undo({ id: order._id, shipmentId: shipment._id, undoShipmentDto, 'If-Match': etag }).unwrap()),
    onConflict,
    onDone: (): void => {
      close();
      void notify('success', 'The shipment is undone');
    },
  });
  return (
    <Form {...props} name="undo" aria-label="Undo" className="dialog-body" initialValues={{ reason: '' }}>
      <p>For a shipment that never left, or came back unopened. These units are to be shipped again:</p>
      <Units units={shipment.lines} order={order} />
      <Form.Item
        name="reason"
        label="Reason, for other admins"
        validateTrigger="onBlur"
        rules={[{ required: true, whitespace: true, message: 'Reason is Required' }]}
      >
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
      <FormEnd conflict={conflict} refusal={refusal} busy={busy} label="Undo the shipment" onCancel={close} />
    </Form>
  );
}
