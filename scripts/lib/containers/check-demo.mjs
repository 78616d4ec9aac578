import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { freePort } from '../ports.mjs';
import { assert, call, until } from './checks.mjs';
import { checkAll, checkAllMemory, checkStop, crash, imageSize, killAndStart } from './container-checks.mjs';
import { addProduct, isShipped, placeOrder, runJourney } from './journey.mjs';

/** MB of 1,000,000 bytes. */
const LIMITS = { shop: 320, 'stand-ins': 1_000 };
const ADMIN = { email: 'admin@example.com', password: 'rapid-admin' };
const MAX_UNPAID_ORDERS = 3;

/** Settings as a production has them; none of the services is called before the start is refused. */
const PRODUCTION = {
  MONGODB_URI: 'mongodb://mongo:27017/rapid?replicaSet=rs0',
  JWT_SECRET: 'a-secret-of-the-check-and-of-nothing-else',
  FIREBASE_PROJECT_ID: 'check-shop',
  FIREBASE_API_KEY: 'check-key',
  STRIPE_SECRET_KEY: 'sk_test_check',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_check',
  STRIPE_WEBHOOK_SECRET: 'whsec_check',
};

async function signIn(url, how, credentials) {
  const path = `/identitytoolkit.googleapis.com/v1/accounts:${how}?key=demo-key`;
  const { idToken } = (await call(url, 'POST', path, { body: { ...credentials, returnSecureToken: true } }))
    .body;
  const { email } = credentials;
  const options = { token: idToken, body: { email } };
  return (await call(url, 'PUT', `/api/user/${encodeURIComponent(email)}`, options)).body.token;
}

/** The demo of docker-compose.yml, from images. */
export async function checkDemo(engine, checks, { folder, env, files }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const envFile = join(folder, 'settings.env');
  // HOST and PORT are this machine's, and not the container's
  const settings = [`PORT=${port}`, 'HOST=127.0.0.1', `MAX_UNPAID_ORDERS=${MAX_UNPAID_ORDERS}`];
  writeFileSync(envFile, `${settings.join('\n')}\n`);
  const project = {
    name: 'rapid-check-demo',
    files: [...files, 'scripts/containers/check-demo.yml'],
    envFile,
    env: { ...env, CHECK_FOLDER: folder },
  };
  const it = (name, work) => checks.check(name, work);
  const containerOf = async (service) => (await engine.containers(project, service))[0];
  const isReady = async () => (await call(url, 'GET', '/api/health/ready', { expect: null })).status === 200;
  const untilReady = () => until('the shop is ready', isReady, 120_000);

  checks.title('The demo');
  await engine.down(project, { volumes: true });
  try {
    const isUp = await it('the images are built, and it becomes ready', async () => {
      await engine.up(project);
      await untilReady();
      return true;
    });
    if (!isUp) return;
    const [shop, standIns, mongo] = await Promise.all(['shop', 'stand-ins', 'mongo'].map(containerOf));
    for (const [container, service] of [
      [shop, 'shop'],
      [standIns, 'stand-ins'],
    ]) {
      await it(`the image of ${service} is smaller than ${LIMITS[service]} MB`, async () => {
        const size = await imageSize(engine, container);
        console.log(`          ${service}: ${size} MB`);
        assert(size < LIMITS[service], `It has ${size} MB`);
      });
    }
    await it('the HEALTHCHECK of the shop’s image passes', async () => {
      const { Config } = await engine.inspect(shop);
      const [, ...command] = Config.Healthcheck.Test;
      await engine.inside(shop, ...command);
    });
    await checkAll(engine, project, checks);

    const buyer = `buyer-${randomUUID()}@example.com`;
    const password = 'check-buyer';
    await signIn(url, 'signUp', { email: buyer, password });
    const stall = {
      url,
      buyer,
      cards: { url: `${url}/api/sandbox`, key: 'pk_test_demo' },
      tokenOf: (who) =>
        signIn(url, 'signInWithPassword', who === 'admin' ? ADMIN : { email: buyer, password }),
    };
    stall.cards.url = url + (await call(url, 'GET', '/api/config')).body.payments.apiUrl;
    const order = await runJourney(stall, checks);
    const survives = async () => {
      await untilReady();
      await until('the order is as it was', () => isShipped(stall, order));
    };

    await it('settings of .env reach the shop', async () => {
      const token = await signIn(url, 'signUp', { email: `x-${buyer}`, password });
      const product = await addProduct(stall);
      for (let n = 0; n < MAX_UNPAID_ORDERS; n += 1) await placeOrder(stall, product, { token });
      const body = { productId: product._id, orderQuantity: 5, address: '12 Foundry Lane', phone: '5550100' };
      await call(url, 'POST', '/api/purchase', { token, body, expect: 409 });
    });
    await it('the shop crashes, and is restarted', async () => {
      await crash(engine, shop);
      await survives();
    });
    await it('the payment sandbox dies, and the stand-ins are restarted', async () => {
      await crash(engine, standIns, '$(cut -d" " -f1 /data/payments/LOCK)');
      await survives();
    });
    for (const container of [shop, standIns, mongo]) {
      await it(`${container.slice(project.name.length + 1)} is killed and started again; nothing is lost`, async () => {
        await killAndStart(engine, container);
        await survives();
      });
    }
    await checkAllMemory(engine, project, checks);

    const networks = Object.keys((await engine.inspect(shop)).NetworkSettings.Networks);
    await it('production keys on the demo’s database are refused', async () => {
      const { Image } = await engine.inspect(shop);
      const options = Object.entries(PRODUCTION).flatMap((pair) => ['--env', pair.join('=')]);
      const { code, all } = await engine.try('run', '--rm', '--network', networks[0], ...options, Image);
      assert(
        code === 1 && /demo/.test(all) && /MONGODB_URI/.test(all),
        `It ended with ${code}: ${all.slice(-600)}`,
      );
    });
    await it('with keys the stand-ins end with 0', async () => {
      const { Image } = await engine.inspect(standIns);
      const { code, all } = await engine.try(
        'run',
        '--rm',
        '--env',
        'STRIPE_SECRET_KEY=sk_test_check',
        Image,
      );
      assert(code === 0, `They ended with ${code}: ${all}`);
    });
    await it('the stand-ins stop while the seed waits for the database', async () => {
      await engine.run('stop', standIns);
      await engine.run('stop', mongo);
      await engine.run('start', standIns);
      await until('the seed is running', async () => {
        const processes = await engine.inside(standIns, 'sh', '-c', 'cat /proc/[0-9]*/cmdline');
        return processes.includes('devstack/seed/main.ts');
      });
      await checkStop(engine, standIns);
      await engine.run('start', mongo);
      await engine.run('start', standIns);
      await survives();
    });
    for (const container of [shop, standIns, mongo])
      await it(`${container.slice(project.name.length + 1)} stops on SIGTERM in time, with 0`, () =>
        checkStop(engine, container));
  } finally {
    await engine.down(project, { volumes: true });
  }
}
