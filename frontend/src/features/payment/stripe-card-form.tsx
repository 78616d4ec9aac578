import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { useEffect, useState, type FormEvent } from 'react';
import { money } from '../../lib/format';
import { useTheme } from '../../ui/theme';
import { Button } from '../../ui/button';
import { Alert, ErrorState } from '../../ui/feedback';
import { Spinner } from '../../ui/spinner';
import type { CardFormProps } from './card-form';
import { chargeByStripe } from './stripe-charge';
import { stripeLook } from './stripe-look';

const NOT_LOADED = {
  status: 0,
  title: 'No connection',
  detail: 'The card form of the payment provider could not be loaded. Check your connection and try again.',
  errors: {},
};

/**
 * The provider's own card form, and the wallets that come with cards: their data goes from its frame to the provider and
 * never through the shop. The intent is created when it is sent.
 */
export default function StripeCardForm(props: CardFormProps) {
  const [attempt, setAttempt] = useState(0);
  return <Loader key={attempt} {...props} retry={() => setAttempt(attempt + 1)} />;
}

interface LoadedProps extends CardFormProps {
  retry: () => void;
}

function Loader(props: LoadedProps) {
  const { amount, currency, config, retry } = props;
  const [stripe, setStripe] = useState<Stripe>();
  const [failed, setFailed] = useState(false);
  const theme = useTheme();
  useEffect(() => {
    let current = true;
    loadStripe(config.publishableKey).then(
      (loaded) => {
        if (!current) return;
        if (loaded) setStripe(loaded);
        else setFailed(true);
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [config.publishableKey]);

  if (failed) return <ErrorState error={NOT_LOADED} retry={retry} />;
  if (!stripe) return <Spinner label="Loading the card form" />;
  // A change of these is passed on to what is mounted.
  const options: StripeElementsOptionsMode = {
    mode: 'payment',
    amount: Math.round(amount * 100),
    currency: currency.toLowerCase(),
    // the intent allows the same
    allowedPaymentMethodTypes: ['card'],
    appearance: stripeLook(theme),
    locale: 'en',
  };
  return (
    <Elements stripe={stripe} options={options}>
      <Card {...props} />
    </Elements>
  );
}

function Card({ amount, currency, busy, onPay, message, retry }: LoadedProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed' | 'checking'>('loading');
  const [invalid, setInvalid] = useState<string>();

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || phase !== 'ready' || !stripe || !elements) return;
    setPhase('checking');
    setInvalid(undefined);
    // before anything else is awaited: a wallet opens its window only right after the click
    const { error } = await elements.submit();
    setPhase('ready');
    if (error) {
      // each field shows its own message
      if (error.type !== 'validation_error') setInvalid(error.message);
      elements.getElement('payment')?.focus();
      return;
    }
    await onPay((clientSecret) => chargeByStripe(stripe, elements, clientSecret));
  };

  if (phase === 'failed') return <ErrorState error={NOT_LOADED} retry={retry} />;
  return (
    <form
      className="card-form"
      aria-label="Card"
      method="post"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <PaymentElement
        options={{ layout: 'tabs' }}
        onReady={() => setPhase('ready')}
        onLoadError={() => setPhase('failed')}
        onChange={() => setInvalid(undefined)}
      />
      {invalid ? <Alert tone="bad">{invalid}</Alert> : message}
      <Button type="submit" wide busy={busy || phase === 'checking'} disabled={phase === 'loading'}>
        Pay {money(amount, currency)}
      </Button>
    </form>
  );
}
