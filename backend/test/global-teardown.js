import { once } from 'node:events';
import { rmSync } from 'node:fs';

/** Stops the store that `global-setup.js` started, and forgets its data. */
export default async function tearDown() {
  const { store, folder } = globalThis.__TEST_STORE__ ?? {};
  if (!store) return;
  if (store.exitCode === null) {
    const ended = once(store, 'exit');
    store.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}
