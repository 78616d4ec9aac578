import { Agent, get, request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import mongoose from 'mongoose';
import { isolatedEnv } from '../../scripts/lib/env.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { startStack } from '../../scripts/lib/stack.mjs';

/** Shops of a benchmark's own: free ports, temporary folders, the local services, and none of the environment's settings. */

/** The sizes to compare: those of `--sizes 100,100000`, or a benchmark's own. */
export function sizesOf(own) {
  const { values } = parseArgs({ options: { sizes: { type: 'string', default: own.join(',') } } });
  return values.sizes.split(',').map(Number);
}

/** Rate limits are not what is measured, and a sweep in the middle would be noise. */
const SETTINGS = {
  LOG_LEVEL: 'warn',
  RATE_USER_PER_MINUTE: '1000000',
  RATE_API_KEY_PER_MINUTE: '1000000',
  RATE_ADDRESS_PER_MINUTE: '100000000',
  RATE_SIGN_IN_PER_MINUTE: '1000000',
  RATE_FAILED_SIGN_IN_PER_MINUTE: '1000000',
  RATE_ORDERS_PER_MINUTE: '1000000',
  RATE_PAYMENTS_PER_MINUTE: '1000000',
  RATE_REVIEWS_PER_MINUTE: '1000000',
  SWEEP_SECONDS: '86400',
};

/**
 * Starts one shop for each size, passes them to `work` and stops them, also when it fails or is interrupted.
 *
 * @param {number[]} sizes
 * @param {(shops: Shop[]) => Promise<void>} work
 * @param {Record<string, string>} [settings] instead of a benchmark's usual ones
 * @param {(size: number) => string[]} [seedArgs] how many rows more than the demo's the seed writes
 *
 * @typedef {object} Shop
 * @property {number} size what it was started for
 * @property {string} url
 * @property {string} uri of its database
 * @property {string} paymentsUrl of its payment sandbox
 * @property {number} pid of the server
 * @property {import('mongoose').mongo.Db} db its database, by the driver
 * @property {import('mongoose').mongo.MongoClient} client of the driver
 */
export async function withShops(sizes, work, settings = {}, seedArgs = () => []) {
  const scratch = mkdtempSync(join(tmpdir(), 'rapid-bench-'));
  const opened = [];
  const close = async () => {
    agent.destroy();
    await Promise.all(opened.splice(0).map((shop) => shop.close()));
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  };
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    void close().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    for (const size of sizes) {
      const args = seedArgs(size);
      opened.push(await open(size, join(scratch, String(size)), settings, args));
    }
    await work([...opened]);
  } catch (error) {
    // what was interrupted fails; only other errors are reported
    if (!interrupted) throw error;
    await new Promise(() => {});
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    await close();
  }
}

/** A database of its own on the MongoDB that TEST_MONGODB_URI names; none where the embedded store is used. */
function ownDatabase() {
  const base = process.env.TEST_MONGODB_URI;
  if (!base) return {};
  const name = `bench_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  return { DEMO: '1', MONGODB_URI: base.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*/, `$1/${name}`) };
}

async function open(size, dataDir, settings, seedArgs) {
  const own = ownDatabase();
  const env = isolatedEnv(process.env, { ...SETTINGS, ...own, ...settings });
  const stack = await startStack({
    port: await freePort(),
    host: '127.0.0.1',
    dataDir,
    seedArgs,
    env,
    onExit: (name) => {
      console.error(`The ${name} ended unexpectedly.`);
      process.exit(1);
    },
  });
  try {
    const { MONGODB_URI: uri = own.MONGODB_URI, PAYMENTS_SANDBOX_URL: paymentsUrl } = stack.env;
    const connection = await mongoose.createConnection(uri, { autoIndex: false }).asPromise();
    const close = async () => {
      if (own.MONGODB_URI) await connection.dropDatabase();
      await connection.close();
      await stack.stop();
    };
    const [client, pid] = [connection.getClient(), stack.pids.shop];
    const { url } = stack;
    return { size, url, uri, paymentsUrl, pid, db: connection.db, client, close };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** Calls a shop. @returns the body @throws Error with the response, when its status is not 2xx */
export async function call(shop, method, path, { token, body, form, headers: more } = {}) {
  const headers = {
    ...more,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
    ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  const content = form ? String(new URLSearchParams(form)) : body && JSON.stringify(body);
  const text = await send(new URL(shop.url + path), { method, headers, agent }, content);
  return text === '' ? undefined : JSON.parse(text);
}

/** Connections are kept. `fetch` would cost this process twice as much, of the processors that the shop shares. */
const agent = new Agent({ keepAlive: true });

const send = (url, options, body) =>
  new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode < 300) resolve(text);
        else reject(new Error(`${options.method} ${url.pathname}: ${response.statusCode} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Reads a page of a shop to its end and keeps nothing of it. @throws Error when its status is not 200 */
export const drain = (shop, path, headers = {}) =>
  new Promise((resolve, reject) => {
    get(shop.url + path, { agent, headers }, (response) => {
      response.resume().once('end', resolve).once('error', reject);
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
    }).once('error', reject);
  });

/** A new customer's token, by the calls that a browser makes. It is valid for 15 minutes. */
export async function signUp(shop, email) {
  return exchange(shop, 'signUp', { email, password: 'bench-customer' });
}

/** The demo admin's token. */
export async function signInAdmin(shop) {
  return exchange(shop, 'signInWithPassword', { email: 'admin@example.com', password: 'rapid-admin' });
}

/** The demo customer's address. */
export const CUSTOMER = 'customer@example.com';

/** The demo customer's token. */
export async function signInCustomer(shop) {
  return exchange(shop, 'signInWithPassword', { email: CUSTOMER, password: 'rapid-customer' });
}

async function exchange(shop, how, credentials) {
  const { idToken } = await call(
    shop,
    'POST',
    `/identitytoolkit.googleapis.com/v1/accounts:${how}?key=demo-key`,
    { body: { ...credentials, returnSecureToken: true } },
  );
  const { email } = credentials;
  const { token } = await call(shop, 'PUT', `/api/user/${encodeURIComponent(email)}`, {
    token: idToken,
    body: { email },
  });
  return token;
}
