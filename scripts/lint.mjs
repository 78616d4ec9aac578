import { join } from 'node:path';
import { ensureInstalled, ROOT, run } from './lib/prepare.mjs';

/** `npm run lint`: formatting, type-aware rules, types, the import arrows, and the length of files. */
await ensureInstalled();
const bin = (name) => join(ROOT, 'node_modules/.bin', name);
export const CHECKS = [
  ['formatting', bin('prettier'), ['--check', '.']],
  ['lint rules', bin('oxlint'), ['--type-aware', '--deny-warnings', '.']],
  [
    'import arrows',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.cjs', 'backend', 'frontend/src', 'devstack', 'e2e', 'bench'],
  ],
  ['types of the backend', bin('tsc'), ['-p', 'backend/tsconfig.json']],
  ['types of the frontend', bin('tsc'), ['-p', 'frontend/tsconfig.json']],
  ['types of the devstack', bin('tsc'), ['-p', 'devstack/tsconfig.json']],
  ['types of the browser journeys', bin('tsc'), ['-p', 'e2e/tsconfig.json']],
  ['file length', process.execPath, ['scripts/file-length.mjs']],
];

let failed = 0;
for (const [name, command, args] of CHECKS) {
  try {
    await run(command, args);
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.message}`);
  }
}
console.log(`${CHECKS.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
