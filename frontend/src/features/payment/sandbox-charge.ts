import { ChargeError, NoResponse, StillProcessing } from './charge-error';
import type { Intent, SandboxClient, TestCard } from './sandbox-client';

/** Shows the bank's question. `next` waits until the customer may have responded; false when the customer closed it. */
export interface Challenge {
  show: (url: string) => void;
  next: () => Promise<boolean>;
  hide: () => void;
}

export const ABANDONED = 'The check by your bank was not finished. Your card was not charged.';
const DECLINED = 'Your card was declined.';
const CHECKS_WHILE_PROCESSING = 20;
const CHECKS_AFTER_NO_RESPONSE = 3;

type Client = Pick<SandboxClient, 'confirm' | 'retrieve'>;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Charges a card and returns the id of the succeeded intent.
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
  for (let checks = 0; intent.status === 'processing' && checks < CHECKS_WHILE_PROCESSING; checks += 1) {
    await wait(1_000);
    intent = await client.retrieve(clientSecret);
  }
  if (intent.status === 'succeeded') return intent.id;
  if (intent.status === 'processing') throw new StillProcessing(intent.id);
  throw new ChargeError(intent.last_payment_error?.message ?? DECLINED);
}

/** A response can be lost after the card was charged, so its absence is no refusal: the intent's status is read. */
async function confirmed(
  client: Client,
  clientSecret: string,
  card: TestCard,
  wait: (ms: number) => Promise<void>,
): Promise<Intent> {
  try {
    return await client.confirm(clientSecret, card);
  } catch (noResponse) {
    if (!(noResponse instanceof NoResponse)) throw noResponse;
    let intent: Intent | undefined;
    for (let checks = 0; checks < CHECKS_AFTER_NO_RESPONSE; checks += 1) {
      await wait(1_000);
      intent = (await client.retrieve(clientSecret).catch(() => undefined)) ?? intent;
      // While it waits for a card, the confirmation may still be on its way.
      if (intent && intent.status !== 'requires_payment_method') return intent;
    }
    if (intent?.last_payment_error) return intent;
    throw noResponse;
  }
}

/** The page is on this origin, whatever name the sandbox knows it by. */
function challengeUrl(intent: Intent): string | undefined {
  const url = intent.next_action?.redirect_to_url?.url;
  if (!url) return undefined;
  const { pathname, search } = new URL(url, 'http://shop.invalid');
  return `${pathname}${search}`;
}
