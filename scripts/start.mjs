import { planOf } from './lib/env.mjs';
import { assertNode, prepare } from './lib/prepare.mjs';
import { startStack } from './lib/stack.mjs';
import { supervise } from './lib/supervise.mjs';

/** `npm start`: the whole shop from one command. With `-- --check` it stops as soon as the shop is ready. */
assertNode();
await supervise('npm start', async ({ port, host, dataDir, signal, stop, onStop }) => {
  const { demo, real } = planOf(process.env);
  console.log(demo ? 'Rapid Manufacturer, demo mode' : 'Rapid Manufacturer');
  await prepare();
  const stack = await startStack({
    port,
    host,
    dataDir,
    signal,
    env: process.env,
    log: console.log,
    onExit: (name) => {
      console.error(`The ${name} ended unexpectedly.`);
      void stop(1);
    },
  });
  onStop(stack.stop);
  console.log(`\n  Shop       ${stack.url}\n  Swagger UI ${stack.url}/api/docs`);
  if (demo) {
    if (!real.mail) console.log(`  Mailbox    ${stack.url}/mailbox`);
    console.log(
      '\n  Admin      admin@example.com / rapid-admin\n  Customer   customer@example.com / rapid-customer',
    );
    console.log('  Test card  4242 4242 4242 4242, any future date, any CVC');
    console.log(`\n  Data is kept in ${dataDir}. Ctrl-C stops everything.`);
  }
  if (process.argv.includes('--check')) {
    const { status } = await fetch(`${stack.url}/api/health/ready`);
    console.log(`\n  GET /api/health/ready returned ${status}.`);
    setImmediate(stop, status === 200 ? 0 : 1);
  }
});
