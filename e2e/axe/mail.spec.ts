import { expect, test } from '@playwright/test';
import { expectAccessible } from '../axe.js';
import { openMail } from '../mailbox.js';
import { addProduct, ADMIN, newAccount, placeOrder, register, signIn, unique } from '../shop.js';

/** The pages of the demo's mailbox, and a mail as it is shown there. */

for (const width of [1440, 390])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the mailbox, a mail, and where there is none', async ({ page, request }) => {
      const account = newAccount();
      const token = await register(request, account);
      const { number } = await placeOrder(request, token, await addProduct(request));
      await openMail(page, account.email, `Your order ${number}`);
      await expectAccessible(page, 'a mail in the mailbox');
      await page.goto(`${page.url()}/html`);
      await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
      await expectAccessible(page, 'the mail itself');
      await page.goto('/mailbox');
      await expect(page.getByText(/mails?, newest first/)).toBeVisible();
      await expectAccessible(page, 'the mailbox');
      await page.getByLabel('Recipient').fill('nobody.gets.mail@example.com');
      await page.keyboard.press('Enter');
      await expect(page.getByText('No mail to')).toBeVisible();
      await expectAccessible(page, 'a search without result');
      await page.goto('/mailbox/view/none');
      await expectAccessible(page, 'a mail that is not there');
    });

    test('mails that could not be sent', async ({ page, request }) => {
      const account = { ...newAccount(), email: `${unique('buyer').replace(' ', '.')}@refused.example` };
      const token = await register(request, account);
      await placeOrder(request, token, await addProduct(request));
      await signIn(page, ADMIN);
      await expect(async () => {
        await page.goto('/dashboard/mail');
        await expect(page.getByText(account.email)).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 30_000 });
      await expectAccessible(page, 'mails that could not be sent');
    });
  });
