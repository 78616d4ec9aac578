import { expect, test, type Locator, type Page } from '@playwright/test';
import { addProduct, CUSTOMER, newAccount, register, signIn } from '../shop.js';

/** What WCAG 2.2 AA asks and axe cannot see: keys alone, the focus, forced colours, less motion. */

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
