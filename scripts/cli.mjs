import { planOf } from './lib/env.mjs';
import { assertNode, prepare, ROOT } from './lib/prepare.mjs';
import { startStack } from './lib/stack.mjs';
import { supervise } from './lib/supervise.mjs';

/** `npm run cli -- COMMAND [arguments]`: tools for data and for the embedded store, with what they need installed and built. */
const TSX = ['--import', 'tsx'];
const STORE = [...TSX, 'devstack/mongo/main.ts', '--fail-points'];
const COMMANDS = {
  migrate: {
    text: 'brings the database of MONGODB_URI to this version',
    builds: ['backend'],
    command: ['backend/dist/cli/migrate.js'],
  },
  backup: {
    text: 'writes a consistent backup of the database of MONGODB_URI: --to FOLDER',
    builds: ['backend'],
    command: ['backend/dist/cli/backup.js'],
  },
  restore: {
    text: 'restores a backup into an empty database: --from FOLDER [--replace DATABASE]',
    builds: ['backend'],
    command: ['backend/dist/cli/restore.js'],
  },
  check: {
    text: "checks stock, orders, payments and the overview's figures; writes nothing",
    builds: ['backend'],
    command: ['backend/dist/cli/check.js'],
  },
  'rebuild-reports': {
    text: "computes the overview's figures again from all orders",
    builds: ['backend'],
    command: ['backend/dist/cli/rebuild-reports.js'],
  },
  'rebuild-search': {
    text: 'asks the running servers to build their search index again',
    builds: ['backend'],
    command: ['backend/dist/cli/rebuild-search.js'],
  },
  seed: {
    text: "writes the demo data, and rows more, into the empty database of MONGODB_URI, or the demo's: [--products N] [--orders N]",
    builds: ['backend'],
    command: [...TSX, 'devstack/seed/main.ts'],
  },
  store: { text: 'runs the embedded document store alone: --port N --data DIR', command: STORE },
  screens: { text: 'makes the screenshots in docs/screens', command: ['scripts/screens.mjs'] },
};

function usage() {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { text }]) => `  ${name.padEnd(width)}  ${text}`);
  return `Usage: npm run cli -- COMMAND [arguments]\n\n${lines.join('\n')}`;
}

/** Runs a command, which decides how it ends; a terminal's Ctrl-C reaches it by itself. */
async function start({ builds = [], command }, args) {
  await prepare(builds);
  const { execa } = await import('execa');
  const options = { cwd: ROOT, stdio: 'inherit', reject: false };
  const child = execa(process.execPath, [...command, ...args], options);
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const { exitCode } = await child;
  process.exitCode = exitCode ?? 1;
}

/** Seeds the demo in `DATA_DIR`, whose services run meanwhile. */
const seedDemo = (args) =>
  supervise('npm run cli -- seed', async ({ port, host, dataDir, signal, stop, onStop }) => {
    await prepare(['backend']);
    const [env, log] = [process.env, console.log];
    const stack = await startStack({ port, host, dataDir, signal, env, log, shop: false, seedArgs: args });
    onStop(stack.stop);
    setImmediate(stop, 0);
  });

assertNode();
const [name, ...args] = process.argv.slice(2);
if (!name) console.log(usage());
else if (!Object.hasOwn(COMMANDS, name)) {
  console.error(`There is no command "${name}".\n\n${usage()}`);
  process.exitCode = 1;
} else if (name === 'seed' && !planOf(process.env).real.store) await seedDemo(args);
else await start(COMMANDS[name], args);
