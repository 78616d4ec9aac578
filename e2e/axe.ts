import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page as it is now. The page's context must have been made with `bypassCSP`. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // off unless asked for
      rules: { 'target-size': { enabled: true } },
    });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  });
}

/** Loads what follows in a theme. */
export const useTheme = (page: Page, theme: 'dark' | 'light') =>
  page.addInitScript((name) => localStorage.setItem('rapid.theme', name), theme);

/** Expects that axe finds nothing, and that nothing is wider than the window. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await violations(page), what).toEqual([]);
  const [scrollWidth, clientWidth] = await page.evaluate(() => {
    const { scrollWidth: content, clientWidth: window } = document.documentElement;
    return [content, window] as const;
  });
  expect(scrollWidth, `${what} is wider than the window`).toBeLessThanOrEqual(clientWidth);
}
