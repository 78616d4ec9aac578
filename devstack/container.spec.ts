import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreProcess } from './mongo/test/support.fixture.js';

// It runs in a Linux container; Windows has no SIGTERM.
const onPosix = process.platform === 'win32' ? describe.skip : describe;

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return String(port);
};

const until = async (holds: () => boolean): Promise<void> => {
  for (const deadline = Date.now() + 60_000; !holds(); await sleep(20))
    if (Date.now() > deadline) throw new Error('Not within a minute');
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

onPosix('the container of the local services', () => {
  let folder: string;
  let container: ChildProcess | undefined;
  let output: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rapid-stand-ins-'));
    output = '';
  });
  afterEach(async () => {
    if (container && container.exitCode === null && container.signalCode === null) {
      container.kill('SIGKILL');
      await once(container, 'exit');
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  /** @returns the code that it ends with, null when a signal ended it */
  const start = async (settings: Record<string, string>): Promise<{ exit: Promise<number | null> }> => {
    const names = ['identity', 'payments', 'mail', 'smtp'];
    const ports = (await Promise.all(names.map(async (name) => [`--${name}-port`, await freePort()]))).flat();
    const args = ['--import', 'tsx', 'devstack/container.ts', '--host', '127.0.0.1', ...ports];
    const child = spawn(process.execPath, args, {
      env: {
        PATH: process.env.PATH,
        STAND_INS_NAME: '127.0.0.1',
        DEMO_SECRETS: join(folder, 'demo.json'),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    container = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return { exit: once(child, 'exit').then(([code]) => code as number | null) };
  };

  /** The process that has locked the folder of a local service. */
  const pidOf = (name: string): number => {
    const lock = join(folder, name, 'LOCK');
    return existsSync(lock) ? Number.parseInt(readFileSync(lock, 'utf8'), 10) : 0;
  };

  describe('with a database that does not respond', () => {
    let database: Server;
    let connections: number;

    beforeEach(async () => {
      connections = 0;
      database = createServer((socket) => {
        connections += 1;
        socket.resume().on('error', () => {});
      }).listen(0, '127.0.0.1');
      await once(database, 'listening');
    });
    afterEach(async () => {
      await new Promise((done) => database.close(done));
    });

    const uri = () => `mongodb://127.0.0.1:${(database.address() as AddressInfo).port}/rapid`;

    it('stops on SIGTERM while the seed waits', async () => {
      const { exit } = await start({ MONGODB_URI: uri() });
      await until(() => connections > 0);
      const pids = ['identity', 'payments', 'mail'].map(pidOf);
      expect(pids.map(isAlive)).toEqual([true, true, true]);
      container!.kill('SIGTERM');
      // sooner than the seed's own wait for the database, which is ten seconds
      expect(await Promise.race([exit, sleep(5_000, 'still running', { ref: false })])).toBe(0);
      expect(pids.map(isAlive)).toEqual([false, false, false]);
    });

    it('starts no seed when it is stopped while the local services start', async () => {
      const { exit } = await start({ MONGODB_URI: uri() });
      await until(() => pidOf('payments') > 0);
      container!.kill('SIGTERM');
      expect(await exit).toBe(0);
      expect(connections).toBe(0);
    });

    it('stays the demo when keys of the real services are set', async () => {
      await start({
        MONGODB_URI: uri(),
        STRIPE_SECRET_KEY: 'sk_live_real',
        FIREBASE_PROJECT_ID: 'real',
        SMTP_URL: 'smtps://real',
      });
      await until(() => connections > 0);
      const made = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Record<string, string>;
      expect(made).toMatchObject({
        FIREBASE_PROJECT_ID: 'demo-rapid',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_demo',
      });
      expect(made['STRIPE_SECRET_KEY']).toMatch(/^sk_test_/);
      expect(made['SMTP_URL']).toMatch(/^smtp:\/\/127\.0\.0\.1:/);
    });
  });

  it('exits with 1 when a local service dies after it was ready, and leaves no process behind', async () => {
    const store = new StoreProcess(join(folder, 'store'));
    await store.start();
    try {
      const url = new URL(store.url);
      url.pathname = '/rapid';
      const { exit } = await start({ MONGODB_URI: url.toString() });
      await until(() => /^ready$/m.test(output));
      const identity = pidOf('identity');
      process.kill(pidOf('payments'), 'SIGKILL');
      expect(await Promise.race([exit, sleep(9_000, 'still running', { ref: false })])).toBe(1);
      expect(output).toContain('devstack/payments/main.ts ended with SIGKILL');
      expect(isAlive(identity)).toBe(false);
    } finally {
      await store.kill();
    }
  });
});
