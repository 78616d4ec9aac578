import { Checkbox, Form, Input } from 'antd';
import { useCreateApiKeyMutation } from '../../../api/admin-api';
import type { ApiKeyScope, CreatedApiKey } from '../../../api/types';
import { dayOf, isDay } from '../../../lib/days';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { FormEnd } from '../../../ui-admin/form-end';
import { SCOPE_GROUPS } from './scopes';

interface Values {
  name: string;
  scopes: ApiKeyScope[];
  /** The last day on which it works, if any. */
  lastDay?: string;
}

const today = (): string => dayOf(new Date());

interface KeyFormProps {
  onCreated: (created: CreatedApiKey) => void;
  onCancel: () => void;
}

export function KeyForm({ onCreated, onCancel }: KeyFormProps) {
  const [create] = useCreateApiKeyMutation();
  const { busy, refusal, props } = useAdminForm({
    leaving: 'The key has not been created yet.',
    renamed: { expiresAt: 'lastDay' },
    toBody: ({ name, scopes, lastDay }: Values) => ({
      name,
      scopes,
      expiresAt: lastDay ? `${lastDay}T23:59:59Z` : undefined,
    }),
    send: (createApiKeyDto) => create({ createApiKeyDto }).unwrap(),
    onDone: onCreated,
  });

  return (
    <Form<Values> {...props} name="api-key" aria-label="API key" initialValues={{ name: '', scopes: [] }}>
      <Form.Item<Values>
        name="name"
        label="Name"
        extra="What the key is for, such as the program that uses it."
        validateTrigger="onBlur"
        rules={[{ required: true, whitespace: true, message: 'Name is Required' }]}
      >
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      <Form.Item<Values>
        name="scopes"
        label="What it may do"
        rules={[{ required: true, type: 'array', min: 1, message: 'Choose at least one' }]}
      >
        <ScopeBoxes />
      </Form.Item>
      <Form.Item<Values>
        name="lastDay"
        label="Last day (optional)"
        extra="It works to the end of this day in UTC. Without one it never expires."
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_rule, value?: string) =>
              !value || (isDay(value) && value >= today())
                ? Promise.resolve()
                : Promise.reject(new Error('Choose today or a later day.')),
          },
        ]}
      >
        <Input type="date" min={today()} className="key-form__day" />
      </Form.Item>
      <FormEnd refusal={refusal} busy={busy} label="Create the key" onCancel={onCancel} />
    </Form>
  );
}

interface ScopeBoxesProps {
  id?: string;
  value?: ApiKeyScope[];
  onChange?: (scopes: ApiKeyScope[]) => void;
  'aria-describedby'?: string;
}

/** The form's other attributes, such as `aria-required`, are none of a group's. */
const ScopeBoxes = ({ id, value, onChange, 'aria-describedby': describedBy }: ScopeBoxesProps) => (
  <div id={id}>
    <Checkbox.Group<ApiKeyScope>
      className="key-form__scopes"
      value={value}
      onChange={onChange}
      aria-label="What it may do"
      aria-describedby={describedBy}
    >
      {SCOPE_GROUPS.map(({ group, scopes }) => (
        <div key={group} role="group" aria-label={group} className="key-form__group">
          <p aria-hidden="true">{group}</p>
          {scopes.map(({ scope, label, allows }) => (
            <Checkbox key={scope} value={scope} className="key-form__scope">
              <span className="cell-stack">
                {label}
                <small>{allows}</small>
              </span>
            </Checkbox>
          ))}
        </div>
      ))}
    </Checkbox.Group>
  </div>
);
