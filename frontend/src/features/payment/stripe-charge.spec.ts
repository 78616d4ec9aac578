import type { PaymentIntentResult } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { ChargeError, NoResponse, StillProcessing } from './charge-error';
import { chargedIntent } from './stripe-charge';

const result = (of: object) => of as PaymentIntentResult;
const errorOf = (of: object): unknown => {
  try {
    return chargedIntent(result(of));
  } catch (error) {
    return error;
  }
};

describe("the result of Stripe's confirmation", () => {
  it.each([
    ['succeeds', { paymentIntent: { id: 'pi_1', status: 'succeeded' } }],
    ['had succeeded before', { error: { payment_intent: { id: 'pi_1', status: 'succeeded' } } }],
  ])('gives the intent that %s', (_, of) => {
    expect(chargedIntent(result(of))).toBe('pi_1');
  });

  it('claims no success while it is processing', () => {
    const error = errorOf({ paymentIntent: { id: 'pi_1', status: 'processing' } });
    expect(error).toBeInstanceOf(StillProcessing);
    expect(error).toMatchObject({ intentId: 'pi_1' });
  });

  it("gives the provider's message of a declined card", () => {
    const error = errorOf({
      error: { type: 'card_error', message: 'Your card was declined.', payment_intent: { status: 'open' } },
    });
    expect(error).toEqual(new ChargeError('Your card was declined.'));
  });

  it('does not say that nothing was charged when there was no response', () => {
    expect(errorOf({ error: { type: 'api_connection_error', message: 'Load failed' } })).toBeInstanceOf(
      NoResponse,
    );
  });

  it('has a sentence of its own without a message', () => {
    expect(errorOf({ error: { type: 'api_error' } })).toMatchObject({
      message: expect.stringContaining('not completed') as string,
    });
  });
});
