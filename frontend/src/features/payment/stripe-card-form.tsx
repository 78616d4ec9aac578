import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe, StripeCardElementOptions } from '@stripe/stripe-js';
import { useEffect, useState, type FormEvent } from 'react';
import { money } from '../../lib/format';
import { useTheme } from '../../ui/theme';
import { Button } from '../../ui/button';
import { Alert, ErrorState } from '../../ui/feedback';
import { Spinner } from '../../ui/spinner';
import type { CardFormProps } from './card-form';
import { ChargeError } from './charge-error';

const NOT_LOADED = {
  status: 0,
  title: 'No connection',
  detail: 'The card form of the payment provider could not be loaded. Check your connection and try again.',
  errors: {},
};

/** The provider's own card form: card data goes from its frame to the provider and never through the shop. */
export default function StripeCardForm(props: CardFormProps) {
  const [attempt, setAttempt] = useState(0);
  return <Loader key={attempt} {...props} retry={() => setAttempt(attempt + 1)} />;
}

function Loader({ retry, ...props }: CardFormProps & { retry: () => void }) {
  const { publishableKey } = props.config;
  const [stripe, setStripe] = useState<Stripe>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    loadStripe(publishableKey).then(
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
  }, [publishableKey]);

  if (failed) return <ErrorState error={NOT_LOADED} retry={retry} />;
  if (!stripe) return <Spinner label="Loading the card form" />;
  return (
    <Elements stripe={stripe}>
      <Card {...props} />
    </Elements>
  );
}

function Card({ amount, busy, onPay, message }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const options = useCardLook();
  const [typing, setTyping] = useState<string>();
  const [complete, setComplete] = useState(false);

  const send = (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (busy || !stripe || !card) return;
    if (!complete) {
      setTyping((before) => before ?? 'Your card details are incomplete.');
      card.focus();
      return;
    }
    void onPay(async (clientSecret) => {
      // Carries out 3-D Secure by itself.
      const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
        payment_method: { card },
      });
      if (paymentIntent?.status === 'succeeded') return paymentIntent.id;
      if (error?.payment_intent?.status === 'succeeded') return error.payment_intent.id;
      throw new ChargeError(error?.message ?? 'The payment was not completed. Please try again.');
    });
  };

  return (
    <form className="dash-form" aria-label="Card" method="post" noValidate onSubmit={send}>
      <div className="field">
        <span className="field__label" id="card-label">
          Card
        </span>
        <div className="input card-element" role="group" aria-labelledby="card-label">
          <CardElement
            options={options}
            onChange={(change) => {
              setTyping(change.error?.message);
              setComplete(change.complete);
            }}
          />
        </div>
      </div>
      {typing ? <Alert tone="bad">{typing}</Alert> : message}
      <Button type="submit" wide busy={busy} disabled={!stripe}>
        Pay {money(amount)}
      </Button>
    </form>
  );
}

/** The provider's frame cannot read our style sheet: it gets the tokens' values. */
function useCardLook(): StripeCardElementOptions {
  useTheme();
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  return {
    style: {
      base: {
        color: token('--text'),
        fontSize: '16px',
        lineHeight: '26px',
        '::placeholder': { color: token('--text-muted') },
      },
      invalid: { color: token('--bad') },
    },
  };
}
