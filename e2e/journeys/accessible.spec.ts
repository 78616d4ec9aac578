import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { expectAccessible, useTheme } from '../axe.js';
import { addProduct, CUSTOMER, newAccount, placeOrder, register, signIn, type Product } from '../shop.js';

/**
 * What WCAG 2.2 AA asks beyond `pages.spec.ts`: the narrowest width and 200 % zoom, the dark theme, menus, dialogs and
 * messages while they are open, keys alone, forced colours.
 */

/** 320 px, and 200 % zoom on a screen of 1440. */
const NARROW = 320;
const ZOOMED = 720;

async function openDark(browser: Browser): Promise<Page> {
  const viewport = { width: NARROW, height: 800 };
  const page = await (await browser.newContext({ viewport, bypassCSP: true })).newPage();
  await useTheme(page, 'dark');
  return page;
}

/** Opens a page in the dark, at both widths; what it shows, or what is opened there then, is checked. */
async function check(page: Page, path: string, open: () => Promise<unknown> = async () => undefined) {
  await test.step(path, async () => {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').filter({ visible: true }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await open();
    for (const width of [ZOOMED, NARROW]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page, `${path} at ${width}`);
    }
  });
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).click();

test('the public pages in the dark, at 320 pixels and zoomed, with what opens there', async ({
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  const page = await openDark(browser);
  const [product] = (await (await request.get('/api/items?limit=1')).json()) as Product[];
  await check(page, '/', () => page.getByRole('button', { name: 'Menu' }).click());
  await check(page, '/parts?q=cable&kind=ssd&availability=low&minPrice=x');
  await check(page, '/parts?kind=ssd&page=2');
  await check(page, `/parts/${product!._id}`);
  await check(page, '/reviews?ratings=5', async () => {
    await page.getByLabel('New parts and restocks').fill('not an address');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.locator('.foot__said--bad')).not.toBeEmpty();
  });
  for (const path of ['/business', '/blogs', '/myportfolio', '/product', '/legal/privacy', '/no-such-page'])
    await check(page, path);
  await check(page, '/signup', () => press(page, /^Sign ?up$/i));
  await check(page, '/login', () => press(page, /^Login$/));
  await check(page, '/login', async () => {
    await press(page, /Google/);
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('dialog').locator('[aria-invalid=true]').first()).toBeFocused();
  });
  await page.context().close();
});

test("a customer's pages in the dark, at 320 pixels and zoomed, with what opens there", async ({
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  const page = await openDark(browser);
  const account = newAccount();
  const product = await addProduct(request);
  const order = await placeOrder(request, await register(request, account), product);
  await signIn(page, account);
  await check(page, `/item/${product._id}`, async () => {
    await press(page, 'Purchase');
    await expect(page.getByText('Address is Required')).toBeVisible();
  });
  await check(page, '/purchase');
  await check(page, '/dashboard', () => page.getByRole('button', { name: /Dashboard menu/ }).click());
  await check(page, '/dashboard', async () => {
    await page.getByRole('button', { name: /Remove Order/ }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep it' })).toBeVisible();
  });
  await check(page, '/dashboard/addReview', () => press(page, 'Add Review'));
  await check(page, '/dashboard/myProfile');
  await check(page, '/dashboard/manageOrders');
  await check(page, `/dashboard/payment/${order._id}`, async () => {
    await page.getByText('Test cards').click();
    await press(page, /^Pay/);
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
  });
  await page.context().close();
});

/** Where the focus is, and whether one can see it there. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const at = document.elementFromPoint(
      Math.min(x + width / 2, innerWidth - 1),
      Math.min(y + Math.min(height, innerHeight) / 2, innerHeight - 1),
    );
    const around = focused.closest('label');
    const style = [focused, around].flatMap((each) => (each ? [getComputedStyle(each)] : []));
    return {
      what: `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 30)}`,
      isSomewhere: focused !== document.body,
      isMarked: style.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px',
      ),
      isInSight: at !== null && (focused.contains(at) || at.contains(focused)),
    };
  });
const SEEN = { isSomewhere: true, isMarked: true, isInSight: true };

/** Presses Tab until something has the focus; all that has it on the way can be seen. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 90; presses += 1) {
    await page.keyboard.press(key);
    // what shows on focus is there a frame later
    await expect.poll(() => focusOf(page)).toMatchObject(SEEN);
    if (await target.evaluateAll((all) => all.some((each) => each === document.activeElement))) return;
  }
  throw new Error(`${String(target)} is not reached by ${key}`);
}

test('a part is found, ordered and paid by keys alone', async ({ page, request }) => {
  const product = await addProduct(request, { minimumOQ: 5, availableQ: 50 });
  const account = newAccount();
  await register(request, account);
  const main = page.getByRole('main');
  await page.goto('/');
  await expect(main.getByRole('link', { name: /Buy Now/ }).first()).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await tabTo(page, page.getByRole('link', { name: 'All Products' }));
  await page.keyboard.press('Enter');
  await expect(main).toBeFocused();
  await tabTo(page, main.getByRole('searchbox'));
  await page.keyboard.type(product.name);
  await expect(main.locator('.results__count')).toHaveText('1 part');
  await tabTo(page, main.getByRole('link', { name: product.name, exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  await expect(main).toBeFocused();
  await tabTo(page, main.getByRole('link', { name: 'Buy Now' }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(main).toBeFocused();
  await tabTo(page, main.getByLabel('Email'));
  await page.keyboard.type(account.email);
  await tabTo(page, main.getByLabel('Password'));
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(new RegExp(`/item/${product._id}$`));
  await expect(main.getByLabel('Address')).toBeVisible();
  await expect(main).toBeFocused();
  await tabTo(page, main.getByLabel('Address'));
  await page.keyboard.type('12 Foundry Lane');
  await tabTo(page, main.getByLabel('Phone'));
  await page.keyboard.type('5550123');
  await tabTo(page, main.getByLabel('Order Quantity'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  // the result takes the focus, with the way to pay next to it
  await expect(main.getByRole('link', { name: 'Pay now' })).toBeVisible();
  await tabTo(page, main.getByRole('link', { name: 'Pay now' }));
  await page.keyboard.press('Enter');

  await expect(main.getByLabel(/card number/i)).toBeVisible();
  await expect(main).toBeFocused();
  await tabTo(page, main.getByLabel(/card number/i));
  await page.keyboard.type('4242424242424242');
  await tabTo(page, main.getByLabel(/expir/i));
  await page.keyboard.type('1234');
  await tabTo(page, main.getByLabel(/security code/i));
  await page.keyboard.type('123');
  await tabTo(page, main.getByRole('button', { name: /^Pay/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your Payment is Completed')).toBeVisible();
  expect((await focusOf(page)).isSomewhere).toBe(true);
});

test('what has the focus is never under the bar, also on the way back up', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.goto('/parts?kind=ssd');
  await expect(page.getByRole('link', { name: /Buy Now/ }).first()).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Subscribe' }));
  await tabTo(page, page.getByRole('searchbox'), 'Shift+Tab');
});

test('states can be told apart in forced colours, and nothing moves where less motion is wanted', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/parts?kind=ssd');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'All Products' })).toHaveCSS(
    'text-decoration-line',
    'underline',
  );
  await expect(bar.getByRole('link', { name: 'Blogs' })).toHaveCSS('text-decoration-line', 'none');
  // the arrow of a select is drawn as a background, which forced colours take away
  await expect(page.getByLabel('Kind')).toHaveCSS('appearance', 'auto');
  for (const control of [
    page.getByRole('button', { name: /remove filter/ }),
    page.locator('article').first(),
    page.locator('article .tag').first(),
  ])
    await expect(control).toHaveCSS('border-top-style', 'solid');
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ effect }) => Number(effect?.getTiming().duration) > 100).length,
  );
  expect(moving).toBe(0);

  await signIn(page, CUSTOMER);
  await page.goto('/dashboard/addReview');
  const side = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(side.getByRole('link', { name: 'Add A Review' })).toHaveCSS(
    'text-decoration-line',
    'underline',
  );
  await expect(side.getByRole('link', { name: 'My Orders' })).toHaveCSS('text-decoration-line', 'none');
  await page.getByRole('radio', { name: '3 stars' }).check();
  const stars = page.getByRole('radiogroup', { name: 'Rating' }).locator('path');
  for (const [at, fill] of [true, true, true, false, false].entries())
    if (fill) await expect(stars.nth(at)).not.toHaveCSS('fill', 'none');
    else await expect(stars.nth(at)).toHaveCSS('fill', 'none');
});
