import { expect, test } from '@playwright/test';
import { addProduct, CUSTOMER, fillLogin, newAccount, signIn, toast } from '../shop.js';

test('a new visitor signs up, is welcomed by name, stays signed in over a reload, and signs out', async ({
  page,
}) => {
  const account = newAccount();
  await page.goto('/signup');
  const form = page.getByRole('main');
  await form.getByLabel('Name').fill(account.name);
  await form.getByLabel('Email').fill(account.email);
  await form.getByLabel('Password').fill(account.password);
  await form.getByRole('button', { name: 'Sign UP' }).click();
  await expect(page).toHaveURL(/\/parts$/);
  await expect(toast(page, 'We sent you an e-mail with a link that verifies your address.')).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText(`Welcome to your Dashboard: ${account.name}`)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/);

  await page.reload();
  await expect(page.getByText(`Welcome to your Dashboard: ${account.name}`)).toBeVisible();

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

test('each field of the forms shows its own message', async ({ page }) => {
  await page.goto('/signup');
  const form = page.getByRole('main');
  await form.getByRole('button', { name: 'Sign UP' }).click();
  await expect(form.getByText('Name is Required')).toBeVisible();
  await expect(form.getByText('Email is Required')).toBeVisible();
  await form.getByLabel('Name').fill('A');
  await form.getByLabel('Email').fill('not-an-address');
  await form.getByLabel('Password').fill('12345');
  await form.getByRole('button', { name: 'Sign UP' }).click();
  await expect(form.getByText('Please provide a valid Email')).toBeVisible();
  await expect(form.getByText('Must be 6 characters or longer')).toBeVisible();
  await expect(page).toHaveURL(/\/signup$/);
});

test('a wrong password is reported above the button, and nobody is signed in', async ({ page }) => {
  await page.goto('/login');
  await fillLogin(page, { ...CUSTOMER, password: 'wrong-one' });
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/password|email/i);
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

test('an address that has an account already is refused at its field, and the password can be shown', async ({
  page,
}) => {
  await page.goto('/signup');
  const form = page.getByRole('form', { name: 'Sign up' });
  await form.getByLabel('Name').fill('Casey Again');
  await form.getByLabel('Email').fill(CUSTOMER.email);
  const password = form.getByLabel('Password');
  await password.fill('another-1');
  await expect(password).toHaveAttribute('type', 'password');
  const show = form.getByRole('button', { name: 'Show password' });
  await show.click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('another-1');
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await form.getByRole('button', { name: 'Sign UP' }).click();
  const email = form.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription(/already an account with this email/);
  await expect(email).toBeFocused();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();
});

test('a visitor who opens a protected page signs in and comes back to it', async ({ page, request }) => {
  const product = await addProduct(request);
  await page.goto(`/item/${product._id}`);
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, CUSTOMER);
  await expect(page).toHaveURL(new RegExp(`/item/${product._id}$`));
  await expect(page.getByRole('heading', { name: product.name })).toBeVisible();
});

test('Login With Google signs in with an account of the demo', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login With Google' }).click();
  await page.getByRole('dialog').getByRole('button').filter({ hasText: '@' }).first().click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('a customer who opens an admin page gets a 403 page, and sees no admin menu', async ({ page }) => {
  await signIn(page, CUSTOMER);
  await page.goto('/dashboard/manageOrders');
  await expect(page.getByRole('main').getByText('403')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage All Orders' })).toHaveCount(0);
});
