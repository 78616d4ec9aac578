import { Form, Input } from 'antd';
import type { CarrierDto } from '../../../api/generated-admin';
import { FormEnd } from '../../../ui-admin/form-end';
import type { EntryFormProps } from './edit-entry';
import { CARRIERS, isTrackingUrl } from './entries';
import { useEntryForm } from './use-entry-form';

const ADDRESS = 'Enter an https address with {number} for the tracking number.';

export function CarrierForm({ entry, read, onClose }: EntryFormProps<CarrierDto>) {
  const { props, ...end } = useEntryForm({
    list: CARRIERS,
    read,
    entry,
    fields: ['name', 'trackingUrl'],
    toEntry: ({ name, trackingUrl }: CarrierDto) => ({ name: name.trim(), trackingUrl: trackingUrl.trim() }),
    done: entry ? 'Carrier Saved' : 'Carrier Added',
    onDone: onClose,
  });
  return (
    <Form<CarrierDto>
      {...props}
      name="carrier"
      aria-label="Carrier"
      initialValues={entry ?? { name: '', trackingUrl: '' }}
    >
      <Form.Item<CarrierDto>
        name="name"
        label="Name"
        extra="As it is chosen when something ships. One that the shop knows is replaced by yours."
        validateTrigger="onBlur"
        rules={[{ required: true, whitespace: true, message: 'Name is Required' }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item<CarrierDto>
        name="trackingUrl"
        label="Tracking page"
        extra="The address that follows a shipment, such as https://couriers.example/track/{number}."
        validateTrigger="onBlur"
        required
        rules={[
          {
            validator: (_rule, text = '') =>
              isTrackingUrl(text as string) ? Promise.resolve() : Promise.reject(new Error(ADDRESS)),
          },
        ]}
      >
        <Input maxLength={500} inputMode="url" autoComplete="off" />
      </Form.Item>
      <FormEnd {...end} label={entry ? 'Save the carrier' : 'Add the carrier'} onCancel={onClose} />
    </Form>
  );
}
