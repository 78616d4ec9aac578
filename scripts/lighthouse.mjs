import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from './lib/browser.mjs';
import { isolatedEnv } from './lib/env.mjs';
import { freePort } from './lib/ports.mjs';
import { prepare } from './lib/prepare.mjs';
import { startStack } from './lib/stack.mjs';

/**
 * `npm run lighthouse`: Lighthouse, mobile, on the storefront's main pages of a demo shop of its own; the median of three
 * runs against the limits.
 */
const PAGES = ['/', '/parts', '/reviews', '/blogs'];
const LIMITS = { performance: 85, accessibility: 95, 'best-practices': 95, seo: 90 };
const RUNS = 3;

await prepare();
const { default: lighthouse } = await import('lighthouse');
const dataDir = mkdtempSync(join(tmpdir(), 'rapid-lighthouse-'));
const port = await freePort();
const browser = await launchChromium([`--remote-debugging-port=${port}`]);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
let stack;
try {
  const env = isolatedEnv(process.env);
  stack = await startStack({ port: await freePort(), host: '127.0.0.1', dataDir, env });
  for (const page of PAGES) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { lhr } = await lighthouse(stack.url + page, { port, logLevel: 'error', output: 'json' });
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
  await browser.close();
  await stack?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
