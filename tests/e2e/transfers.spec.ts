/** A transfer from quick entry to its end: by keyboard, offline, and as somebody sees it who has one side only. */
import { expect, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { logIn, register } from '../support/person.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { toast } from '../support/screen-parts.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

/** Ada has Household and Savings. Ben is an admin of Savings and has nothing else of hers. */
async function twoPeople() {
  const ada = await Device.ofNewPerson(profileFolder('ada'), backend.url, 'ada@example.org');
  const ben = await register(backend, 'ben@example.org');
  const [savings] = await backend.sql<{ account_id: string }[]>`
    insert into public.accounts (account_name, account_type, owner_id)
    select 'Savings', 'personal', owner_id from public.accounts where account_name = 'Household' returning account_id`;
  const savingsId = savings?.account_id ?? '';
  await backend.sql`insert into public.memberships (account_id, target, user_id, email, name, role)
    values (${savingsId}, 'account', ${ben.userId}, ${ben.email}, '', 'admin')`;
  return { ada, ben, savingsId };
}

async function inBothThemes(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, 'colours')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a transfer is entered offline by keyboard; who has one side sees that side, and may unlink it', async ({
  browser,
}) => {
  const { ada, ben, savingsId } = await twoPeople();
  const { page } = ada;
  const keys = page.keyboard;
  await expect(page.getByRole('form', { name: 'Add transaction' }).getByText('Transfer')).toBeVisible();
  await ada.offlineReady();
  await ada.goOffline();
  await keys.press('n');
  const entry = page.getByRole('dialog', { name: 'Add expense' });
  await expect(entry.getByLabel('Amount')).toBeFocused();
  await keys.type('250');
  await keys.press('Shift+Tab');
  await keys.press('ArrowRight');
  const transfer = page.getByRole('dialog', { name: 'Add transfer' });
  await expect(transfer.getByLabel('To')).toHaveValue('Savings');
  await keys.press('Tab');
  await keys.press('Tab');
  await keys.type('Rainy days');
  // It comes back after a reload, half-typed.
  await page.reload();
  await expect(transfer.getByLabel('Amount')).toHaveValue('250');
  await expect(transfer.getByLabel('To')).toHaveValue('Savings');
  await inBothThemes(page);
  await keys.press('Enter');
  await expect(transfer).toHaveCount(0);
  const row = ada.row('Rainy days');
  await expect(row).toContainText('To Savings');
  await expect(row).toContainText('-$250.00');
  await expect(page.getByText('Includes -$250.00: transfers, openings, adjustments.')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Rainy days' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit transfer' });
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await keys.press('ControlOrMeta+a');
  await keys.type('200');
  await inBothThemes(page);
  await keys.press('Enter');
  await expect(row).toContainText('-$200.00');
  await page.getByRole('button', { name: 'Delete Rainy days' }).press('Enter');
  await expect(row).toHaveCount(0);
  await keys.press('ControlOrMeta+z');
  await expect(row).toContainText('-$200.00');
  await ada.goOnline();
  await ada.upToDate();

  const other = await logIn(browser, backend, ben);
  const seen = await other.open(`/account/${savingsId}`);
  const side = seen.getByRole('row', { name: /Rainy days/ });
  await expect(side).toContainText('From another account');
  await expect(side).toContainText('+$200.00');
  await expect(seen.locator('main')).not.toContainText('Household');
  await seen.getByRole('button', { name: 'Delete Rainy days' }).click();
  const alone = seen.getByRole('dialog', { name: 'Edit transfer' });
  await expect(alone).toContainText('The other side is in an account that you cannot change.');
  await inBothThemes(seen);
  await alone.getByRole('button', { name: 'Unlink' }).click();
  await expect(toast(seen, 'Transfer unlinked')).toBeVisible();
  await expect(side).not.toContainText('From another account');

  await expect(row).toContainText('To a side that is gone');
  await other.context.close();
  await ada.close();
});
