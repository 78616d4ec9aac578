import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Starts one embedded store for the whole run, on a free port and an empty folder, unless `TEST_MONGODB_URI` names a real
 * MongoDB. Each spec file uses its own database in it. The function that it returns stops the store and deletes its data.
 */
export default async function setUp() {
  if (process.env.TEST_MONGODB_URI) {
    process.env.TEST_STORE_URI = process.env.TEST_MONGODB_URI;
    console.log(
      'Not run on TEST_MONGODB_URI, since they read query plans of the embedded store: list-plans, people-plans, order-plans',
    );
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'rapid-test-'));
  const store = spawn(
    process.execPath,
    ['--import', 'tsx', 'devstack/mongo/main.ts', '--port', '0', '--data', folder],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  process.env.TEST_STORE_URI = await new Promise((ready, failed) => {
    store.once('error', failed);
    store.once('exit', (code) =>
      failed(new Error(`The embedded store ended with ${code} before it was ready`)),
    );
    createInterface({ input: store.stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) ready(line.slice(6).trim());
    });
  });
  return async () => {
    if (store.exitCode === null) {
      const ended = once(store, 'exit');
      // on every platform, unlike a signal, it closes its files first
      store.disconnect();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
