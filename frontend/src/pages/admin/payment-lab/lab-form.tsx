import { Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSetPaymentLabMutation, type LabSettings } from '../../../api/payment-lab';
import { notify } from '../../../ui/notify';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
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
  const [set] = useSetPaymentLabMutation();
  const [initial] = useState(() => toValues(current));
  const { form, busy, refusal, submit, props } = useAdminForm({
    leaving: 'The lab is not set yet.',
    toBody: (values: LabValues) => toSettings(values),
    send: (settings: LabSettings) => set(settings).unwrap(),
    onDone: (saved, settings): void => {
      form.setFieldsValue(toValues(saved));
      void notify('success', settings === LAB_OFF ? 'Nothing goes wrong any more' : 'The lab is set');
    },
  });
  const mode = Form.useWatch('mode', form) ?? initial.mode;

  return (
    <Form<LabValues>
      {...props}
      className="dash-form dash-form--panel lab__form"
      aria-label="What is to go wrong"
      initialValues={initial}
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
        <Button type="submit" busy={busy}>
          Set the lab
        </Button>
        <Button look="secondary" busy={busy} onClick={() => void submit(LAB_OFF)}>
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
      className="lab__field"
      label={label}
      extra={hint && <small>{hint}</small>}
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
