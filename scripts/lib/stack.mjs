import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostInUrl, planOf } from './env.mjs';
import { ROOT } from './prepare.mjs';

/**
 * Starts the shop and whatever of it is not configured: the embedded store, the mailbox, the identity emulator, the
 * payment sandbox and the demo data. Every process has an IPC channel to this one and stops when the channel closes,
 * which works on every platform and also when this process is killed.
 */

const TSX = ['--import', 'tsx'];
const READY_WITHIN_MS = 120_000;
/** A seed of a million rows. */
const SEEDED_WITHIN_MS = 60 * 60_000;
/** The shop gives itself 8 s after its shutdown delay. */
const STOP_WITHIN_MS = 10_000;
/** What the webhook is registered for, as `docs/deployment.md` says for Stripe. */
const WEBHOOK_EVENTS =
  'payment_intent.succeeded,charge.refunded,charge.refund.updated,refund.created,refund.updated,refund.failed,charge.dispute.*';
const IN_USE = /is in use by (process \d+)/;

const randomKey = () => randomBytes(32).toString('base64url');

/** Secrets of the demo, made once and kept in the data folder. */
function demoSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const secrets = {
    JWT_SECRET: randomKey(),
    STRIPE_SECRET_KEY: `sk_test_${randomKey()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${randomKey()}`,
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

/** How long the shop still serves after it is asked to stop, as in its own settings. */
const shutdownDelay = (env, demo) => Number(env.SHUTDOWN_DELAY_SECONDS || (demo ? 0 : 5)) * 1_000;

/** Asks a process to stop, and kills it when it does not. */
const stopChild = (child, delay = 0) =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    const kill = setTimeout(() => child.kill('SIGKILL'), delay + STOP_WITHIN_MS);
    child.once('exit', () => {
      clearTimeout(kill);
      done();
    });
    if (child.connected) child.disconnect();
  });

/** Child processes by name. */
class Children {
  all = new Map();
  stopping = false;

  constructor(env, onExit) {
    this.env = env;
    this.onExit = onExit;
  }

  /**
   * Starts a Node process and waits for its message `{ ready: url }`, or, when it is no service, for its end. Returns the message.
   *
   * @param {(line: string) => void} [onLine] gets its output by lines; without it the output is this process's own
   */
  start(name, args, settings, { onLine, isService = true, within = READY_WITHIN_MS } = {}) {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...this.env, ...settings },
      stdio: ['ignore', onLine ? 'pipe' : 'inherit', onLine ? 'pipe' : 'inherit', 'ipc'],
      // Ctrl-C then reaches this process alone, which stops the others in order; Windows has no process groups
      detached: process.platform !== 'win32',
    });
    this.all.set(name, child);
    let ready = false;
    let errors = '';
    if (onLine) {
      byLines(child.stdout, onLine);
      child.stderr.on('data', (text) => (ready ? process.stderr.write(text) : (errors += text)));
    }
    return new Promise((done, fail) => {
      const late = setTimeout(
        () => fail(new Error(`The ${name} was not ready within ${within / 1_000} s.\n${errors}`)),
        within,
      );
      child.on('message', (message) => {
        if (!message?.ready) return;
        clearTimeout(late);
        ready = true;
        process.stderr.write(errors);
        done(message);
      });
      child.on('error', fail);
      // "close" comes after the last of its output
      child.on('close', (code, signal) => {
        clearTimeout(late);
        this.all.delete(name);
        const how = signal ?? `exit code ${code}`;
        if (!isService && code === 0) done();
        else fail(new Error(`The ${name} did not start (${how}).\n${errors.trim()}`.trim()));
        if (ready && !this.stopping) this.onExit(name);
      });
    });
  }

  /** The shop first, so that no request of it loses its services, then the others. */
  async stop(delay) {
    this.stopping = true;
    const shop = this.all.get('shop');
    if (shop) await stopChild(shop, delay);
    await Promise.all([...this.all.values()].map((child) => stopChild(child)));
  }

  get pids() {
    return Object.fromEntries([...this.all].map(([name, child]) => [name, child.pid]));
  }
}

function byLines(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    lines.forEach(onLine);
  });
}

/**
 * @param {object} options
 * @param {number} options.port of the shop
 * @param {string} options.host to listen on
 * @param {string} [options.origin] that people open the shop at, where it is not the shop's own
 * @param {string} options.dataDir where the local services keep their data
 * @param {Record<string, string | undefined>} options.env the settings
 * @param {(line: string) => void} [options.log] progress, a line at a time
 * @param {(name: string) => void} [options.onExit] called when a process ends that should not
 * @param {AbortSignal} [options.signal] stops what has been started so far
 * @param {boolean} [options.shop] false: everything but the shop
 * @param {string[]} [options.seedArgs] what the seed is called with: how many rows more than the demo's
 * @returns {Promise<{ url: string, pids: Record<string, number>, env: Record<string, string>, stop: () => Promise<void> }>}
 */
export async function startStack(options) {
  const {
    port,
    host,
    origin = publicUrl(`http://${hostInUrl(host)}:${port}`, host),
    dataDir,
    env,
    log = () => {},
    onExit = () => {},
    signal,
    shop = true,
    seedArgs = [],
  } = options;
  const { demo } = planOf(env);
  // as the shop does, but before a database gets the demo's data
  const live = Object.keys(env).filter(
    (name) => /^STRIPE_\w+_KEY$/.test(name) && /^..?_live_/.test(env[name]),
  );
  if (demo && live.length > 0) throw new Error(`${live.join(', ')}: a live key is not allowed with DEMO=1`);
  const children = new Children(env, onExit);
  const stop = () => children.stop(shutdownDelay(env, demo));
  const abort = () => void stop();
  signal?.addEventListener('abort', abort);
  try {
    signal?.throwIfAborted();
    // as in the Dockerfile: with more arenas glibc keeps the memory of decoded images
    const settings = { PORT: String(port), HOST: host, MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX || '2' };
    if (demo)
      await startLocalServices(children, settings, { host, port, origin, dataDir, env, log, seedArgs });
    if (!shop) return { url: '', pids: children.pids, env: settings, stop };
    const { ready: url } = await children.start('shop', ['backend/dist/main.js'], settings);
    log('  Shop is ready');
    return { url: publicUrl(url, host), pids: children.pids, env: settings, stop };
  } catch (error) {
    await stop();
    const [, holder] = IN_USE.exec(error.message) ?? [];
    if (!holder) throw error;
    const help = 'Stop that shop, or set DATA_DIR to another folder.';
    throw new Error(`The data folder ${dataDir} is in use by another shop (${holder}). ${help}`, {
      cause: error,
    });
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Starts the services that are not configured, adds their settings, and fills an empty database with the demo data. */
async function startLocalServices(children, settings, { host, port, origin, dataDir, env, log, seedArgs }) {
  const { real } = planOf(env);
  mkdirSync(dataDir, { recursive: true });
  const secrets = demoSecrets(dataDir);
  settings.DEMO = '1';
  // a log line for each request would hide the addresses
  settings.LOG_LEVEL = env.LOG_LEVEL || 'warn';
  settings.JWT_SECRET = env.JWT_SECRET || secrets.JWT_SECRET;
  // who tries webhooks has the receiver on this machine
  settings.WEBHOOKS_ALLOW_PRIVATE = env.WEBHOOKS_ALLOW_PRIVATE || '1';
  if (env.JWT_SECRET_FILE) delete settings.JWT_SECRET;
  // the address that people open: who follows a link of a mail is signed in there
  settings.PUBLIC_URL = env.PUBLIC_URL || origin;
  // what a person has to see, such as the identity emulator's mail
  const onLine = (line) => line.startsWith('mail ') && log(`  ${line}`);
  const start = async (name, title, script, args = []) => {
    const files = ['--port', '0', '--data', join(dataDir, name)];
    const message = await children.start(name, [...TSX, script, ...files, ...args], settings, { onLine });
    log(`  ${title} is ready`);
    return message;
  };
  // the first: the others get its address
  if (!real.mail) {
    const { ready, smtpUrl } = await start('mail', 'Mailbox', 'devstack/mail/main.ts');
    settings.MAILBOX_URL = ready;
    settings.SMTP_URL = smtpUrl;
  }
  const starting = [];
  if (!real.store) {
    starting.push(
      start('store', 'Embedded document store', 'devstack/mongo/main.ts').then(({ ready: url }) => {
        settings.MONGODB_URI = withDatabase(url);
      }),
    );
  }
  if (!real.identity) {
    settings.FIREBASE_PROJECT_ID = 'demo-rapid';
    settings.FIREBASE_API_KEY = 'demo-key';
    const args = ['--project', settings.FIREBASE_PROJECT_ID, '--shop-url', settings.PUBLIC_URL];
    starting.push(
      start('identity', 'Identity emulator', 'devstack/identity/main.ts', args).then(({ ready: url }) => {
        settings.IDENTITY_EMULATOR_URL = url;
      }),
    );
  }
  if (!real.payments) {
    settings.STRIPE_SECRET_KEY = secrets.STRIPE_SECRET_KEY;
    settings.STRIPE_WEBHOOK_SECRET = secrets.STRIPE_WEBHOOK_SECRET;
    settings.STRIPE_PUBLISHABLE_KEY = 'pk_test_demo';
    const url = `http://${hostInUrl(host)}:${port}/api/webhooks/stripe`;
    const args = ['--webhook-url', url, '--webhook-events', WEBHOOK_EVENTS];
    starting.push(
      start('payments', 'Payment sandbox', 'devstack/payments/main.ts', args).then(({ ready: url }) => {
        settings.PAYMENTS_SANDBOX_URL = url;
      }),
    );
  }
  await Promise.all(starting);
  await children.start('seed', [...TSX, 'devstack/seed/main.ts', ...seedArgs], settings, {
    onLine: seedArgs.length > 0 ? (line) => log(`  ${line}`) : onLine,
    isService: false,
    within: seedArgs.length > 0 ? SEEDED_WITHIN_MS : READY_WITHIN_MS,
  });
  log('  Demo data is ready');
}

/** The store's address with the shop's database in its path. */
const withDatabase = (address) => {
  const url = new URL(address);
  url.pathname = '/rapid';
  return url.toString();
};

/** The address to open in a browser: localhost, where that reaches the shop. */
const publicUrl = (address, host) => {
  const url = new URL(address);
  url.hostname = ['127.0.0.1', '0.0.0.0', '::'].includes(host) ? 'localhost' : hostInUrl(host);
  return url.origin;
};
