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

/** Runs in the page before all else, and notes what is there when the header comes into the page. */
function noteFirstScreen(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('header')) return;
    observer.disconnect();
    const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? 'nothing';
    const seen = { row: textOf('tr[data-row]'), balance: textOf('.balance dd'), beside: textOf('aside') };
    Reflect.set(globalThis, 'firstScreen', seen);
  });
  observer.observe(document, { childList: true, subtree: true });
}

for (const address of ['/', '/?account=all']) {
  test(`the first screen of ${address} is drawn once: its rows, sums and accounts come with the header`, async () => {
    const device = await Device.ofNewPerson(
      profileFolder('profile'),
      backend.url,
      `${crypto.randomUUID()}@example.org`,
    );
    await device.add({ category: 'Food', description: 'Bread', amount: '4.20' });
    await device.sent();
    await device.offlineReady();
    await device.goOffline();
    await device.page.addInitScript(noteFirstScreen);
    await device.page.setViewportSize({ width: 1440, height: 900 });
    await device.page.goto(`${backend.url}${address}`);
    await expect(device.page.locator('tr[data-row]')).toHaveCount(1);
    expect(await device.page.evaluate(() => Reflect.get(globalThis, 'firstScreen'))).toEqual({
      row: expect.stringContaining('Bread'),
      balance: expect.stringContaining('-$4.20'),
      beside: expect.stringContaining('Household'),
    });
    await device.close();
  });
}
