/** The app comes onto the device as soon as somebody is logged in, and again after the network was gone. */
import { expect, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { type SlowLine, startSlowLine } from '../support/slow-line.ts';

const MEGABYTE = 1_000_000;
const PASSWORD = 'correct horse battery';

let backend: TestBackend;
let line: SlowLine;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.beforeEach(async () => {
  line = await startSlowLine(Number(new URL(backend.url).port), MEGABYTE);
});

test.afterEach(() => line.stop());

test.afterAll(() => backend.stop());

/** A device on the slow line whose user has just logged in, in the first seconds of the page. */
async function justLoggedIn(email: string): Promise<Device> {
  const device = await Device.open(profileFolder('profile'), `${line.url}/auth`);
  await device.register({ email, password: PASSWORD });
  await device.logIn({ email, password: PASSWORD });
  return device;
}

test('the whole app comes right after a log-in; a line of 1 MB a second carries it in two seconds', async () => {
  const device = await justLoggedIn('ada@example.org');
  const { page } = device;
  await device.syncState.click();
  await page.getByRole('dialog', { name: 'Sync state' }).getByText('Details').click();
  await expect(page.getByText('Opens offline: yes')).toBeVisible({ timeout: 30_000 });
  // Seconds would measure what else the machine does. The bytes decide how long a user on that line waits.
  expect(line.carried()).toBeLessThan(2 * MEGABYTE);
  await device.goOffline();
  await page.goto(`${line.url}/settings`);
  await expect(page.getByRole('heading', { name: 'Expense Categories' })).toBeVisible();
  await device.close();
});

test('a network that goes right after the log-in leaves no app; it comes by itself with the network', async () => {
  const device = await justLoggedIn('ben@example.org');
  const { page } = device;
  await expect(page.getByLabel('Account name')).toBeVisible();
  line.setSpeed(MEGABYTE / 20);
  await device.syncState.click();
  await page.getByRole('dialog', { name: 'Sync state' }).getByText('Details').click();
  await expect(page.getByText('Opens offline: not yet')).toBeVisible();
  line.cut();
  await device.goOffline();
  line.mend();
  line.setSpeed(MEGABYTE);
  await device.goOnline();
  await expect(page.getByText('Opens offline: yes')).toBeVisible();
  await device.goOffline();
  await page.reload();
  await expect(page.getByLabel('Account name')).toBeVisible();
  await device.close();
});
