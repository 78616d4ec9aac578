import { once } from 'node:events';
import { rmSync } from 'node:fs';

/** Stops the store that `global-setup.js` started, and deletes its data. */
export default async function tearDown() {
  const { store, folder } = globalThis.__TEST_STORE__ ?? {};
  if (!store) return;
  if (store.exitCode === null) {
    const ended = once(store, 'exit');
    // on every platform, unlike a signal, it closes its files first
    store.disconnect();
    await ended;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
