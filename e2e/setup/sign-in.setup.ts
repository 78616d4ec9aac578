import { test } from '@playwright/test';
import { ADMIN, CUSTOMER, signInByForm, storageOf } from '../shop.js';

/** The form's own journeys are in `journeys/sign-in.spec.ts`. */
for (const account of [ADMIN, CUSTOMER])
  test(`${account.email} signs in once for all journeys`, async ({ page }) => {
    await signInByForm(page, account);
    await page.context().storageState({ path: storageOf(account) });
  });
