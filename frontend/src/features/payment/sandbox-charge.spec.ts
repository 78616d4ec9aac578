import { describe, expect, it, vi } from 'vitest';
import { ChargeError, NoResponse, StillProcessing } from './charge-error';
import { ABANDONED, chargeInSandbox } from './sandbox-charge';
import { confirmForm, intentIdOf, readIntent, type Intent } from './sandbox-client';

const SECRET = 'pi_1_secret_2';
const card = { number: '4242 4242 4242 4242', month: '12', year: '30', cvc: '123' };
const intent = (status: string, more: Partial<Intent> = {}): Intent => ({ id: 'pi_1', status, ...more });
const challenged = intent('requires_action', {
  next_action: { redirect_to_url: { url: 'https://elsewhere.test/payments-sandbox/challenge/abc' } },
});

function sandbox(first: Intent | Error, ...later: Intent[]) {
  const intents = [...later];
  const challenge = {
    show: vi.fn<(url: string) => void>(),
    next: vi.fn<() => Promise<boolean>>().mockResolvedValue(true),
    hide: vi.fn<() => void>(),
  };
  const client = {
    confirm: () => (first instanceof Error ? Promise.reject(first) : Promise.resolve(first)),
    retrieve: () =>
      intents[0]
        ? Promise.resolve(intents.length > 1 ? intents.shift()! : intents[0])
        : Promise.reject(new NoResponse()),
  };
  const charge = () => chargeInSandbox(client, SECRET, card, challenge, () => Promise.resolve());
  return { challenge, charge };
}

describe('charging a test card', () => {
  it('returns the id of an intent that succeeds at once', async () => {
    const { charge, challenge } = sandbox(intent('succeeded'));
    await expect(charge()).resolves.toBe('pi_1');
    expect(challenge.show).not.toHaveBeenCalled();
  });

  it('shows the challenge on this origin until the customer responds', async () => {
    const { charge, challenge } = sandbox(challenged, challenged, challenged, intent('succeeded'));
    await expect(charge()).resolves.toBe('pi_1');
    expect(challenge.show).toHaveBeenCalledWith('/payments-sandbox/challenge/abc');
    expect(challenge.next).toHaveBeenCalledTimes(3);
    expect(challenge.hide).toHaveBeenCalledTimes(1);
  });

  it('says so when the customer closes the challenge, and hides it', async () => {
    const { charge, challenge } = sandbox(challenged, challenged);
    challenge.next.mockResolvedValue(false);
    await expect(charge()).rejects.toThrow(new ChargeError(ABANDONED));
    expect(challenge.hide).toHaveBeenCalledTimes(1);
  });

  it('accepts a response given just before the challenge was closed', async () => {
    const { charge, challenge } = sandbox(challenged, intent('succeeded'));
    challenge.next.mockResolvedValue(false);
    await expect(charge()).resolves.toBe('pi_1');
  });

  it("gives the provider's message after a failed challenge", async () => {
    const failed = intent('requires_payment_method', {
      last_payment_error: { message: 'Not authenticated.' },
    });
    await expect(sandbox(challenged, failed).charge()).rejects.toThrow('Not authenticated.');
  });

  it('waits for a payment in process, but not forever', async () => {
    const busy = intent('processing');
    await expect(sandbox(busy, busy, intent('succeeded')).charge()).resolves.toBe('pi_1');
    await expect(sandbox(busy, busy).charge()).rejects.toThrow(new StillProcessing('pi_1').message);
  });
});

describe('when the response to a charge is lost', () => {
  const noResponse = new NoResponse();
  const waiting = intent('requires_payment_method');

  it('finds out that the card was charged', async () => {
    await expect(sandbox(noResponse, waiting, intent('succeeded')).charge()).resolves.toBe('pi_1');
  });

  it('goes on with a challenge that it did not see', async () => {
    const { charge, challenge } = sandbox(noResponse, challenged, intent('succeeded'));
    await expect(charge()).resolves.toBe('pi_1');
    expect(challenge.show).toHaveBeenCalledTimes(1);
  });

  it('finds out that the card was declined', async () => {
    const declined = { ...waiting, last_payment_error: { message: 'Your card was declined.' } };
    await expect(sandbox(noResponse, declined).charge()).rejects.toThrow('Your card was declined.');
  });

  it('does not claim that the card was not charged when nobody knows', async () => {
    await expect(sandbox(noResponse, waiting).charge()).rejects.toThrow(/not known whether/);
    await expect(sandbox(noResponse).charge()).rejects.toThrow(/not known whether/);
  });

  it('makes no more calls after a refusal', async () => {
    const { charge } = sandbox(new ChargeError('Your card was declined.'), intent('succeeded'));
    await expect(charge()).rejects.toThrow('Your card was declined.');
  });
});

describe('the sandbox calls', () => {
  it('sends a card as Stripe takes it', () => {
    expect(intentIdOf(SECRET)).toBe('pi_1');
    expect(Object.fromEntries(confirmForm(SECRET, card))).toEqual({
      client_secret: SECRET,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '30',
      'payment_method_data[card][cvc]': '123',
    });
  });

  it('reads intents and errors', () => {
    expect(readIntent(true, intent('succeeded')).status).toBe('succeeded');
    const declined = { error: { message: 'Your card was declined.', payment_intent: intent('canceled') } };
    expect(() => readIntent(false, declined)).toThrow(new ChargeError('Your card was declined.'));
    expect(() => readIntent(false, undefined)).toThrow(ChargeError);
    const before = { error: { message: 'It has succeeded before.', payment_intent: intent('succeeded') } };
    expect(readIntent(false, before).status).toBe('succeeded');
  });
});
