import { parseArgs } from 'node:util';
import { launchChromium } from '../scripts/lib/browser.mjs';
import { judge, percentile, printTable } from './lib/figures.mjs';
import { watchShown } from './lib/shown.mjs';
import { withShops } from './lib/shop.mjs';

/**
 * `npm run bench -- pages`: how long a visitor of a shop with 10,000 parts waits in the browser, from a click to what it leads to being
 * painted: list → part, part → list, and a change of a filter. `--parts 1000` for a shop that is seeded sooner.
 *
 * - desktop: the mouse rests on the link for 300 ms before it clicks, each part for the first time; then the same parts again.
 * - phone: a tap of 80 ms on a screen of 390 pixels, the network slowed to 150 ms and 1.6 Mbit/s, the processor four times.
 *
 * Prints the median and the p95 of each beside its aim; times depend on the machine, so an aim is no limit. Ends with 1 when a
 * navigation showed a spinner or a placeholder, or when the layout shifted without the visitor's doing.
 */
const { values } = parseArgs({ options: { parts: { type: 'string', default: '10000' } } });
const PARTS = Number(values.parts);
/** As many parts as a page of the list has. */
const VISITS = 12;
const HOVER_MS = 300;
const TAP_MS = 80;
const AIMS = { hovered: 100, tapped: 200, repeated: 50 };
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOW_PROCESSOR = 4;

const link = (page, part) => page.locator(`.card__name a[href="/parts/${part.id}"]`);

/** The parts of the page of the list that is shown. */
const partsOf = (page) =>
  page
    .locator('.card__name a')
    .evaluateAll((links) =>
      links.map((each) => ({ id: each.getAttribute('href').split('/').at(-1), name: each.textContent })),
    );

/** @returns {Promise<{ took: number, waited: boolean, shift: number }>} from the click on */
async function visit(page, selector, text, act) {
  await page.evaluate(([at, expected]) => window.watchShown(at, expected), [selector, text]);
  await act();
  return page.evaluate(() => window.shown);
}

async function open(browser, url, options) {
  const context = await browser.newContext({ baseURL: url, ...options });
  const page = await context.newPage();
  await page.addInitScript(watchShown);
  await page.goto('/parts');
  // nothing is fetched ahead before
  await page.waitForLoadState('networkidle');
  return page;
}

const untilIdle = (page) => page.waitForLoadState('networkidle');

async function hoverAndClick(page, target) {
  await target.hover();
  await page.waitForTimeout(HOVER_MS);
  await page.mouse.down();
  await page.mouse.up();
}

async function desktop(browser, url) {
  const page = await open(browser, url, { viewport: { width: 1440, height: 900 } });
  const list = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'All Products', exact: true });
  const parts = (await partsOf(page)).slice(0, VISITS);
  const [first, back, again] = [[], [], []];
  for (const figures of [first, again])
    for (const part of parts) {
      figures.push(await visit(page, 'h1', part.name, () => hoverAndClick(page, link(page, part))));
      await untilIdle(page);
      back.push(await visit(page, 'h1', 'Our All Products', () => hoverAndClick(page, list)));
      await untilIdle(page);
    }

  // by keys, as a change by script is not the visitor's doing
  const kind = page.getByLabel('Kind');
  const filters = [];
  for (let option = 1; option <= VISITS; option += 1) {
    const label = await kind.locator('option').nth(option).textContent();
    await kind.focus();
    const shown = label.replace(/ \([\d,]+\+?\)$/, '');
    filters.push(await visit(page, '.card__kind', shown, () => page.keyboard.press('ArrowDown')));
    await untilIdle(page);
  }
  await page.context().close();
  return { first, back, again, filters };
}

async function phone(browser, url) {
  const page = await open(browser, url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR });
  const tap = async (target) => {
    await target.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await target.boundingBox();
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await page.waitForTimeout(TAP_MS);
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const parts = (await partsOf(page)).slice(0, VISITS);
  const taps = [];
  for (const part of parts) {
    taps.push(await visit(page, 'h1', part.name, () => tap(link(page, part))));
    await untilIdle(page);
    await page.goBack();
    await link(page, part).waitFor();
    await untilIdle(page);
  }
  await page.context().close();
  return taps;
}

const timeOf = (visits, percent) =>
  `${percentile(
    visits.map(({ took }) => took),
    percent,
  ).toFixed(0)} ms`;

const browser = await launchChromium();
try {
  await withShops(
    [PARTS],
    async ([shop]) => {
      const { first, back, again, filters } = await desktop(browser, shop.url);
      const taps = await phone(browser, shop.url);
      const rows = [
        { name: 'list → part, hovered', visits: first, aim: AIMS.hovered },
        { name: 'part → list, hovered', visits: back, aim: AIMS.hovered },
        { name: 'filter changed', visits: filters, aim: AIMS.hovered },
        { name: 'list → part, repeated', visits: again, aim: AIMS.repeated },
        { name: 'list → part, tapped, slow', visits: taps, aim: AIMS.tapped },
      ];
      printTable(
        ['from click to painted', 'visits', 'median', 'p95', 'aim', 'with a spinner', 'layout shift'],
        rows.map(({ name, visits, aim }) => [
          name,
          String(visits.length),
          timeOf(visits, 50),
          timeOf(visits, 95),
          `${aim} ms`,
          String(visits.filter(({ waited }) => waited).length),
          Math.max(...visits.map(({ shift }) => shift)).toFixed(3),
        ]),
      );
      console.log();
      for (const { name, visits } of rows)
        judge(`${name}, visits with a spinner`, visits.filter(({ waited }) => waited).length, 0);
      const shift = Math.max(...rows.flatMap(({ visits }) => visits.map((each) => each.shift)));
      judge('largest layout shift', shift, 0);
    },
    {},
    (size) => ['--products', String(size)],
  );
} finally {
  await browser.close();
}
