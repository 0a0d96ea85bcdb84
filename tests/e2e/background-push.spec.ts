/** Entries made offline are sent when the network is back, even if no tab of the app is open. */
import { type BrowserContext, expect, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { profileFolder } from '../support/profile-folder.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

/**
 * Wakes the service worker for this tag, as a browser does when it is back online. The developer tools do it the same
 * way.
 */
async function dispatchSync(context: BrowserContext, origin: string, tag: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/healthz`);
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter((one) => one.scopeURL.startsWith(origin));
      if (registration) resolve(registration.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registered,
    tag,
    lastChance: false,
  });
}

test('an entry made before the tab was closed reaches the server without it', async () => {
  const phone = await Device.ofNewPerson(profileFolder('phone'), backend.url, 'ada@example.org');
  await phone.offlineReady();

  await phone.goOffline();
  await phone.add({ category: 'Food', description: 'Bakery', amount: '4.35' });
  await expect(phone.syncState).toHaveAccessibleName(/1 waiting/);
  const { context, page } = phone;
  await context.newPage();
  await page.close();
  await phone.goOnline();
  const stored = () => backend.sql`select description from public.transactions`;

  // The browser may have woken the worker by itself already.
  await dispatchSync(context, new URL(backend.url).origin, 'carryover-push');
  await expect.poll(stored).toEqual([{ description: 'Bakery' }]);
  const shown = context.pages().map((one) => one.url());
  expect(shown.filter((url) => url !== 'about:blank')).toEqual([`${backend.url}/healthz`]);
  await phone.close();

  const again = await Device.open(profileFolder('phone'), backend.url);
  await again.upToDate();
  await expect(again.row('Bakery')).toBeVisible();
  expect(await stored()).toHaveLength(1);
  await again.close();
});
