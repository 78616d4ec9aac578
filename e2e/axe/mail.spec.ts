import { expect, test } from '@playwright/test';
import { expectAccessible } from '../axe.js';
import { openMail } from '../mailbox.js';
import { addProduct, newAccount, placeOrder, register } from '../shop.js';

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
  });
