import { expect, type Page } from '@playwright/test';

/** Reads the demo's mailbox in the browser, as a person does; each journey has addresses of its own. */

/** Opens the newest mail with this subject to an address, and follows its link. */
export async function followMail(page: Page, to: string, subject: string): Promise<void> {
  await openMail(page, to, subject);
  await page.frameLocator('iframe').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/account\/action\?/);
}

/** The link of that mail. */
export async function linkOf(page: Page, to: string, subject: string): Promise<string> {
  await openMail(page, to, subject);
  const link = await page.frameLocator('iframe').getByRole('link').first().getAttribute('href');
  expect(link).toContain('/account/action?');
  return link!;
}

async function openMail(page: Page, to: string, subject: string): Promise<void> {
  const mail = page.getByRole('link', { name: subject }).first();
  await expect(async () => {
    await page.goto(`/mailbox?to=${encodeURIComponent(to)}`);
    await expect(mail).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await mail.click();
}
