import { expect, it } from 'vitest';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type ApiResponse, PRODUCTION, type Settings, type Shop, startShop } from './harness.js';

/** A service that accepts connections and never responds. */
async function withSilence(use: (url: string) => Promise<void>): Promise<void> {
  const sockets: Socket[] = [];
  const silence = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((ready) => silence.listen(0, '127.0.0.1', ready));
  try {
    await use(`http://127.0.0.1:${(silence.address() as AddressInfo).port}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => silence.close(closed));
  }
}

type Timed = ApiResponse & { took: number };

async function timed(ask: () => Promise<ApiResponse>): Promise<Timed> {
  const from = Date.now();
  return { ...(await ask()), took: Date.now() - from };
}

async function isDownInTime(settings: Settings, ask: (shop: Shop) => Promise<Timed>): Promise<void> {
  const shop = await startShop(settings);
  try {
    const { took, ...response } = await ask(shop);
    expect(response).toMatchObject({
      status: 503,
      body: { type: 'urn:rapid:problem:dependency-down' },
    });
    expect(took).toBeLessThan(5_000);
    expect((await shop.call('GET', '/health/live')).status).toBe(200);
  } finally {
    await shop.close();
  }
}

const pay = async (shop: Shop): Promise<Timed> => {
  const [user, product] = [await shop.user(), await shop.product({ minimumOQ: 1, availableQ: 9 })];
  const body = { productId: String(product._id), address: 'Here', phone: '5550100', orderQuantity: 1 };
  const made = await shop.call('POST', '/purchase', { as: user, body });
  return timed(() =>
    shop.call('POST', '/create-payment-intent', { as: user, body: { orderId: made.body._id } }),
  );
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signIn = (shop: Shop): Promise<Timed> =>
  timed(() =>
    shop.call('PUT', '/user/a@example.com', {
      as: `${part({ alg: 'RS256', kid: 'k' })}.${part({ sub: 'a' })}.c2ln`,
      body: { email: 'a@example.com' },
    }),
  );

it('a payment provider that hangs is a 503 within 5 s', () =>
  withSilence((url) => isDownInTime({ PAYMENTS_SANDBOX_URL: url }, pay)));

it('a payment provider that refuses connections is a 503 within 5 s', () =>
  isDownInTime({ PAYMENTS_SANDBOX_URL: 'http://127.0.0.1:9' }, pay));

it('keys of the identity provider that cannot be had are a 503 within 5 s', async () => {
  await withSilence((url) => isDownInTime({ ...PRODUCTION, FIREBASE_JWKS_URL: url }, signIn));
  await isDownInTime({ ...PRODUCTION, FIREBASE_JWKS_URL: 'http://127.0.0.1:9' }, signIn);
});
