/**
 * A new build of the app reaches an open page. The app offers it and never swaps it in by itself. What the user is
 * typing survives.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { build, type Plugin } from 'vite';
import { makeInstall, startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { chooseIn } from '../support/list-field.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { hearsKeys, writtenDay } from '../support/screen-parts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The same app, with a mark on its pages that tests recognise. */
const markBuild: Plugin = {
  name: 'mark-build',
  transform: (code, id) =>
    id.endsWith('/src/main.tsx') ? `${code}\ndocument.documentElement.dataset.build = 'second';` : null,
};

let secondBuild = '';
let dataDir = '';
let backend: TestBackend;

test.beforeAll(async () => {
  secondBuild = mkdtempSync(join(tmpdir(), 'co-build-'));
  await build({ root, logLevel: 'silent', plugins: [markBuild], build: { outDir: secondBuild, emptyOutDir: true } });
});

test.afterAll(() => rmSync(secondBuild, { recursive: true }));

test.beforeEach(async () => {
  dataDir = await makeInstall();
  backend = await startTestBackend({ dataDir, appDir });
});

test.afterEach(async () => {
  await backend.stop();
  rmSync(dataDir, { recursive: true });
});

/** Opens a device with the first build, an account and a row. Then the server gets the second build. */
async function openThenDeploy(email: string): Promise<{ device: Device; offered: () => Promise<void> }> {
  const device = await Device.ofNewPerson(profileFolder('profile'), backend.url, email);
  await device.add({ category: 'Food', description: 'Dinner', amount: '20' });
  await device.upToDate();
  await device.offlineReady();
  await backend.stop();
  backend = await startTestBackend({ dataDir, appDir: secondBuild, port: Number(new URL(backend.url).port) });
  const offered = async () => {
    await device.page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(device.page.getByText('New version: reload')).toBeVisible();
  };
  return { device, offered };
}

test('an entry that is being typed is still there in the new version', async () => {
  const { device, offered } = await openThenDeploy('ada@example.org');
  const { page } = device;
  await hearsKeys(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: /^Add/ });
  await dialog.getByLabel('Amount').fill('12.50+3');
  await dialog.getByRole('radio', { name: 'Income' }).check();
  await dialog.getByLabel('Description').fill('Sold a lamp');
  await chooseIn(dialog.getByLabel('Category'), 'Other Income');
  await dialog.getByLabel('Date').fill('2026-02-03');

  await offered();
  await expect(page.locator('html')).not.toHaveAttribute('data-build');
  await expect(dialog.getByLabel('Description')).toHaveValue('Sold a lamp');

  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-build', 'second');
  await expect(dialog.getByText('Not saved yet')).toBeVisible();
  await expect(dialog.getByLabel('Amount')).toHaveValue('12.50+3');
  await expect(dialog.getByRole('radio', { name: 'Income' })).toBeChecked();
  await expect(dialog.getByLabel('Description')).toHaveValue('Sold a lamp');
  await expect(dialog.getByLabel('Category')).toHaveValue('Other Income');
  await expect(dialog.getByLabel('Date')).toHaveValue(writtenDay('2026-02-03'));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(device.row('Sold a lamp')).toContainText('+$15.50');
  await device.close();
});

test('an open edit and the page’s own form are still there in the new version', async () => {
  const { device, offered } = await openThenDeploy('ben@example.org');
  const { page } = device;
  await device.form.getByLabel('Description').fill('Taxi');
  await page.getByRole('button', { name: 'Edit Dinner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Transaction' });
  await dialog.getByLabel('Amount').fill('23');

  await offered();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-build', 'second');
  await expect(device.form.getByLabel('Description')).toHaveValue('Taxi');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveValue('23');
  await dialog.getByRole('button', { name: 'Update Transaction' }).click();
  await expect(device.row('Dinner')).toContainText('$23.00');
  await device.close();
});

test('another tab of the old version says so and keeps its typed text', async () => {
  const { device, offered } = await openThenDeploy('cleo@example.org');
  const other = await device.context.newPage();
  await other.goto(`${backend.url}/?add=expense`);
  const dialog = other.getByRole('dialog');
  await dialog.getByLabel('Description').fill('Museum');
  await device.page.bringToFront();
  await offered();
  await device.page.getByRole('button', { name: 'Reload' }).click();
  await expect(device.page.locator('html')).toHaveAttribute('data-build', 'second');

  await other.bringToFront();
  await expect(other.locator('html')).not.toHaveAttribute('data-build');
  await expect(dialog.getByLabel('Description')).toHaveValue('Museum');
  await other.getByRole('button', { name: 'Reload' }).click();
  await expect(other.locator('html')).toHaveAttribute('data-build', 'second');
  await expect(dialog.getByLabel('Description')).toHaveValue('Museum');
  await device.close();
});
