import { ChargeError, NoAnswer } from './charge-error';
import type { Intent, SandboxClient, TestCard } from './sandbox-client';

/** Shows the bank's question. `next` waits until it may have been answered; false when the customer closed it. */
export interface Challenge {
  show: (url: string) => void;
  next: () => Promise<boolean>;
  hide: () => void;
}

export const ABANDONED = 'The check by your bank was not finished. Your card was not charged.';
export const STILL_PROCESSING =
  'The payment is still being processed. Look at My Orders in a moment, before you try again.';
const DECLINED = 'Your card was declined.';
const LOOKS_WHILE_PROCESSING = 20;
const LOOKS_AFTER_SILENCE = 3;

type Client = Pick<SandboxClient, 'confirm' | 'retrieve'>;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Charges a card and answers the id of the succeeded intent.
 * @throws ChargeError when it was declined, abandoned, or is not decided in time
 */
export async function chargeInSandbox(
  client: Client,
  clientSecret: string,
  card: TestCard,
  challenge: Challenge,
  wait: (ms: number) => Promise<void> = pause,
): Promise<string> {
  let intent = await confirmed(client, clientSecret, card, wait);
  const url = intent.status === 'requires_action' ? challengeUrl(intent) : undefined;
  if (url) {
    challenge.show(url);
    try {
      while (intent.status === 'requires_action') {
        const open = await challenge.next();
        intent = await client.retrieve(clientSecret);
        if (!open && intent.status === 'requires_action') throw new ChargeError(ABANDONED);
      }
    } finally {
      challenge.hide();
    }
  }
  for (let looks = 0; intent.status === 'processing' && looks < LOOKS_WHILE_PROCESSING; looks += 1) {
    await wait(1_000);
    intent = await client.retrieve(clientSecret);
  }
  if (intent.status === 'succeeded') return intent.id;
  throw new ChargeError(
    intent.status === 'processing' ? STILL_PROCESSING : (intent.last_payment_error?.message ?? DECLINED),
  );
}

/** An answer can be lost after the card was charged, so silence is no refusal: the provider is asked how the payment stands. */
async function confirmed(
  client: Client,
  clientSecret: string,
  card: TestCard,
  wait: (ms: number) => Promise<void>,
): Promise<Intent> {
  try {
    return await client.confirm(clientSecret, card);
  } catch (silence) {
    if (!(silence instanceof NoAnswer)) throw silence;
    let intent: Intent | undefined;
    for (let looks = 0; looks < LOOKS_AFTER_SILENCE; looks += 1) {
      await wait(1_000);
      intent = (await client.retrieve(clientSecret).catch(() => undefined)) ?? intent;
      // While it waits for a card, the confirmation may still be on its way.
      if (intent && intent.status !== 'requires_payment_method') return intent;
    }
    if (intent?.last_payment_error) return intent;
    throw silence;
  }
}

/** The page is on this origin, whatever name the sandbox knows it by. */
function challengeUrl(intent: Intent): string | undefined {
  const url = intent.next_action?.redirect_to_url?.url;
  if (!url) return undefined;
  const { pathname, search } = new URL(url, 'http://shop.invalid');
  return `${pathname}${search}`;
}
