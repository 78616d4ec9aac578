import { expect, test } from '@playwright/test';
import { expectAccessible } from '../axe.js';
import { linkOf } from '../mailbox.js';
import { newAccount, register, signInByForm } from '../shop.js';

/** The pages that the identity provider's mails lead to, and what the profile has for them. */

for (const width of [1440, 390])
  test(`account pages at ${width} pixels`, async ({ browser, request }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    const account = newAccount();
    await register(request, account);

    await page.goto('/account/reset');
    await page.getByRole('main').getByLabel('Email').fill(account.email);
    await page.getByRole('button', { name: 'Send the mail' }).click();
    await expect(page.getByText('a mail is on its way')).toBeVisible();
    await expectAccessible(page, 'the forgotten password');

    await page.goto(await linkOf(page, account.email, 'Choose a new password'));
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save and log in' }).click();
    await expect(page.getByText('Must be 6 characters or longer')).toBeVisible();
    await expectAccessible(page, 'the new password');

    await page.goto('/account/action?mode=verifyEmail&oobCode=made-up');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'a link that is not valid');
    await page.goto('/account/action');
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
    await expectAccessible(page, 'a link that is not complete');

    await signInByForm(page, account);
    await page.goto('/dashboard/myProfile');
    await expect(page.getByRole('region', { name: 'Verify your e-mail address' })).toBeVisible();
    await expectAccessible(page, 'the profile with a notice');
    for (const name of ['Change password', 'Change address']) {
      await page.getByRole('button', { name }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog
        .getByRole('textbox', { name: /password/i })
        .first()
        .fill(account.password);
      await expectAccessible(page, name, dialog);
      if (name === 'Change password') await page.keyboard.press('Escape');
    }
    const next = newAccount().email;
    await page.getByLabel('New email').fill(next);
    await page.getByRole('button', { name: 'Send the mail', exact: true }).click();
    await expect(page.getByText('a mail is on its way')).toBeVisible();
    await page.goto(await linkOf(page, next, 'Confirm your new e-mail address'));
    await expect(page.getByRole('button', { name: 'Use this address' })).toBeVisible();
    await expectAccessible(page, 'the new address');
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByText(`The address of your account is ${next} now.`)).toBeVisible();
    await expectAccessible(page, 'the address that is changed');
    await context.close();
  });
