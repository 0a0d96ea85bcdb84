/** The server ends a session for safety, or its owner does. They are asked to log in, and no entry is lost. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { makeInstall, startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { profileFolder } from '../support/profile-folder.ts';

const ada = { email: 'ada@example.org', password: 'correct horse battery' };
let backend: TestBackend;

test.afterEach(() => backend.stop());

/** What a thief copies from the device's storage. */
function copyRefreshToken(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('carryover-device'));
    const item: { value: string } = await done(database.transaction('items').objectStore('items').get('session:auth'));
    database.close();
    return String(JSON.parse(item.value).refresh_token);
  });
}

async function renew(refresh_token: string): Promise<string> {
  const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: backend.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  });
  expect(answer.status).toBe(200);
  return String((await answer.json()).refresh_token);
}

/** Makes an entry offline, then closes the device. */
async function enterOffline(folder: string): Promise<{ copied: string }> {
  const phone = await Device.ofNewPerson(folder, backend.url, ada.email);
  await phone.offlineReady();
  await phone.goOffline();
  await phone.add({ category: 'Food', description: 'Soup', amount: '6.20' });
  const copied = await copyRefreshToken(phone.page);
  await phone.close();
  return { copied };
}

async function expectLogInToBringItAll(folder: string): Promise<void> {
  const phone = await Device.open(folder, backend.url);
  await expect(phone.page.getByText('Please log in again')).toBeVisible({ timeout: 60_000 });
  await expect(phone.page.getByText('What you entered here is kept on this device.')).toBeVisible();
  await phone.logIn(ada);
  await expect(phone.row('Soup')).toBeVisible();
  await phone.upToDate();
  const stored = await backend.sql`select from public.transactions where description = 'Soup'`;
  expect(stored).toHaveLength(1);
  await phone.close();
}

test('a session that ended because of a copied token asks for a log-in, and later entries arrive', async () => {
  const tokenLifetime = 10;
  backend = await startTestBackend({ appDir, tokenLifetime });
  const folder = profileFolder('phone');
  const { copied } = await enterOffline(folder);
  await renew(await renew(copied));
  const runsOut = Date.now() + tokenLifetime * 1000;
  await expect.poll(() => Date.now() > runsOut, { timeout: 3 * tokenLifetime * 1000 }).toBe(true);
  await expectLogInToBringItAll(folder);
});

test('after the server’s secrets were replaced, devices ask for a log-in, and offline entries arrive', async () => {
  const dataDir = await makeInstall();
  backend = await startTestBackend({ appDir, dataDir });
  const port = Number(new URL(backend.url).port);
  const folder = profileFolder('phone');
  await enterOffline(folder);
  await backend.stop();
  await rename(join(dataDir, 'secrets.json'), join(dataDir, 'secrets-before.json'));
  backend = await startTestBackend({ appDir, dataDir, port });
  await expectLogInToBringItAll(folder);
});

/** Opens a part of the sign-in settings from the account menu. */
async function openSignInPart(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('button', { name: 'Sign-in settings' }).click();
  await page.getByRole('button', { name }).click();
}

test('a user logs another device out, and deletes login and data, of which nothing stays here', async () => {
  backend = await startTestBackend({ appDir });
  const phone = await Device.ofNewPerson(test.info().outputPath('phone'), backend.url, ada.email);
  const laptop = await Device.open(test.info().outputPath('laptop'), `${backend.url}/auth`);
  await laptop.logIn(ada);
  await laptop.upToDate();
  await laptop.close();

  await openSignInPart(phone.page, /^Devices where/);
  await phone.page.getByRole('button', { name: 'End this session: Chrome on Linux' }).click();
  await expect(phone.page.getByText('Session ended')).toBeVisible();
  await expect(phone.page.getByRole('button', { name: 'End this session: Chrome on Linux' })).toHaveCount(0);

  await phone.page.getByRole('button', { name: 'Back' }).click();
  await phone.page.getByRole('button', { name: /^Delete my login/ }).click();
  await phone.page.getByLabel('Your password').fill(ada.password);
  await phone.page.getByRole('button', { name: 'Delete my login and data' }).click();
  await expect(phone.page.getByText('Your login and data are deleted')).toBeVisible();
  const names = await phone.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(names.filter((name) => name?.startsWith('carryover'))).toEqual(['carryover-device']);
  expect(await backend.sql`select from auth.users`).toEqual([]);
  expect(await backend.sql`select from public.accounts`).toEqual([]);
  await phone.close();
});
