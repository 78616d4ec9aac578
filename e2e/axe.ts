import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectWithinWindow } from './shop.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const EVERYTHING = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // off unless asked for
  rules: { 'target-size': { enabled: true } },
};
/** The only rule whose result the theme can change. */
const CONTRAST = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** What axe finds within `part` of a page as it is now. The page's context must have been made with `bypassCSP`. */
async function violations(page: Page, part: Locator, options: object): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return part.evaluate(async (element, options) => {
    const { axe } = window as unknown as {
      axe: {
        run: (
          context: unknown,
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const found = await axe.run(element, options);
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }, options);
}

/** Waits until nothing moves: half of a transition has other colours. */
const still = (page: Page) =>
  page.evaluate(async () => {
    do {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    } while (
      document
        .getAnimations()
        .some(
          ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
        )
    );
  });

/** Changes the theme as when the system changes its own, without the transitions of a thousand colours. */
async function change(page: Page, theme: 'dark' | 'light'): Promise<void> {
  const style = await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' });
  await page.emulateMedia({ colorScheme: theme });
  const html = page.locator('html');
  // the mailbox takes the system's colours without a script
  if ((await html.getAttribute('data-theme')) !== null)
    await expect(html).toHaveAttribute('data-theme', theme);
  await still(page);
  await style.evaluate((element) => (element as Element).remove());
}

/**
 * Expects that axe finds nothing in light, and no contrast too low in dark, and that nothing is wider than the window.
 * A panel that opens over a page is the `part` to check: its edge halves buttons of the page.
 */
export async function expectAccessible(page: Page, what: string, part = page.locator(':root')) {
  // what is not laid out keeps the colours of the theme before
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
  await still(page);
  expect(await violations(page, part, EVERYTHING), what).toEqual([]);
  await expectWithinWindow(page, what);
  await change(page, 'dark');
  expect(await violations(page, part, CONTRAST), `${what} in dark`).toEqual([]);
  await change(page, 'light');
}
