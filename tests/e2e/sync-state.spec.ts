/**
 * The header's sync state through a lost connection and back, the places of its buttons meanwhile, and Undo, which
 * works offline.
 */
import { expect, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { chooseIn } from '../support/list-field.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { toast } from '../support/screen-parts.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

async function openDevice(email: string): Promise<Device> {
  const device = await Device.ofNewPerson(profileFolder('profile'), backend.url, email);
  await device.offlineReady();
  return device;
}

test('the header says that the connection is lost, what waits, and the time when everything is synced', async () => {
  const device = await openDevice('ada@example.org');
  await device.goOffline();
  await expect(device.syncState).toHaveAccessibleName('Sync: Offline, saved on this device');
  await device.add({ category: 'Food', description: 'Bread', amount: '4' });
  await expect(device.syncState).toHaveAccessibleName('Sync: 1 waiting');
  await expect(device.row('Bread').getByRole('img', { name: 'Waiting to sync' })).toBeVisible();
  await device.add({ category: 'Food', description: 'Butter', amount: '3' });
  await expect(device.syncState).toHaveAccessibleName('Sync: 2 waiting');
  await device.syncState.click();
  const panel = device.page.getByRole('dialog', { name: 'Sync state' });
  await expect(panel.getByRole('heading', { name: '2 waiting' })).toBeVisible();
  await expect(panel.getByText('Bread')).toBeVisible();
  await device.page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(device.syncState).toBeFocused();

  await device.goOnline();
  await expect(device.syncState).toHaveAccessibleName(/^Sync: Up to date, \d{1,2}:\d{2} [AP]M$/);
  await expect(device.page.getByRole('img', { name: 'Waiting to sync' })).toHaveCount(0);
  await device.close();
});

test('an offline deletion can be undone offline, and the server has the row as it was', async () => {
  const device = await openDevice('ben@example.org');
  await device.add({ category: 'Housing', description: 'Rent', amount: '900' });
  await device.upToDate();
  const before = await backend.sql`select transaction_id, amount::text, created_by_email from public.transactions`;
  await device.goOffline();
  await device.remove('Rent');
  await device.expectSummary({ 'Total Expenses': '$0.00' });
  await toast(device.page, 'Transaction deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(device.row('Rent')).toContainText('-$900.00');
  await device.expectSummary({ 'Total Expenses': '$900.00' });
  await expect(toast(device.page, 'Transaction deleted')).toHaveCount(0);
  await device.goOnline();
  await device.upToDate();
  expect([
    ...(await backend.sql`select transaction_id, amount::text, created_by_email from public.transactions`),
  ]).toEqual([...before]);
  await device.close();
});

test('sending moves no button of header or panel, and a toast moves no button of another toast', async () => {
  const device = await openDevice('cleo@example.org');
  const { page, form } = device;
  await device.goOffline();
  for (const description of ['Bread', 'Butter', 'Cheese', 'Milk']) {
    await device.add({ category: 'Food', description, amount: '5' });
  }
  await chooseIn(form.getByLabel('Category'), 'Food');
  await form.getByLabel('Description').fill('Salt');
  await form.getByLabel('Amount').fill('2');
  await device.remove('Bread');
  const undo = toast(page, 'Transaction deleted').getByRole('button', { name: 'Undo' });
  // A toast under the pointer stays.
  await undo.hover();
  const place = await undo.boundingBox();
  await form.getByLabel('Amount').press('Enter');
  await expect(toast(page, 'Transaction added')).toBeVisible();
  expect(await undo.boundingBox()).toEqual(place);

  await device.remove('Butter');
  const deleted = page.getByLabel('Notices').locator('[data-tone]').filter({ hasText: 'Transaction deleted' });
  await expect(deleted).toHaveCount(2);
  const newer = deleted.first().getByRole('button', { name: 'Undo' });
  await newer.hover();
  const above = await newer.boundingBox();
  expect(above?.y).toBeLessThan(place?.y ?? 0);
  await deleted.last().getByRole('button', { name: 'Dismiss' }).click();
  await expect(deleted).toHaveCount(1);
  expect(await newer.boundingBox()).toEqual(above);

  await device.syncState.click();
  const panel = page.getByRole('dialog', { name: 'Sync state' });
  const waiting = panel.getByRole('heading', { name: 'Waiting to be sent' });
  const ask = panel.getByRole('button', { name: 'Ask it to keep this data' });
  const add = page.getByRole('link', { name: 'Add transaction' });
  const buttons = [panel.getByRole('button', { name: 'Sync now' }), ask, add];
  const places = () => Promise.all(buttons.map((button) => button.boundingBox()));
  await expect(waiting).toBeVisible();
  await expect(ask).toBeVisible();
  const before = await places();
  await device.goOnline();
  await device.upToDate();
  await expect(waiting).toHaveCount(0);
  expect(await places()).toEqual(before);
  await device.close();
});
