import { expect, test, type Page } from '@playwright/test';
import { CUSTOMER, hydrated, signIn } from '../shop.js';

/** What a shopper does in the catalogue, and where the focus is meanwhile. */

const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const resultCount = (page: Page) => page.getByRole('main').locator('.results__count');
const choice = (page: Page, field: string, name: string) =>
  page.getByLabel(field).getByRole('option', { name });
const numberIn = async (page: Page, field: string, name: string) =>
  Number(/\((\d+)\)$/.exec((await choice(page, field, name).textContent()) ?? '')?.[1]);
const parts = (total: number) => new RegExp(`^(1–\\d+ of )?${total} parts?$`);

test('each choice says how many parts it leaves, and the filters in effect can be removed', async ({
  page,
}) => {
  await page.goto('/parts?sort=name');
  await expect(resultCount(page)).toHaveText(/^1–12 of \d+ parts$/);
  await expect(choice(page, 'Kind', 'SSDs')).toHaveText(/\(\d+\)$/);
  const drives = await numberIn(page, 'Kind', 'SSDs');
  const inStock = await numberIn(page, 'Availability', 'In stock');
  await page.getByLabel('Kind').selectOption('ssd');
  await expect(resultCount(page)).toHaveText(parts(drives));
  await expect.poll(() => numberIn(page, 'Availability', 'In stock')).toBeLessThan(inStock);
  const drivesInStock = await numberIn(page, 'Availability', 'In stock');
  // a filter does not count itself out
  expect(await numberIn(page, 'Kind', 'SSDs')).toBe(drives);
  expect(await numberIn(page, 'Kind', 'Cables')).toBeGreaterThan(0);
  await page.getByLabel('Availability').selectOption('orderable');
  await expect(resultCount(page)).toHaveText(parts(drivesInStock));
  await page.getByLabel('Price to').fill('900');

  const tags = page.getByRole('list', { name: 'Filters in effect' }).getByRole('listitem');
  await expect(tags).toHaveText([
    'Kind: SSDs, remove filter',
    'Availability: In stock, remove filter',
    'Price: up to $900.00, remove filter',
    'Clear all',
  ]);
  const remove = (name: RegExp) => page.getByRole('button', { name });
  await remove(/Kind: SSDs/).focus();
  await page.keyboard.press('Enter');
  await expect(remove(/Availability: In stock/)).toBeFocused();
  await expect(tags).toHaveCount(3);
  await remove(/Price/).click();
  await expect(remove(/Availability: In stock/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(resultCount(page)).toBeFocused();
  await expect(tags).toHaveCount(0);

  await page.getByLabel('Kind').selectOption('ssd');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(resultCount(page)).toBeFocused();
  expect(query(page)).toEqual({ sort: 'name' });
});

test('a search without a result leads on', async ({ page }) => {
  await page.goto('/parts?q=procesors&kind=ssd&maxPrice=900&sort=price');
  const suggestions = page.getByRole('list', { name: 'Suggestions' });
  await expect(suggestions.getByRole('link', { name: 'Processors' })).toHaveAttribute(
    'href',
    /\?kind=processor$/,
  );
  await expect(suggestions.getByRole('link', { name: 'Show all parts' })).toBeVisible();
  // without the price there would still be nothing
  await expect(suggestions.getByRole('listitem').filter({ hasText: 'Without' })).toHaveText([
    /^Without Search: procesors · /,
    /^Without Kind: SSDs · /,
  ]);
  await expect(page.getByRole('region', { name: 'Newest parts' }).getByRole('link')).toHaveCount(3);

  const without = suggestions.getByRole('listitem').filter({ hasText: 'Without Search: procesors' });
  const total = Number(/(\d+) parts?$/.exec((await without.textContent()) ?? '')?.[1]);
  expect(total).toBeGreaterThan(0);
  await without.getByRole('link').click();
  await expect(resultCount(page)).toHaveText(parts(total));
  await expect(resultCount(page)).toBeFocused();
  expect(query(page)).toEqual({ kind: 'ssd', maxPrice: '900', sort: 'price' });

  await page.goto('/parts?kind=ssd&page=99');
  await page.getByRole('link', { name: 'Show the first page' }).click();
  await expect(resultCount(page)).toHaveText(/^1–|^\d+ parts?$/);
});

test('pages begin at their top, and Back leads to where one was', async ({ page }) => {
  const top = () => page.evaluate(() => scrollY);
  // the dearest: other journeys add cheap parts meanwhile
  await page.goto('/parts?sort=-price');
  await hydrated(page);
  const next = page.getByRole('link', { name: 'Next', exact: true });
  await next.scrollIntoViewIfNeeded();
  const atPager = await top();
  expect(atPager).toBeGreaterThan(500);
  await next.click();
  await expect(resultCount(page)).toHaveText(/^13–24 of/);
  await expect(resultCount(page)).toBeFocused();
  await expect(resultCount(page)).toBeInViewport();

  // the names of the cards; the links around their images are out of the tab order
  const names = page.locator('main article h3').getByRole('link');
  const followed = names.nth(7);
  const name = (await followed.textContent())!;
  await followed.scrollIntoViewIfNeeded();
  const before = await top();
  expect(before).toBeGreaterThan(500);
  await followed.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(await top()).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();

  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(crumbs.getByRole('listitem')).toHaveCount(4);
  await expect(crumbs.getByText(name)).toHaveAttribute('aria-current', 'page');
  await expect(crumbs.getByRole('link').nth(2)).toHaveAttribute('href', /^\/parts\?kind=/);
  // also when the page was reloaded meanwhile, and what it keeps in memory is gone
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(names.filter({ hasText: name })).toBeFocused();
  await expect.poll(top).toBe(before);

  await page.goBack();
  await expect(resultCount(page)).toHaveText(/^1–12 of/);
  await expect.poll(top).toBe(atPager);
  await expect(next).toBeFocused();
  await page.goForward();
  await expect(resultCount(page)).toHaveText(/^13–24 of/);
  await expect.poll(top).toBe(before);
});

test('the slides follow swipes and arrow keys, and wait for whoever is at them', async ({ browser }) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 390, height: 800 },
    reducedMotion: 'no-preference',
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto('/');
  await hydrated(page);
  const carousel = page.getByRole('region', { name: 'What we make' });
  const shown = (at: number) =>
    expect(carousel.getByRole('group', { name: `${at} of 4` })).toHaveClass('slide slide--shown');
  await shown(1);
  await page.clock.runFor(20_000);
  await shown(1);
  // they begin once the visitor has done something
  await page.keyboard.press('Shift');
  await page.clock.runFor(7_500);
  await shown(2);

  const box = (await carousel.getByRole('group', { name: '2 of 4' }).boundingBox())!;
  const swipe = async (from: number, to: number) => {
    const touch = await context.newCDPSession(page);
    const y = box.y + 100;
    const at = (x: number) => [{ x, y }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
    for (const x of [(from + to) / 2, to])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe(300, 80);
  await shown(3);
  await swipe(80, 300);
  await shown(2);

  // the focus goes along, and the slides wait for it
  await carousel.getByRole('link', { name: 'See what is new' }).focus();
  await page.keyboard.press('ArrowRight');
  await shown(3);
  await expect(carousel.getByRole('link', { name: 'Quick order' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(carousel.getByRole('link', { name: 'See what is new' })).toBeFocused();
  await page.clock.runFor(20_000);
  await shown(2);
  await carousel.getByRole('button', { name: 'Pause the slides' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'See all Items' }).focus();
  await page.clock.runFor(20_000);
  await shown(2);
  await carousel.getByRole('button', { name: 'Play the slides' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'See all Items' }).focus();
  await page.clock.runFor(7_500);
  await shown(3);
  await page.mouse.move(100, box.y + 50);
  await page.clock.runFor(20_000);
  await shown(3);
  await page.mouse.move(100, 5);
  await page.clock.runFor(7_500);
  await shown(4);

  // nothing moves by itself for those who do not want it
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await shown(1);
  await page.clock.runFor(20_000);
  await shown(1);
  await expect(carousel.getByRole('button', { name: /the slides/ })).toHaveCount(0);
  await context.close();
});

test('the stars of a review are radio buttons', async ({ page }) => {
  await signIn(page, CUSTOMER);
  await page.goto('/dashboard/addReview');
  await page.getByRole('button', { name: 'Add Review' }).click();
  const rating = page.getByRole('radiogroup', { name: 'Rating' });
  await expect(rating).toHaveAttribute('aria-invalid', 'true');
  await expect(rating).toHaveAccessibleDescription('Rating is Required');
  await expect(rating.getByRole('radio', { name: '1 star: bad' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(rating.getByRole('radio', { name: '3 stars: fair' })).toBeChecked();
  await expect(rating.getByText('3 stars: fair').last()).toBeVisible();
  await expect(rating).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Comments')).toBeFocused();
});
