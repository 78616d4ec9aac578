import { join, resolve } from 'node:path';
import { assertNode, ensureBuilt, ensureInstalled, ROOT } from './lib/prepare.mjs';
import { isPortFreeSoon, planOf, startStack } from './lib/stack.mjs';

/** `npm start`: the whole shop from one command. */
assertNode();
const port = Number(process.env.PORT || 3000);
const host = process.env.HOST || '127.0.0.1';
const dataDir = resolve(process.env.DATA_DIR || join(ROOT, '.data'));
let stack;
let stopping = false;

async function stop(code) {
  if (stopping) return;
  stopping = true;
  console.log('\nStopping …');
  await stack?.stop();
  process.exit(code);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
process.on('SIGHUP', () => void stop(0));

try {
  if (!(await isPortFreeSoon(port, host))) {
    console.error(
      `Port ${port} of ${host} is taken. Stop what uses it, or name another one: PORT=${port + 1} npm start`,
    );
    process.exit(1);
  }
  const { demo } = planOf(process.env);
  console.log(demo ? 'Rapid Manufacturer, demo mode' : 'Rapid Manufacturer');
  await ensureInstalled();
  await ensureBuilt();
  const starting = startStack({
    port,
    host,
    dataDir,
    env: process.env,
    say: (what) => console.log(`  ${what} is ready`),
    onExit: (name) => {
      console.error(`The ${name} ended unexpectedly.`);
      void stop(1);
    },
  });
  stack = { stop: async () => (await starting.catch(() => undefined))?.stop() };
  stack = await starting;
  const { url } = stack;
  console.log(`\n  Shop       ${url}\n  Swagger UI ${url}/api/docs`);
  if (demo) {
    console.log(
      '\n  Admin      admin@example.com / rapid-admin\n  Customer   customer@example.com / rapid-customer',
    );
    console.log('  Test card  4242 4242 4242 4242, any future date, any CVC');
    console.log(`\n  Data is kept in ${dataDir}. Ctrl-C stops everything.`);
  }
} catch (error) {
  if (!stopping) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    await stop(1);
  }
}
