import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { assertNode, ensureBuilt, ensureInstalled, ROOT } from './lib/prepare.mjs';
import { freePort, isPortFreeSoon, startStack } from './lib/stack.mjs';

/** `npm run dev`: the shop with hot reload on both sides, at one origin: vite in front, the API behind it. */
assertNode();
const port = Number(process.env.PORT || 3000);
const host = process.env.HOST || '127.0.0.1';
if (!(await isPortFreeSoon(port, host))) {
  console.error(`Port ${port} of ${host} is taken. Name another one: PORT=${port + 1} npm run dev`);
  process.exit(1);
}
await ensureInstalled();
await ensureBuilt(['backend']);
const apiPort = await freePort();
const stack = await startStack({
  port: apiPort,
  host: '127.0.0.1',
  dataDir: resolve(process.env.DATA_DIR || join(ROOT, '.data')),
  env: process.env,
  shop: false,
  say: (what) => console.log(`  ${what} is ready`),
  onExit: () => void stop(1),
});
const bin = (name) => join(ROOT, 'node_modules/.bin', name);
const children = [
  spawn(bin('nest'), ['start', '--watch', '--preserveWatchOutput', '--entryFile', 'main'], {
    cwd: ROOT,
    env: { ...process.env, ...stack.env, PORT: String(apiPort), HOST: '127.0.0.1' },
    stdio: 'inherit',
    detached: true,
  }),
  spawn(bin('vite'), ['--port', String(port), '--strictPort', '--host', host], {
    cwd: join(ROOT, 'frontend'),
    env: { ...process.env, SHOP_URL: `http://127.0.0.1:${apiPort}` },
    stdio: 'inherit',
    detached: true,
  }),
];
let stopping = false;
async function stop(code) {
  if (stopping) return;
  stopping = true;
  // each with the processes it started
  for (const { pid, exitCode } of children) if (pid && exitCode === null) process.kill(-pid, 'SIGTERM');
  await stack.stop();
  process.exit(code);
}
for (const child of children) child.on('exit', () => void stop(1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
