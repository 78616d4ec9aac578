import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isolatedEnv } from './lib/env.mjs';
import { assert, buyAndShip, call, until } from './lib/journey.mjs';
import { freePort } from './lib/ports.mjs';
import { assertNode, ensureInstalled, ROOT, run } from './lib/prepare.mjs';

/**
 * `npm run test:containers`: builds the images and runs the demo and production by Docker or Podman Compose, from the
 * committed files, in projects of their own. A file that is named is added to both, for other base images or services.
 */
const ENGINE = /^(DOCKER_|BUILDKIT_|BUILDX_|BUILDAH_|COMPOSE_|CONTAINER|XDG_|[A-Z]+_IMAGE$)/;
const READY_WITHIN_MS = 180_000;
const more = process.argv.slice(2);

/** Podman before 4.7 has no Compose of its own. */
const PROGRAMS = [['docker', 'compose'], ['podman', 'compose'], ['podman-compose']];

function works([program, ...args]) {
  try {
    execFileSync(program, [...args, 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

assertNode();
await ensureInstalled();
const found = PROGRAMS.find(works);
if (!found) throw new Error('Docker or Podman with Compose is needed.');
const [program, ...subcommand] = found;
// production reads it
if (existsSync(join(ROOT, '.env'))) throw new Error('There is a file .env: move it away for this check.');
const folder = mkdtempSync(join(tmpdir(), 'rapid-containers-'));
const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => ENGINE.test(name)));

/** Runs `work` while a project is up. It and its volumes are removed in the end. */
async function withProject({ name, files, settings }, work) {
  const from = Date.now();
  const named = [...files, ...more].flatMap((file) => ['--file', file]);
  const compose = (...args) =>
    run(program, [...subcommand, '--project-name', name, ...named, ...args], {
      show: true,
      env: isolatedEnv(process.env, { ...own, ...settings }),
    });
  try {
    await compose('up', '--build', '--detach');
    await work(compose);
    console.log(`ok      ${name} (${Math.round((Date.now() - from) / 1_000)} s)`);
    return true;
  } catch (error) {
    console.error(`FAILED  ${name}\n${error.message}`);
    await compose('logs', '--tail', '50').catch(() => undefined);
    return false;
  } finally {
    await compose('down', '--volumes', '--remove-orphans').catch((error) => console.error(error.message));
  }
}

const untilReady = (url) =>
  until('the shop is ready', () => call(url, 'GET', '/api/health/ready'), READY_WITHIN_MS);

/** The image's own health check, in a container of the shop. */
function isHealthy(compose) {
  const [, command] = /^HEALTHCHECK [^]*?CMD (\[.*\])$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  return compose('exec', '-T', 'shop', ...JSON.parse(command));
}

/** What production reads from .env or the environment, with keys that no service knows. */
const KEYS = {
  STRIPE_PUBLISHABLE_KEY: 'pk_test_check',
  FIREBASE_PROJECT_ID: 'check-shop',
  FIREBASE_API_KEY: 'check-key',
};

/** The demo, which keys do not change: an order is paid by the signed webhook and shipped, and survives restarts. */
async function checkDemo() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { ...KEYS, STRIPE_SECRET_KEY: 'sk_live_check', PORT: String(port) };
  return withProject(
    { name: 'rapid-check-demo', files: ['docker-compose.yml'], settings },
    async (compose) => {
      await untilReady(url);
      await isHealthy(compose);
      const isShipped = await buyAndShip(url);
      await compose('restart');
      await untilReady(url);
      await isShipped();
    },
  );
}

/** Secrets as files, which user 1000 reads in the containers. */
function writeSecrets() {
  const secrets = {
    mongodb_uri: 'mongodb://mongo:27017/rapid?replicaSet=rs0',
    jwt_secret: randomBytes(32).toString('base64url'),
    stripe_secret_key: 'sk_test_check',
    stripe_webhook_secret: 'whsec_check',
  };
  chmodSync(folder, 0o755);
  for (const [name, value] of Object.entries(secrets))
    writeFileSync(join(folder, name), `${value}\n`, { mode: 0o644 });
}

const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Production: a migration, two replicas and the proxy. */
async function checkProduction() {
  writeSecrets();
  const [http, https] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${http}`;
  const settings = {
    CHECK_SECRETS: folder,
    HTTP_PORT: `127.0.0.1:${http}`,
    HTTPS_PORT: `127.0.0.1:${https}`,
    ...KEYS,
  };
  const files = ['docker-compose.production.yml', 'scripts/containers/production.yml'];
  return withProject({ name: 'rapid-check-production', files, settings }, async (compose) => {
    await untilReady(url);
    await isHealthy(compose);
    const page = await call(url, 'GET', '/', { headers: { accept: 'text/html' } });
    assert(/<h[12]/.test(page), 'The home page is not rendered');
    assert((await call(url, 'GET', '/api/items')).length === 0, 'There are products of the demo');
    const { identity, payments } = await call(url, 'GET', '/api/config');
    assert(!identity.emulatorUrl && !payments.apiUrl, 'A local service is offered');
    const email = 'admin@example.com';
    const token = `${base64({ alg: 'none', typ: 'JWT' })}.${base64({ aud: 'check-shop', sub: 'x', email })}.`;
    await call(url, 'PUT', `/api/user/${email}`, { token, body: { email }, expect: 401 });
    await call(url, 'POST', '/api/webhooks/stripe', { body: { id: 'evt_1' }, expect: 400 });
  });
}

try {
  const passed = [await checkDemo(), await checkProduction()].filter(Boolean).length;
  console.log(`${passed} passed, ${2 - passed} failed`);
  process.exitCode = passed === 2 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
