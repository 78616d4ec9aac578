import { availableParallelism } from 'node:os';
import { assertNode, ensureInstalled, run } from './lib/prepare.mjs';

/**
 * `npm run lint`: formatting, type-aware rules, types, the import arrows, the style sheets, the OpenAPI document and
 * whether its breaking changes are announced.
 */
assertNode();
await ensureInstalled();
/** Files that have not changed since the last run are not checked again. */
const CACHE = 'node_modules/.cache/lint';
const FOLDERS = ['backend', 'frontend/src', 'devstack', 'e2e', 'bench', 'client/src'];
const types = (folder) => [
  '-p',
  `${folder}/tsconfig.json`,
  '--incremental',
  '--tsBuildInfoFile',
  `${CACHE}/${folder}.tsbuildinfo`,
];
/** Redocly's command otherwise reports its use and looks for a newer version. */
const OFFLINE = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const CHECKS = [
  {
    name: 'formatting',
    command: 'prettier',
    args: ['--check', '--cache', '--cache-location', `${CACHE}/prettier`, '.'],
  },
  { name: 'lint rules', command: 'oxlint', args: ['--type-aware', '--deny-warnings', '.'] },
  {
    name: 'import arrows',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', '--cache', `${CACHE}/arrows`, ...FOLDERS],
  },
  { name: 'types of the backend', command: 'tsc', args: types('backend') },
  { name: 'types of the frontend', command: 'tsc', args: types('frontend') },
  { name: 'types of the devstack', command: 'tsc', args: types('devstack') },
  { name: 'types of the browser journeys', command: 'tsc', args: types('e2e') },
  { name: 'types of the client', command: 'tsc', args: types('client') },
  {
    name: 'style sheets',
    command: 'stylelint',
    args: ['--cache', '--cache-location', `${CACHE}/stylelint`, 'frontend/src/**/*.css'],
  },
  { name: 'the OpenAPI document', command: 'redocly', args: ['lint', 'openapi.json'], env: OFFLINE },
  { name: "the API's changes", command: process.execPath, args: ['scripts/api-changes.mjs'] },
];

const waiting = [...CHECKS];
let failed = 0;

/** Takes one check after another; what a check has to say is printed whole. */
async function work() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const { name, command, args, env } = check;
    try {
      await run(command, args, { env });
      console.log(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n${error.message}`);
    }
  }
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
console.log(`${CHECKS.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
