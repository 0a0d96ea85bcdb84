/** Entries that repeat: added once, whichever devices come first, and left out when their people say so. */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { chooseIn } from '../support/list-field.ts';
import { signIn, signUp } from '../support/person.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { browserDay, toast, writtenDay } from '../support/screen-parts.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

interface Wanted {
  amount: string;
  description: string;
  category: string;
  start: string;
  mode: 'Add it' | 'Remind me';
}

/** Adds a schedule on the tab Upcoming, every month on the day of its start. */
async function addSchedule(page: Page, { amount, description, category, start, mode }: Wanted): Promise<void> {
  await page.getByRole('button', { name: 'New schedule' }).click();
  const form = page.getByRole('dialog', { name: 'New schedule' });
  await form.getByLabel('Amount', { exact: true }).fill(amount);
  await form.getByLabel('Description').fill(description);
  await chooseIn(form.getByLabel('Category'), category);
  await form.getByLabel('Starts on').fill(start);
  await form.getByRole('radio', { name: mode }).check();
  await form.getByRole('button', { name: 'Add schedule' }).click();
  await expect(form).toHaveCount(0);
}

/** What the server has of these entries. */
async function stored(description: string): Promise<unknown[]> {
  const rows = await backend.sql`
    select amount::text, transaction_date::text as date from public.transactions
    where description = ${description} order by transaction_date`;
  return [...rows];
}

test('an entry is made to repeat, and what is due since is added once, to the cent', async () => {
  const anna = await Device.ofNewPerson(profileFolder('phone'), backend.url, 'anna@example.org');
  const { page } = anna;
  await anna.add({ category: 'Housing', description: 'Cleaner', amount: '45.50' });
  await anna.edit('Cleaner', { date: browserDay(7) });
  await page.getByRole('button', { name: 'Edit Cleaner' }).click();
  await page.getByRole('button', { name: 'Make it repeat' }).click();
  const form = page.getByRole('dialog', { name: 'Make it repeat' });
  await form.getByLabel('Unit').selectOption('Weeks');
  await expect(form.getByText('1 is due already and is added at once.')).toBeVisible();
  await form.getByRole('button', { name: 'Add schedule' }).click();
  await expect(anna.row('Cleaner')).toHaveCount(2);
  await anna.expectSummary({ 'Total Expenses': '$91.00' });
  await anna.upToDate();
  await page.reload();
  await expect(page.getByText('Coming up')).toBeVisible();
  await anna.upToDate();
  await expect(anna.row('Cleaner')).toHaveCount(2);
  expect(await stored('Cleaner')).toEqual([
    { amount: '45.50', date: browserDay(7) },
    { amount: '45.50', date: browserDay(0) },
  ]);
  await anna.close();
});

test('two people open the app offline after the due date, and both have one rent after syncing', async () => {
  const anna = await Device.ofNewPerson(profileFolder('anna'), backend.url, 'cleo@example.org');
  const { userId, password } = await signUp(backend, 'ben@example.org');
  await backend.sql`
    insert into public.memberships (account_id, target, user_id, email, name, role)
    select account_id, 'account', ${userId}, 'ben@example.org', 'Ben', 'admin' from public.accounts
    join auth.users on id = owner_id where email = 'cleo@example.org'`;
  await anna.page.goto(`${backend.url}/?tab=upcoming`);
  const start = browserDay(-1);
  const rent = { amount: '900.10', description: 'Rent', category: 'Housing', mode: 'Add it', start } as const;
  await addSchedule(anna.page, rent);
  await expect(anna.page.getByRole('list', { name: 'Next 60 days' }).getByText('Rent').first()).toBeVisible();
  await anna.upToDate();
  const ben = await Device.loggedIn(profileFolder('ben'), backend.url, { email: 'ben@example.org', password });
  await expect(ben.page.getByText('Coming up')).toBeVisible();
  await ben.upToDate();

  const devices = [anna, ben];
  for (const device of devices) {
    await device.offlineReady();
    await device.page.clock.setSystemTime(Date.now() + 86_400_000);
    await device.goOffline();
    await device.page.goto(backend.url);
    await expect(device.row('Rent')).toHaveCount(1);
    await device.expectSummary({ 'Current Balance': '-$900.10' });
  }
  for (const device of devices) {
    await device.goOnline();
    await device.sent();
  }
  for (const device of devices) {
    await device.syncNow();
    await device.upToDate();
    await expect(device.row('Rent')).toHaveCount(1);
    await device.expectSummary({ 'Current Balance': '-$900.10' });
  }
  expect(await stored('Rent')).toEqual([{ amount: '900.10', date: start }]);
  await Promise.all(devices.map((device) => device.close()));
});

test('on a phone one of them is skipped, comes back with Undo, and stays skipped after a reload', async ({
  browser,
}) => {
  const dora = await signIn(browser, backend, 'dora@example.org');
  const page = await dora.open('/?tab=upcoming', { width: 390, height: 844 });
  const start = browserDay(1);
  await addSchedule(page, {
    amount: '12.99',
    description: 'Music',
    category: 'Entertainment',
    start,
    mode: 'Remind me',
  });
  const due = page.getByRole('list', { name: 'Due' });
  await expect(due.getByText('Music')).toBeVisible();
  await page.getByRole('button', { name: 'Skip: Music', exact: true }).click();
  await expect(due).toHaveCount(0);
  await toast(page, 'Skipped').getByRole('button', { name: 'Undo' }).click();
  await expect(due.getByText('Music')).toBeVisible();
  await page.getByRole('button', { name: 'Skip: Music', exact: true }).click();
  await expect(due).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Sync: Up to date/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Schedules' })).toBeVisible();
  await expect(due).toHaveCount(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await dora.context.close();
});

test('what is due is added with another amount on another day', async ({ browser }) => {
  const ella = await signIn(browser, backend, 'ella@example.org');
  const page = await ella.open('/?tab=upcoming', { width: 1440, height: 900 });
  const start = browserDay(2);
  await addSchedule(page, { amount: '60', description: 'Power', category: 'Utilities', start, mode: 'Remind me' });
  await page.getByRole('button', { name: 'With another date or amount: Power' }).click();
  const form = page.getByRole('dialog', { name: /^Power/ });
  await form.getByLabel('Amount').fill('64.25');
  await form.getByLabel('Date').fill('yesterday');
  await form.getByRole('button', { name: 'Add now' }).click();
  await expect(form).toHaveCount(0);
  await expect(toast(page, 'Added').getByText(`Power, ${writtenDay(browserDay(1))}`)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Due' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Sync: Up to date/ })).toBeVisible();
  expect(await stored('Power')).toEqual([{ amount: '64.25', date: browserDay(1) }]);
  await ella.context.close();
});
