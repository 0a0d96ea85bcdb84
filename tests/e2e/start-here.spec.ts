/**
 * "Start on this device": a visitor keeps accounts without a login and without a network. A later log-in brings the
 * entries along once, or leaves them, or deletes them.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { signUp } from '../support/person.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { openTab } from '../support/screen-parts.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

const strip = (page: Page) => page.getByRole('complementary', { name: 'Only on this device' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Bring your entries along?' });

/** What a person does to reach something, counted. */
class Journey {
  readonly page: Page;
  presses = 0;
  fields = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(role: 'button' | 'link', name: string): Promise<void> {
    this.presses += 1;
    await this.page.getByRole(role, { name, exact: true }).click();
  }

  async fill(label: string, text: string, place = this.page.getByRole('dialog')): Promise<void> {
    this.fields += 1;
    await place.getByLabel(label).fill(text);
  }
}

async function enterFirst(page: Page, description: string, amount: string): Promise<Journey> {
  const journey = new Journey(page);
  await journey.press('button', 'Start on this device');
  await journey.press('link', 'Add transaction');
  await journey.fill('Amount', amount);
  await journey.fill('Description', description);
  await journey.press('button', 'Add');
  await expect(page.getByRole('row', { name: new RegExp(description) })).toBeVisible();
  return journey;
}

/** Ids of the users whose data is on the device. */
const databases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => /^carryover-([0-9a-f-]{36})$/.exec(name ?? '')?.[1] ?? []),
  );

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
}

/** The first budget, from where the first entry was made. */
async function budgetFirst(page: Page): Promise<Journey> {
  const journey = new Journey(page);
  const form = page.getByRole('form', { name: 'New budget' });
  await journey.press('link', 'Budgets');
  await journey.press('link', 'Create a Budget');
  await journey.fill('Budget Name', 'Getting around', form);
  await journey.fill('Budget Amount', '40', form);
  await journey.press('button', 'Create Budget');
  await expect(page.getByText('Budget created')).toBeVisible();
  return journey;
}

/** A report of everything as a file. */
async function exportFirst(page: Page): Promise<Journey> {
  const journey = new Journey(page);
  const download = page.waitForEvent('download');
  await journey.press('link', 'Reports');
  await journey.press('button', 'Export CSV');
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Uncategorized,Expense,-2.80');
  return journey;
}

test('offline, entry, budget and report take few presses; a sign-up brings all along to every device', async () => {
  const phone = await Device.open(profileFolder('phone'), backend.url);
  const { page } = phone;
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/(rest|auth|functions|realtime)\/v1\//.test(request.url())) calls.push(request.url());
  });
  await phone.offlineReady();
  await phone.goOffline();
  await page.reload();
  const { presses, fields } = await enterFirst(page, 'Bus ticket', '2.80');
  expect([presses, fields]).toEqual([3, 2]);
  await expect(phone.row('Bus ticket')).toContainText('Uncategorized');
  await expect(page.getByRole('columnheader', { name: 'Contributor' })).toHaveCount(0);
  await expect(phone.row('Bus ticket').getByRole('img', { name: 'Waiting to sync' })).toHaveCount(0);
  await expect(page.getByLabel('Active account')).toContainText('Personal');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await expect(strip(page)).toBeVisible();
  await expect(strip(page)).not.toContainText('your entries are gone');

  const budget = await budgetFirst(page);
  expect([budget.presses, budget.fields]).toEqual([3, 2]);
  const report = await exportFirst(page);
  expect([report.presses, report.fields]).toEqual([2, 0]);

  await page.goto(backend.url);
  await expect(phone.row('Bus ticket')).toBeVisible();
  await phone.add({ category: 'Food', description: 'Apples', amount: '3.20' });
  await page.goto(`${backend.url}/settings?tab=userAccess`);
  await expect(page.getByText('Sharing needs a login')).toBeVisible();
  await expect(page.getByText('Opens offline: yes')).toBeVisible();
  expect(calls).toEqual([]);
  expect(await databases(page)).toHaveLength(1);

  await phone.goOnline();
  const ada = { email: 'ada@example.org', password: 'correct horse battery' };
  await phone.signUp(ada);
  await phone.submitCredentials('Login', ada);
  await expect(page.getByText('Your entries are in your login now')).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
  await expect(phone.row('Apples')).toBeVisible();
  await phone.upToDate();
  await phone.expectSummary({ 'Total Expenses': '$6.00' });
  expect(await databases(page)).toHaveLength(1);

  const laptop = await Device.loggedIn(profileFolder('laptop'), backend.url, ada);
  await expect(laptop.row('Bus ticket')).toBeVisible();
  await expect(laptop.row('Apples')).toContainText('Food');
  await laptop.expectSummary({ 'Total Expenses': '$6.00' });
  const sent = await backend.sql`select amount from public.transactions order by amount`;
  expect(sent.map(({ amount }) => Number(amount))).toEqual([2.8, 3.2]);
  await laptop.close();
  await phone.close();
});

test('another log-in asks and names person and number; what is left here shows after the log-out', async () => {
  const ben = 'ben@example.org';
  const { password } = await signUp(backend, ben);
  const phone = await Device.open(profileFolder('phone'), backend.url);
  const { page } = phone;
  await enterFirst(page, 'Stamps', '4.00');
  await phone.logIn({ email: ben, password });
  await expect(question(page)).toContainText(`logged in as ${ben}`);
  await expect(question(page)).toContainText('1 entry in Personal');
  await question(page).getByRole('button', { name: 'Leave them here' }).click();
  await expect(question(page)).toHaveCount(0);
  await phone.createFirstAccount('Personal');
  await expect(page.getByText('Stamps')).toHaveCount(0);
  await expect(strip(page)).toHaveCount(0);
  await page.reload();
  await phone.upToDate();
  await expect(question(page)).toHaveCount(0);

  await logOut(page);
  await expect(strip(page)).toBeVisible();
  await expect(phone.row('Stamps')).toBeVisible();

  await phone.logIn({ email: ben, password });
  await expect(question(page)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 720 });
      expect(await violations(page), `${colorScheme}, ${width}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await question(page).getByLabel('Put them into the account “Personal” that you already have').check();
  await question(page).getByRole('button', { name: 'Bring them' }).click();
  await expect(phone.row('Stamps')).toBeVisible();
  await phone.upToDate();
  await openTab(page, 'Accounts');
  await expect(page.getByRole('main').getByRole('link', { name: 'Personal' })).toHaveCount(1);
  const accounts = await backend.sql`
    select count(*)::int as entries from public.transactions join public.accounts using (account_id)
    where transactions.description = 'Stamps' and account_name = 'Personal'`;
  expect(accounts).toEqual([{ entries: 1 }]);
  expect(await databases(page)).toHaveLength(1);
  await phone.close();
});
