import { Form, Input } from 'antd';
import { useId } from 'react';
import { useListCarriersQuery } from '../../../api/admin-api';

export interface TrackingValues {
  carrier?: string;
  trackingNumber?: string;
}

const MOST = 60;

/** What is sent of it: what is empty is left out. */
export function toTracking({ carrier = '', trackingNumber = '' }: TrackingValues): TrackingValues {
  return {
    ...(carrier.trim() && { carrier: carrier.trim() }),
    ...(trackingNumber.trim() && { trackingNumber: trackingNumber.trim() }),
  };
}

/** How a shipment is followed. Any carrier can be typed; of those in the browser's list the shop knows the page. */
export function TrackingFields() {
  const { data } = useListCarriersQuery();
  const id = useId();
  return (
    <div className="dash-form__pair">
      <Form.Item<TrackingValues>
        name="carrier"
        label="Carrier (optional)"
        extra="One of the list gives customers a link."
      >
        <Input maxLength={MOST} list={id} />
      </Form.Item>
      <datalist id={id}>
        {data?.carriers.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Form.Item<TrackingValues> name="trackingNumber" label="Tracking number (optional)">
        <Input maxLength={MOST} autoComplete="off" />
      </Form.Item>
    </div>
  );
}
