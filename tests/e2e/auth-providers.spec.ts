/**
 * Third-party sign-in. It works with GitHub, which a server of the test plays. Google is not configured, and the page
 * says so.
 */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { profileFolder } from '../support/profile-folder.ts';

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
  // The page uses the backend's own name, because the sign-in leaves a mark that belongs to the page's origin.
  const device = await Device.open(profileFolder(name), backend.publicUrl);
  await device.page.goto(`${backend.publicUrl}/auth`);
  return { device, page: device.page };
}

test('GitHub signs its user in, and finds the same user the next time', async () => {
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

test('a user who came by an invitation gets to Manage Access', async () => {
  github.user = { ...github.user, id: 2, email: 'ben@example.org' };
  github.consents = true;
  const { device, page } = await openAuthPage('phone');
  await page.goto(`${backend.publicUrl}/auth?next=manageAccess`);
  await page.getByRole('button', { name: 'GitHub' }).click();
  await expect.poll(() => page.url()).toBe(`${backend.publicUrl}/settings?tab=manageAccess`);
  await device.close();
});

test('the user gets to the address that asked for a sign-in', async () => {
  github.user = { ...github.user, id: 3, email: 'cy@example.org' };
  github.consents = true;
  const { device, page } = await openAuthPage('phone');
  await page.goto(`${backend.publicUrl}/settings?tab=userAccess`);
  await expect.poll(() => page.url()).toBe(`${backend.publicUrl}/auth`);
  await page.getByRole('button', { name: 'GitHub' }).click();
  await expect.poll(() => page.url()).toBe(`${backend.publicUrl}/settings?tab=userAccess`);
  await device.close();
});

test('a user who refuses there is back on the sign-in page, and reads no text from the link', async () => {
  github.consents = false;
  const { device, page } = await openAuthPage('phone');
  await page.getByRole('button', { name: 'GitHub' }).click();
  await expect(page.getByText('An error occurred during login.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible();
  await expect(page.getByText('555-0100')).toHaveCount(0);
  expect(page.url()).toBe(`${backend.publicUrl}/auth`);
  await device.close();
});

test('the page says that a provider is not configured', async () => {
  const { device, page } = await openAuthPage('phone');
  await page.getByRole('button', { name: 'Google' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The Google login provider is not enabled' });
  await expect(alert).toContainText('Please check the authentication settings');
  expect(page.url()).toBe(`${backend.publicUrl}/auth`);
  await device.close();
});
