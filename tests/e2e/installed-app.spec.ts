/**
 * The app as an installed app: it can be installed and opens offline at every address. It has shortcuts, shares, a
 * badge and a hint that can be dismissed for good.
 */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { openProfile } from '../support/chromium.ts';
import { Device } from '../support/device.ts';
import { chooseIn } from '../support/list-field.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { openAccountPage } from '../support/screen-parts.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

const openDevice = (email: string) => Device.ofNewPerson(profileFolder('profile'), backend.url, email);

/** Opens an address and reloads it. */
async function visitTwice(page: Page, path: string, seen: string): Promise<void> {
  await page.goto(backend.url + path);
  await expect(page.getByText(seen).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(seen).first()).toBeVisible();
}

test('the browser finds nothing that keeps the app from being installed', async () => {
  const context = await openProfile(profileFolder('profile'));
  const page = await context.newPage();
  await page.goto(backend.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const browser = await context.newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const { errors, url } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toBe(`${backend.url}/manifest.webmanifest`);
  await context.close();
});

test('every picture and icon that the manifest names is there, in the stated size', async ({ page }) => {
  await page.goto(backend.url);
  const wrong = await page.evaluate(async () => {
    const manifest = await (await fetch('/manifest.webmanifest')).json();
    const shortcuts = manifest.shortcuts.flatMap(({ icons }: { icons: unknown[] }) => icons);
    const named: { src: string; sizes: string }[] = [...manifest.icons, ...manifest.screenshots, ...shortcuts];
    const sizes = named.map(async ({ src, sizes }) => {
      const image = await createImageBitmap(await (await fetch(src)).blob());
      return `${image.width}x${image.height}` === sizes ? [] : [`${src} is ${image.width}x${image.height}`];
    });
    return (await Promise.all(sizes)).flat();
  });
  expect(wrong).toEqual([]);
});

test('every address opens and loads again without a network', async () => {
  const device = await openDevice('ada@example.org');
  const { page } = device;
  await device.offlineReady();
  await openAccountPage(page, 'Household');
  await expect(page).toHaveURL(/\/account\//);
  const account = new URL(page.url()).pathname;
  await device.goOffline();
  await visitTwice(page, '/', 'Current Balance');
  await visitTwice(page, '/?tab=accounts', 'Household');
  await visitTwice(page, '/?tab=budgets', 'No budgets found.');
  await visitTwice(page, '/?tab=reports', 'No data for the selected period');
  await visitTwice(page, '/?add=income', 'Add income');
  await visitTwice(page, account, 'Account Information');
  await visitTwice(page, '/settings', 'Expense Categories');
  await visitTwice(page, '/settings?tab=userAccess', 'Manage User Access');
  await visitTwice(page, '/settings?tab=budget', 'No budgets have been created yet.');
  await visitTwice(page, '/settings?tab=manageAccess', 'User Access Management');
  await visitTwice(page, '/auth', 'Current Balance');
  await visitTwice(page, '/no/such/page', 'Oops! Page not found');
  await visitTwice(page, '/demo', 'Current Balance');
  await device.close();
});

test('a visitor opens the app offline, and reads that signing in needs a connection', async () => {
  const context = await openProfile(profileFolder('profile'));
  const page = await context.newPage();
  await page.goto(backend.url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((taken) => navigator.serviceWorker.addEventListener('controllerchange', taken, { once: true }));
  });
  await context.setOffline(true);
  await visitTwice(page, '/', 'Welcome to Carryover');
  await visitTwice(page, '/auth', 'Signing in needs a connection once');
  await visitTwice(page, '/auth/callback', 'Signing in needs a connection once');
  await context.close();
});

test('a text that another app shares becomes a transaction that is ready to be added', async () => {
  const device = await openDevice('ben@example.org');
  const { page } = device;
  await page.goto(`${backend.url}/?text=${encodeURIComponent('Café Rio, $12.50')}`);
  const dialog = page.getByRole('dialog', { name: 'Add expense' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('12.50');
  await expect(dialog.getByLabel('Description')).toHaveValue('Café Rio');
  await chooseIn(dialog.getByLabel('Category'), 'Food');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(device.row('Café Rio')).toContainText('-$12.50');
  await expect(page).toHaveURL(`${backend.url}/`);
  await device.close();
});

test('a text that is shared while nobody is logged in waits through the log-in', async () => {
  const device = await openDevice('dora@example.org');
  const { page } = device;
  await page.getByRole('button', { name: 'Account menu of dora@example.org' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Welcome to Carryover')).toBeVisible();
  await page.goto(`${backend.url}/?text=${encodeURIComponent('Café Rio, $12.50')}`);
  await expect(page.getByText('Log in to add what you shared')).toBeVisible();
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await device.submitCredentials('Login', { email: 'dora@example.org', password: 'correct horse battery' });
  // The log-out removed the account from the device, so this is before its first sync.
  const dialog = page.getByRole('dialog', { name: 'Add expense' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('12.50');
  await expect(dialog.getByLabel('Description')).toHaveValue('Café Rio');
  await device.close();
});

test('the app’s icon counts the entries that only this device has', async () => {
  const device = await openDevice('cleo@example.org');
  const { page } = device;
  // The badge belongs to the system. The test sees only what the app tells the system.
  await page.addInitScript(() => {
    const show = async (count: number) => {
      document.documentElement.dataset.badge = String(count);
    };
    Object.assign(Navigator.prototype, { setAppBadge: show, clearAppBadge: () => show(0) });
  });
  await device.offlineReady();
  await page.reload();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-badge', '0');
  await device.goOffline();
  await device.add({ category: 'Food', description: 'Lunch', amount: '9' });
  await device.add({ category: 'Food', description: 'Tea', amount: '3' });
  await expect(root).toHaveAttribute('data-badge', '2');
  await device.goOnline();
  await expect(root).toHaveAttribute('data-badge', '0');
  await device.close();
});

test('the hint to install appears for a user of the app, and stays away once dismissed', async () => {
  const device = await openDevice('dee@example.org');
  const { page } = device;
  // Headless browsers never offer to install by themselves.
  const offer = () =>
    page.evaluate(() => {
      const prompt = async () => {
        document.documentElement.dataset.asked = 'yes';
      };
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
    });
  const hint = page.getByRole('complementary', { name: 'Install Carryover' });
  await offer();
  await hint.getByRole('button', { name: 'Install' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await expect(hint).toHaveCount(0);

  await offer();
  await hint.getByRole('button', { name: 'Do not offer again' }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Current Balance')).toBeVisible();
  await offer();
  await expect(hint).toHaveCount(0);
  await device.close();
});
