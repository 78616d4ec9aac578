import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { prune } from './prune-modules.mjs';

it('keeps what Node loads, and the licences', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rapid-prune-'));
  const kept = [
    'a/LICENSE.md',
    'a/dist/doc/index.js',
    'a/dist/index.mjs',
    'a/dist/test/index.js',
    'a/package.json',
    '@s/b/node_modules/c/index.js',
    '@s/b/node_modules/c/package.json',
    '@s/b/package.json',
    'test/index.js',
    'test/package.json',
  ];
  const removed = [
    'a/README.md',
    'a/dist/index.d.mts',
    'a/dist/index.mjs.map',
    'a/docs/index.html',
    'a/test/a.test.js',
    '@s/b/src/index.ts',
    '@s/b/node_modules/c/index.d.ts',
    'typescript/lib/typescript.js',
    '@img/sharp-wasm32/package.json',
  ];
  try {
    for (const path of [...kept, ...removed]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), '');
    }
    prune(folder);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
    expect(left.toSorted()).toEqual(kept.map((path) => join(folder, path)).toSorted());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
