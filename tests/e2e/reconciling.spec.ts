/** Comparing an account with the bank: two hundred rows by keyboard, offline, and what others may do and break. */
import { expect, type Locator, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { logIn, register } from '../support/person.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { browserDay, toast } from '../support/screen-parts.ts';

const ROWS = 200;

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

/** So many expenses of one dollar, and Ben as a member. */
async function fill(ben: { userId: string; email: string }): Promise<string> {
  const [account] = await backend.sql<{ account_id: string; owner_id: string }[]>`
    select account_id, owner_id from public.accounts where account_name = 'Household'`;
  if (!account) throw new Error('no account');
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    account_id: account.account_id,
    type: 'debit',
    amount: '1.00',
    transaction_date: browserDay(20 + (n % 10)),
    description: `Shop ${n}.`,
    metadata: { category_name: 'Food', source: 'ui' },
    created_by: account.owner_id,
    created_by_email: 'ada@example.org',
  }));
  await backend.sql`insert into public.transactions ${backend.sql(rows)}`;
  await backend.sql`insert into public.memberships (account_id, target, user_id, email, name, role)
    values (${account.account_id}, 'account', ${ben.userId}, ${ben.email}, '', 'member')`;
  return account.account_id;
}

test('on a phone the difference stands below the rows, above the buttons', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${backend.url}/demo?tab=accounts`);
  await page.getByRole('main').getByRole('link', { name: 'Household' }).first().click();
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Reconcile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reconcile' });
  await dialog.getByLabel('Statement balance').fill('100');
  const topOf = async (part: Locator) => (await part.boundingBox())?.y;
  const [difference, add, finish] = await Promise.all([
    topOf(dialog.getByText('Difference', { exact: true })),
    topOf(dialog.getByRole('button', { name: 'Add the difference' })),
    topOf(dialog.getByRole('button', { name: 'Finish' })),
  ]);
  expect(difference).toBeLessThan(Math.min(add ?? 0, finish ?? 0));
});

test('200 rows are ticked by keyboard, and the account tells who changed one of them later', async ({ browser }) => {
  // Four hundred presses. The limit only ends a hang.
  test.setTimeout(300_000);
  const ada = await Device.ofNewPerson(profileFolder('ada'), backend.url, 'ada@example.org');
  const ben = await register(backend, 'ben@example.org');
  const accountId = await fill(ben);
  const { page } = ada;
  const keys = page.keyboard;
  await expect(ada.row('Shop')).not.toHaveCount(0);
  await ada.offlineReady();
  await page.goto(`${backend.url}/account/${accountId}`);
  await expect(ada.row('Shop')).not.toHaveCount(0);
  await ada.goOffline();
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Reconcile' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reconcile' });
  await expect(dialog.getByLabel('Statement balance')).toBeFocused();
  await keys.type(`-${ROWS + 2}`);
  await dialog.getByLabel('Statement date').fill('2099-01-01');
  await expect(dialog.getByText('A statement cannot be of a future date.')).toBeVisible();
  await dialog.getByLabel('Statement date').fill(browserDay());
  // What was typed of the statement comes back.
  await keys.press('Escape');
  await page.getByRole('button', { name: 'Reconcile' }).press('Enter');
  await expect(dialog.getByLabel('Statement balance')).toHaveValue(`-${ROWS + 2}`);
  const boxes = dialog.getByRole('checkbox');
  await boxes.first().focus();
  for (let row = 0; row < ROWS; row += 1) {
    await keys.press('Space');
    await keys.press('ArrowDown');
  }
  await expect(dialog.getByText(`${ROWS} of ${ROWS} transactions`)).toBeVisible();
  await expect(dialog.getByText('-$2.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add the difference' }).press('Enter');
  await expect(dialog.getByText(`${ROWS + 1} of ${ROWS + 1} transactions`)).toBeVisible();
  await dialog.getByLabel('Statement balance').press('Enter');
  await expect(toast(page, 'Reconciled')).toBeVisible();
  const card = page.getByRole('region', { name: 'Reconciliations' });
  await expect(card).toContainText('Agrees with the bank since the statement of');
  await ada.goOnline();
  await ada.upToDate();

  const other = await logIn(browser, backend, ben);
  const seen = await other.open(`/account/${accountId}`);
  await seen.getByRole('button', { name: 'Details' }).click();
  await expect(seen.getByRole('region', { name: 'Reconciliations' })).toContainText('Agrees with the bank');
  await expect(seen.getByRole('button', { name: 'Reconcile' })).toHaveCount(0);
  // A member does not change what others entered; an admin is asked before.
  await expect(seen.getByRole('button', { name: /^Edit Shop/ })).toHaveCount(0);
  await backend.sql`update public.memberships set role = 'admin' where email = ${ben.email}`;
  const pencil = seen.getByRole('button', { name: /^Edit Shop/ }).first();
  const shop = (await pencil.getAttribute('aria-label'))?.replace('Edit ', '');
  await pencil.click();
  await seen.getByRole('dialog', { name: 'Change a reconciled transaction?' }).getByText('Change it').click();
  const edit = seen.getByRole('dialog', { name: 'Edit Transaction' });
  await edit.getByLabel('Amount').fill('5');
  await edit.getByLabel('Amount').press('Enter');
  await expect(seen.getByRole('region', { name: 'Reconciliations' })).toContainText('Does not agree');

  await expect(card).toContainText(`ben@example.org changed ${shop} (was $1.00)`);
  await expect(card).toContainText('Differs by -$4.00');
  expect(await violations(page)).toEqual([]);
  await other.context.close();
  await ada.close();
});
