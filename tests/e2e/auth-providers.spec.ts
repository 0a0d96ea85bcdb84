/** Third-party sign-in: with GitHub, played by a server of the test, it works; Google is not configured, and the page says so. */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';

let github: IdentityProvider;
let backend: TestBackend;

test.beforeAll(async () => {
  const application = { id: 'carryover', secret: 'known to the backend only' };
  github = await startIdentityProvider(application);
  const providers = { github: { clientId: application.id, secret: application.secret, url: github.url } };
  backend = await startTestBackend({ appDir, providers });
});

test.afterAll(async () => {
  await backend.stop();
  await github.stop();
});

async function openAuthPage(name: string): Promise<{ device: Device; page: Page }> {
  // By the name that the backend goes by: the mark that the sign-in leaves behind belongs to the page's origin.
  const device = await Device.open(test.info().outputPath(name), backend.publicUrl);
  await device.page.goto(`${backend.publicUrl}/auth`);
  return { device, page: device.page };
}

test('GitHub signs in whoever is signed in there, and the next time finds the same user', async () => {
  github.user = { ...github.user, id: 1, email: 'ada@example.org' };
  github.consents = true;
  const phone = await openAuthPage('phone');
  await phone.page.getByRole('button', { name: 'GitHub' }).click();
  await phone.device.createFirstAccount('Household');
  expect(phone.page.url()).toBe(`${backend.publicUrl}/`);
  await phone.device.add({ category: 'Food', description: 'Bread', amount: '4.20' });
  await phone.device.upToDate();

  const laptop = await openAuthPage('laptop');
  await laptop.page.getByRole('button', { name: 'GitHub' }).click();
  await expect(laptop.device.row('Bread')).toBeVisible();
  await phone.device.close();
  await laptop.device.close();
});

test('it leads to Manage Access for who came by an invitation', async () => {
  github.user = { ...github.user, id: 2, email: 'ben@example.org' };
  github.consents = true;
  const { device, page } = await openAuthPage('phone');
  await page.goto(`${backend.publicUrl}/auth?next=manageAccess`);
  await page.getByRole('button', { name: 'GitHub' }).click();
  await expect.poll(() => page.url()).toBe(`${backend.publicUrl}/settings?tab=manageAccess`);
  await device.close();
});

test('it leads to the address that asked for a sign-in', async () => {
  github.user = { ...github.user, id: 3, email: 'cy@example.org' };
  github.consents = true;
  const { device, page } = await openAuthPage('phone');
  await page.goto(`${backend.publicUrl}/settings?tab=userAccess`);
  await expect.poll(() => page.url()).toBe(`${backend.publicUrl}/auth`);
  await page.getByRole('button', { name: 'GitHub' }).click();
  await expect.poll(() => page.url()).toBe(`${backend.publicUrl}/settings?tab=userAccess`);
  await device.close();
});

test('who says no there is back on the sign-in page, and reads none of the words that the link brought', async () => {
  github.consents = false;
  const { device, page } = await openAuthPage('phone');
  await page.getByRole('button', { name: 'GitHub' }).click();
  await expect(page.getByText('An error occurred during login.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible();
  await expect(page.getByText('555-0100')).toHaveCount(0);
  expect(page.url()).toBe(`${backend.publicUrl}/auth`);
  await device.close();
});

test('a provider that is not configured is said on the page', async () => {
  const { device, page } = await openAuthPage('phone');
  await page.getByRole('button', { name: 'Google' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The Google login provider is not enabled' });
  await expect(alert).toContainText('Please check the authentication settings');
  expect(page.url()).toBe(`${backend.publicUrl}/auth`);
  await device.close();
});
