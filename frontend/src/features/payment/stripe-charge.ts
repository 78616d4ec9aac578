import type { PaymentIntentResult, Stripe, StripeElements } from '@stripe/stripe-js';
import { ChargeError, NoResponse, StillProcessing } from './charge-error';

const NOT_COMPLETED = 'The payment was not completed. Please try again.';

/**
 * Confirms an intent with what the Payment Element holds; 3-D Secure is carried out by Stripe's own code. Cards need no
 * redirect, so the page stays.
 *
 * @throws ChargeError when it was declined, abandoned, or is not decided yet
 */
export async function chargeByStripe(
  stripe: Pick<Stripe, 'confirmPayment'>,
  elements: StripeElements,
  clientSecret: string,
): Promise<string> {
  return chargedIntent(
    await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: location.href },
      redirect: 'if_required',
    }),
  );
}

/** The id of the succeeded intent. A confirmation that comes too late, because it has already succeeded, is no failure. */
export function chargedIntent({ paymentIntent, error }: PaymentIntentResult): string {
  const intent = paymentIntent ?? error?.payment_intent;
  if (intent?.status === 'succeeded') return intent.id;
  if (intent?.status === 'processing') throw new StillProcessing(intent.id);
  if (error?.type === 'api_connection_error') throw new NoResponse();
  throw new ChargeError(error?.message ?? NOT_COMPLETED);
}
