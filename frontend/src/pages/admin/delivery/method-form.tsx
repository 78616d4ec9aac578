import { Form, Input } from 'antd';
import type { SaveDeliveryMethodDto } from '../../../api/generated-admin';
import { METHODS } from './entries';
import type { EntryFormProps } from './edit-entry';
import { FormEnd } from '../../../ui-admin/form-end';
import { CountrySelect, dollarsRule } from './form-parts';
import { useEntryForm } from './use-entry-form';

interface Values {
  name: string;
  price: string;
  freeFrom: string;
  workingDays: string;
  countries: string[];
}

const MOST_DAYS = 365;

const toValues = (method: SaveDeliveryMethodDto | undefined): Values => ({
  name: method?.name ?? '',
  price: method?.price.toFixed(2) ?? '',
  freeFrom: method?.freeFrom?.toFixed(2) ?? '',
  workingDays: method ? String(method.workingDays) : '',
  countries: method?.countries ?? [],
});

export function MethodForm({ entry, read, onClose }: EntryFormProps<SaveDeliveryMethodDto>) {
  const { props, ...end } = useEntryForm({
    list: METHODS,
    read,
    entry,
    fields: ['name', 'price', 'freeFrom', 'workingDays', 'countries'],
    toEntry: (values: Values, isThere): SaveDeliveryMethodDto => ({
      ...(isThere && { _id: entry?._id }),
      name: values.name.trim(),
      price: Number(values.price),
      ...(values.freeFrom.trim() !== '' && { freeFrom: Number(values.freeFrom) }),
      workingDays: Number(values.workingDays),
      countries: values.countries,
    }),
    done: entry ? 'Delivery Method Saved' : 'Delivery Method Added',
    onDone: onClose,
  });
  return (
    <Form<Values> {...props} name="method" aria-label="Delivery method" initialValues={toValues(entry)}>
      <Form.Item<Values>
        name="name"
        label="Name"
        extra="As customers see it."
        validateTrigger="onBlur"
        rules={[{ required: true, whitespace: true, message: 'Name is Required' }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <div className="dash-form__pair">
        <Form.Item<Values>
          name="price"
          label="Price"
          extra="Dollars; 0 is free."
          validateTrigger="onBlur"
          rules={[{ required: true, message: 'Price is Required' }, dollarsRule(99_999.99)]}
        >
          <Input inputMode="decimal" autoComplete="off" />
        </Form.Item>
        <Form.Item<Values>
          name="freeFrom"
          label="Free from (optional)"
          extra="The subtotal in dollars from which on it costs nothing."
          validateTrigger="onBlur"
          rules={[dollarsRule(999_999.99)]}
        >
          <Input inputMode="decimal" autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item<Values>
        name="workingDays"
        label="Working days"
        extra="How many it takes; 0 arrives on the day of the order."
        validateTrigger="onBlur"
        rules={[
          { required: true, message: 'Working days are Required' },
          {
            validator: (_rule, text = '') =>
              text === '' || (/^\d{1,3}$/.test(text as string) && Number(text) <= MOST_DAYS)
                ? Promise.resolve()
                : Promise.reject(new Error(`Enter a whole number from 0 to ${MOST_DAYS}.`)),
          },
        ]}
      >
        <Input inputMode="numeric" autoComplete="off" className="delivery__days" />
      </Form.Item>
      <Form.Item<Values>
        name="countries"
        label="Countries (optional)"
        extra="Where it delivers to. None chosen: everywhere."
      >
        <CountrySelect mode="multiple" placeholder="Everywhere" />
      </Form.Item>
      <FormEnd {...end} label={entry ? 'Save the method' : 'Add the method'} onCancel={onClose} />
    </Form>
  );
}
