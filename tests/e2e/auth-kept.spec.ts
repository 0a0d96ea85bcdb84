/** The user can later forget what "Log out and keep" left on a device, with or without a network. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { profileFolder } from '../support/profile-folder.ts';

const ada = { email: 'ada@example.org', password: 'correct horse battery' };
let backend: TestBackend;
let phone: Device;

test.beforeEach(async () => {
  backend = await startTestBackend({ appDir });
  phone = await Device.ofNewPerson(profileFolder('phone'), backend.url, ada.email);
  await phone.offlineReady();
});
test.afterEach(async () => {
  await phone.close();
  await backend.stop();
});

const kept = (page: Page): Locator => page.getByRole('region', { name: 'Data kept on this device' });

async function logOut(): Promise<void> {
  await phone.page.getByRole('button', { name: /Account menu/ }).click();
  await phone.page.getByRole('button', { name: 'Log out' }).click();
}

/** Leaves two entries behind that have not reached the server. */
async function logOutAndKeep(): Promise<void> {
  await phone.goOffline();
  await phone.add({ category: 'Food', description: 'Soup', amount: '6.20' });
  await phone.add({ category: 'Food', description: 'Bread', amount: '3.10' });
  await logOut();
  await phone.page.getByRole('button', { name: 'Log out and keep' }).click();
  await expect(phone.page.getByText('Logged out successfully')).toBeVisible();
}

const databases = () =>
  phone.page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name).filter((n) => n?.includes('-4') || n?.match(/[0-9a-f]{8}-/)),
  );

test('offline, a user who kept entries at log-out can forget them later, and is told what is lost', async () => {
  await logOutAndKeep();
  const { page } = phone;
  await expect(kept(page)).toContainText('Data of ada@example.org is kept on this device');
  const second = await phone.context.newPage();
  await second.goto(`${backend.url}/auth`);
  await expect(kept(second)).toContainText('ada@example.org');

  await page.setViewportSize({ width: 320, height: 640 });
  await kept(page).getByRole('button', { name: 'Forget it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forget the data of ada@example.org?' });
  await expect(dialog).toContainText('2 entries have not reached the server and are lost for good.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await databases()).toHaveLength(1);

  await kept(page).getByRole('button', { name: 'Forget it' }).click();
  await dialog.getByRole('button', { name: 'Forget data' }).click();
  await expect(page.getByText('Nothing of it is on this device any more')).toBeVisible();
  await expect(kept(page)).toHaveCount(0);
  await expect(kept(second)).toHaveCount(0);
  expect(await databases()).toEqual([]);
  const remembered = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(remembered).not.toContain('carryover-active-account');

  await phone.goOnline();
  await phone.logIn(ada);
  await expect(page.getByText('Current Balance')).toBeVisible();
  await phone.upToDate();
  await expect(phone.row('Soup')).toHaveCount(0);
});

/** Both themes at 320 pixels: the two pages that show kept data, and the question before it is forgotten. */
async function expectAccessible(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ['/', '/auth']) {
    await page.goto(backend.url + path);
    await expect(kept(page)).toBeVisible();
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
  await kept(page).getByRole('button', { name: 'Forget it' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 720 });
}

async function expectNoViolations(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, 'colours')).toEqual([]);
}

test('a user who logs in again has the kept entries, and nobody may forget a logged-in user’s data', async () => {
  await logOutAndKeep();
  await expect(kept(phone.page)).toBeVisible();
  await expectAccessible(phone.page);
  await phone.goOnline();
  await phone.logIn(ada);
  await expect(phone.row('Soup')).toBeVisible();
  await phone.upToDate();
  await expect(kept(phone.page)).toHaveCount(0);
});

test('a log-out that keeps nothing offers nothing', async () => {
  await logOut();
  await expect(phone.page.getByText('Log in with Email')).toBeVisible();
  await expect.poll(databases).toEqual([]);
  await phone.page.reload();
  await expect(phone.page.getByText('Log in with Email')).toBeVisible();
  await expect(kept(phone.page)).toHaveCount(0);
});

test('entries that an earlier release kept, without noting whose they are, can be forgotten too', async () => {
  await logOutAndKeep();
  await phone.page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('carryover-device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('items', 'readwrite');
          transaction.objectStore('items').delete('left-users');
          transaction.oncomplete = () => resolve();
        };
      }),
  );
  await phone.page.reload();
  await expect(kept(phone.page)).toContainText('Data of somebody who was logged in is kept');
  await kept(phone.page).getByRole('button', { name: 'Forget it' }).click();
  await expect(phone.page.getByRole('dialog')).toContainText('2 entries have not reached the server');
  await phone.page.getByRole('button', { name: 'Forget data' }).click();
  await expect.poll(databases).toEqual([]);
});
