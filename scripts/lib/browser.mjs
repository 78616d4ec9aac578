import { ensureChromium } from './programs.mjs';

/** Starts a headless Chromium. @returns Playwright's browser */
export async function launchChromium(args = []) {
  const executablePath = await ensureChromium();
  const { chromium } = await import('@playwright/test');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...args],
  });
}
