/** Two categories become one: asked before, offline, everywhere, and apart again by undo. */
import { expect, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { chooseIn } from '../support/list-field.ts';
import { profileFolder } from '../support/profile-folder.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

const stored = () =>
  backend.sql`select description, metadata ->> 'category_name' as category
    from public.transactions order by description`;

test('a merge made offline on a phone reaches the other device, and one undo parts the two again', async () => {
  const ada = { email: 'ada@example.org', password: 'correct horse battery' };
  const phone = await Device.ofNewPerson(profileFolder('phone'), backend.url, ada.email);
  await phone.add({ category: 'Food', description: 'Bakery', amount: '4' });
  await phone.add({ category: 'Other Expenses', description: 'Soup', amount: '6' });
  await phone.upToDate();
  const laptop = await Device.loggedIn(profileFolder('laptop'), backend.url, ada);
  await expect(laptop.row('Bakery')).toBeVisible();

  const { page } = phone;
  await phone.offlineReady();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${backend.url}/settings`);
  await phone.goOffline();
  await page.getByRole('button', { name: 'More for Other Expenses' }).click();
  await page.getByRole('button', { name: 'Merge into another category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge Other Expenses' });
  await chooseIn(dialog.getByRole('combobox', { name: 'Merge into' }), 'Food');
  await expect(dialog).toContainText('1 transaction gets the category Food, and Other Expenses goes.');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByRole('button', { name: 'More for Other Expenses' })).toHaveCount(0);

  await phone.goOnline();
  await expect.poll(stored).toEqual([
    { description: 'Bakery', category: 'Food' },
    { description: 'Soup', category: 'Food' },
  ]);
  await expect(laptop.row('Soup')).toContainText('Food');

  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: 'More for Other Expenses' })).toBeVisible();
  await expect.poll(stored).toEqual([
    { description: 'Bakery', category: 'Food' },
    { description: 'Soup', category: 'Other Expenses' },
  ]);
  await expect(laptop.row('Soup')).toContainText('Other Expenses');
  await phone.close();
  await laptop.close();
});
