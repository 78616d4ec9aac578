import { Form, Radio, Select } from 'antd';
import { KindSelect } from '../../../features/kinds/kind-select';
import { SpecControl, specHint } from '../../../features/kinds/spec-control';
import { NOT_STATED } from '../../../features/kinds/spec-text';
import { toSent, type TypedSpec } from '../../../features/kinds/typed-specs';
import { findKind, useKinds } from '../../../features/kinds/use-kinds';
import type { BulkFieldsProps } from '../../../lists/bulk';

interface Values {
  kind: string;
  key?: string;
  to: 'value' | 'nothing';
  value?: TypedSpec;
}

const TO = [
  { value: 'value', label: 'A value' },
  { value: 'nothing', label: NOT_STATED },
];

/** A specification of a kind, and its value for all, or that it is not stated. */
function SpecFields({ formId, onChange, onSubmit, kind: first = '' }: BulkFieldsProps & { kind?: string }) {
  const { kinds } = useKinds();
  const [form] = Form.useForm<Values>();
  const chosen = (Form.useWatch('kind', form) as string | undefined) ?? first;
  const kind = findKind(kinds, chosen);
  const key = Form.useWatch('key', form);
  const spec = kind?.specs.find((one) => one.key === key);
  const to = (Form.useWatch('to', form) as Values['to'] | undefined) ?? 'value';

  const report = (changed: Partial<Values>) => {
    if ('kind' in changed) form.setFieldsValue({ key: undefined, to: 'value', value: undefined });
    else if ('key' in changed) form.setFieldsValue({ to: 'value', value: undefined });
    const values = form.getFieldsValue(true) as Values;
    const of = findKind(kinds, values.kind);
    const wanted = of?.specs.find((one) => one.key === values.key);
    const value = wanted && values.to === 'value' ? toSent(wanted, values.value) : null;
    const isComplete = wanted && (values.to === 'nothing' || value !== null);
    onChange(isComplete ? { kind: of?.slug, key: wanted.key, value } : undefined);
  };

  return (
    <Form
      form={form}
      name={formId}
      layout="vertical"
      initialValues={{ kind: first, to: 'value' }}
      onValuesChange={report}
      onFinish={onSubmit}
    >
      <Form.Item<Values>
        name="kind"
        label="Kind"
        extra="Parts of another kind are left as they are."
        rules={[{ required: true, message: 'Kind is Required' }]}
      >
        <KindSelect none="Choose a kind" />
      </Form.Item>
      {kind && (
        <Form.Item<Values>
          name="key"
          label="Specification"
          rules={[{ required: true, message: 'Specification is Required' }]}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={kind.specs.map((one) => ({ value: one.key, label: one.label }))}
          />
        </Form.Item>
      )}
      {spec && !spec.required && (
        <Form.Item<Values> name="to" label="Set it to">
          <Radio.Group options={TO} />
        </Form.Item>
      )}
      {spec && to === 'value' && (
        <Form.Item<Values>
          key={spec.key}
          name="value"
          label={spec.label}
          extra={specHint(spec)}
          required
          validateTrigger="onBlur"
          rules={[
            {
              validator: (_rule, value: TypedSpec | undefined) =>
                toSent(spec, value) === null
                  ? Promise.reject(new Error(`${spec.label} is Required`))
                  : Promise.resolve(),
            },
          ]}
        >
          <SpecControl spec={spec} isKnown />
        </Form.Item>
      )}
    </Form>
  );
}

/** @param kind chosen to begin with */
export const specFieldsOf = (kind: string | undefined) => (props: BulkFieldsProps) => (
  <SpecFields {...props} kind={kind} />
);
