import { Form, Input, Radio } from 'antd';
import type { TaxRateDto } from '../../../api/generated-admin';
import { RATES } from './entries';
import type { EntryFormProps } from './edit-entry';
import { FormEnd } from '../../../ui-admin/form-end';
import { CountrySelect } from './form-parts';
import { useEntryForm } from './use-entry-form';

interface Values {
  country: string | undefined;
  region: string;
  rate: string;
  isIncluded: boolean | undefined;
}

const RATE = /^\d{1,3}(\.\d{1,4})?$/;
const INCLUDED = [
  { value: true, label: 'Prices include it' },
  { value: false, label: 'It is added to prices' },
];

export function RateForm({ entry, read, onClose }: EntryFormProps<TaxRateDto>) {
  const { props, ...end } = useEntryForm({
    list: RATES,
    read,
    entry,
    fields: ['country', 'region', 'rate', 'isIncluded'],
    toEntry: (values: Values): TaxRateDto => ({
      country: values.country ?? '',
      ...(values.region.trim() !== '' && { region: values.region.trim() }),
      rate: Number(values.rate),
      isIncluded: values.isIncluded ?? false,
    }),
    done: entry ? 'Tax Rate Saved' : 'Tax Rate Added',
    onDone: onClose,
  });
  const initial: Values = {
    country: entry?.country,
    region: entry?.region ?? '',
    rate: entry ? String(entry.rate) : '',
    isIncluded: entry?.isIncluded,
  };
  return (
    <Form<Values> {...props} name="rate" aria-label="Tax rate" initialValues={initial}>
      <Form.Item<Values>
        name="country"
        label="Country"
        rules={[{ required: true, message: 'Country is Required' }]}
      >
        <CountrySelect placeholder="Choose a country" />
      </Form.Item>
      <Form.Item<Values>
        name="region"
        label="Region (optional)"
        extra="A state or province as customers write it in their address, such as IL. Empty: the whole country, where no region has a rate of its own."
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item<Values>
        name="rate"
        label="Rate"
        extra="Percent, with at most four decimals."
        validateTrigger="onBlur"
        rules={[
          { required: true, message: 'Rate is Required' },
          {
            validator: (_rule, text = '') =>
              text === '' || (RATE.test(text as string) && Number(text) <= 100)
                ? Promise.resolve()
                : Promise.reject(new Error('Enter a percentage from 0 to 100, such as 8.25.')),
          },
        ]}
      >
        <Input inputMode="decimal" autoComplete="off" suffix="%" className="delivery__days" />
      </Form.Item>
      <Form.Item<Values>
        name="isIncluded"
        label="The shop's prices"
        rules={[{ required: true, message: 'Choose one' }]}
      >
        <Radio.Group options={INCLUDED} aria-label="The shop's prices" />
      </Form.Item>
      <FormEnd {...end} label={entry ? 'Save the rate' : 'Add the rate'} onCancel={onClose} />
    </Form>
  );
}
