/** Two people and one entry: who changed it, what it was before, and how it comes back. */
import { expect, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { toast } from '../support/screen-parts.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

test('a member sees who changed an entry, restores it, and the account tells both', async () => {
  const ada = await Device.ofNewPerson(profileFolder('ada'), backend.url, 'ada@example.org');
  const ben = await Device.ofNewPerson(profileFolder('ben'), backend.url, 'ben@example.org', 'Bens own');
  await backend.sql`
    insert into public.memberships (account_id, target, user_id, email, name, role)
    select account_id, 'account', (select id from auth.users where email = 'ben@example.org'), 'ben@example.org', '',
      'admin' from public.accounts where account_name = 'Household'`;
  await ada.add({ category: 'Food', description: 'Bakery', amount: '4.35' });
  await ada.upToDate();
  await ben.page.goto(`${backend.url}/?tab=accounts`);
  await ben.page.getByRole('main').getByRole('link', { name: 'Household' }).click();
  await ben.edit('Bakery', { amount: '43.50' });
  await ben.upToDate();

  const row = ada.page.getByRole('row', { name: /Bakery/ });
  await expect(row).toContainText('$43.50');
  await ada.page.getByRole('button', { name: 'Edit Bakery' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Edit Transaction' });
  await dialog.getByRole('button', { name: 'History' }).click();
  const versions = dialog.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText('ben@example.org changed it');
  await expect(versions.first()).toContainText('-$4.35 is now -$43.50');
  await expect(versions.last()).toContainText('You added it');
  expect(await violations(ada.page)).toEqual([]);
  await versions
    .last()
    .getByRole('button', { name: /^Restore this version/ })
    .click();
  await expect(toast(ada.page, 'Version restored')).toBeVisible();
  await expect(row).toContainText('$4.35');
  await ada.upToDate();

  await expect(ben.page.getByRole('row', { name: /Bakery/ })).toContainText('$4.35');
  await ben.page.getByRole('button', { name: 'Details' }).click();
  await ben.page.getByRole('button', { name: 'Activity' }).click();
  const activity = ben.page.getByRole('dialog', { name: 'Activity of Household' });
  const events = activity.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(events.nth(0)).toContainText('ada@example.org changed Bakery, -$4.35');
  await expect(events.nth(1)).toContainText('You changed Bakery, -$43.50');
  await expect(events.nth(2)).toContainText('ada@example.org added Bakery, -$4.35');
  expect(await violations(ben.page)).toEqual([]);
  await ada.close();
  await ben.close();
});
