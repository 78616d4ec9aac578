import { Inject, Injectable } from '@nestjs/common';
import { Stripe } from 'stripe';
import { DependencyDown } from '../common/errors.js';
import { CONFIG, type Config } from '../config.js';
import {
  BadSignature,
  PROVIDER_CURRENCY,
  type Intent,
  type IntentPage,
  PaymentProvider,
  ProviderDenied,
  ProviderRejection,
  type ReceivedEvent,
  type Refund,
  type RefundRequest,
} from './payment-provider.js';
import { EventName, toEvent } from './stripe-events.js';
import { SIGNATURE_TOLERANCE_S } from './stripe-signature.js';

/** The version of Stripe's API that this file was written against. */
const API_VERSION = '2026-10-28.endive';
/** One try and one repeat, with its pause, within five seconds. */
const TIMEOUT_MS = 1_800;

/** Stripe, by its own client; the sandbox speaks the same protocol. */
@Injectable()
export class StripeProvider extends PaymentProvider {
  readonly livemode: boolean;
  private readonly stripe: Stripe;
  private readonly webhookSecret: string;
  private readonly isLocal: boolean;

  constructor(@Inject(CONFIG) config: Config) {
    super();
    const { secretKey, webhookSecret } = config.stripe;
    this.livemode = /^(sk|rk)_live_/.test(secretKey);
    this.webhookSecret = webhookSecret;
    this.isLocal = config.localServices.paymentsUrl !== '';
    this.stripe = new Stripe(secretKey, {
      apiVersion: API_VERSION,
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      ...addressOf(config.localServices.paymentsUrl),
    });
  }

  dashboardUrl(intentId: string): string | undefined {
    if (this.isLocal) return undefined;
    return `https://dashboard.stripe.com/${this.livemode ? '' : 'test/'}payments/${intentId}`;
  }

  async createIntent({
    orderId,
    amount,
    key,
  }: {
    orderId: string;
    amount: number;
    key: string;
  }): Promise<Intent> {
    const intent = await toShopErrors(
      this.stripe.paymentIntents.create(
        {
          amount,
          currency: PROVIDER_CURRENCY,
          // and the wallets that come with cards; the browser's Payment Element allows the same
          allowed_payment_method_types: ['card'],
          description: `Order ${orderId}`,
          metadata: { orderId },
        },
        { idempotencyKey: key },
      ),
    );
    return toIntent(intent);
  }

  async retrieveIntent(id: string): Promise<Intent | undefined> {
    // Anything else would be another path of Stripe's API.
    if (!/^pi_\w{1,250}$/.test(id)) return undefined;
    const query = { expand: ['latest_charge'] };
    return orMissing(async () =>
      toIntent(await toShopErrors(this.stripe.paymentIntents.retrieve(id, query))),
    );
  }

  async cancelIntent(id: string): Promise<Intent> {
    try {
      return toIntent(await toShopErrors(this.stripe.paymentIntents.cancel(id)));
    } catch (error) {
      if (!(error instanceof ProviderRejection)) throw error;
      const intent = await this.retrieveIntent(id);
      if (!intent || intent.status === 'open') throw error;
      return intent;
    }
  }

  async refund({ intentId, key, amount, attempt }: RefundRequest): Promise<Refund> {
    return toRefund(
      await toShopErrors(
        this.stripe.refunds.create(
          {
            payment_intent: intentId,
            reason: 'requested_by_customer',
            ...(amount !== undefined && { amount }),
            ...(attempt !== undefined && { metadata: { attempt: String(attempt) } }),
          },
          { idempotencyKey: key },
        ),
      ),
    );
  }

  async retrieveRefund(id: string): Promise<Refund> {
    return toRefund(await toShopErrors(this.stripe.refunds.retrieve(id)));
  }

  async listRefunds(intentId: string): Promise<Refund[]> {
    const refunds: Refund[] = [];
    const query = { payment_intent: intentId, limit: 100 };
    for await (const refund of everyRow(this.stripe.refunds.list(query))) refunds.push(toRefund(refund));
    return refunds;
  }

  async listIntents({ since, from }: { since?: Date; from?: string }): Promise<IntentPage> {
    const query = {
      limit: 100,
      expand: ['data.latest_charge'],
      ...(since && { created: { gte: secondsOf(since) } }),
      ...(from !== undefined && { starting_after: from }),
    };
    const page = await orMissing(() => toShopErrors(this.stripe.paymentIntents.list(query)));
    if (!page) return this.listIntents({ ...(since && { since }) });
    const last = page.data.at(-1);
    return { intents: page.data.map(toIntent), next: page.has_more ? last?.id : undefined };
  }

  async *listEvents(types: string[], since: Date): AsyncIterable<ReceivedEvent> {
    const query = { created: { gte: secondsOf(since) }, limit: 100, types };
    // one without an id could not even be kept for later
    for await (const event of everyRow(this.stripe.events.list(query)))
      if (EventName.safeParse(event).success) yield toEvent(event);
  }

  async retrieveEvent(id: string): Promise<ReceivedEvent | undefined> {
    return orMissing(async () => toEvent(await toShopErrors(this.stripe.events.retrieve(id))));
  }

  constructEvent(rawBody: Buffer, signature: string): ReceivedEvent {
    try {
      return toEvent(
        this.stripe.webhooks.constructEvent(rawBody, signature, this.webhookSecret, SIGNATURE_TOLERANCE_S),
      );
    } catch (error) {
      throw new BadSignature('The signature does not match the body', { cause: error });
    }
  }
}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Where the local service is; nothing for Stripe itself. */
function addressOf(url: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (!url) return {};
  const { hostname, port, protocol } = new URL(url);
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
  };
}

/** Every row of a list; stripe-node reads page after page. */
async function* everyRow<T>(list: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* list;
  } catch (error) {
    throw shopErrorOf(error);
  }
}

async function toShopErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw shopErrorOf(error);
  }
}

/** What a call returns; undefined when there is no such object. */
async function orMissing<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderRejection && error.code === 'resource_missing') return undefined;
    throw error;
  }
}

/** Maps Stripe's errors to the three that the shop distinguishes: not reachable now, not for this shop, and rejected. */
function shopErrorOf(error: unknown): unknown {
  const { StripeCardError, StripeError, StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
  if (error instanceof StripeInvalidRequestError || error instanceof StripeCardError)
    return new ProviderRejection(error.code ?? error.type, error.message);
  // An idempotency key in use, a rate limit, an error or a bad key of the shop's own: none of it is the customer's.
  if (!(error instanceof StripeError)) return error;
  if (error instanceof StripePermissionError)
    return Object.assign(new ProviderDenied(error.message), { cause: error });
  return Object.assign(new DependencyDown('The payment provider'), { cause: error });
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: statusOf(intent.status),
    amount: intent.amount,
    amountReceived: intent.amount_received,
    amountRefunded: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
    currency: intent.currency,
    livemode: intent.livemode,
    orderId: orderIdOf(intent),
    createdAt: new Date(intent.created * 1000),
  };
}

/** The account may be shared with other applications, whose metadata may hold anything. */
function orderIdOf({ metadata }: { metadata: Record<string, unknown> | null }): string | undefined {
  const orderId = metadata?.['orderId'];
  return typeof orderId === 'string' && /^[0-9a-f]{24}$/.test(orderId) ? orderId : undefined;
}

function statusOf(status: string): Intent['status'] {
  if (status === 'succeeded' || status === 'processing') return status;
  return status === 'canceled' ? 'cancelled' : 'open';
}

function toRefund(refund: Stripe.Refund): Refund {
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  return {
    id: refund.id,
    status: refund.status === 'succeeded' ? 'succeeded' : failed ? 'failed' : 'pending',
    amount: refund.amount,
    failure: refund.failure_reason,
    attempt: attemptOf(refund),
  };
}

/** The attempt in a refund's metadata, where the shop put one. */
function attemptOf({ metadata }: { metadata: Record<string, unknown> | null }): number | undefined {
  const attempt = metadata?.['attempt'];
  return typeof attempt === 'string' && /^[1-9]\d{0,8}$/.test(attempt) ? Number(attempt) : undefined;
}
