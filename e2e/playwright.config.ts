import { defineConfig } from '@playwright/test';

/** Browser journeys over a running shop: its address in SHOP_URL, Chromium's path in CHROME_PATH. */
const { SHOP_URL, CHROME_PATH, JOURNEYS_REPORT } = process.env;
if (!SHOP_URL) throw new Error('SHOP_URL names the running shop');

export default defineConfig({
  projects: [
    { name: 'sign-in', testDir: 'setup', testMatch: '*.setup.ts' },
    { name: 'journeys', testDir: 'journeys', dependencies: ['sign-in'] },
    {
      name: 'axe',
      testDir: 'axe',
      dependencies: ['sign-in'],
      fullyParallel: true,
      // each goes through many pages
      timeout: 180_000,
      // axe is a script of ours in the page
      use: { bypassCSP: true },
    },
  ],
  // against hangs, not slow machines
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  forbidOnly: true,
  // a machine that stalls for seconds can hide a toast, which lasts five; test.mjs bounds how many may need it
  retries: 1,
  outputDir: '../test-results',
  reporter: JOURNEYS_REPORT ? [['list'], ['json', { outputFile: JOURNEYS_REPORT }]] : [['list']],
  use: {
    baseURL: SHOP_URL,
    viewport: { width: 1440, height: 900 },
    // a recording of each journey would cost much of its time
    trace: 'on-first-retry',
    // a click on what still moves, as in a dialog that opens, can miss
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(CHROME_PATH && { executablePath: CHROME_PATH }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
