import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type {
  AccountEventDto,
  KindEventDto,
  OrderEventDto,
  ProductEventDto,
  ReviewEventDto,
  TestEventDto,
} from './generated.js';

/** What the shop sends to a webhook endpoint; `type` says which it is, and so what `data` has. */
export type ShopEvent =
  OrderEventDto | ProductEventDto | KindEventDto | ReviewEventDto | AccountEventDto | TestEventDto;

/** The type of an event, such as `order.paid`. */
export type ShopEventType = ShopEvent['type'];

/** Of a request that does not come from the shop, is too old, or was changed on its way. */
export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
}

/** The headers of a request, of `fetch` or of Node's `http`. */
export type EventHeaders = Headers | Record<string, string | string[] | undefined>;

/** The version of the payloads that the types are of. */
const VERSION = 1;

/**
 * The event of a request to a webhook endpoint, if its signature is right and it is at most five minutes old.
 *
 * @param body the text as it came, or its bytes: parsed and made into text again it has another signature
 * @param secrets the endpoint's secret, or both while it is rotated
 * @throws InvalidEvent
 */
export function verifyEvent(
  body: string | Uint8Array,
  headers: EventHeaders,
  secrets: string | readonly string[],
): ShopEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const plain = plainHeaders(headers);
  let failure: unknown;
  for (const secret of [secrets].flat()) {
    // a secret that is no secret is a mistake of the program's own
    const webhook = new Webhook(secret);
    try {
      return eventOf(webhook.verify(text, plain));
    } catch (error) {
      if (!(error instanceof WebhookVerificationError) && !(error instanceof SyntaxError)) throw error;
      failure = error;
    }
  }
  throw new InvalidEvent(
    failure instanceof Error ? failure.message : 'There is no secret to verify it with',
    {
      cause: failure,
    },
  );
}

function eventOf(value: unknown): ShopEvent {
  const { version } = (value ?? {}) as { version?: unknown };
  if (version !== VERSION)
    throw new InvalidEvent(`The payload has version ${String(version)}; this client knows ${VERSION}`);
  return value as ShopEvent;
}

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

function plainHeaders(headers: EventHeaders): Record<string, string> {
  const valueOf = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]);
  return Object.fromEntries(HEADERS.map((name) => [name, String(valueOf(name) ?? '')]));
}
