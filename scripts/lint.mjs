import { join } from 'node:path';
import { ensureInstalled, ROOT, run } from './lib/prepare.mjs';

/** `npm run lint`: formatting, type-aware rules, types, the import arrows, and the length of files. */
await ensureInstalled();
const bin = (name) => join(ROOT, 'node_modules/.bin', name);
/** What did not change since the last run is not looked at again. */
const CACHE = 'node_modules/.cache/lint';
const FOLDERS = ['backend', 'frontend/src', 'devstack', 'e2e', 'bench'];
const types = (folder) => [
  '-p',
  `${folder}/tsconfig.json`,
  '--incremental',
  '--tsBuildInfoFile',
  `${CACHE}/${folder}.tsbuildinfo`,
];
const CHECKS = [
  {
    name: 'formatting',
    command: bin('prettier'),
    args: ['--check', '--cache', '--cache-location', `${CACHE}/prettier`, '.'],
  },
  { name: 'lint rules', command: bin('oxlint'), args: ['--type-aware', '--deny-warnings', '.'] },
  {
    name: 'import arrows',
    command: bin('depcruise'),
    args: ['--config', '.dependency-cruiser.cjs', '--cache', `${CACHE}/arrows`, ...FOLDERS],
  },
  { name: 'types of the backend', command: bin('tsc'), args: types('backend') },
  { name: 'types of the frontend', command: bin('tsc'), args: types('frontend') },
  { name: 'types of the devstack', command: bin('tsc'), args: types('devstack') },
  { name: 'types of the browser journeys', command: bin('tsc'), args: types('e2e') },
  { name: 'file length', command: process.execPath, args: ['scripts/file-length.mjs'] },
];

let failed = 0;
for (const { name, command, args } of CHECKS) {
  try {
    await run(command, args);
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${String(error)}`);
  }
}
console.log(`${CHECKS.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
