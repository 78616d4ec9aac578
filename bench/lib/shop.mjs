import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { assertNode, ensureBuilt, ensureInstalled } from '../../scripts/lib/prepare.mjs';
import { freePort, startStack } from '../../scripts/lib/stack.mjs';

/** Shops of a benchmark's own: free ports, temporary folders, the stand-ins, and nothing that the environment configures. */

/** A limit that counts calls is not what is measured, and a sweeper in the middle would be noise. */
const SETTINGS = {
  LOG_LEVEL: 'warn',
  RATE_USER_PER_MINUTE: '1000000',
  RATE_ADDRESS_PER_MINUTE: '1000000',
  RATE_SIGN_IN_PER_MINUTE: '1000000',
  RATE_FAILED_SIGN_IN_PER_MINUTE: '1000000',
  RATE_ORDERS_PER_MINUTE: '1000000',
  RATE_PAYMENTS_PER_MINUTE: '1000000',
  RATE_REVIEWS_PER_MINUTE: '1000000',
  SWEEP_SECONDS: '86400',
};
const CONFIGURED = /^(MONGODB_|FIREBASE_|STRIPE_|JWT_|DEMO$|DATA_DIR$|PORT$|HOST$|RATE_|SWEEP_|ORDER_|MAX_)/;

/**
 * Starts one shop for each size, hands them to `work` and stops them, also when it fails or is interrupted.
 *
 * @param {number[]} sizes
 * @param {(shops: Shop[]) => Promise<void>} work
 * @param {Record<string, string>} [settings] in the place of a benchmark's usual ones
 *
 * @typedef {object} Shop
 * @property {number} size what it was started for
 * @property {string} url
 * @property {number} pid of the server
 * @property {import('mongoose').mongo.Db} db its database, by the driver
 */
export async function withShops(sizes, work, settings = {}) {
  assertNode();
  await ensureInstalled();
  await ensureBuilt();
  const scratch = mkdtempSync(join(tmpdir(), 'rapid-bench-'));
  const opened = [];
  const close = async () => {
    await Promise.all(opened.splice(0).map((shop) => shop.close()));
    rmSync(scratch, { recursive: true, force: true });
  };
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    void close().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    for (const size of sizes) opened.push(await open(size, join(scratch, String(size)), settings));
    await work([...opened]);
  } catch (error) {
    // whatever was under way when it was interrupted has failed, and need not be told
    if (!interrupted) throw error;
    await new Promise(() => {});
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    await close();
  }
}

async function open(size, dataDir, settings) {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !CONFIGURED.test(name)),
  );
  const stack = await startStack({
    port: await freePort(),
    host: '127.0.0.1',
    dataDir,
    env: { ...inherited, ...SETTINGS, ...settings },
    say: () => {},
    onExit: (name) => {
      console.error(`The ${name} ended unexpectedly.`);
      process.exit(1);
    },
  });
  try {
    const connection = await mongoose
      .createConnection(stack.env.MONGODB_URI, { autoIndex: false })
      .asPromise();
    const close = async () => {
      await connection.close();
      await stack.stop();
    };
    return { size, url: stack.url, db: connection.db, pid: stack.pids.shop, close };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** Calls a shop; answers the body. @throws Error with the answer, when it is no 2xx */
export async function call(shop, method, path, { token, body, form } = {}) {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const sent = form ? new URLSearchParams(form) : body && JSON.stringify(body);
  const request = sent ? { method, headers, body: sent } : { method, headers };
  const answer = await fetch(shop.url + path, request);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** A new customer's token, by the road that a browser takes. It lasts 15 minutes. */
export async function signUp(shop, email) {
  return exchange(shop, 'signUp', { email, password: 'bench-customer' });
}

/** The demo admin's token. */
export async function signInAdmin(shop) {
  return exchange(shop, 'signInWithPassword', { email: 'admin@example.com', password: 'rapid-admin' });
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
