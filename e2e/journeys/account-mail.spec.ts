import { expect, test, type Page } from '@playwright/test';
import { followMail } from '../mailbox.js';
import {
  addProduct,
  expectWithinWindow,
  fillLogin,
  newAccount,
  placeOrder,
  register,
  signInByForm,
  toast,
} from '../shop.js';

/** What the identity provider mails, read in the demo's mailbox, and the pages that the links lead to. */

const RESET = 'Choose a new password';
const VERIFY = 'Verify your e-mail address';
const CHANGE = 'Confirm your new e-mail address';
const RECOVER = 'The e-mail address of your account was changed';

const notice = (page: Page) => page.getByRole('region', { name: 'Verify your e-mail address' });

for (const width of [1440, 390])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('who forgot the password is back in the shop by a mail, with the keyboard alone', async ({
      page,
      request,
    }) => {
      const account = newAccount();
      await register(request, account);
      await page.goto('/login');
      // until its script is there the form is a plain one, whose link takes nothing along
      const login = page.getByRole('main').getByRole('button', { name: 'Login', exact: true });
      await expect(login).toBeEnabled();
      const forgot = page.getByRole('link', { name: 'Forgot your password?' });
      await page.getByRole('main').getByLabel('Email').fill(account.email);
      await forgot.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
      // what was typed at the login
      const email = page.getByRole('main').getByLabel('Email');
      await expect(email).toHaveValue(account.email);
      await email.focus();
      await page.keyboard.press('Enter');
      await expect(
        page.getByText(`If there is an account for ${account.email}, a mail is on its way.`),
      ).toBeVisible();
      // another one after a pause
      await expect(page.getByRole('button', { name: /Send again in \d+ s/ })).toHaveAttribute(
        'aria-disabled',
        'true',
      );

      await followMail(page, account.email, RESET);
      await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
      const password = page.getByLabel('New password');
      await expectWithinWindow(page, 'the new password');
      await password.focus();
      await page.keyboard.type('short');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Must be 6 characters or longer')).toBeVisible();
      await password.fill('');
      await page.keyboard.type('another-1');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByText(`Welcome to your Dashboard: ${account.name}`)).toBeVisible();
      await expect(toast(page, 'Your password is changed, and you are signed in.')).toBeVisible();
      // whoever has the mail has the address
      await expect(notice(page)).toHaveCount(0);
    });

    test('a new customer verifies their address, and the notice is gone', async ({ page }) => {
      const account = newAccount();
      await page.goto('/signup');
      const form = page.getByRole('main');
      await form.getByLabel('Name').fill(account.name);
      await form.getByLabel('Email').fill(account.email);
      await form.getByLabel('Password').fill(account.password);
      await form.getByRole('button', { name: 'Sign UP' }).click();
      await expect(page).toHaveURL(/\/parts$/);
      await page.goto('/dashboard');
      await expect(notice(page)).toContainText(account.email);
      await expectWithinWindow(page, 'the notice');
      await notice(page).getByRole('button', { name: 'I have verified it' }).click();
      await expect(notice(page)).toContainText('It is not verified yet.');
      await notice(page).getByRole('button', { name: 'Send the mail again' }).click();
      await expect(notice(page)).toContainText(`A mail is on its way to ${account.email}.`);
      await expect(notice(page).getByRole('button', { name: /Send the mail again in \d+ s/ })).toBeVisible();

      await followMail(page, account.email, VERIFY);
      await expect(page.getByText(`Your address ${account.email} is verified.`)).toBeVisible();
      await page.goto('/dashboard/myProfile');
      await expect(page.getByRole('button', { name: 'Change address' })).toBeVisible();
      await expect(notice(page)).toHaveCount(0);
    });

    test('a customer moves to another address, keeps the session and the orders, and can take it back', async ({
      page,
      request,
    }) => {
      const account = newAccount();
      const next = newAccount();
      const order = await placeOrder(request, await register(request, account), await addProduct(request));
      await signInByForm(page, account);
      await page.goto('/dashboard/myProfile');
      await page.getByRole('button', { name: 'Change address' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change address' });
      await dialog.getByLabel('New email').fill(account.email);
      await dialog.getByLabel('Password').fill('wrong-one');
      await dialog.getByRole('button', { name: 'Send the mail' }).click();
      await expect(dialog.getByText('This is your address already')).toBeVisible();
      await dialog.getByLabel('New email').fill(next.email);
      await dialog.getByRole('button', { name: 'Send the mail' }).click();
      await expect(dialog.getByText('This is not your password.')).toBeVisible();
      await dialog.getByLabel('Password').fill(account.password);
      await dialog.getByRole('button', { name: 'Send the mail' }).click();
      await expect(
        dialog.getByText(`If ${next.email} can be used, a mail is on its way to it.`),
      ).toBeVisible();
      await expectWithinWindow(page, 'the change of address');

      await followMail(page, next.email, CHANGE);
      await expect(page.getByText(next.email)).toBeVisible();
      await page.getByRole('button', { name: 'Use this address' }).click();
      await expect(page.getByText(`The address of your account is ${next.email} now.`)).toBeVisible();
      await page.getByRole('link', { name: 'Your profile' }).click();
      await expect(page.getByRole('main').getByText(next.email).first()).toBeVisible();
      await page.goto('/dashboard');
      await expect(
        page.getByRole('main').getByText(order.productName).filter({ visible: true }).first(),
      ).toBeVisible();

      await followMail(page, account.email, RECOVER);
      await page.getByRole('button', { name: 'Take this address back' }).click();
      await expect(page.getByText(`The address of your account is ${account.email} again.`)).toBeVisible();
      await page.goto('/dashboard/myProfile');
      await expect(page.getByRole('main').getByText(account.email).first()).toBeVisible();
    });
  });

test('where a change of address ends the sign-in, as Firebase does, one logs in with the new one', async ({
  page,
  request,
}) => {
  const account = newAccount();
  const next = newAccount();
  await register(request, account);
  await signInByForm(page, account);
  await page.goto('/dashboard/myProfile');
  await page.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change address' });
  await dialog.getByLabel('New email').fill(next.email);
  await dialog.getByLabel('Password').fill(account.password);
  await dialog.getByRole('button', { name: 'Send the mail' }).click();
  await expect(dialog.getByText('a mail is on its way')).toBeVisible();
  await followMail(page, next.email, CHANGE);
  const ended = { error: { code: 400, message: 'TOKEN_EXPIRED', status: 'INVALID_ARGUMENT' } };
  await page.route('**/v1/token*', (route) => route.fulfill({ status: 400, json: ended }));
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByText(`The address of your account is ${next.email} now.`)).toBeVisible();
  await page.unroute('**/v1/token*');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(next.email);
  await fillLogin(page, { email: next.email, password: account.password });
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

test('changes the password, and takes no wrong present one', async ({ page, request }) => {
  const account = newAccount();
  await register(request, account);
  await signInByForm(page, account);
  await page.goto('/dashboard/myProfile');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Present password').fill('wrong-one');
  await dialog.getByLabel('New password').fill('another-1');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByLabel('Present password').fill(account.password);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, 'Your password is changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toHaveCount(0);
  await signInByForm(page, { ...account, password: 'another-1' });
});

test('an account of Google has its address and password there', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login With Google' }).click();
  await page.getByRole('dialog').getByRole('button').filter({ hasText: '@' }).first().click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.goto('/dashboard/myProfile');
  await expect(page.getByText('You sign in with Google.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change address' })).toHaveCount(0);
});

test('a shop that asks for a verified address says so where an order is placed', async ({
  page,
  request,
}) => {
  const account = newAccount();
  const token = await register(request, account);
  const product = await addProduct(request);
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), requireVerifiedEmail: true } });
  });
  await signInByForm(page, account);
  await request.put('/api/basket', {
    headers: { authorization: `Bearer ${token}` },
    data: { lines: [{ productId: product._id, orderQuantity: 10 }] },
  });
  await page.goto('/checkout');
  await expect(notice(page)).toContainText('Before your first order, verify your e-mail address');
  await page.goto(`/item/${product._id}`);
  await expect(notice(page)).toContainText('Before your first order, verify your e-mail address');
  await notice(page).getByRole('button', { name: 'Send the mail again' }).click();
  await expect(notice(page)).toContainText('A mail is on its way');

  // in another tab, as from a mail program
  const other = await page.context().newPage();
  await followMail(other, account.email, VERIFY);
  await expect(other.getByText(`Your address ${account.email} is verified.`)).toBeVisible();
  await other.close();
  await notice(page).getByRole('button', { name: 'I have verified it' }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Purchase' })).toBeVisible();
});
