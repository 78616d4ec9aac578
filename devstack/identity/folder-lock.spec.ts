import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from './folder-lock.js';

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
    ['an earlier process with the same id', `${process.pid} 1\n`],
    ['nobody', ''],
  ])('takes over the lock of %s', (_name, text) => {
    writeFileSync(join(folder, 'LOCK'), text);
    lockFolder(folder)();
  });
});
