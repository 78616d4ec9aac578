import { describe, expect, it, jest } from '@jest/globals';
import { ChargeError, NoAnswer } from './charge-error';
import { ABANDONED, chargeInSandbox, STILL_PROCESSING } from './sandbox-charge';
import { confirmForm, intentIdOf, readAnswer, type Intent } from './sandbox-client';

const SECRET = 'pi_1_secret_2';
const card = { number: '4242 4242 4242 4242', month: '12', year: '30', cvc: '123' };
const intent = (status: string, more: Partial<Intent> = {}): Intent => ({ id: 'pi_1', status, ...more });
const asked = intent('requires_action', {
  next_action: { redirect_to_url: { url: 'https://elsewhere.test/payments-sandbox/challenge/abc' } },
});

function sandbox(first: Intent | Error, ...later: Intent[]) {
  const answers = [...later];
  const challenge = {
    show: jest.fn<(url: string) => void>(),
    next: jest.fn<() => Promise<boolean>>().mockResolvedValue(true),
    hide: jest.fn<() => void>(),
  };
  const client = {
    confirm: () => (first instanceof Error ? Promise.reject(first) : Promise.resolve(first)),
    retrieve: () =>
      answers[0]
        ? Promise.resolve(answers.length > 1 ? answers.shift()! : answers[0])
        : Promise.reject(new NoAnswer()),
  };
  const charge = () => chargeInSandbox(client, SECRET, card, challenge, () => Promise.resolve());
  return { challenge, charge };
}

describe('charging a test card', () => {
  it('answers the id of an intent that succeeds at once', async () => {
    const { charge, challenge } = sandbox(intent('succeeded'));
    await expect(charge()).resolves.toBe('pi_1');
    expect(challenge.show).not.toHaveBeenCalled();
  });

  it('shows the challenge on this origin until it is answered', async () => {
    const { charge, challenge } = sandbox(asked, asked, asked, intent('succeeded'));
    await expect(charge()).resolves.toBe('pi_1');
    expect(challenge.show).toHaveBeenCalledWith('/payments-sandbox/challenge/abc');
    expect(challenge.next).toHaveBeenCalledTimes(3);
    expect(challenge.hide).toHaveBeenCalledTimes(1);
  });

  it('says so when the customer closes the challenge, and hides it', async () => {
    const { charge, challenge } = sandbox(asked, asked);
    challenge.next.mockResolvedValue(false);
    await expect(charge()).rejects.toThrow(new ChargeError(ABANDONED));
    expect(challenge.hide).toHaveBeenCalledTimes(1);
  });

  it('takes an answer given just before the challenge was closed', async () => {
    const { charge, challenge } = sandbox(asked, intent('succeeded'));
    challenge.next.mockResolvedValue(false);
    await expect(charge()).resolves.toBe('pi_1');
  });

  it("gives the provider's message after a failed challenge", async () => {
    const failed = intent('requires_payment_method', {
      last_payment_error: { message: 'Not authenticated.' },
    });
    await expect(sandbox(asked, failed).charge()).rejects.toThrow('Not authenticated.');
  });

  it('waits for a payment in process, but not for ever', async () => {
    const busy = intent('processing');
    await expect(sandbox(busy, busy, intent('succeeded')).charge()).resolves.toBe('pi_1');
    await expect(sandbox(busy, busy).charge()).rejects.toThrow(STILL_PROCESSING);
  });
});

describe('when the answer to a charge is lost', () => {
  const silence = new NoAnswer();
  const waiting = intent('requires_payment_method');

  it('finds out that the card was charged', async () => {
    await expect(sandbox(silence, waiting, intent('succeeded')).charge()).resolves.toBe('pi_1');
  });

  it('goes on with a challenge that it was not told of', async () => {
    const { charge, challenge } = sandbox(silence, asked, intent('succeeded'));
    await expect(charge()).resolves.toBe('pi_1');
    expect(challenge.show).toHaveBeenCalledTimes(1);
  });

  it('finds out that the card was declined', async () => {
    const declined = { ...waiting, last_payment_error: { message: 'Your card was declined.' } };
    await expect(sandbox(silence, declined).charge()).rejects.toThrow('Your card was declined.');
  });

  it('does not claim that the card was not charged when nobody knows', async () => {
    await expect(sandbox(silence, waiting).charge()).rejects.toThrow(/not known whether/);
    await expect(sandbox(silence).charge()).rejects.toThrow(/not known whether/);
  });

  it('asks nothing after a refusal', async () => {
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
    expect(readAnswer(true, intent('succeeded')).status).toBe('succeeded');
    const declined = { error: { message: 'Your card was declined.', payment_intent: intent('canceled') } };
    expect(() => readAnswer(false, declined)).toThrow(new ChargeError('Your card was declined.'));
    expect(() => readAnswer(false, undefined)).toThrow(ChargeError);
    const before = { error: { message: 'It has succeeded before.', payment_intent: intent('succeeded') } };
    expect(readAnswer(false, before).status).toBe('succeeded');
  });
});
