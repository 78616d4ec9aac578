import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../ports.mjs';
import { assert, call, until } from './checks.mjs';
import { checkAll, checkAllMemory, checkStop, crash, killAndStart } from './container-checks.mjs';
import { addProduct, isShipped, placeOrder, runJourney } from './journey.mjs';

const ADMIN = 'admin@check.example';
const BUYER = 'buyer@check.example';
const PROJECT_ID = 'check-shop';
const HOSTS = ['api.stripe.com', 'www.googleapis.com'];
/** Files in production: what is in an environment is shown by every inspection. */
const SECRETS = ['MONGODB_URI', 'JWT_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];

const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A provider of ID tokens: its published keys, and tokens as Firebase signs them. */
function makeIdentity() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'check', alg: 'RS256', use: 'sig' }];
  const tokenOf = (email) => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: `https://securetoken.google.com/${PROJECT_ID}`,
      aud: PROJECT_ID,
      sub: `uid-${email}`,
      iat: now - 10,
      exp: now + 3_600,
      auth_time: now - 10,
      email,
      email_verified: true,
      name: email.split('@')[0],
    };
    const signed = `${base64({ alg: 'RS256', kid: 'check', typ: 'JWT' })}.${base64(claims)}`;
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
  };
  return { keys, tokenOf };
}

const random = () => randomBytes(32).toString('base64url');

/** The files that the containers read: secrets, settings, keys and a certificate for the hosts that the shop calls. */
async function prepare(folder, identity) {
  const ports = { proxy: await freePort(), tls: await freePort(), payments: await freePort() };
  const secrets = { key: `sk_test_${random()}`, webhook: `whsec_${random()}` };
  const files = {
    mongodb_uri: 'mongodb://mongo:27017/rapid?replicaSet=rs0',
    jwt_secret: random(),
    stripe_secret_key: secrets.key,
    stripe_webhook_secret: secrets.webhook,
    'jwks.json': JSON.stringify({ keys: identity.keys }),
    'settings.env': [
      // on this machine only
      `HTTP_PORT=127.0.0.1:${ports.proxy}`,
      `HTTPS_PORT=127.0.0.1:${ports.tls}`,
      // as on a machine whose .env is for `npm start` too
      'PORT=4000',
      'HOST=127.0.0.1',
      'STRIPE_PUBLISHABLE_KEY=pk_test_check',
      `FIREBASE_PROJECT_ID=${PROJECT_ID}`,
      'FIREBASE_API_KEY=check-key',
      `ADMIN_EMAILS=${ADMIN}`,
      `PUBLIC_URL=http://127.0.0.1:${ports.proxy}`,
    ].join('\n'),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), `${content}\n`);
  const out = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const names = HOSTS.map((host) => `DNS:${host}`).join(',');
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=check'];
  execFileSync('openssl', [...request, '-addext', `subjectAltName=${names}`, ...out], { stdio: 'pipe' });
  // user 1000 reads them in the containers, where the folder itself is not mounted
  for (const name of [...Object.keys(files), 'key.pem', 'cert.pem']) chmodSync(join(folder, name), 0o644);
  return { ports, secrets };
}

/** Calls the proxy again and again. @returns a function that stops it and returns what was not served */
function keepReading(url) {
  const failures = [];
  const stopping = new AbortController();
  let served = 0;
  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        await call(url, 'GET', '/api/items?limit=5');
        served += 1;
      } catch (error) {
        failures.push(error.message);
      }
      await sleep(10);
    }
  };
  const loops = Array.from({ length: 4 }, loop);
  return async () => {
    stopping.abort();
    await Promise.all(loops);
    assert(served > 20, `Only ${served} requests were served`);
    assert(failures.length === 0, `${failures.length} of ${served + failures.length} failed: ${failures[0]}`);
  };
}

/** Production as docker-compose.production.yml has it: a migration, two replicas, the proxy. */
export async function checkProduction(engine, checks, { folder, env }) {
  const identity = makeIdentity();
  const { ports, secrets } = await prepare(folder, identity);
  const url = `http://127.0.0.1:${ports.proxy}`;
  const project = {
    name: 'rapid-check-production',
    files: ['docker-compose.production.yml', 'scripts/containers/check-production.yml'],
    envFile: join(folder, 'settings.env'),
    env: {
      ...env,
      CHECK_FOLDER: folder,
      CHECK_PAYMENTS_PORT: String(ports.payments),
      CHECK_STRIPE_SECRET_KEY: secrets.key,
      CHECK_STRIPE_WEBHOOK_SECRET: secrets.webhook,
    },
  };
  const it = (name, work) => checks.check(name, work);
  const shortName = (container) => container.slice(project.name.length + 1);
  const untilReady = () =>
    until('the shop is ready', async () => call(url, 'GET', '/api/health/ready'), 120_000);
  const signIn = async (email) => {
    const options = { token: identity.tokenOf(email), body: { email } };
    return (await call(url, 'PUT', `/api/user/${encodeURIComponent(email)}`, options)).body.token;
  };
  /** Caddy 2.6 sends writes to a replica that has ended until its name is gone, a second or two. */
  const untilWrites = () =>
    until('writes are served by both replicas', async () => {
      for (let n = 0; n < 6; n += 1) await signIn(BUYER);
      return true;
    });
  const stall = {
    url,
    buyer: BUYER,
    cards: { url: `http://127.0.0.1:${ports.payments}`, key: 'pk_test_demo' },
    tokenOf: (who) => signIn(who === 'admin' ? ADMIN : BUYER),
  };

  checks.title('Production: two replicas behind the proxy');
  await engine.down(project, { volumes: true });
  try {
    const isUp = await it('it becomes ready behind the proxy', async () => {
      await engine.up(project);
      await untilReady();
      return true;
    });
    if (!isUp) return;
    const replicas = await engine.containers(project, 'shop');
    const [[proxy], [migrate], [mongo]] = await Promise.all(
      ['proxy', 'migrate', 'mongo'].map((service) => engine.containers(project, service)),
    );
    await it('the database was migrated once, before the replicas started', async () => {
      const { State } = await engine.inspect(migrate);
      assert(!State.Running && State.ExitCode === 0, `The migration ended with ${State.ExitCode}`);
      assert(replicas.length === 2, `There are ${replicas.length} replicas`);
      for (const replica of replicas) {
        const { StartedAt } = (await engine.inspect(replica)).State;
        assert(
          Date.parse(StartedAt) >= Date.parse(State.FinishedAt),
          `${replica} started before it had ended`,
        );
      }
    });
    await it('of the shop, only the proxy can be reached from outside', async () => {
      for (const container of [...replicas, mongo]) {
        const { Ports } = (await engine.inspect(container)).NetworkSettings;
        const open = Object.values(Ports ?? {}).filter((bindings) => bindings?.length > 0);
        assert(open.length === 0, `${container} publishes a port`);
      }
    });
    await it('no secret is in an environment', async () => {
      for (const container of [...replicas, migrate]) {
        const names = (await engine.inspect(container)).Config.Env.map((pair) => pair.split('=')[0]);
        const found = SECRETS.filter((name) => names.includes(name));
        assert(found.length === 0, `${container} has ${found.join(', ')}`);
      }
    });
    await checkAll(engine, project, checks);
    const order = await runJourney(stall, checks);
    const survives = async () => {
      await untilReady();
      await until('the order is as it was', () => isShipped(stall, order));
    };
    await it('it is no demo: no stand-in is offered, and a token that nobody signed is refused', async () => {
      const { body } = await call(url, 'GET', '/api/config');
      assert(
        body.identity.emulatorUrl === undefined && body.payments.apiUrl === undefined,
        'It offers a stand-in',
      );
      const [, claims] = identity.tokenOf(ADMIN).split('.');
      const token = `${base64({ alg: 'none' })}.${claims}.`;
      await call(url, 'PUT', `/api/user/${ADMIN}`, { token, body: { email: ADMIN }, expect: 401 });
    });
    await it('both replicas serve', async () => {
      for (let n = 0; n < 20; n += 1) await call(url, 'GET', '/api/items?limit=1');
      for (const replica of replicas) {
        const { all } = await engine.run('logs', '--tail', '200', replica);
        assert(all.includes('"msg":"request"'), `${replica} has logged no request`);
      }
    });

    for (const replica of replicas) {
      await it(`${shortName(replica)} is killed while clients read: no read fails`, async () => {
        const stop = keepReading(url);
        await sleep(500);
        await killAndStart(engine, replica);
        await sleep(3_000);
        await stop();
      });
    }
    await it('a replica is stopped while customers order: no order is lost or made twice', async () => {
      await untilWrites();
      const product = await addProduct(stall);
      const token = await stall.tokenOf('buyer');
      const keys = Array.from({ length: 12 }, () => randomUUID());
      const stopping = engine.run('stop', replicas[0]);
      const orders = [];
      for (const key of keys) {
        // a request that reached the replica as it ended is a 502: a client repeats it with its key
        orders.push(
          await until('an order is placed', () => placeOrder(stall, product, { key, token }), 20_000),
        );
        await sleep(500);
      }
      await stopping;
      assert(new Set(orders.map(({ _id }) => _id)).size === keys.length, 'Orders were lost');
      const { availableQ } = (await call(url, 'GET', `/api/item/${product._id}`)).body;
      assert(availableQ === product.availableQ - 5 * keys.length, `The stock is ${availableQ}`);
      await engine.run('start', replicas[0]);
      await untilWrites();
    });
    await it('a replica crashes, and is restarted', async () => {
      await crash(engine, replicas[1]);
      await survives();
    });
    for (const container of [proxy, mongo]) {
      await it(`${shortName(container)} is killed and started again; nothing is lost`, async () => {
        await killAndStart(engine, container);
        await survives();
      });
    }
    await checkAllMemory(engine, project, checks);
    for (const container of [proxy, ...replicas, mongo])
      await it(`${shortName(container)} stops on SIGTERM in time, with 0`, () =>
        checkStop(engine, container));
  } finally {
    await engine.down(project, { volumes: true });
  }
}
