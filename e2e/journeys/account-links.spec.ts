import { expect, test, type Page } from '@playwright/test';
import { linkOf } from '../mailbox.js';
import { CUSTOMER, newAccount, register, registerVerified, signInByForm } from '../shop.js';

/** What cannot be done with the codes and links of account mail, and what they do not tell. */

const IDENTITY = '/identitytoolkit.googleapis.com/v1/accounts';
const RESET = 'Choose a new password';

async function askForReset(page: Page, email: string): Promise<void> {
  await page.goto('/account/reset');
  await page.getByLabel('Email').first().fill(email);
  await page.getByRole('button', { name: 'Send the mail' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'a mail is on its way' })).toBeVisible();
}

test('a link that was used, made up, cut off or of an address without an account says so, and how to go on', async ({
  page,
  request,
}) => {
  const account = newAccount();
  await register(request, account);
  await askForReset(page, account.email);
  const link = await linkOf(page, account.email, RESET);
  await page.goto(link);
  await page.getByLabel('New password').fill('another-1');
  await page.getByRole('button', { name: 'Save and log in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This link was used already');
  await page.getByRole('link', { name: 'Get another mail' }).click();
  await expect(page).toHaveURL(/\/account\/reset$/);

  for (const mode of ['resetPassword', 'verifyEmail', 'verifyAndChangeEmail', 'recoverEmail']) {
    await page.goto(`/account/action?mode=${mode}&oobCode=made-up`);
    await expect(page.getByRole('alert')).toContainText('This link was used already');
  }
  for (const query of ['', '?mode=resetPassword', '?mode=toString&oobCode=1', '?oobCode=1']) {
    await page.goto(`/account/action${query}`);
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
  }
  const expired = { error: { code: 400, message: 'EXPIRED_OOB_CODE', status: 'INVALID_ARGUMENT' } };
  await page.route('**/accounts:resetPassword*', (route) => route.fulfill({ status: 400, json: expired }));
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This link has expired.');
});

test('tells nobody whether an address has an account', async ({ page, request }) => {
  await askForReset(page, 'nobody.has.this@example.com');
  const said = () => page.getByRole('status').filter({ hasText: 'a mail is on its way' }).innerText();
  const unknown = (await said()).replace('nobody.has.this@example.com', '');
  await askForReset(page, CUSTOMER.email);
  expect((await said()).replace(CUSTOMER.email, '')).toBe(unknown);

  const account = newAccount();
  await register(request, account);
  await signInByForm(page, account);
  await page.goto('/dashboard/myProfile');
  await page.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change address' });
  await dialog.getByLabel('New email').fill(CUSTOMER.email);
  await dialog.getByLabel('Password').fill(account.password);
  await dialog.getByRole('button', { name: 'Send the mail' }).click();
  await expect(
    dialog.getByText(`If ${CUSTOMER.email} can be used, a mail is on its way to it.`),
  ).toBeVisible();
});

test('a link leads to no other origin, whatever is written into it', async ({ page, request, baseURL }) => {
  const account = newAccount();
  await register(request, account);
  await askForReset(page, account.email);
  const link = new URL(await linkOf(page, account.email, RESET));
  // the mail's own link has nothing but these
  expect([...link.searchParams.keys()]).toEqual(['mode', 'oobCode']);
  link.searchParams.set('continueUrl', 'https://elsewhere.example/');
  const foreign: string[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).origin !== link.origin) foreign.push(sent.url());
  });
  const response = await page.goto(link.href);
  expect(response!.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  });
  await page.getByLabel('New password').fill('another-1');
  await expect(page.locator('a[href*="elsewhere.example"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save and log in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(foreign).toEqual([]);
  expect(link.port).toBe(new URL(baseURL!).port);
});

test('nobody gets a code but by mail, not even with the credentials of the emulator', async ({ request }) => {
  const { email } = newAccount();
  await registerVerified(request, { email, name: 'Journey Buyer' });
  const ask = (headers: Record<string, string>) =>
    request.post(`${IDENTITY}:sendOobCode?key=demo-key&access_token=owner`, {
      headers,
      data: { requestType: 'PASSWORD_RESET', email, returnOobLink: true },
    });
  for (const headers of [{}, { authorization: 'Bearer owner' }]) {
    const response = await ask(headers as Record<string, string>);
    expect([response.status(), await response.text()]).toEqual([400, expect.not.stringContaining('oobLink')]);
  }
  const codes = await request.get('/emulator/v1/projects/demo-rapid/oobCodes', {
    headers: { authorization: 'Bearer owner' },
  });
  expect(codes.status()).toBe(404);
});
