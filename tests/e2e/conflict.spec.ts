/**
 * Two devices change the same row while one of them is offline. Nothing is overwritten silently, and the app tells the
 * loser.
 */
import { expect, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import type { Credentials } from '../support/given-session.ts';
import { chooseIn } from '../support/list-field.ts';
import { profileFolder } from '../support/profile-folder.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

async function openBoth(owner: Credentials): Promise<{ phone: Device; laptop: Device }> {
  const phone = await Device.ofNewPerson(profileFolder('phone'), backend.url, owner.email);
  await phone.add({ category: 'Food', description: 'Dinner', amount: '20.00' });
  await phone.upToDate();
  await phone.offlineReady();
  const laptop = await Device.loggedIn(profileFolder('laptop'), backend.url, owner);
  await expect(laptop.row('Dinner')).toBeVisible();
  return { phone, laptop };
}

test('edits of different fields both survive', async () => {
  const { phone, laptop } = await openBoth({ email: 'ada@example.org', password: 'correct horse battery' });
  await phone.goOffline();
  await phone.edit('Dinner', { description: 'Dinner with Ben' });
  await laptop.edit('Dinner', { amount: '23.50' });
  await laptop.upToDate();
  await phone.goOnline();
  await phone.upToDate();
  for (const device of [phone, laptop]) {
    await expect(device.row('Dinner with Ben')).toContainText('$23.50');
    await device.expectSummary({ 'Total Expenses': '$23.50' });
  }
  await phone.close();
  await laptop.close();
});

test('a stale offline edit loses to a newer one, and one tap brings it back, even from another month', async () => {
  const { phone, laptop } = await openBoth({ email: 'ben@example.org', password: 'correct horse battery' });
  await phone.goOffline();
  await phone.edit('Dinner', { amount: '30.00', date: '2026-01-15' });
  await laptop.edit('Dinner', { amount: '25.00' });
  await laptop.upToDate();
  await phone.goOnline();

  await expect(phone.syncState).toHaveAccessibleName('Sync: Needs your attention (1)');
  await expect(phone.page.getByText('Your change was replaced: Dinner, -$30.00')).toBeVisible();
  await expect(phone.row('Dinner')).toContainText('$25.00');
  await phone.syncState.click();
  const entry = phone.page.getByRole('listitem', { name: 'Your change was replaced: Dinner, -$30.00' });
  await expect(entry.getByText('A newer change by you, on another device, stands.')).toBeVisible();
  await expect(entry.getByRole('row', { name: 'Amount -$30.00 -$25.00' })).toBeVisible();
  await phone.page.getByRole('button', { name: 'Use mine' }).click();
  await phone.page.keyboard.press('Escape');

  await phone.upToDate();
  await expect(phone.row('Dinner')).toContainText('$30.00');
  await expect(laptop.row('Dinner')).toContainText('$30.00');
  await phone.close();
  await laptop.close();
});

test('a row that was deleted elsewhere stays deleted, and one tap restores it with the offline edit', async () => {
  const { phone, laptop } = await openBoth({ email: 'cy@example.org', password: 'correct horse battery' });
  await phone.goOffline();
  await phone.edit('Dinner', { amount: '21.00' });
  await laptop.remove('Dinner');
  await laptop.upToDate();
  await phone.goOnline();

  await expect(phone.syncState).toHaveAccessibleName('Sync: Needs your attention (1)');
  await expect(phone.row('Dinner')).toHaveCount(0);
  await phone.syncState.click();
  await phone.page.getByRole('button', { name: 'Restore' }).click();
  await phone.page.keyboard.press('Escape');
  await phone.upToDate();
  await expect(laptop.row('Dinner')).toContainText('$21.00');
  await phone.expectSummary({ 'Total Expenses': '$21.00' });
  await phone.close();
  await laptop.close();
});

test('an entry for an account that was deleted elsewhere waits until its user moves it to another', async () => {
  const owner = { email: 'dee@example.org', password: 'correct horse battery' };
  const { phone, laptop } = await openBoth(owner);
  await phone.page.goto(`${backend.url}/?tab=accounts`);
  await phone.page.getByRole('button', { name: 'Create account' }).click();
  await phone.page.getByLabel('Account name').fill('Trips');
  await phone.page.getByRole('button', { name: 'Create account' }).last().click();
  // The side bar has a link of this name, too.
  await expect(phone.page.getByRole('main').getByRole('link', { name: 'Trips', exact: true })).toBeVisible();
  await phone.page.goto(backend.url);
  await phone.upToDate();
  await phone.goOffline();
  await phone.form.getByRole('button', { name: 'More fields' }).click();
  await chooseIn(phone.form.getByLabel('Account'), 'Trips');
  await phone.form.getByRole('radio', { name: 'Expense' }).check();
  await chooseIn(phone.form.getByLabel('Category'), 'Transportation');
  await phone.form.getByLabel('Description').fill('Night train');
  await phone.form.getByLabel('Amount').fill('89.90');
  await phone.form.getByRole('button', { name: 'Add Transaction' }).click();
  await expect(phone.syncState).toHaveAccessibleName('Sync: 1 waiting');
  await backend.sql`delete from public.accounts where account_name = 'Trips'`;
  await phone.goOnline();

  await expect(phone.syncState).toHaveAccessibleName('Sync: Needs your attention (1)');
  await phone.syncState.click();
  await phone.page.getByRole('button', { name: 'Move to another account' }).click();
  const dialog = phone.page.getByRole('dialog', { name: 'Move to another account' });
  await chooseIn(dialog.getByLabel('Account'), 'Household');
  await chooseIn(dialog.getByLabel('Category'), 'Transportation');
  await dialog.getByRole('button', { name: 'Move and send' }).click();
  await expect(dialog).toHaveCount(0);
  await phone.page.keyboard.press('Escape');
  await phone.upToDate();
  await expect(laptop.row('Night train')).toContainText('$89.90');
  await phone.close();
  await laptop.close();
});
