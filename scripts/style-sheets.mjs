import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layerOf } from '../frontend/build/css-layers.ts';
import { cssProblems } from './lib/css-rules.mjs';
import { ROOT } from './lib/prepare.mjs';

/** Fails on style sheets in which something is out of order: see `cssProblems`. Run it with tsx. */
const source = join(ROOT, 'frontend/src');
const files = readdirSync(source, { recursive: true }).map((path) => path.replaceAll('\\', '/'));
const read = (path) => readFileSync(join(source, path), 'utf8');

const sheets = files
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, text: read(path), layer: layerOf(path) }));
const code = files
  .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.|generated/.test(path))
  .map(read)
  .join('\n');

for (const problem of cssProblems(sheets, code)) {
  console.error(`frontend/src/${problem}`);
  process.exitCode = 1;
}
