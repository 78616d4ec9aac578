import { useMemo } from 'react';
import { money } from '../../lib/format';
import { Button } from '../../ui/button';
import { Tag } from '../../ui/feedback';
import { Input, RequiredNote } from '../../ui/field';
import { useForm } from '../../forms/use-form';
import type { CardFormProps } from './card-form';
import { checkCard, groupExpiry, groupNumber, readExpiry, type CardValues } from './card-fields';
import { ChallengeDialog } from './challenge-dialog';
import { chargeInSandbox } from './sandbox-charge';
import { SandboxClient } from './sandbox-client';
import { TestCards } from './test-cards';
import { useChallenge } from './use-challenge';

const EMPTY: CardValues = { number: '', expiry: '', cvc: '' };

/** The payment sandbox's own card form. Nothing typed here leaves the shop's origin or is kept. */
export default function SandboxCardForm({ amount, currency, config, busy, onPay, message }: CardFormProps) {
  const client = useMemo(() => new SandboxClient(config.apiUrl ?? '', config.publishableKey), [config]);
  const { url, challenge, close, loaded } = useChallenge();

  const form = useForm({
    initial: EMPTY,
    check: checkCard,
    toBody: ({ number, expiry, cvc }) => ({ number, ...readExpiry(expiry)!, cvc }),
    send: (card) => onPay((clientSecret) => chargeInSandbox(client, clientSecret, card, challenge)),
  });
  const fill = (number: string) => {
    form.set('number', groupNumber(number));
    form.set('expiry', `12 / ${String(new Date().getFullYear() + 3).slice(2)}`);
    form.set('cvc', '123');
  };

  return (
    <>
      <form className="card-form" aria-label="Card" method="post" noValidate onSubmit={form.onSubmit}>
        <p>
          <Tag tone="warn">Test mode</Tag> <span className="muted">No money moves. Use a test card.</span>
        </p>
        <RequiredNote />
        <Input
          label="Card number"
          required
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          {...form.bind('number')}
          onChange={({ target }) => form.set('number', groupNumber(target.value))}
        />
        <div className="card-form__pair">
          <Input
            label="Expiry date"
            required
            hint="MM / YY"
            inputMode="numeric"
            autoComplete="cc-exp"
            {...form.bind('expiry')}
            onChange={({ target }) => form.set('expiry', groupExpiry(target.value, form.values.expiry))}
          />
          <Input
            label="Security code"
            required
            hint="CVC, 3 or 4 digits"
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={4}
            {...form.bind('cvc')}
          />
        </div>
        {message}
        <Button type="submit" wide busy={busy}>
          Pay {money(amount, currency)}
        </Button>
        <TestCards onUse={fill} />
      </form>
      <ChallengeDialog url={url} onClose={close} onLoad={loaded} />
    </>
  );
}
