import { ChargeError, NoResponse } from './charge-error';

/** As much of Stripe's payment intent as a browser needs. */
export interface Intent {
  id: string;
  status: string;
  next_action?: { redirect_to_url?: { url: string } } | null;
  last_payment_error?: { message?: string } | null;
}

export interface TestCard {
  number: string;
  month: string;
  year: string;
  cvc: string;
}

const TIMEOUT_MS = 30_000;
const UNREADABLE = 'The response of the payment provider could not be read. Please try again.';

export const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** The form that Stripe's own browser code sends to confirm an intent with a card. */
export const confirmForm = (clientSecret: string, card: TestCard): URLSearchParams =>
  new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number.replace(/\D/g, ''),
    'payment_method_data[card][exp_month]': card.month,
    'payment_method_data[card][exp_year]': card.year,
    'payment_method_data[card][cvc]': card.cvc.replace(/\D/g, ''),
  });

/**
 * Reads a response of the provider. Confirming an intent that has already succeeded is no failure.
 * @throws ChargeError with the provider's message
 */
export function readIntent(ok: boolean, body: unknown): Intent {
  const response = (typeof body === 'object' && body !== null ? body : {}) as Partial<Intent> & {
    error?: { message?: string; payment_intent?: Intent };
  };
  if (ok && response.id && response.status) return response as Intent;
  if (response.error?.payment_intent?.status === 'succeeded') return response.error.payment_intent;
  throw new ChargeError(response.error?.message ?? UNREADABLE);
}

/** The payment sandbox as the browser sees it: two calls, opened by the client secret. */
export class SandboxClient {
  constructor(
    private readonly apiUrl: string,
    private readonly publishableKey: string,
  ) {}

  confirm(clientSecret: string, card: TestCard): Promise<Intent> {
    return this.call(`${this.path(clientSecret)}/confirm`, {
      method: 'POST',
      body: confirmForm(clientSecret, card),
    });
  }

  retrieve(clientSecret: string): Promise<Intent> {
    return this.call(`${this.path(clientSecret)}?client_secret=${encodeURIComponent(clientSecret)}`);
  }

  private path(clientSecret: string): string {
    return `${this.apiUrl.replace(/\/$/, '')}/v1/payment_intents/${encodeURIComponent(intentIdOf(clientSecret))}`;
  }

  private async call(url: string, init?: RequestInit): Promise<Intent> {
    const response = await fetch(url, {
      ...init,
      headers: { authorization: `Bearer ${this.publishableKey}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new NoResponse();
    });
    const body: unknown = await response.json().catch(() => undefined);
    return readIntent(response.ok, body);
  }
}
