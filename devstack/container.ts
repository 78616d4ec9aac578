import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The stand-ins' container: the identity emulator on port 9099, the payment sandbox on port 9098, and the demo data,
 * for a shop with no keys. It writes the secrets and addresses that the shop needs to DEMO_SECRETS. With keys set the real
 * services are used, and it exits.
 */
const NAME = process.env['STAND_INS_NAME'] ?? 'stand-ins';
const SECRETS = process.env['DEMO_SECRETS'] ?? '/data/demo.json';
const FOLDER = dirname(SECRETS);

const isReal = Object.entries(process.env).some(([name, value]) => /^(FIREBASE|STRIPE)_/.test(name) && value);
if (isReal) {
  console.log('The real services are configured: no stand-in is needed.');
  process.exit(0);
}

const randomKey = () => randomBytes(32).toString('base64url');

function settings(): Record<string, string> {
  if (existsSync(SECRETS)) return JSON.parse(readFileSync(SECRETS, 'utf8')) as Record<string, string>;
  mkdirSync(FOLDER, { recursive: true });
  const made = {
    JWT_SECRET: randomKey(),
    STRIPE_SECRET_KEY: `sk_test_${randomKey()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${randomKey()}`,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_demo',
    FIREBASE_PROJECT_ID: 'demo-rapid',
    FIREBASE_API_KEY: 'demo-key',
    IDENTITY_EMULATOR_URL: `http://${NAME}:9099`,
    PAYMENTS_SANDBOX_URL: `http://${NAME}:9098`,
  };
  writeFileSync(`${SECRETS}.new`, JSON.stringify(made), { mode: 0o600 });
  renameSync(`${SECRETS}.new`, SECRETS);
  return made;
}

const env = { ...process.env, ...settings() };

function start(script: string, args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ready = new Promise<void>((done, fail) => {
    child.on('message', () => done());
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`${script} exited with ${code}`))));
  });
  return { child, ready };
}

const webhook = process.env['WEBHOOK_URL'] ?? 'http://shop:3000/api/webhooks/stripe';
const services = [
  start('devstack/identity/main.ts', [
    '--host',
    '0.0.0.0',
    '--port',
    '9099',
    '--data',
    join(FOLDER, 'identity'),
    '--project',
    'demo-rapid',
  ]),
  start('devstack/payments/main.ts', [
    '--host',
    '0.0.0.0',
    '--port',
    '9098',
    '--data',
    join(FOLDER, 'payments'),
    '--webhook-url',
    webhook,
  ]),
];
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => services.forEach(({ child }) => child.kill(signal)));
}
await Promise.all(services.map(({ ready }) => ready));
await start('devstack/seed/main.ts', []).ready;
console.log('ready');
