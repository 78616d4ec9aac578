import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from './folder-lock.js';

/** A process that ends after some seconds. */
async function startHolder(seconds: number) {
  const holder = spawn(process.execPath, ['-e', `setTimeout(() => {}, ${seconds * 1_000})`], {
    stdio: 'ignore',
  });
  await once(holder, 'spawn');
  return holder;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('lockFolder', () => {
  it('is held by one at a time', () => {
    const release = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`${folder} is in use by process ${process.pid}`);
    release();
    lockFolder(folder)();
  });

  it.each([
    ['a process that is gone', '4194305 1\n'],
    ['no process', ''],
  ])('takes over the lock of %s', (_name, text) => {
    writeFileSync(join(folder, 'LOCK'), text);
    lockFolder(folder)();
  });

  it('takes over a lock from before this machine started, whatever its process id is used for now', () => {
    const path = join(folder, 'LOCK');
    writeFileSync(path, `${process.ppid} \n`);
    const earlier = Date.now() / 1_000 - uptime() - 60;
    utimesSync(path, earlier, earlier);
    lockFolder(folder)();
  });

  it('waits for a holder that is about to end', async () => {
    const holder = await startHolder(0.5);
    writeFileSync(join(folder, 'LOCK'), `${holder.pid} \n`);
    const from = Date.now();
    lockFolder(folder)();
    expect(Date.now() - from).toBeGreaterThan(200);
  });

  it('gives up on a holder that stays', async () => {
    const holder = await startHolder(30);
    writeFileSync(join(folder, 'LOCK'), `${holder.pid} \n`);
    try {
      expect(() => lockFolder(folder)).toThrow(`in use by process ${holder.pid}`);
    } finally {
      holder.kill('SIGKILL');
    }
  });
});

// Only Linux tells when a process started, and that it is a zombie.
if (process.platform === 'linux') {
  describe('lockFolder on Linux', () => {
    it('takes over the lock of an earlier process with the same id', () => {
      writeFileSync(join(folder, 'LOCK'), `${process.pid} 1\n`);
      lockFolder(folder)();
    });

    it('takes over the lock of a process that has ended and whose parent has not noticed', async () => {
      // The shell starts a process that ends at once, then becomes one that never asks for its exit code.
      const shell = spawn('sh', ['-c', 'true & echo $!; exec sleep 30'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      try {
        const [line] = (await once(shell.stdout, 'data')) as [Buffer];
        writeFileSync(join(folder, 'LOCK'), `${Number(line)} \n`);
        lockFolder(folder)();
      } finally {
        shell.kill('SIGKILL');
      }
    });
  });
}
