import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { blocksOf, makeClientProject } from './lib/client-project.mjs';
import { isolatedEnv } from './lib/env.mjs';
import { freePort } from './lib/ports.mjs';
import { listen, payAtSandbox } from './lib/event-program.mjs';
import { ensurePrograms } from './lib/programs.mjs';
import { startStack } from './lib/stack.mjs';

/** What a developer of another program does: installs the client, runs its examples, follows docs/api.md block by block. */

const GUIDE = blocksOf('docs/api.md');
const README_BLOCKS = blocksOf('client/README.md');
const [README] = README_BLOCKS.filter(({ language }) => language === 'ts');
const SCOPES = ['catalogue:read', 'catalogue:write', 'orders:read', 'orders:ship', 'orders:refund'];
const programOf = ({ line }) => `guide-${line}`;

let folder, stack, admin, key;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rapid-consumer-'));
  await ensurePrograms('bash', 'curl', 'python3');
  const programs = GUIDE.filter(({ language }) => language === 'ts').map((block) => [
    programOf(block),
    block.code,
  ]);
  [, stack] = await Promise.all([
    makeClientProject(join(folder, 'project'), { ...Object.fromEntries(programs), readme: README.code }),
    freePort().then((port) =>
      startStack({ port, host: '127.0.0.1', dataDir: join(folder, 'data'), env: isolatedEnv(process.env) }),
    ),
  ]);
  admin = await tokenOf('admin@example.com', 'rapid-admin');
  ({ key } = await api('POST', '/api-keys', { name: 'Examples', scopes: SCOPES }));
}, 240_000);
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function json(url, method, body, headers = {}) {
  const sent = body && {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
  const response = await fetch(url, { headers, ...sent, method });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}
const api = (method, path, body, headers) =>
  json(`${stack.url}/api${path}`, method, body, { authorization: `Bearer ${admin}`, ...headers });

async function tokenOf(email, password) {
  const signIn = `${stack.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-key`;
  const { idToken } = await json(signIn, 'POST', { email, password, returnSecureToken: true });
  const headers = { authorization: `Bearer ${idToken}` };
  return (await json(`${stack.url}/api/user/${email}`, 'PUT', { email }, headers)).token;
}

/** Runs a program in the project. @returns its exit code and all that it printed */
function start(command, args, env) {
  const child = spawn(command, args, {
    cwd: join(folder, 'project'),
    env: { ...isolatedEnv(process.env), SHOP_URL: stack.url, API_KEY: key, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, output }));
  });
}
const node = (program, env) => start(process.execPath, [join('out', `${program}.js`)], env);
async function withSku(id, sku) {
  const read = await fetch(`${stack.url}/api/items/${id}/edit`, {
    headers: { authorization: `Bearer ${admin}` },
  });
  return api('PATCH', `/items/${id}`, { sku }, { 'if-match': read.headers.get('etag') });
}
async function pay(orderId) {
  const { clientSecret } = await api('POST', '/create-payment-intent', { orderId });
  const transactionId = await payAtSandbox(`${stack.url}/payments-sandbox`, clientSecret);
  await api('PATCH', `/payment/${orderId}`, { transactionId });
}
const ordersOf = async (query) => (await api('GET', `/purchases/search?pageSize=100&${query}`)).items;

describe('the packed client', () => {
  it('has its code, its types, its examples and its licence, and nothing else', () => {
    const modules = join(folder, 'project/node_modules');
    const packed = readdirSync(join(modules, '@rapid-manufacturer/client'), { recursive: true });
    expect(new Set(packed.filter((path) => !/^(dist|examples)./.test(path)))).toEqual(
      new Set(['LICENSE', 'README.md', 'package.json', 'dist', 'examples']),
    );
    expect(packed).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts'].map(normalize)));
    expect(packed.filter((path) => /spec|test|tsbuildinfo/.test(path))).toEqual([]);
    expect(new Set(readdirSync(modules).filter((name) => !name.startsWith('.')))).toEqual(
      new Set([
        '@rapid-manufacturer',
        '@stablelib',
        'fast-sha256',
        'openapi-fetch',
        'openapi-typescript-helpers',
        'standardwebhooks',
      ]),
    );
  });

  it('lists the orders of the demo by the program of its README, without a key', async () => {
    const { code: program } = README_BLOCKS.find(({ language }) => language === 'js');
    writeFileSync(join(folder, 'project/orders.mjs'), program);
    const { code, output } = await start(process.execPath, ['orders.mjs'], { API_KEY: undefined });
    expect([code, output]).toEqual([0, expect.stringMatching(/^[0-9a-f]{24} \S+ \w+ +\$[\d.]+ /)]);
    const { total } = await api('GET', '/purchases/search');
    const pages = Array.from({ length: Math.ceil(total / 100) }, (_, i) => ordersOf(`page=${i + 1}`));
    const orders = (await Promise.all(pages)).flat();
    const printed = output.trim().split('\n');
    expect(printed.map((line) => line.split(' ')[0])).toEqual(orders.map(({ _id }) => _id));
  });

  it('reports an error of the shop as a problem', async () => {
    writeFileSync(
      join(folder, 'project/out/probe.js'),
      `import { ApiProblem, createClient } from '@rapid-manufacturer/client';
       const shop = createClient({ baseUrl: process.env.SHOP_URL, apiKey: process.env.API_KEY });
       const error = await shop.GET('/users/search').catch((error) => error);
       console.log(error instanceof ApiProblem, error.status, error.code);`,
    );
    expect(await node('probe')).toEqual({ code: 0, output: 'true 403 missing-scope\n' });
  });
});

/** Runs the example with a supplier's file of these lines. */
async function deliver(lines) {
  const file = join(folder, 'delivery.csv');
  writeFileSync(file, ['Article;Name;Delivered', ...lines, ''].join('\n'));
  return node('examples/restock', { SUPPLIER_FILE: file });
}

describe('the examples', () => {
  it('restock from a supplier’s file, once, and all of it or nothing', async () => {
    const [one, two] = await Promise.all(
      (await api('GET', '/items/search?q=ssd')).items
        .slice(0, 2)
        .map(({ _id }, n) => withSku(_id, `SSD-${n}`)),
    );
    const stockOf = async ({ _id }) => (await api('GET', `/items/${_id}/edit`)).availableQ;
    const before = [await stockOf(one), await stockOf(two)];
    const refused = await deliver([`${one.sku};One;7`, 'NO-SUCH-PART;Two;5']);
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringMatching(/delivery\.csv:3 .*\n[^]*Nothing was changed/),
    ]);
    expect([await stockOf(one), await stockOf(two)]).toEqual(before);

    const lines = [`${one.sku};One;7`, `${two.sku};Two;5`];
    expect(await deliver(lines)).toEqual({ code: 0, output: '2 products restocked from 2 lines\n' });
    expect((await deliver(lines)).code).toBe(0);
    expect([await stockOf(one), await stockOf(two)]).toEqual([before[0] + 7, before[1] + 5]);
  });

  it('ship what was paid', async () => {
    const paid = await ordersOf('status=paid&sort=oldest');
    expect(paid.length).toBeGreaterThan(4);
    const { code, output } = await node('examples/ship-paid', { MOST: '2' });
    expect(code).toBe(0);
    expect(output.match(/^[0-9a-f]{24}/gm)).toEqual(paid.slice(0, 2).map(({ _id }) => _id));
    const shipped = new Set((await ordersOf('status=shipped')).map(({ _id }) => _id));
    expect(paid.map(({ _id }) => shipped.has(_id)).slice(0, 3)).toEqual([true, true, false]);
  });

  it('export a day’s orders', async () => {
    const [{ createdAt }] = await ordersOf('sort=oldest');
    const day = createdAt.slice(0, 10);
    const expected = await ordersOf(`from=${day}&to=${day}`);
    const settings = { OUT_DIR: join(folder, 'exports'), DAY: day };
    const { code, output } = await node('examples/nightly-export', settings);
    expect([code, output]).toEqual([0, expect.stringContaining(`${expected.length} orders in `)]);
    expect(readdirSync(join(folder, 'exports'))).toEqual([`orders-${day}.csv`]);
    const csv = readFileSync(join(folder, `exports/orders-${day}.csv`), 'utf8');
    expect(expected.filter(({ _id }) => !csv.includes(_id))).toEqual([]);
    expect((await node('examples/nightly-export', { ...settings, API_KEY: 'rk_demo_wrong' })).code).toBe(1);
  });

  it('receive the events of a paid order', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/events`;
    const types = ['order.placed', 'order.paid'];
    const { secret } = await api('POST', '/webhook-endpoints', { url, description: 'Example', types });
    const receiver = listen(join(folder, 'project'), 'examples/receive-events', {
      PORT: String(port),
      WEBHOOK_SECRET: secret,
    });
    try {
      await receiver.printed('listening');
      const [{ _id: productId, minimumOQ: orderQuantity }] = (await api('GET', '/items/search?q=ssd')).items;
      const form = { productId, orderQuantity, address: '12 Foundry Lane', phone: '5550100' };
      const { _id: orderId } = await api('POST', '/purchase', form);
      await pay(orderId);
      const paidAt = Date.now();
      await receiver.printed(`order.paid order/${orderId} 1\n  ${orderQuantity} × `);
      console.log(
        `The program had the event of a paid order after ${Date.now() - paidAt} ms; 2,000 are allowed`,
      );
      expect(receiver.output.match(/^order\.\w+/gm)).toEqual(types);
      await vi.waitFor(async () => {
        const { items } = await api('GET', '/webhook-deliveries?state=delivered');
        expect(items.map(({ type }) => type).toSorted()).toEqual(types.toSorted());
      }, 10_000);
    } finally {
      receiver.stop();
    }
  });

  it('mirror the catalogue, reading again only what changed', async () => {
    const file = join(folder, 'catalogue.json');
    const mirror = async () => (await node('examples/catalogue-mirror', { MIRROR_FILE: file })).output;
    const products = () => JSON.parse(readFileSync(file, 'utf8')).products;
    const { total } = await api('GET', '/items/search');
    const pages = Math.ceil(total / 20);
    expect(await mirror()).toBe(`${total} products; ${pages} of ${pages} pages had changed\n`);
    expect(new Set(products().map(({ _id }) => _id)).size).toBe(total);
    expect(await mirror()).toBe(`${total} products; 0 of ${pages} pages had changed\n`);

    const [{ _id }] = products();
    await api('POST', `/items/${_id}/archive`);
    // public reads may be a second old
    await new Promise((done) => setTimeout(done, 1_500));
    expect(await mirror()).toContain(`${total - 1} products; `);
    expect(products().map((product) => product._id)).not.toContain(_id);
    await api('POST', `/items/${_id}/unarchive`);
  });
});

/** What the blocks before have exported, as a shell reads it. */
const state = () => join(folder, 'state');
const shell = (code) =>
  `set -euo pipefail\n[ ! -f '${state()}' ] || . '${state()}'\nset -a\n${code}\nset +a\n{ declare -f; export -p; } > '${state()}'\n`;
const inState = (command) => `set -euo pipefail\n. '${state()}'\nexec ${command}\n`;

describe('docs/api.md', () => {
  let printed = '';

  it('has blocks in bash, TypeScript and Python', () => {
    expect(new Set(GUIDE.map(({ language }) => language))).toEqual(new Set(['bash', 'ts', 'python']));
    expect(GUIDE.length).toBeGreaterThan(12);
  });

  it.each(GUIDE.map((block) => [block.line, block.language, block]))(
    'line %i, %s, runs as it stands',
    async (line, language, block) => {
      const file = join(folder, 'project', `${programOf(block)}.${language === 'python' ? 'py' : 'sh'}`);
      writeFileSync(file, language === 'bash' ? shell(block.code) : block.code);
      const script = {
        bash: () => `bash '${file}'`,
        ts: () => inState(`'${process.execPath}' 'out/${programOf(block)}.js'`),
        python: () => inState(`python3 '${file}'`),
      }[language]();
      const { code, output } = await start('bash', ['-c', script], { API_KEY: '' });
      expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/\S/) });
      printed += `${output}\n`;
    },
  );

  it.each([
    ['a key', /^rk_demo_/m],
    ['paid orders', /"status":"paid"/],
    ['an order that it places and pays', /^order [0-9a-f]{24} is paid$/m],
    ['the order that it ships', /^[0-9a-f]{24} is shipped$/m],
    ['a problem by curl', /"status":400.*"errors":\{"pageSize":"Enter at most 100\."\}/],
    ['a problem in TypeScript', /^400 \S+ Enter at most 100\. \S+$/m],
    ['a problem in Python', /^404 .+ \S{20,}$/m],
    ['units in stock', /^\d{3,} units in stock$/m],
    ['the number of products', /^\d{2,} products$/m],
    ['that nothing has changed', /^304$/m],
    [
      'what a bulk call would do',
      /"dryRun":true,"previewId":"[\w-]+","rows":\[\{"id":"[0-9a-f]{24}".*"outcome":"qualifies"/,
    ],
    ['what an import would do', /"updated":1,/],
    ['an edited price', /^.+: [\d.]+ → [\d.]+$/m],
    ['the columns of an export', /order,number,placedAt,status,/],
    ['a delivery that is added once', /^restocked once: \d+$/m],
  ])('shows %s', (_, pattern) => expect(printed).toMatch(pattern));

  it('has shipped the order that it said it would', async () => {
    const trail = (await api('GET', '/audit?q=Guide&pageSize=100')).items;
    expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(['order.shipped']));
  });

  it('leaves the rest to the program of the client’s README', async () => {
    const { code, output } = await node('readme');
    expect([code, output]).toEqual([0, expect.stringContaining(' is shipped\n')]);
    expect(await ordersOf('status=paid')).toEqual([]);
  });
});
