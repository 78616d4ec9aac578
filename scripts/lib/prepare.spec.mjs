import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSameInstall } from './prepare.mjs';
import { findInPath } from './programs.mjs';

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
