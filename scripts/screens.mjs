import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from './lib/browser.mjs';
import { isolatedEnv } from './lib/env.mjs';
import { freePort } from './lib/ports.mjs';
import { prepare, ROOT } from './lib/prepare.mjs';
import { startStack } from './lib/stack.mjs';

/** `npm run cli -- screens`: the README's screenshots, of a demo shop of its own. */
await prepare();
const dataDir = mkdtempSync(join(tmpdir(), 'rapid-screens-'));
const folder = join(ROOT, 'docs/screens');
mkdirSync(folder, { recursive: true });

const browser = await launchChromium();
let stack;
try {
  const env = isolatedEnv(process.env);
  stack = await startStack({ port: await freePort(), host: '127.0.0.1', dataDir, env });
  const page = await browser.newPage({
    baseURL: stack.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const capture = async (path, name) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    // what is counted in the background
    await page.getByText(/being (counted|added up)/).waitFor({ state: 'detached', timeout: 120_000 });
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(`docs/screens/${name}.png`);
  };
  await capture('/parts', 'storefront');
  await page.goto('/login');
  await page.getByLabel('Email').fill('admin@example.com');
  await page.getByLabel('Password').fill('rapid-admin');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await capture('/dashboard/manageOrders', 'admin');
} finally {
  await browser.close();
  await stack?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
