import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../scripts/lib/browser.mjs';
import { isolatedEnv } from '../scripts/lib/env.mjs';
import { freePort } from '../scripts/lib/ports.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { startStack } from '../scripts/lib/stack.mjs';

/**
 * `npm run bench -- lighthouse`: Lighthouse, mobile, on the storefront's main pages of demo shops of its own, one with the demo's 58
 * products and one with 10,000 more; the median of three runs against the limits. The scores are of Lighthouse's simulated
 * slow network; the times are measured with the network and the processor really slowed down. `--products 0` for one shop.
 */
const { values } = parseArgs({ options: { products: { type: 'string', default: '0,10000' } } });
const SIZES = values.products.split(',').map(Number);
const RUNS = 3;

/** At least; out of 100. */
const SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/** At most: milliseconds, and the layout shift without a unit. */
const TIMES = {
  'largest-contentful-paint': 1_800,
  'total-blocking-time': 150,
  'cumulative-layout-shift': 0.02,
};

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function pagesOf(url) {
  const [product] = await (await fetch(`${url}/api/items?limit=1`)).json();
  return ['/', '/parts', `/parts/${product._id}`, '/reviews'];
}

await prepare();
const { default: lighthouse } = await import('lighthouse');
const port = await freePort();
const browser = await launchChromium([`--remote-debugging-port=${port}`]);

/** Figures by name: the median of some runs of a page. */
async function measure(page, throttlingMethod, read) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { lhr } = await lighthouse(page, { port, logLevel: 'error', output: 'json', throttlingMethod });
    if (lhr.runtimeError) throw new Error(`${page}: ${lhr.runtimeError.message}`);
    runs.push(read(lhr));
  }
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
}

const scoresOf = ({ categories }) =>
  Object.fromEntries(Object.keys(SCORES).map((name) => [name, Math.round(categories[name].score * 100)]));
const timesOf = ({ audits }) =>
  Object.fromEntries(Object.keys(TIMES).map((name) => [name, audits[name].numericValue]));

function judge(figures, limits, isOver) {
  for (const [name, figure] of Object.entries(figures)) {
    const over = isOver(figure, limits[name]);
    if (over) process.exitCode = 1;
    const shown = limits[name] < 1 ? figure.toFixed(3) : figure.toFixed(0);
    console.log(`  ${over ? 'OVER' : 'ok  '} ${name.padEnd(26)} ${shown.padStart(6)}, limit ${limits[name]}`);
  }
}

async function measureShop(products) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rapid-lighthouse-'));
  const env = isolatedEnv(process.env);
  const seedArgs = products > 0 ? ['--products', String(products)] : [];
  const stack = await startStack({ port: await freePort(), host: '127.0.0.1', dataDir, env, seedArgs });
  try {
    for (const page of await pagesOf(stack.url)) {
      console.log(`${page.replace(/[0-9a-f]{24}/, '{id}')}, ${58 + products} products`);
      const scores = await measure(stack.url + page, 'simulate', scoresOf);
      judge(scores, SCORES, (score, limit) => score < limit);
      const times = await measure(stack.url + page, 'devtools', timesOf);
      judge(times, TIMES, (time, limit) => time > limit);
    }
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  for (const products of SIZES) await measureShop(products);
} finally {
  await browser.close();
}
