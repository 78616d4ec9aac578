import { createHmac } from 'node:crypto';
import type { WebhookJob } from './events.js';
import { unixNow } from './ids.js';
import type { Records } from './records.js';

export interface WebhookTarget {
  url: string;
  /** The endpoint's signing secret, `whsec_…`. */
  secret: string;
  /** The types of events that it is registered for; `*` stands for all. */
  types: string[];
}

const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 60_000;
/** With the waits above about three quarters of an hour. */
const MAX_ATTEMPTS = 50;

/** `t=…,v1=…` over `t.payload`, as `stripe.webhooks.constructEvent` verifies it. */
export function signatureHeader(payload: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** How long after attempt `n` (from 0) the next one comes, in milliseconds; null: given up. */
export function retryDelay(attempt: number): number | null {
  if (attempt + 1 >= MAX_ATTEMPTS) return null;
  return Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS);
}

export interface Delivery {
  delivered: boolean;
  /** The wait before the next attempt; null: there is none. */
  againInMs: number | null;
}

/** Sends one event once, signed again. */
export async function deliver(records: Records, target: WebhookTarget, job: WebhookJob): Promise<Delivery> {
  const event = records.find('event', job.event)?.object;
  if (!event) return { delivered: false, againInMs: null };
  const payload = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2);
  const failure = await post(target, payload);
  if (failure === null) return { delivered: true, againInMs: null };
  const wait = retryDelay(job.attempt);
  const next = wait === null ? 'given up' : `again in ${wait / 1000} s`;
  console.error(`webhook ${event.type} ${event.id}, attempt ${job.attempt + 1}: ${failure}; ${next}`);
  return { delivered: false, againInMs: wait };
}

async function post(target: WebhookTarget, payload: string): Promise<string | null> {
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (payment sandbox)',
        'stripe-signature': signatureHeader(payload, target.secret, unixNow()),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : `status ${response.status}`;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? message;
  }
}
