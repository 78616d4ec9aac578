import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertNode, ensureInstalled, ROOT, run } from '../scripts/lib/prepare.mjs';

/**
 * `npm run bench`: every `bench:…` script of package.json, one after another. Ends with 1 when one of them went over its
 * limit or failed; the others run all the same.
 */
assertNode();
await ensureInstalled();
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const names = Object.keys(scripts)
  .filter((name) => name.startsWith('bench:'))
  .sort();
const failed = [];
for (const name of names) {
  console.log(`\n── ${name}`);
  await run('npm', ['run', '--silent', name], { show: true }).catch(() => failed.push(name));
}
console.log(
  `\n${names.length - failed.length} within their limits, ${failed.length} not${failed.length ? `: ${failed.join(', ')}` : ''}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
