import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Stripe } from 'stripe';
import { type Settings, type Shop, startShop } from './harness.js';

/** The repository. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const SECRET = 'sk_test_harness';
export const WEBHOOK_SECRET = 'whsec_harness';

/** A webhook as the sandbox sent it. */
export interface Delivery {
  body: string;
  signature: string;
  type: string;
}

/** The payment sandbox in a process of its own. Its webhooks are caught, and handed on when and as a test says. */
export interface Sandbox {
  url: string;
  /** Stripe's own client with the shop's secret key, for what a test does at the provider. */
  stripe: Stripe;
  /** Every webhook sent so far, in the order they came. */
  deliveries: Delivery[];
  /** Waits until so many webhooks of a type have come. */
  delivered(type: string, count?: number): Promise<Delivery[]>;
  /** Pays as a browser does, with the client secret. Returns the intent or Stripe's error. */
  pay(
    clientSecret: string,
    number?: string,
  ): Promise<{ status: string; id: string; error?: { code: string; message: string } }>;
  /** Sets the failure lab. */
  lab(settings: object): Promise<void>;
  /** The bank sends a refund back that had succeeded. */
  failRefund(id: string): Promise<void>;
  /** Puts succeeded intents there as they are, without events. */
  import(rows: object[]): Promise<void>;
  close(): Promise<void>;
}

export async function startSandbox(processingMs = 300): Promise<Sandbox> {
  const deliveries: Delivery[] = [];
  const relay = await listen((body, signature) => {
    deliveries.push({ body, signature, type: (JSON.parse(body) as { type: string }).type });
  });
  const folder = mkdtempSync(join(tmpdir(), 'rapid-payments-'));
  const args = [
    '--port',
    '0',
    '--data',
    folder,
    '--processing-ms',
    String(processingMs),
    '--webhook-url',
    relay.url,
  ];
  const child = spawn(process.execPath, ['--import', 'tsx', 'devstack/payments/main.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, STRIPE_SECRET_KEY: SECRET, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET },
  });
  const url = await readyLine(child);
  const { hostname, port } = new URL(url);
  const ask = async (method: string, path: string, body: object): Promise<void> => {
    const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  return {
    url,
    stripe: new Stripe(SECRET, {
      host: hostname,
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    deliveries,
    async delivered(type, count = 1) {
      const found = (): Delivery[] => deliveries.filter((delivery) => delivery.type === type);
      await eventually(() => found().length >= count, `${count} × ${type}`);
      return found();
    },
    pay: (clientSecret, number = '4242424242424242') => pay(url, clientSecret, number),
    lab: (settings) => ask('PUT', '/sandbox/lab', settings),
    failRefund: (id) => ask('POST', `/sandbox/refunds/${id}/fail`, {}),
    import: (rows) => ask('POST', '/sandbox/import', rows),
    async close() {
      const ended = new Promise((end) => child.once('exit', end));
      child.kill('SIGTERM');
      await ended;
      relay.server.closeAllConnections();
      await new Promise((end) => relay.server.close(end));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listen(
  receive: (body: string, signature: string) => void,
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      receive(Buffer.concat(chunks).toString(), String(request.headers['stripe-signature']));
      response.end('{}');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

export const readyLine = (child: ChildProcess): Promise<string> =>
  new Promise((ready, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`A process ended with ${code} before it was ready`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.startsWith('ready ')) ready(line.slice(6).trim());
    });
  });

async function pay(url: string, clientSecret: string, number: string) {
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const form = new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  });
  const headers = {
    authorization: 'Bearer pk_test_demo',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const response = await fetch(`${url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers,
    body: form,
  });
  const body = (await response.json()) as { status?: string; error?: { code: string; message: string } };
  return { id, status: body.status ?? 'failed', ...(body.error && { error: body.error }) };
}

/** Waits until something holds; fails after 30 s. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  what: string,
  mostMs = 30_000,
): Promise<void> {
  for (
    const deadline = Date.now() + mostMs;
    !(await holds());
    await new Promise((next) => setTimeout(next, 25))
  ) {
    if (Date.now() > deadline) throw new Error(`Not within ${mostMs / 1_000} s: ${what}`);
  }
}

/** A shop whose payment provider is a sandbox of its own. */
export interface Commerce extends Shop {
  sandbox: Sandbox;
  /** Hands a webhook to the shop. */
  deliver(delivery: Delivery): Promise<number>;
}

/** @param relay what the shop reaches the sandbox through, by the sandbox's address */
export async function startCommerce(
  settings: Settings = {},
  relay: (sandboxUrl: string) => Promise<string> | string = (url) => url,
): Promise<Commerce> {
  const sandbox = await startSandbox();
  const shop = await startShop({ PAYMENTS_SANDBOX_URL: await relay(sandbox.url), ...settings });
  return {
    ...shop,
    sandbox,
    async deliver({ body, signature }) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      return (await shop.call('POST', '/webhooks/stripe', { body, headers })).status;
    },
    async close() {
      await shop.close();
      await sandbox.close();
    },
  };
}

/** A webhook of one's own making, signed with the shop's secret unless told otherwise. */
export function signed(
  event: object,
  { secret = WEBHOOK_SECRET, timestamp }: { secret?: string; timestamp?: number } = {},
): Delivery {
  const body = JSON.stringify(event);
  const options = { payload: body, secret, ...(timestamp !== undefined && { timestamp }) };
  return { body, signature: new Stripe(SECRET).webhooks.generateTestHeaderString(options), type: 'made' };
}
