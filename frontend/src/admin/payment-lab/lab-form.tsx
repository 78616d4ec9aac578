import { useSetPaymentLabMutation, type LabSettings } from '../../api/payment-lab';
import { notify } from '../../shared/notify';
import { useState } from 'react';
import { Button } from '../../shared/ui/button';
import { Alert } from '../../shared/ui/feedback';
import { Input, Select } from '../../shared/ui/field';
import { useForm } from '../../shared/use-form';
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
  const form = useForm<LabValues>({ initial: toValues(current), check: checkLab });
  const { mode } = form.values;

  const send = async (settings: LabSettings, done: string) => {
    setRefusal(undefined);
    try {
      form.reset(toValues(await set(settings).unwrap()));
      void notify('success', done);
    } catch (error) {
      setRefusal(form.fail(error));
    }
  };

  return (
    <form
      className="dash-form dash-form--panel lab__form"
      aria-label="What is to go wrong"
      noValidate
      onSubmit={form.onSubmit((values) => send(toSettings(values), 'The lab is set'))}
    >
      <fieldset className="lab__group">
        <legend>The customer&rsquo;s card</legend>
        <Select label="The next confirmation" {...form.bind('nextConfirm')}>
          <option value="">Goes by its card number</option>
          {NEXT_CONFIRMS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Input
          label="Responses to lose"
          hint="Confirmations that are carried out while the browser gets no response"
          inputMode="numeric"
          {...form.bind('loseConfirmAnswer')}
        />
      </fieldset>
      <fieldset className="lab__group">
        <legend>Webhooks to the shop</legend>
        <Select label="Events" {...form.bind('mode')}>
          {WEBHOOK_MODES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <div className="dash-form__pair">
          <Input
            label="Delay"
            hint="Milliseconds; for late and reordered events"
            inputMode="numeric"
            disabled={!waits(mode)}
            {...form.bind('delayMs')}
          />
          <Input
            label="Number of events"
            hint="Empty: until you change it"
            inputMode="numeric"
            disabled={mode === 'deliver'}
            {...form.bind('eventTimes')}
          />
        </div>
      </fieldset>
      <fieldset className="lab__group">
        <legend>The shop&rsquo;s own calls to the provider</legend>
        <div className="dash-form__pair">
          <Input
            label="Calls to fail"
            hint="The shop repeats a failed call once: use an even number"
            inputMode="numeric"
            {...form.bind('failTimes')}
          />
          <Input label="HTTP status" hint="400 to 599" inputMode="numeric" {...form.bind('failStatus')} />
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
    </form>
  );
}
