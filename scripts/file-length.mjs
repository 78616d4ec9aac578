import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './lib/prepare.mjs';

/** Fails on a source file of more than 300 lines; generated files and data are exempt. */
const MOST = 300;
const SOURCE = /\.(ts|tsx|mjs|cjs|js|css)$/;
const EXEMPT = /(^|[\\/])(node_modules|dist|public|generated[^\\/]*\.ts|\.data|catalogue)([\\/]|$)/;

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (EXEMPT.test(relative(ROOT, path)) || entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* sources(path);
    else if (SOURCE.test(entry.name)) yield path;
  }
}

for (const path of sources(ROOT)) {
  const lines = readFileSync(path, 'utf8').split('\n').length - 1;
  if (lines <= MOST) continue;
  console.error(`${relative(ROOT, path)}: ${lines} lines, at most ${MOST}`);
  process.exitCode = 1;
}
