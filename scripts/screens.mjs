import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertNode, ensureBuilt, ensureChromium, ensureInstalled, ROOT } from './lib/prepare.mjs';
import { freePort, startStack } from './lib/stack.mjs';

/** `npm run screens`: the README's pictures, of the shop with its demo data. */
assertNode();
await ensureInstalled();
await ensureBuilt();
const executablePath = await ensureChromium();
const { chromium } = await import('@playwright/test');
const scratch = mkdtempSync(join(tmpdir(), 'rapid-screens-'));
const folder = join(ROOT, 'docs/screens');
mkdirSync(folder, { recursive: true });

const stack = await startStack({
  port: await freePort(),
  host: '127.0.0.1',
  dataDir: join(scratch, 'data'),
  env: { ...process.env, LOG_LEVEL: 'warn' },
  say: () => {},
});
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const page = await browser.newPage({ baseURL: stack.url, viewport: { width: 1440, height: 900 } });
  const shoot = async (path, name) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(`docs/screens/${name}.png`);
  };
  await shoot('/parts', 'storefront');
  await page.goto('/login');
  await page.getByLabel('Email').fill('admin@example.com');
  await page.getByLabel('Password').fill('rapid-admin');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await shoot('/dashboard/manageOrders', 'admin');
} finally {
  await browser.close();
  await stack.stop();
  rmSync(scratch, { recursive: true, force: true });
}
