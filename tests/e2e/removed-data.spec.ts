/** The browser removes what the app keeps, as its settings let somebody do, while the app is open. */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { profileFolder } from '../support/profile-folder.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

async function removeData(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
}

test('somebody who is signed in is told that the data was removed and what was not sent is lost', async () => {
  const phone = await Device.ofNewPerson(profileFolder('phone'), backend.url, 'ada@example.org');
  await removeData(phone.page);
  await expect(phone.page.getByText('The data on this device was removed')).toBeVisible();
  await expect(phone.page.getByText(/What was not sent yet is lost/)).toBeVisible();
  await phone.close();
});

test('somebody without a login is told that the data was removed and no server has it', async () => {
  const phone = await Device.open(profileFolder('phone'), backend.url);
  await phone.page.getByRole('button', { name: 'Start on this device' }).click();
  await expect(phone.page.getByRole('link', { name: 'Add transaction' })).toBeVisible();
  await removeData(phone.page);
  await expect(phone.page.getByText('The data on this device was removed')).toBeVisible();
  await expect(phone.page.getByText(/No server has it/)).toBeVisible();
  await phone.close();
});
