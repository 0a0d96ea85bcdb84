/**
 * Browsers that allow less than usual: private windows, no service workers, no storage. The app works or says why not.
 */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** Opens the first page, and stays until the app has tried to register its worker. */
async function visit(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto(backend.url);
  await expect(page.getByRole('heading', { name: 'Welcome to Carryover' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(5000);
}

test.describe('where service workers are blocked', () => {
  test.use({ serviceWorkers: 'block' });

  test('the app opens, and no error is left uncaught', async ({ page }) => {
    const errors = collectErrors(page);
    await visit(page);
    expect(errors).toEqual([]);
  });
});

test('in a browser without service workers the app opens, and no error is left uncaught', async ({ page }) => {
  const errors = collectErrors(page);
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  await visit(page);
  expect(errors).toEqual([]);
});

test('a private window keeps entries while it is open, and the next one has none of them', async ({ browser }) => {
  const owner = { email: 'private@example.org', password: 'correct horse battery' };
  const window = await browser.newContext();
  const page = await window.newPage();
  const submit = async (tab: string) => {
    const form = page.getByRole('tabpanel', { name: tab });
    await form.getByLabel('Email').fill(owner.email);
    await form.getByLabel('Password', { exact: true }).fill(owner.password);
    await form.getByLabel('Password', { exact: true }).press('Enter');
  };
  await page.goto(`${backend.url}/auth?tab=signup`);
  await submit('Sign Up');
  await expect(page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible();
  await submit('Login');
  await page.getByLabel('Account name').fill('Household');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Current Balance')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Current Balance')).toBeVisible();
  await window.close();

  const next = await browser.newContext();
  const fresh = await next.newPage();
  await fresh.goto(backend.url);
  await expect(fresh.getByRole('heading', { name: 'Welcome to Carryover' })).toBeVisible();
  await next.close();
});

test('in a browser that stores nothing, the app says so and what to do', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('storage is forbidden', 'SecurityError');
    };
    Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse });
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'sessionStorage', { get: refuse });
  });
  await page.goto(backend.url);
  await expect(page.getByText('This browser does not let Carryover keep data')).toBeVisible();
  await expect(page.getByText(/leave private browsing/)).toBeVisible();
});
