import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { hostInUrl, planOf } from './lib/env.mjs';
import { freePort } from './lib/ports.mjs';
import { assertNode, prepare, ROOT } from './lib/prepare.mjs';
import { startStack } from './lib/stack.mjs';
import { supervise } from './lib/supervise.mjs';

/** `npm run dev`: the shop with hot reload on both sides, at one origin: vite in front, the API behind it. */
assertNode();
await supervise('npm run dev', async ({ port, host, dataDir, signal, stop, onStop }) => {
  await prepare(['backend']);
  const { execa } = await import('execa');
  const apiPort = await freePort();
  const origin = `http://${hostInUrl(host)}:${port}`;
  const stack = await startStack({
    port: apiPort,
    host: '127.0.0.1',
    origin,
    dataDir,
    signal,
    env: process.env,
    shop: false,
    log: console.log,
    onExit: (name) => {
      console.error(`The ${name} ended unexpectedly.`);
      void stop(1);
    },
  });
  onStop(stack.stop);
  const start = (command, args, env, cwd = ROOT) => {
    const child = execa(command, args, {
      cwd,
      env,
      preferLocal: true,
      localDir: ROOT,
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
      reject: false,
      cleanup: false,
      // a process group of its own, which can be ended as a whole
      detached: process.platform !== 'win32',
    });
    onStop(() => endTree(child));
    void child.then(() => stop(1));
  };
  const api = { ...stack.env, PORT: String(apiPort), HOST: '127.0.0.1' };
  start('nest', ['start', '--watch', '--preserveWatchOutput', '--entryFile', 'main'], api);
  const front = ['--port', String(port), '--strictPort', '--host', host];
  start('vite', front, { SHOP_URL: `http://127.0.0.1:${apiPort}` }, join(ROOT, 'frontend'));
  console.log(`\n  Shop       ${origin}`);
  const { demo, real } = planOf(process.env);
  if (demo && !real.mail) console.log(`  Mailbox    ${origin}/mailbox`);
  console.log();
});

/** Ends a process with those that it started. */
async function endTree(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f']);
  else process.kill(-child.pid, 'SIGTERM');
  await child;
}
