import { Form, Input } from 'antd';
import type { WebhookEventType } from '../../../api/types';
import { FormEnd } from '../../../ui-admin/form-end';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { EventBoxes } from './event-boxes';

export interface EndpointValues {
  url: string;
  description: string;
  types: WebhookEventType[];
}

interface EndpointFormProps<Result> {
  initial: EndpointValues;
  /** On the button that sends. */
  label: string;
  send: (values: EndpointValues) => Promise<Result>;
  onDone: (result: Result) => void;
  onCancel: () => void;
}

/** The form of an endpoint, new or not. */
export function EndpointForm<Result>({ initial, label, send, onDone, onCancel }: EndpointFormProps<Result>) {
  const { busy, refusal, props } = useAdminForm({
    leaving: 'What you have entered is not saved yet.',
    toBody: (values: EndpointValues) => values,
    send,
    onDone,
  });
  return (
    <Form<EndpointValues> {...props} name="endpoint" aria-label="Endpoint" initialValues={initial}>
      <Form.Item<EndpointValues>
        name="url"
        label="URL"
        extra="Where events are sent, such as https://example.com/shop-events."
        validateTrigger="onBlur"
        rules={[{ required: true, whitespace: true, message: 'URL is Required' }]}
      >
        <Input maxLength={500} autoComplete="off" inputMode="url" spellCheck={false} />
      </Form.Item>
      <Form.Item<EndpointValues>
        name="description"
        label="Description"
        extra="What the endpoint is for, such as the program that receives."
        validateTrigger="onBlur"
        rules={[{ required: true, whitespace: true, message: 'Description is Required' }]}
      >
        <Input maxLength={120} autoComplete="off" />
      </Form.Item>
      <Form.Item<EndpointValues>
        name="types"
        label="Events"
        rules={[{ required: true, type: 'array', min: 1, message: 'Choose at least one event.' }]}
      >
        <EventBoxes />
      </Form.Item>
      <FormEnd refusal={refusal} busy={busy} label={label} onCancel={onCancel} />
    </Form>
  );
}
