import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingChanges } from './lib/api-changes.mjs';
import { ROOT } from './lib/prepare.mjs';

/**
 * Fails on a breaking change of the API since the last release that is not announced: the first section of docs/api-changes.md names it in
 * this check's words, as code. The three files can be named.
 */
const DEFAULTS = ['docs/api/released.json', 'openapi.json', 'docs/api-changes.md'];
const [released, current, changes] = DEFAULTS.map((path, index) =>
  readFileSync(process.argv[index + 2] ?? join(ROOT, path), 'utf8'),
);
const [, section = ''] = changes.split(/^## /m);
const announced = new Set(
  [...section.replaceAll(/\s*\n\s*/g, ' ').matchAll(/`([^`]+)`/g)].map(([, text]) => text),
);
const found = breakingChanges(JSON.parse(released), JSON.parse(current));
for (const change of found.filter((text) => !announced.has(text))) {
  console.error(`Breaking, and not announced in docs/api-changes.md: \`${change}\``);
  process.exitCode = 1;
}
