/**
 * "Try with sample data": the app for a visitor, clearly marked. No server receives anything, and nothing stays behind.
 */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { chooseIn } from '../support/list-field.ts';
import { openTab } from '../support/screen-parts.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

async function openDemo(page: Page): Promise<void> {
  await page.goto(backend.url);
  await page.getByRole('link', { name: 'Try with sample data' }).click();
  await expect(page.getByText('Current Balance')).toBeVisible();
}

/** Everything of the demo that a site can leave behind. */
function traces(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name);
    const names = [...databases, ...Object.keys(localStorage), ...Object.keys(sessionStorage)];
    return names.filter((name) => name.includes('demo') || name.includes('account'));
  });
}

test('a visitor looks around with sample data that no server receives, and leaves no trace', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/(rest|auth|functions|realtime)\/v1\//.test(request.url())) calls.push(request.url());
  });
  page.on('websocket', (socket) => calls.push(socket.url()));
  await openDemo(page);
  await expect(page.getByRole('complementary', { name: 'Sample data' })).toBeVisible();

  const form = page.getByRole('form', { name: 'Add transaction' });
  await form.getByRole('radio', { name: 'Expense' }).check();
  await chooseIn(form.getByLabel('Category'), 'Food');
  await form.getByLabel('Description').fill('Pancakes');
  await form.getByLabel('Amount').fill('12.50');
  await form.getByRole('button', { name: 'Add Transaction' }).click();
  const row = page.getByRole('row', { name: /Pancakes/ });
  await expect(row).toContainText('-$12.50');
  await expect(row.getByRole('img', { name: 'Waiting to sync' })).toHaveCount(0);
  await page.reload();
  await expect(row).toBeVisible();

  await page.getByRole('link', { name: 'Leave demo' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Carryover' })).toBeVisible();
  await expect.poll(() => traces(page)).toEqual([]);
  expect(calls).toEqual([]);
  expect(await backend.sql`select 1 from public.transactions`).toHaveLength(0);
});

test('every page of the demo says that it is one', async ({ page }) => {
  await openDemo(page);
  for (const tab of ['Accounts', 'Budgets', 'Reports', 'Dashboard']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: tab }).click();
    await expect(page).toHaveURL(/\/demo/);
    await expect(page.getByRole('complementary', { name: 'Sample data' })).toBeVisible();
  }
  for (const path of ['/demo/settings', '/demo/no/such/page']) {
    await page.goto(backend.url + path);
    await expect(page.getByRole('complementary', { name: 'Sample data' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Leave demo' })).toBeVisible();
  }
});

test('leaving the demo in one tab keeps it for another; leaving the last removes it', async ({ page, context }) => {
  await openDemo(page);
  const other = await context.newPage();
  await other.goto(`${backend.url}/demo?tab=accounts`);
  await expect(other.getByRole('main').getByText('Studio')).toBeVisible();
  await page.getByRole('link', { name: 'Leave demo' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Carryover' })).toBeVisible();
  await other.getByRole('link', { name: 'Dashboard' }).click();
  await expect(other.getByText('Current Balance')).toBeVisible();

  await other.getByRole('link', { name: 'Sign up' }).click();
  await expect(other.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible();
  await expect.poll(() => traces(other)).toEqual([]);
});

test('the demo neither shows nor touches what a signed-in user has', async ({ page }) => {
  const submit = async (tab: string) => {
    const form = page.getByRole('tabpanel', { name: tab });
    await form.getByLabel('Email').fill('ada@example.org');
    await form.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await form.getByLabel('Password', { exact: true }).press('Enter');
  };
  await page.goto(`${backend.url}/auth?tab=signup`);
  await submit('Sign Up');
  await expect(page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible();
  await submit('Login');
  await page.getByLabel('Account name').fill('Mine alone');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Current Balance')).toBeVisible();

  await page.goto(`${backend.url}/demo?tab=accounts`);
  await expect(page.getByRole('main').getByText('Studio')).toBeVisible();
  await expect(page.getByText('Mine alone')).toHaveCount(0);
  await page.getByRole('link', { name: 'Leave demo' }).click();
  // The demo has a link of the same name. Leaving the demo reloads the app.
  await expect(page.getByLabel('Active account')).toContainText('Mine alone');
  await openTab(page, 'Accounts');
  await expect(page.getByRole('main').getByRole('link', { name: 'Mine alone' })).toBeVisible();
  await expect(page.getByText('Studio')).toHaveCount(0);
});
