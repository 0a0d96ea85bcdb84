/** The main job, end to end: money entered offline on one device arrives on the other one, to the cent. */
import { expect, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { profileFolder } from '../support/profile-folder.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

test('entries made offline survive a reload and reach the second device with the same balance', async () => {
  const ada = { email: 'ada@example.org', password: 'correct horse battery' };
  const phone = await Device.ofNewPerson(profileFolder('phone'), backend.url, ada.email);
  await phone.add({ type: 'Income', category: 'Salary', description: 'November salary', amount: '3200.10' });
  await phone.add({ category: 'Food', description: 'Bakery', amount: '4.35' });
  await phone.upToDate();

  const laptop = await Device.loggedIn(profileFolder('laptop'), backend.url, ada);
  await expect(laptop.row('Bakery')).toBeVisible();

  await phone.offlineReady();
  await phone.goOffline();
  await phone.add({ category: 'Transportation', description: 'Train to Ulm', amount: '39.90' });
  await expect(phone.syncState).toHaveAccessibleName(/1 waiting/);
  await phone.page.reload();
  await expect(phone.row('Train to Ulm')).toBeVisible();
  await phone.add({ category: 'Food', description: 'Pretzel', amount: '2.75' });
  await expect(phone.syncState).toHaveAccessibleName(/2 waiting/);
  await laptop.add({ category: 'Housing', description: 'Rent', amount: '980' });
  await expect(laptop.row('Pretzel')).toHaveCount(0);

  await phone.goOnline();
  await phone.upToDate();
  await expect(laptop.row('Pretzel')).toBeVisible();
  await expect(laptop.row('Train to Ulm')).toBeVisible();
  await expect(phone.row('Rent')).toBeVisible();
  const expected = { 'Total Income': '+$3,200.10', 'Total Expenses': '$1,027.00', 'Current Balance': '+$2,173.10' };
  await phone.expectSummary(expected);
  await laptop.expectSummary(expected);
  const [stored] = await backend.sql`select balance::text, (select count(*)::int from public.transactions) as count
      from public.accounts`;
  expect(stored).toEqual({ balance: '2173.10', count: 5 });
  await phone.close();
  await laptop.close();
});

test('a device that was closed offline opens offline on every route, with its entries', async () => {
  const folder = profileFolder('phone');
  const first = await Device.ofNewPerson(folder, backend.url, 'ben@example.org', 'Travel');
  await first.offlineReady();
  await first.goOffline();
  await first.add({ category: 'Food', description: 'Soup', amount: '6.20' });
  await first.close();

  const again = await Device.openOffline(folder, backend.url);
  await expect(again.row('Soup')).toBeVisible();
  for (const path of ['/settings', '/?tab=accounts', '/?tab=budgets', '/?tab=reports', '/nowhere']) {
    await again.page.goto(backend.url + path);
    await expect(again.page.getByRole('heading').first()).toBeVisible();
  }
  await again.page.goto(backend.url);
  await again.goOnline();
  await again.upToDate();
  const stored =
    await backend.sql`select description, amount::text from public.transactions where description = 'Soup'`;
  expect([...stored]).toEqual([{ description: 'Soup', amount: '6.20' }]);
  await again.close();
});
