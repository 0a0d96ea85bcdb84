/**
 * Logging out reaches every tab and every session of the user, even while work is under way. The next user finds
 * nothing.
 */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { profileFolder } from '../support/profile-folder.ts';

const ENTRIES = 20_000;

let backend: TestBackend;

test.afterEach(() => backend.stop());

/** The databases of users in this browser, without the device's own database. */
function databases(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return names.filter((name) => name.startsWith('carryover-') && name !== 'carryover-device');
  });
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
}

/** Adds years of transactions to the user's one account, as if they existed before this device. */
async function fill(email: string): Promise<void> {
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, created_by)
    select a.account_id, 'debit', 1, date '2026-11-01' - n / 20, 'Entry ' || n, a.owner_id
    from public.accounts a join auth.users u on u.id = a.owner_id and u.email = ${email},
      generate_series(1, ${ENTRIES}::int) n`;
}

test('a log-out in one tab ends a search in another, and the next user finds nothing of the previous one', async () => {
  backend = await startTestBackend({ appDir });
  const ada = { email: 'ada@example.org', password: 'correct horse battery' };
  const ben = { email: 'ben@example.org', password: 'correct horse battery' };
  const phone = await Device.ofNewPerson(profileFolder('phone'), backend.url, ada.email);
  await fill(ada.email);
  await phone.syncNow();
  // Any of the transactions: rows of one moment are ordered by their ids.
  const entries = (page: Page) => page.getByRole('row', { name: /Entry \d+\b/ }).first();
  await expect(entries(phone.page)).toBeVisible({ timeout: 60_000 });
  await phone.upToDate();

  const second = await phone.context.newPage();
  const crashes: string[] = [];
  for (const page of [phone.page, second]) page.on('pageerror', (error) => crashes.push(String(error)));
  await second.goto(backend.url);
  await expect(entries(second)).toBeVisible();
  // The first keystroke makes the search read everything. The log-out comes while it reads.
  await second.getByPlaceholder(/Filter|Search/).fill('Entry 19');
  await logOut(phone.page);
  await expect(phone.page.getByText('Logged out successfully')).toBeVisible();
  await expect(second.getByText('Log in with Email')).toBeVisible();
  await expect(second.getByText(/Entry \d/)).toHaveCount(0);
  await expect.poll(() => databases(second)).toEqual([]);

  await phone.signUp(ben);
  await phone.logIn(ben);
  await phone.createFirstAccount('Travel');
  await expect(second.getByText('Current Balance')).toBeVisible();
  for (const page of [phone.page, second]) {
    await expect(page.getByText(/Entry \d/)).toHaveCount(0);
    await expect(page.getByText('Household')).toHaveCount(0);
  }
  expect(await databases(second)).toHaveLength(1);
  expect(crashes).toEqual([]);
  await phone.close();
});

test('logging out ends the sessions of other devices when they next use them, and their entries stay', async () => {
  // An access token is good until it expires, even after its session ended. The auth client renews it 90 seconds
  // before. Here that is soon, but each step has time. A token of a shorter life would be renewed with each request.
  const renewedAfter = 15;
  backend = await startTestBackend({ appDir, tokenLifetime: 90 + renewedAfter });
  const cy = { email: 'cy@example.org', password: 'correct horse battery' };
  const phone = await Device.ofNewPerson(profileFolder('phone'), backend.url, cy.email);
  const folder = profileFolder('laptop');
  const laptop = await Device.loggedIn(folder, backend.url, cy);
  await expect(laptop.page.getByText('Current Balance')).toBeVisible();
  await laptop.upToDate();
  await laptop.offlineReady();
  await laptop.goOffline();
  await laptop.add({ category: 'Food', description: 'Soup', amount: '6.20' });
  await laptop.close();
  const tokenEnds = Date.now() + renewedAfter * 1000;

  await logOut(phone.page);
  await expect(phone.page.getByText('Logged out successfully')).toBeVisible();
  await expect
    .poll(async () => {
      const [row] = await backend.sql`
        select count(*)::int as n from auth.sessions s
        join auth.users u on u.id = s.user_id where u.email = ${cy.email}`;
      return row?.n;
    })
    .toBe(0);

  // Nothing announces that the token is to be renewed, so the test waits as long as it lasts.
  await expect.poll(() => Date.now() > tokenEnds, { timeout: 2 * renewedAfter * 1000 }).toBe(true);
  const again = await Device.open(folder, backend.url);
  await expect(again.page.getByText('Please log in again')).toBeVisible();
  await again.logIn(cy);
  await expect(again.row('Soup')).toBeVisible();
  await again.upToDate();
  const stored = await backend.sql`select description from public.transactions where description = 'Soup'`;
  expect(stored).toHaveLength(1);
  await phone.close();
  await again.close();
});

test('after a log-out elsewhere, every open tab says so once the token expires, until the next log-in', async () => {
  backend = await startTestBackend({ appDir, tokenLifetime: 12 });
  const dee = { email: 'dee@example.org', password: 'correct horse battery' };
  const phone = await Device.ofNewPerson(profileFolder('phone'), backend.url, dee.email);
  const laptop = await Device.loggedIn(profileFolder('laptop'), backend.url, dee);
  await expect(laptop.page.getByText('Current Balance')).toBeVisible();
  const second = await laptop.context.newPage();
  await second.goto(backend.url);
  await expect(second.getByText('Current Balance')).toBeVisible();

  await logOut(phone.page);
  await expect(phone.page.getByText('Logged out successfully')).toBeVisible();
  const ended = (page: Page) => page.getByText('Please log in again');
  // This test does not measure how soon, because the machine may be busy. tests/backend/sessions/revocation says what
  // ends the session.
  for (const page of [laptop.page, second]) await expect(ended(page)).toBeVisible({ timeout: 60_000 });

  await laptop.logIn(dee);
  await expect(second.getByText('Current Balance')).toBeVisible();
  for (const page of [laptop.page, second]) await expect(ended(page)).toHaveCount(0);
  await phone.close();
  await laptop.close();
});
