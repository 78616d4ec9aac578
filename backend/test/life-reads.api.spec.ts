import { afterAll, beforeAll, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRODUCTION, type Shop, startShop, type TestUser } from './harness.js';
import { freePort, TargetProcess } from './processes.js';

/** A database whose reads take longer than they may: `blockMs` on its side, before a command runs. */
const LIMIT_MS = 200;
const BLOCK_MS = 600;

let folder: string;
let store: TargetProcess;
let shop: Shop;
let user: TestUser;
let productId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rapid-reads-'));
  const port = await freePort();
  const args = ['devstack/mongo/main.ts', '--port', String(port), '--data', folder, '--fail-points'];
  store = new TargetProcess(['--import', 'tsx', ...args]);
  await store.start();
  shop = await startShop({
    ...PRODUCTION,
    MONGODB_URI: `mongodb://127.0.0.1:${port}/reads?replicaSet=rs0`,
    READ_TIMEOUT_MS: String(LIMIT_MS),
    LIMITS_STORE: 'memory',
  });
  user = await shop.user({ role: 'admin' });
  productId = String((await shop.product())._id);
});

afterAll(async () => {
  await shop.close();
  await store.kill();
  rmSync(folder, { recursive: true, force: true });
});

const failPoint = (settings: object) =>
  shop.db
    .getClient()
    .db('admin')
    .command({ configureFailPoint: 'failCommand', ...settings });

it.each<[command: string, path: () => string]>([
  ['find', () => '/items?limit=1'],
  ['find', () => `/item/${productId}`],
  ['find', () => `/user/${user.email}`],
  ['aggregate', () => '/items/search?kind=cooler'],
  ['find', () => '/items/kinds'],
])('a %s that takes too long is ended by the database, a 503 with Retry-After', async (command, path) => {
  await failPoint({
    mode: 'alwaysOn',
    data: { failCommands: [command], blockConnection: true, blockTimeMS: BLOCK_MS },
  });
  const late = await shop.call('GET', path(), { as: user });
  await failPoint({ mode: 'off' });
  expect(late).toMatchObject({
    status: 503,
    body: { type: 'urn:rapid:problem:busy', detail: 'The database took too long; please try again.' },
  });
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await shop.call('GET', path(), { as: user })).status).toBe(200);
});

it('a write may take longer, since it may wait for another', async () => {
  await failPoint({
    mode: 'alwaysOn',
    data: { failCommands: ['findAndModify', 'update'], blockConnection: true, blockTimeMS: BLOCK_MS },
  });
  const body = { name: 'A new name', phone: '5550100', education: 'None', linkedIn: 'https://example.com' };
  const updated = await shop.call('PATCH', `/updateUser/${user.email}`, { as: user, body });
  await failPoint({ mode: 'off' });
  expect(updated.status).toBe(200);
});
