import { Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSetPaymentLabMutation, type LabSettings } from '../../../api/payment-lab';
import { asApiError } from '../../../api/problem';
import { notify } from '../../../ui/notify';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import {
  checkLab,
  LAB_OFF,
  NEXT_CONFIRMS,
  toSettings,
  toValues,
  waits,
  WEBHOOK_MODES,
  type LabValues,
} from './lab-values';

/** Begins with the settings as they were when the page was opened; what has run down since is shown beside it. */
export function LabForm({ current }: { current: LabSettings }) {
  const [set, { isLoading }] = useSetPaymentLabMutation();
  const [refusal, setRefusal] = useState<string>();
  const [form] = Form.useForm<LabValues>();
  const [initial] = useState(() => toValues(current));
  const mode = Form.useWatch('mode', form) ?? initial.mode;

  const send = async (settings: LabSettings, done: string) => {
    setRefusal(undefined);
    try {
      form.setFieldsValue(toValues(await set(settings).unwrap()));
      void notify('success', done);
    } catch (error) {
      const { errors, detail } = asApiError(error);
      const names = Object.keys(errors).filter((name): name is keyof LabValues => name in initial);
      form.setFields(names.map((name) => ({ name, errors: [errors[name] ?? ''] })));
      if (names.length === 0 || names.length < Object.keys(errors).length) setRefusal(detail);
    }
  };

  return (
    <Form<LabValues>
      form={form}
      layout="vertical"
      className="dash-form dash-form--panel lab__form"
      aria-label="What is to go wrong"
      initialValues={initial}
      scrollToFirstError={{ focus: true }}
      onFinish={(values) => void send(toSettings(values), 'The lab is set')}
    >
      <fieldset className="lab__group">
        <legend>The customer&rsquo;s card</legend>
        <Field name="nextConfirm" label="The next confirmation">
          <select className="input">
            <option value="">Goes by its card number</option>
            {NEXT_CONFIRMS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field
          name="loseConfirmResponse"
          label="Responses to lose"
          hint="Confirmations that are carried out while the browser gets no response"
        >
          <Input inputMode="numeric" />
        </Field>
      </fieldset>
      <fieldset className="lab__group">
        <legend>Webhooks to the shop</legend>
        <Field name="mode" label="Events">
          <select className="input">
            {WEBHOOK_MODES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <div className="dash-form__pair">
          <Field name="delayMs" label="Delay" hint="Milliseconds; for late and reordered events">
            <Input inputMode="numeric" disabled={!waits(mode)} />
          </Field>
          <Field name="eventTimes" label="Number of events" hint="Empty: until you change it">
            <Input inputMode="numeric" disabled={mode === 'deliver'} />
          </Field>
        </div>
      </fieldset>
      <fieldset className="lab__group">
        <legend>The shop&rsquo;s own calls to the provider</legend>
        <div className="dash-form__pair">
          <Field
            name="failTimes"
            label="Calls to fail"
            hint="The shop repeats a failed call once: use an even number"
          >
            <Input inputMode="numeric" />
          </Field>
          <Field name="failStatus" label="HTTP status" hint="400 to 599">
            <Input inputMode="numeric" />
          </Field>
        </div>
      </fieldset>
      {refusal && <Alert tone="bad">{refusal}</Alert>}
      <div className="dash-form__end">
        <Button type="submit" busy={isLoading}>
          Set the lab
        </Button>
        <Button
          look="secondary"
          busy={isLoading}
          onClick={() => void send(LAB_OFF, 'Nothing goes wrong any more')}
        >
          Reset
        </Button>
      </div>
    </Form>
  );
}

interface FieldProps {
  name: keyof LabValues;
  label: string;
  hint?: string;
  children: ReactNode;
}

/** A field with the message that `checkLab` has for it. */
function Field({ name, label, hint, children }: FieldProps) {
  return (
    <Form.Item<LabValues>
      name={name}
      label={label}
      extra={hint}
      rules={[
        ({ getFieldsValue }) => ({
          validator: () => {
            const message = checkLab(getFieldsValue() as LabValues)[name];
            return message ? Promise.reject(new Error(message)) : Promise.resolve();
          },
        }),
      ]}
    >
      {children}
    </Form.Item>
  );
}
