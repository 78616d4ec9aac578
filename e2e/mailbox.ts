import { expect, type FrameLocator, type Page } from '@playwright/test';

/** Reads the demo's mailbox in the browser, as a person does; each journey has addresses of its own. */

/** Waits until a mail has come to an address, and opens the newest. @returns its HTML as it is shown */
export async function openMail(page: Page, to: string, subject: string | RegExp): Promise<FrameLocator> {
  const mail = page.getByRole('link', { name: subject }).first();
  await expect(async () => {
    await page.goto(`/mailbox?to=${encodeURIComponent(to)}`);
    await expect(mail).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await mail.click();
  return page.frameLocator('iframe');
}

/** Opens the newest account mail with this subject to an address, and follows its link. */
export async function followMail(page: Page, to: string, subject: string): Promise<void> {
  const mail = await openMail(page, to, subject);
  await mail.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/account\/action\?/);
}

/** The link of that mail. */
export async function linkOf(page: Page, to: string, subject: string): Promise<string> {
  const link = await (await openMail(page, to, subject)).getByRole('link').first().getAttribute('href');
  expect(link).toContain('/account/action?');
  return link!;
}
