import { planOf } from './lib/env.mjs';
import { assertNode, prepare, run } from './lib/prepare.mjs';
import { startStack } from './lib/stack.mjs';
import { supervise } from './lib/supervise.mjs';

/**
 * `npm run seed [-- --products N --orders N]`: fills an empty database with the demo data, and with any number of rows more:
 * that of `MONGODB_URI`, or without it that of the demo in `DATA_DIR`, whose services run meanwhile.
 */
assertNode();
const args = process.argv.slice(2);
const { real } = planOf(process.env);
if (real.store) {
  await prepare(['backend']);
  const command = ['--import', 'tsx', 'devstack/seed/main.ts', ...args];
  // it has said why
  await run(process.execPath, command, { show: true }).catch(() => (process.exitCode = 1));
} else {
  await supervise('npm run seed', async ({ port, host, dataDir, signal, stop, onStop }) => {
    await prepare(['backend']);
    const env = process.env;
    const stack = await startStack({
      port,
      host,
      dataDir,
      signal,
      env,
      log: console.log,
      shop: false,
      seedArgs: args,
    });
    onStop(stack.stop);
    setImmediate(stop, 0);
  });
}
