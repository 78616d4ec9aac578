import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * The local services' container: the identity emulator on port 9099, the payment sandbox on port 9098, the mailbox on ports
 * 9097 (pages) and 9025 (SMTP), and the demo data. It writes the secrets and addresses that the shop needs to DEMO_SECRETS; they replace those of the environment. When one
 * of the processes ends by itself it stops the others and exits with 1, so that the container is restarted.
 */
const { values: options } = parseArgs({
  options: {
    host: { type: 'string', default: '0.0.0.0' },
    'identity-port': { type: 'string', default: '9099' },
    'payments-port': { type: 'string', default: '9098' },
    'mail-port': { type: 'string', default: '9097' },
    'smtp-port': { type: 'string', default: '9025' },
  },
});
const NAME = process.env['STAND_INS_NAME'] ?? 'stand-ins';
const SECRETS = process.env['DEMO_SECRETS'] ?? '/data/demo.json';
const FOLDER = dirname(SECRETS);
const WEBHOOK_URL = process.env['WEBHOOK_URL'] ?? 'http://shop:3000/api/webhooks/stripe';
/** Below the 10 s after which a container is killed. */
const STOP_WITHIN_MS = 8_000;

const randomKey = () => randomBytes(32).toString('base64url');

function settings(): Record<string, string> {
  const kept = existsSync(SECRETS)
    ? (JSON.parse(readFileSync(SECRETS, 'utf8')) as Record<string, string>)
    : undefined;
  // one of an earlier version has no mailbox
  if (kept?.['MAILBOX_URL']) return kept;
  mkdirSync(FOLDER, { recursive: true });
  const made = {
    JWT_SECRET: randomKey(),
    STRIPE_SECRET_KEY: `sk_test_${randomKey()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${randomKey()}`,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_demo',
    FIREBASE_PROJECT_ID: 'demo-rapid',
    FIREBASE_API_KEY: 'demo-key',
    IDENTITY_EMULATOR_URL: `http://${NAME}:${options['identity-port']}`,
    PAYMENTS_SANDBOX_URL: `http://${NAME}:${options['payments-port']}`,
    MAILBOX_URL: `http://${NAME}:${options['mail-port']}`,
    SMTP_URL: `smtp://${NAME}:${options['smtp-port']}`,
    ...kept,
  };
  writeFileSync(`${SECRETS}.new`, JSON.stringify(made), { mode: 0o600 });
  renameSync(`${SECRETS}.new`, SECRETS);
  return made;
}

const env = { ...process.env, ...settings() };
const children = new Set<ChildProcess>();
let exitCode: number | undefined;

/** Stops every child; the process ends with `code` after the last of them. */
function stop(code: number): void {
  if (exitCode !== undefined) return;
  exitCode = code;
  for (const child of children) child.kill('SIGTERM');
  setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), STOP_WITHIN_MS).unref();
  if (children.size === 0) process.exit(code);
}

/**
 * Starts a Node process, unless this one is stopping. Its end stops everything, except that a `task` is meant to end with 0.
 * @returns when a service is ready, or a task has ended with 0
 */
function start(script: string, args: string[], kind: 'service' | 'task' = 'service'): Promise<void> {
  if (exitCode !== undefined) return new Promise(() => {});
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.add(child);
  return new Promise((done) => {
    child.on('message', () => done());
    child.on('error', (error) => {
      console.error(error);
      stop(1);
    });
    child.on('exit', (code, signal) => {
      children.delete(child);
      if (exitCode !== undefined) {
        if (children.size === 0) process.exit(exitCode);
      } else if (kind === 'task' && code === 0) done();
      else {
        console.error(`${script} ended with ${signal ?? `exit code ${code}`}`);
        stop(1);
      }
    });
  });
}

/** A local service with its data in a folder of its name. */
const service = (name: 'identity' | 'payments' | 'mail', args: string[]) => {
  const address = ['--host', options.host, '--port', options[`${name}-port`]];
  return start(`devstack/${name}/main.ts`, [...address, '--data', join(FOLDER, name), ...args]);
};

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0));
await service('mail', ['--smtp-port', options['smtp-port']]);
await Promise.all([
  service('identity', ['--project', 'demo-rapid']),
  service('payments', ['--webhook-url', WEBHOOK_URL]),
]);
await start('devstack/seed/main.ts', [], 'task');
console.log('ready');
