import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isolatedEnv } from './lib/env.mjs';
import { startOpenSearch } from './lib/opensearch.mjs';
import { freePort } from './lib/ports.mjs';
import { prepare, ROOT, run } from './lib/prepare.mjs';
import { ensureChromium } from './lib/programs.mjs';
import { runStages } from './lib/stages.mjs';
import { startStack } from './lib/stack.mjs';
import { testOptions, USAGE } from './lib/test-options.mjs';
import { runSpecs } from './lib/vitest.mjs';

/**
 * `npm test`: sets up what is missing, then runs every check: formatting, lint, types and import arrows; whether
 * openapi.json is up to date; the size of the pages; the specs; the browser journeys on the running shop; its memory.
 * Specs, journeys, and those specs that use an OpenSearch run one after another: each keeps all cores busy. The last line is
 * `N passed, N failed`.
 */
const options = readOptions();
const env = isolatedEnv(process.env, options.long ? { TEST_LONG: '1' } : {});
const scratch = mkdtempSync(join(tmpdir(), 'rapid-test-'));

function readOptions() {
  try {
    return testOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    return process.exit(1);
  }
}

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

async function lint(print) {
  const output = await run(process.execPath, ['scripts/lint.mjs']).catch((error) => error.message);
  print(`${output.trimEnd()}\n`);
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [0, 0, 1];
  return { passed: Number(passed), failed: Number(failed) };
}

/** A command that is one check. */
const check =
  (...args) =>
  async (print) => {
    await run(process.execPath, args, { env, onOutput: print });
    return { passed: 1, failed: 0 };
  };

const JOURNEYS = ['e2e/journeys', 'e2e/axe'];
const hasJourney = () =>
  options.patterns.length === 0 ||
  JOURNEYS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((file) => `${folder}/${file}`)).some(
    (path) => options.patterns.some((pattern) => new RegExp(pattern, 'i').test(path)),
  );

const CORES = availableParallelism();
const shard = options.shard ? [`--shard=${String(options.shard)}`] : [];

/** Runs specs that have one of some patterns in their paths. */
function specs(patterns, print, openSearch) {
  const file = join(scratch, openSearch ? 'opensearch-specs.json' : 'specs.json');
  const settings = { ...env, VITEST_MAX_WORKERS: String(openSearch ? 1 : CORES) };
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [...patterns, '--passWithNoTests', ...reports, ...shard];
  return withReport(runSpecs(args, { settings, onOutput: print, openSearch }), () => {
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

/** The specs that use a real OpenSearch. */
const OPENSEARCH_SPECS = [
  'backend/test/opensearch',
  'backend/test/search.api',
  'backend/test/search-changes',
  'backend/test/search-real',
  'backend/test/search-words',
  'devstack/seed/seed.spec',
];
const openSearchSpecs = OPENSEARCH_SPECS.filter(
  (path) => options.patterns.length === 0 || options.patterns.some((pattern) => path.includes(pattern)),
);

async function specsOnOpenSearch(print) {
  const openSearch = await startOpenSearch();
  if (!openSearch) {
    print('   Not run, since there is no OpenSearch: TEST_OPENSEARCH_URL can name one\n');
    return { passed: 0, failed: 0 };
  }
  try {
    return await specs(openSearchSpecs, print, openSearch);
  } finally {
    await openSearch.stop();
  }
}

/** All journeys come from one address, and most are one admin's; the limits themselves are the specs' subject. */
const NO_RATE_LIMITS = Object.fromEntries(
  [
    'USER',
    'ADDRESS',
    'SIGN_IN',
    'FAILED_SIGN_IN',
    'PAY_LINK',
    'STOCK_ALERTS',
    'ORDERS',
    'PAYMENTS',
    'REVIEWS',
  ].map((name) => [`RATE_${name}_PER_MINUTE`, '100000']),
);

const REST_LIMIT_MB = 200;
/** Journeys that may pass only when repeated; more of them are failures. */
const MAX_REPEATED = 2;

/**
 * V8 gives back what the start took once the process has had little to do for about 25 s. To read its metrics is something to do:
 * read every two seconds it stayed at 220 MB, every ten it comes to 165.
 */
const REST_SECONDS = 60;
const READ_EACH_SECONDS = 10;

/** Whether the API process, which nothing has used yet, is small, by its own metrics. */
async function isSmallAtRest(url, metricsPort, print) {
  await fetch(`${url}/api/items`);
  let memory;
  for (const from = Date.now(); ;) {
    await sleep(READ_EACH_SECONDS * 1_000);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    memory = Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)[1]) / 2 ** 20;
    if (memory < REST_LIMIT_MB || Date.now() - from > REST_SECONDS * 1_000) break;
  }
  print(`   the API process at rest: ${memory.toFixed(0)} MB of ${REST_LIMIT_MB}\n`);
  return memory < REST_LIMIT_MB;
}

async function journeys(print) {
  const chromium = await ensureChromium();
  const metricsPort = await freePort();
  const stack = await startStack({
    port: await freePort(),
    host: '127.0.0.1',
    dataDir: join(scratch, 'data'),
    env: { ...env, ...NO_RATE_LIMITS, METRICS_PORT: String(metricsPort) },
  });
  try {
    const isSmall = !options.memory || (await isSmallAtRest(stack.url, metricsPort, print));
    const file = join(scratch, 'journeys.json');
    const workers = `--workers=${CORES}`;
    const args = ['test', '--config', 'e2e/playwright.config.ts', '--pass-with-no-tests', workers, ...shard];
    const result = await withReport(
      run('playwright', [...args, ...options.patterns], {
        onOutput: print,
        env: { ...env, SHOP_URL: stack.url, CHROME_PATH: chromium, JOURNEYS_REPORT: file },
      }),
      () => {
        const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, 'utf8')).stats;
        if (flaky > 0) print(`   passed only when repeated: ${flaky}, ${MAX_REPEATED} may\n`);
        const excess = flaky > MAX_REPEATED ? flaky : 0;
        return { passed: expected + flaky - excess, failed: unexpected + skipped + excess };
      },
    );
    if (!options.memory) return result;
    return { passed: result.passed + Number(isSmall), failed: result.failed + Number(!isSmall) };
  } finally {
    await stack.stop();
  }
}

await prepare();
const none = { passed: 0, failed: 0 };
// it replaces generated files for a moment, which the others read
const documents = options.checks
  ? await runStages([
      { title: 'openapi.json and the generated clients', work: check('scripts/openapi.mjs', '--check') },
    ])
  : none;
// all cores are theirs: a machine with more to do than that hides a toast before a journey looks for it
const checks = options.checks
  ? await runStages([
      { title: 'Formatting, lint, types, import arrows', work: lint },
      { title: 'The size of the pages', work: check('frontend/scripts/weigh.mjs') },
    ])
  : none;
// one after another: next to the others a process stalls for seconds, in which a toast is gone and a response is late
const tests = options.specs
  ? await runStages([{ title: 'Specs', work: (print) => specs(options.patterns, print) }])
  : none;
const inBrowser =
  options.journeys && hasJourney() ? await runStages([{ title: 'Browser journeys', work: journeys }]) : none;
const searches =
  options.specs && openSearchSpecs.length > 0
    ? await runStages([{ title: 'Specs on OpenSearch', work: specsOnOpenSearch }])
    : none;
rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
const all = [documents, checks, tests, inBrowser, searches];
const passed = all.reduce((sum, counts) => sum + counts.passed, 0);
const failed = all.reduce((sum, counts) => sum + counts.failed, 0);
if (passed + failed === 0)
  console.log(`\nNo spec and no journey has ${options.patterns.join(' or ')} in its path.`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
