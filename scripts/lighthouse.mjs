import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertNode, ensureBuilt, ensureChromium, ensureInstalled } from './lib/prepare.mjs';
import { freePort, startStack } from './lib/stack.mjs';

/**
 * `npm run lighthouse`: Lighthouse, mobile, on the storefront's main pages; the median of three runs against the limits.
 */
const PAGES = ['/', '/parts', '/reviews', '/blogs'];
const LIMITS = { performance: 85, accessibility: 95, 'best-practices': 95, seo: 90 };
const RUNS = 3;

assertNode();
await ensureInstalled();
await ensureBuilt();
const chromePath = await ensureChromium();
const { default: lighthouse } = await import('lighthouse');
const scratch = mkdtempSync(join(tmpdir(), 'rapid-lighthouse-'));
const stack = await startStack({
  port: await freePort(),
  host: '127.0.0.1',
  dataDir: join(scratch, 'data'),
  env: { ...process.env, LOG_LEVEL: 'warn' },
  say: () => {},
});
const debugPort = await freePort();
const chrome = spawn(
  chromePath,
  [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    `--remote-debugging-port=${debugPort}`,
    `--user-data-dir=${join(scratch, 'chrome')}`,
  ],
  { stdio: 'ignore' },
);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
try {
  for (let tries = 0; tries < 50; tries += 1) {
    if (
      await fetch(`http://127.0.0.1:${debugPort}/json/version`).then(
        () => true,
        () => false,
      )
    )
      break;
    await new Promise((done) => setTimeout(done, 200));
  }
  for (const page of PAGES) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { lhr } = await lighthouse(stack.url + page, {
        port: debugPort,
        logLevel: 'error',
        output: 'json',
      });
      runs.push(
        Object.fromEntries(
          Object.keys(LIMITS).map((name) => [name, Math.round(lhr.categories[name].score * 100)]),
        ),
      );
    }
    const scores = Object.keys(LIMITS).map((name) => [name, median(runs.map((run) => run[name]))]);
    const low = scores.filter(([name, score]) => score < LIMITS[name]);
    console.log(
      `${page.padEnd(10)} ${scores.map(([name, score]) => `${name} ${score} (limit ${LIMITS[name]})`).join(', ')}`,
    );
    if (low.length > 0) process.exitCode = 1;
  }
} finally {
  chrome.kill('SIGTERM');
  await stack.stop();
  rmSync(scratch, { recursive: true, force: true });
}
