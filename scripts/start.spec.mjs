import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isolatedEnv } from './lib/env.mjs';
import { freePort } from './lib/ports.mjs';
import { ROOT } from './lib/prepare.mjs';

/** The commands as a person runs them: real processes, on free ports and temporary folders. */

const TIMEOUT_MS = 180_000;
const isWindows = process.platform === 'win32';
let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rapid-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const runScript = (args, settings) => runCommand(process.execPath, args, settings);

/** Runs a command; `output` is all it printed, `printed` waits for a text in it. */
function runCommand(command, args, settings = {}) {
  const child = spawn(command, args, { cwd: ROOT, env: isolatedEnv(process.env, settings) });
  const run = { child, output: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (run.output += text));
  run.ended = new Promise((done) => child.once('close', (code) => done({ code, output: run.output })));
  run.printed = (text) =>
    new Promise((done, fail) => {
      const look = () => run.output.includes(text) && done();
      look();
      child.stdout.on('data', look);
      run.ended.then(() => fail(new Error(`It ended without "${text}":\n${run.output}`)));
    });
  return run;
}

const isReady = async (url) => (await fetch(`${url}/api/health/ready`)).status;

describe('npm start', () => {
  it(
    'with --check starts, is ready, and stops',
    async () => {
      const settings = { PORT: String(await freePort()), DATA_DIR: join(folder, 'check') };
      const { code, output } = await runScript(['scripts/start.mjs', '--check'], settings).ended;
      expect([code, output]).toEqual([0, expect.stringContaining('GET /api/health/ready returned 200')]);
    },
    TIMEOUT_MS,
  );

  it(
    'listens on the IPv6 loopback address, and keeps its data folder to itself',
    async () => {
      const dataDir = join(folder, 'first');
      const port = await freePort('::1');
      const settings = { PORT: String(port), HOST: '::1', DATA_DIR: dataDir };
      const first = isWindows
        ? runScript(['scripts/start.mjs'], settings)
        : runCommand('npm', ['start'], settings);
      try {
        await first.printed('Ctrl-C stops everything');
        expect(first.output).toContain(`Shop       http://[::1]:${port}\n`);
        expect(await isReady(`http://[::1]:${port}`)).toBe(200);

        for (const script of ['scripts/start.mjs', 'scripts/dev.mjs']) {
          const second = await runScript([script], { PORT: String(await freePort()), DATA_DIR: dataDir })
            .ended;
          expect(second.code).toBe(1);
          expect(second.output).toMatch(
            /The data folder .*first is in use by another shop \(process \d+\)\. Stop that shop, or set DATA_DIR to another folder\.\n$/,
          );
          expect(second.output).not.toMatch(/Error|unexpectedly/);
        }
        expect(await isReady(`http://[::1]:${port}`)).toBe(200);
      } finally {
        first.child.kill('SIGTERM');
      }
      // npm does not pass the signal on; all output ends when the last process has
      const { output } = await first.ended;
      if (!isWindows) expect(output).toMatch(/Stopping …\n$/);
      await expect(fetch(`http://[::1]:${port}/`)).rejects.toThrow('fetch failed');
    },
    TIMEOUT_MS,
  );

  it.each([
    ['a port that is in use', {}, /^Port \d+ of 127\.0\.0\.1 is in use\. .* PORT=\d+ npm start\n$/],
    ['no port', { PORT: 'eighty' }, /^PORT is not a port: eighty\n$/],
    [
      'no address of this machine',
      { HOST: '192.0.2.1' },
      /^HOST=192\.0\.2\.1 is not an address of this machine/,
    ],
  ])('ends with a message that says what to change: %s', async (_name, settings, message) => {
    const { createServer } = await import('node:net');
    const server = createServer();
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    try {
      const env = { PORT: String(server.address().port), DATA_DIR: join(folder, 'none'), ...settings };
      expect(await runScript(['scripts/start.mjs'], env).ended).toEqual({
        code: 1,
        output: expect.stringMatching(message),
      });
    } finally {
      await new Promise((done) => server.close(done));
    }
  });
});

describe('npm run cli', () => {
  it.each([
    ['migrate', []],
    ['backup', ['--to', 'nowhere']],
    ['restore', ['--from', 'nowhere']],
    ['check', []],
  ])('%s says which setting is missing', async (name, args) => {
    const { code, output } = await runScript(['scripts/cli.mjs', name, ...args]).ended;
    expect([code, output]).toEqual([1, expect.stringContaining('MONGODB_URI is required')]);
  });

  it('are listed without a command, and with one that does not exist', async () => {
    const { code, output } = await runScript(['scripts/cli.mjs']).ended;
    expect([code, output]).toEqual([0, expect.stringMatching(/\n  migrate .*\n(.*\n)*  store /)]);
    expect(await runScript(['scripts/cli.mjs', 'migrat']).ended).toEqual({
      code: 1,
      output: `There is no command "migrat".\n\n${output}`,
    });
  });
});
