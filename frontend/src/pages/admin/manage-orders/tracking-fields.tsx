import { AutoComplete, Form, Input } from 'antd';
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

/** How a shipment is followed. Any carrier can be typed; of those in the list the shop knows the page. */
export function TrackingFields() {
  const { data } = useListCarriersQuery();
  const options = (data?.carriers ?? []).map(({ name }) => ({ value: name }));
  return (
    <div className="dash-form__pair">
      <Form.Item<TrackingValues>
        name="carrier"
        label="Carrier (optional)"
        extra="One of the list gives customers a link."
        rules={[{ max: MOST, message: `Enter at most ${MOST} characters.` }]}
      >
        {/* what is marked would be chosen by Tab, instead of what is typed */}
        <AutoComplete
          options={options}
          defaultActiveFirstOption={false}
          showSearch={{
            filterOption: (typed, option) =>
              (option?.value ?? '').toLowerCase().includes(typed.trim().toLowerCase()),
          }}
        />
      </Form.Item>
      <Form.Item<TrackingValues> name="trackingNumber" label="Tracking number (optional)">
        <Input maxLength={MOST} autoComplete="off" />
      </Form.Item>
    </div>
  );
}
