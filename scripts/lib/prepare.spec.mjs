import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureInstalled, isSameInstall } from './prepare.mjs';
import { findInPath, installDebian } from './programs.mjs';

describe('isSameInstall', () => {
  const locked = {
    '': { name: 'shop' },
    backend: { version: '0.1.0' },
    'node_modules/nest': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/sharp-other-platform': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  };
  const { backend, 'node_modules/nest': nest } = locked;
  const installed = { backend, 'node_modules/nest': nest };

  it.each([
    ['what the lock file names', installed, true],
    ['packages of this platform too', { ...locked }, true],
    ['nothing', {}, false],
    ['an older version', { backend, 'node_modules/nest': { ...nest, version: '0.9.0' } }, false],
    ['other content', { backend, 'node_modules/nest': { ...nest, integrity: 'sha512-c' } }, false],
    [
      'an older optional package',
      { ...installed, 'node_modules/sharp-other-platform': { version: '0.9.0', integrity: 'sha512-d' } },
      false,
    ],
  ])('installed is %s', (_name, packages, same) => {
    expect(isSameInstall(locked, packages)).toBe(same);
  });
});

describe('ensureInstalled', () => {
  const packages = { 'node_modules/nest': { version: '1.0.0', integrity: 'sha512-a' } };
  let root;
  let lock;
  let running;
  let most;
  const install = vi.fn(async () => {
    most = Math.max(most, (running += 1));
    await sleep(300);
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
    running -= 1;
  });
  const fails = async () => {
    most = Math.max(most, (running += 1));
    await sleep(20);
    running -= 1;
    throw new Error('no network');
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'rapid-install-'));
    lock = join(root, '.installing');
    running = most = 0;
    install.mockClear();
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(root, { recursive: true });
  });

  it('installs once for commands that start together', async () => {
    await Promise.all([1, 2, 3].map(() => ensureInstalled(root, install)));
    expect(install).toHaveBeenCalledTimes(1);
    expect(existsSync(lock)).toBe(false);
    await ensureInstalled(root, install);
    expect(install).toHaveBeenCalledTimes(1);
  });

  it('goes on after a command that was killed while it installed, and after one that failed', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(lock, String(pid));
    const commands = [1, 2, 3, 4].map(() => ensureInstalled(root, fails));
    for (const { reason } of await Promise.allSettled(commands)) expect(reason.message).toBe('no network');
    expect(most).toBe(1);
    await ensureInstalled(root, install);
    expect(install).toHaveBeenCalledTimes(1);
    expect(existsSync(lock)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('installDebian', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rapid-apt-'));
    // like apt-get, it fails while another one runs
    const script =
      '#!/bin/sh\nmkdir "$0.running" || exit 100\nsleep 0.3\nrmdir "$0.running"\necho "$@" >> "$0.log"\n';
    writeFileSync(join(folder, 'apt-get'), script, { mode: 0o700 });
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it('installs one after the other what two stages need at once', async () => {
    await Promise.all([installDebian('one'), installDebian('two')]);
    const calls = readFileSync(join(folder, 'apt-get.log'), 'utf8').trim().split('\n');
    const [one, two] = ['one', 'two'].map((name) => ['update', `install -y --no-install-recommends ${name}`]);
    expect([
      [...one, ...two],
      [...two, ...one],
    ]).toContainEqual(calls);
  });
});

describe('findInPath', () => {
  it("looks into each folder, which the platform's own character divides", () => {
    const folder = mkdtempSync(join(tmpdir(), 'rapid path-'));
    try {
      const path = join(folder, process.platform === 'win32' ? 'tool.exe' : 'tool');
      writeFileSync(path, '');
      chmodSync(path, 0o700);
      const env = { PATH: ['', join(folder, 'none'), folder].join(delimiter) };
      expect(findInPath(['other', 'tool'], env)).toBe(path);
      expect(findInPath(['other'], env)).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
