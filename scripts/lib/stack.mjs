import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

/**
 * Starts the shop and whatever of it is not configured: the embedded store, the identity emulator, the payment sandbox
 * and the demo data. Every process has a channel to this one and ends with it.
 */

const TSX = ['--import', 'tsx'];
/**
 * At rest the shop keeps some 25 MB less with a small young generation, and under load some 50 MB with a heap that grows by
 * half at most before it is collected. With `--optimize-for-size` the pauses would be several times as long. V8 collects
 * with one thread beside the one that serves: its usual four take the processors from that whenever they mark a large heap.
 */
const SHOP_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=50', '--v8-pool-size=1'];
const READY_WITHIN_MS = 120_000;
/** The shop gives itself 8 s after the delay in which it still serves. */
const STOP_WITHIN_MS = 10_000;

/** The settings whose presence means that a real service is used. */
const REAL = { store: /^MONGODB_URI(_FILE)?$/, identity: /^FIREBASE_/, payments: /^STRIPE_/ };
const isSet = (env, pattern) => Object.keys(env).some((name) => pattern.test(name) && env[name]);

/** Which of the services are real, and whether this is a demo: `DEMO=1`, or nothing real is set. */
export function planOf(env) {
  const real = Object.fromEntries(Object.entries(REAL).map(([name, pattern]) => [name, isSet(env, pattern)]));
  const demo = env.DEMO ? /^(1|true|yes)$/.test(env.DEMO) : !Object.values(real).some(Boolean);
  return { real, demo };
}

const make = () => randomBytes(32).toString('base64url');

/** Secrets of the demo, made once and kept in the data folder. */
function demoSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const secrets = {
    JWT_SECRET: make(),
    STRIPE_SECRET_KEY: `sk_test_${make()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${make()}`,
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

/** Whether a port can be listened on. */
export function isPortFree(port, host) {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? done(false) : fail(error)));
    server.listen(port, host, () => server.close(() => done(true)));
  });
}

/** Whether a port is free now or within a few seconds: a shop whose parent was killed is on its way out. */
export async function isPortFreeSoon(port, host) {
  for (const deadline = Date.now() + 4_000; ;) {
    if (await isPortFree(port, host)) return true;
    if (Date.now() > deadline) return false;
    await new Promise((done) => setTimeout(done, 250));
  }
}

export function freePort(host = '127.0.0.1') {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, host, () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** How long the shop still serves once it is told to stop, as in its own settings. */
const delayOf = (env, demo) => Number(env.SHUTDOWN_DELAY_SECONDS || (demo ? 0 : 5)) * 1_000;

/** Ends a process, kindly at first. */
const end = (child, delay = 0) =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    const hard = setTimeout(() => child.kill('SIGKILL'), delay + STOP_WITHIN_MS);
    child.once('exit', () => {
      clearTimeout(hard);
      done();
    });
    child.kill('SIGTERM');
  });

/**
 * @param {object} options
 * @param {number} options.port of the shop
 * @param {string} options.host to listen on
 * @param {string} options.dataDir where the stand-ins keep their data
 * @param {Record<string, string | undefined>} options.env the settings
 * @param {(line: string) => void} options.say progress, a line at a time
 * @param {(name: string) => void} [options.onExit] called when a process ends that should not
 * @returns {Promise<{ url: string, pids: Record<string, number>, env: Record<string, string>, stop: () => Promise<void> }>}
 */
export async function startStack({ port, host, dataDir, env, say, onExit = () => {}, shop = true }) {
  const { real, demo } = planOf(env);
  const children = new Map();
  let stopping = false;

  const start = (name, args, extra = {}, quiet = true) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...env, ...extra },
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
      // a process group of its own: Ctrl-C reaches this process alone, which then stops them in order
      detached: true,
    });
    children.set(name, child);
    return new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error(`The ${name} was not ready in time.`)), READY_WITHIN_MS);
      child.on('message', (message) => {
        if (message?.ready) {
          clearTimeout(late);
          done(message.ready);
        }
      });
      child.on('error', fail);
      child.on('exit', (code, signal) => {
        clearTimeout(late);
        children.delete(name);
        fail(new Error(`The ${name} ended (${signal ?? code}).`));
        if (!stopping) onExit(name);
      });
    });
  };

  /** The shop first, so that no request loses its services, then the others. */
  const stop = async () => {
    stopping = true;
    const shopChild = children.get('shop');
    if (shopChild) await end(shopChild, delayOf(env, demo));
    await Promise.all([...children.values()].map((child) => end(child)));
  };

  try {
    const settings = { PORT: String(port), HOST: host };
    if (demo) {
      mkdirSync(dataDir, { recursive: true });
      const secrets = demoSecrets(dataDir);
      settings.DEMO = '1';
      // a log line for each request would bury the addresses
      settings.LOG_LEVEL = env.LOG_LEVEL || 'warn';
      settings.JWT_SECRET = env.JWT_SECRET || secrets.JWT_SECRET;
      if (env.JWT_SECRET_FILE) delete settings.JWT_SECRET;
      const waits = [];
      if (!real.store) {
        waits.push(
          start('store', [
            ...TSX,
            'devstack/mongo/main.ts',
            '--port',
            '0',
            '--data',
            join(dataDir, 'store'),
          ]).then((url) => {
            settings.MONGODB_URI = withDatabase(url);
            say('Embedded document store');
          }),
        );
      }
      if (!real.identity) {
        settings.FIREBASE_PROJECT_ID = 'demo-rapid';
        settings.FIREBASE_API_KEY = 'demo-key';
        const args = [
          '--port',
          '0',
          '--data',
          join(dataDir, 'identity'),
          '--project',
          settings.FIREBASE_PROJECT_ID,
        ];
        waits.push(
          start('identity', [...TSX, 'devstack/identity/main.ts', ...args]).then((url) => {
            settings.IDENTITY_EMULATOR_URL = url;
            say('Identity emulator');
          }),
        );
      }
      if (!real.payments) {
        settings.STRIPE_SECRET_KEY = secrets.STRIPE_SECRET_KEY;
        settings.STRIPE_WEBHOOK_SECRET = secrets.STRIPE_WEBHOOK_SECRET;
        settings.STRIPE_PUBLISHABLE_KEY = 'pk_test_demo';
        const hook = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}/api/webhooks/stripe`;
        const args = ['--port', '0', '--data', join(dataDir, 'payments'), '--webhook-url', hook];
        waits.push(
          start('payments', [...TSX, 'devstack/payments/main.ts', ...args], settings).then((url) => {
            settings.PAYMENTS_SANDBOX_URL = url;
            say('Payment sandbox');
          }),
        );
      }
      await Promise.all(waits);
      const seeded = new Promise((done, fail) => {
        const seed = spawn(process.execPath, [...TSX, 'devstack/seed/main.ts'], {
          cwd: ROOT,
          env: { ...env, ...settings },
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
          detached: true,
        });
        children.set('seed', seed);
        seed.on('error', fail);
        seed.on('exit', (code, signal) => {
          children.delete('seed');
          if (code === 0) done();
          else fail(new Error(`Seeding the demo data ended with ${signal ?? code}.`));
        });
      });
      await seeded;
      say('Demo data');
    }
    if (!shop) return { url: '', pids: pidsOf(children), env: settings, stop };
    const url = await start('shop', [...SHOP_FLAGS, 'backend/dist/main.js'], settings, false);
    say('Shop');
    return { url: publicUrl(url, host), pids: pidsOf(children), env: settings, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const pidsOf = (children) => Object.fromEntries([...children].map(([name, child]) => [name, child.pid]));

/** The store's address with the shop's database in its path. */
const withDatabase = (url) => {
  const it = new URL(url);
  it.pathname = '/rapid';
  return it.toString();
};

const publicUrl = (url, host) => {
  const it = new URL(url);
  it.hostname = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return it.origin;
};
