import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Stripe } from 'stripe';
import { startChild, type Child } from '../child.fixture.js';

export const SECRET_KEY = 'sk_test_spec';
export const WEBHOOK_SECRET = 'whsec_spec';

/** The shop's end of the webhooks: stores what arrives, and responds with the given statuses. */
export interface Receiver {
  url: string;
  events: Stripe.Event[];
  /** The next statuses to respond with; then 200. */
  statuses: number[];
  headers: IncomingHttpHeaders[];
  close: () => void;
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', events: [], statuses: [], headers: [], close: () => undefined };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const signature = request.headers['stripe-signature'] ?? '';
      receiver.headers.push(request.headers);
      receiver.events.push(Stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET));
      response.writeHead(receiver.statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  receiver.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return receiver;
}

export interface RunningSandbox {
  url: string;
  stripe: Stripe;
  data: string;
  kill: Child['kill'];
  /** Kills it with SIGKILL and starts it again on the same data. */
  restart: () => Promise<void>;
  /** Ends it and removes its data. */
  remove: () => Promise<void>;
}

export async function startSandbox(
  webhookUrl?: string,
  processingMs = 150,
  webhookEvents?: string,
): Promise<RunningSandbox> {
  const data = mkdtempSync(join(tmpdir(), 'payments-'));
  let child: Child;
  const args = ['--data', data, '--processing-ms', String(processingMs)];
  if (webhookUrl) args.push('--webhook-url', webhookUrl);
  if (webhookEvents) args.push('--webhook-events', webhookEvents);
  const env = { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET };
  const running: RunningSandbox = {
    url: '',
    stripe: new Stripe(SECRET_KEY),
    data,
    kill: (signal) => child.kill(signal),
    restart: async () => {
      await child.kill('SIGKILL');
      await start();
    },
    remove: async () => {
      await child.kill('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
  const start = async (): Promise<void> => {
    child = await startChild(new URL('./main.ts', import.meta.url), args, env);
    running.url = child.url;
    running.stripe = clientOf(child.url);
  };
  await start();
  return running;
}

/** stripe-node as the shop uses it; without retries, so that every response is seen. */
export function clientOf(url: string, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  body: Record<string, any>;
}

/** A form-encoded call without stripe-node. */
export async function call(
  method: string,
  url: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  const query = new URLSearchParams(form).toString();
  const response = await fetch(method === 'GET' ? `${url}?${query}` : url, {
    method,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    ...(method !== 'GET' && { body: query }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as HttpResponse['body'],
  };
}

export const PUBLISHABLE = { authorization: 'Bearer pk_test_demo' };
export const SECRET = { authorization: `Bearer ${SECRET_KEY}` };

export function cardForm(number: string, changes: Record<string, string> = {}): Record<string, string> {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 3),
    'payment_method_data[card][cvc]': '123',
    ...changes,
  };
}

/** Confirms as the shop's page does, through a proxy that names where it stands. */
export function confirmInBrowser(
  url: string,
  intent: { id: string; client_secret: string | null },
  form: Record<string, string>,
): Promise<HttpResponse> {
  const proxied = {
    'x-forwarded-host': 'shop.test:3000',
    'x-forwarded-proto': 'https',
    'x-forwarded-prefix': '/payments-sandbox',
  };
  const body = { client_secret: intent.client_secret ?? '', ...form };
  return call('POST', `${url}/v1/payment_intents/${intent.id}/confirm`, body, { ...PUBLISHABLE, ...proxied });
}

/** Sets the failure lab. */
export async function setLab(url: string, settings: object): Promise<HttpResponse> {
  const response = await fetch(`${url}/sandbox/lab`, {
    method: 'PUT',
    headers: { ...SECRET, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  const body = (await response.json()) as HttpResponse['body'];
  return { status: response.status, headers: response.headers, body };
}

/** Waits until `check` gives something truthy. */
export async function until<T>(
  check: () => T | Promise<T>,
  what: string,
  ms = 8000,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`waited too long for ${what}`);
    await wait(20);
  }
}
