import { Form, Input, Radio } from 'antd';
import type { BulkFieldsProps } from '../../../lists/bulk';

const PRICE = /^\d{1,6}(\.\d{1,2})?$/;
const PERCENT = /^[+-]?\d{1,4}(\.\d{1,2})?$/;
const UNITS = /^[+-]?\d{1,9}$/;
const numberIn = (form: RegExp, text = ''): number | undefined =>
  form.test(text.trim()) && Number(text) !== 0 ? Number(text) : undefined;

const rule = (form: RegExp, message: string) => ({
  validator: (_rule: unknown, value: string | undefined) =>
    numberIn(form, value) === undefined ? Promise.reject(new Error(message)) : Promise.resolve(),
});

/** A price for all, or a percentage of each one's own. */
export function PriceFields({ formId, onChange, onSubmit }: BulkFieldsProps) {
  const [form] = Form.useForm<{ by: 'price' | 'percent'; price?: string; percent?: string }>();
  const by = Form.useWatch('by', form) ?? 'percent';
  return (
    <Form
      form={form}
      name={formId}
      onFinish={onSubmit}
      layout="vertical"
      initialValues={{ by }}
      onValuesChange={(_changed, values: { by: 'price' | 'percent'; price?: string; percent?: string }) => {
        const number =
          values.by === 'price' ? numberIn(PRICE, values.price) : numberIn(PERCENT, values.percent);
        onChange(number === undefined ? undefined : { [values.by]: number });
      }}
    >
      <Form.Item name="by" label="Change">
        <Radio.Group
          options={[
            { value: 'percent', label: 'By percent' },
            { value: 'price', label: 'To one price' },
          ]}
        />
      </Form.Item>
      {by === 'percent' ? (
        <Form.Item
          name="percent"
          label="Percent"
          extra="Such as 10, or -5 for less. Prices by quantity change along. Rounded to whole cents, halves up."
          required
          rules={[rule(PERCENT, 'Enter a percentage from -99 to 1000, not 0.')]}
          validateTrigger="onBlur"
        >
          <Input inputMode="decimal" autoComplete="off" />
        </Form.Item>
      ) : (
        <Form.Item
          name="price"
          label="Price"
          extra="Dollars for one unit. Prices by quantity stay as they are, and must be lower."
          required
          rules={[rule(PRICE, 'Enter a price above 0 with at most two decimals.')]}
          validateTrigger="onBlur"
        >
          <Input inputMode="decimal" autoComplete="off" />
        </Form.Item>
      )}
    </Form>
  );
}

/** Units to add to each product, and why. */
export function StockFields({ formId, onChange, onSubmit }: BulkFieldsProps) {
  return (
    <Form
      name={formId}
      onFinish={onSubmit}
      layout="vertical"
      onValuesChange={(_changed, { units, reason = '' }: { units?: string; reason?: string }) => {
        const number = numberIn(UNITS, units);
        onChange(
          number === undefined || reason.trim() === '' ? undefined : { units: number, reason: reason.trim() },
        );
      }}
    >
      <Form.Item
        name="units"
        label="Units to add"
        extra="To each product; a minus takes away."
        required
        rules={[rule(UNITS, 'Enter a whole number, such as 40 or -3.')]}
        validateTrigger="onBlur"
      >
        <Input inputMode="numeric" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="reason"
        label="Reason"
        rules={[{ required: true, whitespace: true, message: 'Reason is Required' }]}
        validateTrigger="onBlur"
      >
        <Input maxLength={200} placeholder="Delivery, return, count" />
      </Form.Item>
    </Form>
  );
}
