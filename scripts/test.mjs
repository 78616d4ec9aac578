import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isolatedEnv } from './lib/env.mjs';
import { runJest } from './lib/jest.mjs';
import { freePort } from './lib/ports.mjs';
import { prepare, run } from './lib/prepare.mjs';
import { ensureChromium } from './lib/programs.mjs';
import { startStack } from './lib/stack.mjs';

/**
 * `npm test`: sets up what is missing, then runs every check: formatting, lint, types and import arrows; whether
 * openapi.json is up to date; the size of the pages; the specs; the browser journeys on the running shop; its memory.
 * `--long` runs the full sizes, `--specs` the specs alone, `--journeys` the journeys alone. The last line is `N passed, N failed`.
 */
const long = process.argv.includes('--long');
const specsOnly = process.argv.includes('--specs');
const journeysOnly = process.argv.includes('--journeys');
const env = isolatedEnv(process.env, long ? { TEST_LONG: '1' } : {});
const scratch = mkdtempSync(join(tmpdir(), 'rapid-test-'));
const total = { passed: 0, failed: 0 };

async function stage(title, work) {
  const from = Date.now();
  console.log(`\n── ${title}`);
  const { passed, failed } = await work().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  total.passed += passed;
  total.failed += failed;
  console.log(`   ${passed} passed, ${failed} failed, ${((Date.now() - from) / 1000).toFixed(0)} s`);
}

/** A command that is one check. */
const check =
  (...args) =>
  async () => {
    await run(process.execPath, args, { show: true, env });
    return { passed: 1, failed: 0 };
  };

/** Reads a test runner's report; a runner that failed without a failed test has failed itself. */
async function withReport(running, read) {
  const problem = await running.then(
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

async function specs() {
  const file = join(scratch, 'jest.json');
  return withReport(runJest(['--json', '--outputFile', file], long ? { TEST_LONG: '1' } : {}), () => {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    // a suite that could not run has failed, though it counts no test
    const broken = report.testResults.filter(
      ({ assertionResults, status }) => status === 'failed' && assertionResults.length === 0,
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length + report.numPendingTests,
    };
  });
}

const REST_LIMIT_MB = 200;
/** Journeys that may pass only when repeated; more of them are failures. */
const MAX_REPEATED = 2;

/** The shop's resident memory in MB, from its own metrics. */
async function memoryOf(metricsPort) {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)[1]) / 2 ** 20;
}

async function journeys() {
  const chromium = await ensureChromium();
  const metricsPort = await freePort();
  const stack = await startStack({
    port: await freePort(),
    host: '127.0.0.1',
    dataDir: join(scratch, 'data'),
    env: { ...env, METRICS_PORT: String(metricsPort) },
  });
  try {
    await fetch(`${stack.url}/api/items`);
    await sleep(3_000);
    const memory = await memoryOf(metricsPort);
    const isSmall = memory < REST_LIMIT_MB;
    console.log(`   the API process at rest: ${memory.toFixed(0)} MB of ${REST_LIMIT_MB}`);
    const file = join(scratch, 'journeys.json');
    const result = await withReport(
      run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
        show: true,
        env: { ...env, SHOP_URL: stack.url, CHROME_PATH: chromium, JOURNEYS_REPORT: file },
      }),
      () => {
        const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, 'utf8')).stats;
        if (flaky > 0) console.log(`   passed only when repeated: ${flaky}, ${MAX_REPEATED} may`);
        const excess = flaky > MAX_REPEATED ? flaky : 0;
        return { passed: expected + flaky - excess, failed: unexpected + skipped + excess };
      },
    );
    return { passed: result.passed + Number(isSmall), failed: result.failed + Number(!isSmall) };
  } finally {
    await stack.stop();
  }
}

await prepare();
if (!specsOnly && !journeysOnly) {
  await stage('Formatting, lint, types, import arrows', lint);
  await stage('openapi.json and the generated client', check('scripts/openapi.mjs', '--check'));
  await stage('The size of the pages', check('frontend/scripts/weigh.mjs'));
}
if (!journeysOnly) await stage('Specs', specs);
if (!specsOnly) await stage('Browser journeys', journeys);
rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
