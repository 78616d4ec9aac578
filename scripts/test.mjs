import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  assertNode,
  ensureBuilt,
  ensureChromium,
  ensureInstalled,
  ensureRedis,
  ROOT,
  run,
} from './lib/prepare.mjs';
import { freePort, startStack } from './lib/stack.mjs';

/**
 * `npm test`: sets up what is missing, then runs every check there is: formatting, lint, types and import arrows; the
 * freshness of openapi.json; the weight of the pages; the specs; the browser journeys over the running product; its
 * memory. `--long` runs the full sizes. The last line is `N passed, N failed`.
 */
assertNode();
const long = process.argv.includes('--long');
const env = { ...process.env, ...(long && { TEST_LONG: '1' }) };
const scratch = mkdtempSync(join(tmpdir(), 'rapid-test-'));
const tally = { passed: 0, failed: 0 };
const bin = (name) => join(ROOT, 'node_modules/.bin', name);

async function stage(title, work) {
  const from = Date.now();
  console.log(`\n── ${title}`);
  const { passed, failed } = await work().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  tally.passed += passed;
  tally.failed += failed;
  console.log(`   ${passed} passed, ${failed} failed, ${((Date.now() - from) / 1000).toFixed(0)} s`);
}

/** A command that is one check. */
const check = (command, args, options) => async () => {
  await run(command, args, { show: true, env, ...options });
  return { passed: 1, failed: 0 };
};

/** A runner that writes a report; a runner that fails without one has failed itself. */
async function reported(command, args, options, read) {
  const problem = await run(command, args, { show: true, ...options }).then(
    () => undefined,
    (error) => error,
  );
  const result = read();
  if (problem && result.failed === 0) throw problem;
  return result;
}

async function lint() {
  const output = await run(process.execPath, ['scripts/lint.mjs']).catch((error) => error.message);
  console.log(output.trimEnd());
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [0, 0, 1];
  return { passed: Number(passed), failed: Number(failed) };
}

const jest = async () => {
  const file = join(scratch, 'jest.json');
  // without one the spec that needs it fails, and says so; the others are not kept from running
  const redis = await ensureRedis().catch((error) => console.error(error.message));
  return reported(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', bin('jest'), '--json', '--outputFile', file],
    { env: { ...env, ...(redis && { REDIS_SERVER: redis }) } },
    () => {
      const report = JSON.parse(readFileSync(file, 'utf8'));
      // a suite that could not run has failed, though it counts no test
      const broken = report.testResults.filter(
        ({ assertionResults, status }) => status === 'failed' && assertionResults.length === 0,
      );
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + broken.length + report.numPendingTests,
      };
    },
  );
};

const REST_LIMIT_MB = 150;

/** Resident memory of a process in MB. */
const memoryOf = (pid) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

async function journeys() {
  const chromium = await ensureChromium();
  const port = await freePort();
  const settings = Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(MONGODB_URI|FIREBASE_|STRIPE_|DEMO|DATA_DIR|PORT|HOST)/.test(name),
    ),
  );
  const stack = await startStack({
    port,
    host: '127.0.0.1',
    dataDir: join(scratch, 'data'),
    env: { ...settings, LOG_LEVEL: 'warn' },
    say: () => {},
  });
  try {
    await fetch(`${stack.url}/api/items`);
    await new Promise((done) => setTimeout(done, 3_000));
    const rest = memoryOf(stack.pids.shop);
    const light = rest < REST_LIMIT_MB;
    console.log(`   the API process at rest: ${rest.toFixed(0)} MB of ${REST_LIMIT_MB}`);
    const file = join(scratch, 'journeys.json');
    const result = await reported(
      bin('playwright'),
      ['test', '--config', 'e2e/playwright.config.ts'],
      { env: { ...settings, SHOP_URL: stack.url, CHROME_PATH: chromium, JOURNEYS_REPORT: file } },
      () => {
        const { stats } = JSON.parse(readFileSync(file, 'utf8'));
        return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
      },
    );
    return { passed: result.passed + Number(light), failed: result.failed + Number(!light) };
  } finally {
    await stack.stop();
  }
}

await ensureInstalled();
await ensureBuilt();
await stage('Formatting, lint, types, import arrows', lint);
await stage(
  'openapi.json and the generated client are fresh',
  check(process.execPath, ['scripts/openapi.mjs', '--check']),
);
await stage('The weight of the pages', check(process.execPath, ['frontend/scripts/weigh.mjs']));
await stage('Specs', jest);
await stage('Browser journeys', journeys);
rmSync(scratch, { recursive: true, force: true });
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0;
