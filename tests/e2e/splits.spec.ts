/** A split from quick entry to reports: by keyboard, offline, and as somebody sees it who has only a budget. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { logIn, register } from '../support/person.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { browserDay } from '../support/screen-parts.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

/** A budget over Food in Ada's account, which Cleo has and nothing else. */
async function budgetFor(userId: string, email: string): Promise<void> {
  const [budget] = await backend.sql<{ budget_id: string; account_id: string }[]>`
    insert into public.budgets (account_id, name, amount, short_id, category_id)
    select account_id, 'Eating', 300, 'EATING1', category_id from public.categories
      join public.accounts using (account_id)
      where account_name = 'Household' and name = 'Food' and categories.type = 'expense'
    returning budget_id, account_id`;
  if (!budget) throw new Error('no budget');
  await backend.sql`insert into public.memberships (account_id, target, budget_id, user_id, email, name, role)
    values (${budget.account_id}, 'budget', ${budget.budget_id}, ${userId}, ${email}, '', 'viewer')`;
}

test('an amount is divided offline by keyboard; its lines count, and a guest of a budget sees one line', async ({
  browser,
}) => {
  const ada = await Device.ofNewPerson(profileFolder('ada'), backend.url, 'ada@example.org');
  const cleo = await register(backend, 'cleo@example.org');
  await budgetFor(cleo.userId, cleo.email);
  const { page } = ada;
  const keys = page.keyboard;
  await ada.offlineReady();
  await ada.goOffline();
  await keys.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add expense' });
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await keys.type('100');
  await keys.press('Tab');
  await keys.type('Mall');
  await dialog.getByRole('button', { name: 'Split' }).press('Enter');
  await expect(dialog.getByLabel('Line 1: Category')).toBeFocused();
  await keys.type('Food');
  await keys.press('Tab');
  await keys.type('60');
  await dialog.getByLabel('Line 2: Category').focus();
  await keys.type('Housing');
  await keys.press('Tab');
  await keys.type('30');
  await expect(dialog.getByText('Left to assign: $10.00')).toBeVisible();
  await keys.press('Enter');
  await expect(dialog.getByText('The lines have to add up to the amount.')).toBeVisible();
  // It comes back after a reload, half-typed.
  await page.reload();
  await expect(dialog.getByText('Not saved yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Give the rest to line 2' }).press('Enter');
  await expect(dialog.getByLabel('Line 2: Amount')).toBeFocused();
  await expect(dialog.getByLabel('Line 2: Amount')).toHaveValue('40.00');
  await keys.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(ada.row('Mall')).toContainText('Split: Food, Housing');

  await page.getByLabel('Filter by description or category').fill('category:housing');
  await expect(page.getByText('1 transaction found')).toContainText('-$40.00');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trimEnd().split('\r\n').slice(1)).toEqual([
    `Household,${browserDay()},Expense,-40.00,Housing,Mall,,ada@example.org,Split,,Open`,
  ]);
  await page.getByRole('link', { name: 'Reports' }).click();
  const categories = page.getByRole('region', { name: 'By category' });
  await expect(categories.getByRole('row', { name: /Food/ })).toContainText('$60.00');
  await expect(categories.getByRole('row', { name: /Housing/ })).toContainText('$40.00');
  await expect(categories.getByRole('row', { name: /Split/ })).toHaveCount(0);
  await ada.goOnline();
  await ada.upToDate();

  const guest = await logIn(browser, backend, cleo);
  const seen = await guest.open('/?tab=budgets');
  await seen.getByRole('button', { name: /Eating/ }).click();
  await seen.getByRole('button', { name: 'View Details' }).click();
  await expect(seen.getByText('-$60.00').first()).toBeVisible();
  await expect(seen.locator('body')).not.toContainText('Mall');
  await expect(seen.locator('body')).not.toContainText('Housing');
  await expect(seen.locator('body')).not.toContainText('100.00');
  expect(await violations(seen)).toEqual([]);
  await guest.context.close();
  await ada.close();
});
