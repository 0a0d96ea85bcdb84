/** Money that comes back: entered offline, counted where it was spent, and as a guest of the budget sees it. */
import { expect, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { chooseIn } from '../support/list-field.ts';
import { logIn, register } from '../support/person.ts';
import { profileFolder } from '../support/profile-folder.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

/** A budget over Food in Ada's account, which Cleo has and nothing else. */
async function budgetFor(userId: string, email: string): Promise<void> {
  const [budget] = await backend.sql<{ budget_id: string; account_id: string }[]>`
    insert into public.budgets (account_id, name, amount, short_id, category_id)
    select account_id, 'Eating', 100, 'EATING1', category_id from public.categories
      join public.accounts using (account_id)
      where account_name = 'Household' and name = 'Food' and categories.type = 'expense'
    returning budget_id, account_id`;
  if (!budget) throw new Error('no budget');
  await backend.sql`insert into public.memberships (account_id, target, budget_id, user_id, email, name, role)
    values (${budget.account_id}, 'budget', ${budget.budget_id}, ${userId}, ${email}, '', 'viewer')`;
}

async function expectSpent(page: Page, spent: string): Promise<void> {
  await expect(page.getByRole('button', { name: /Eating/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(spent);
}

test('a refund is entered offline under the category of the expense, and lowers what was spent', async ({
  browser,
}) => {
  const ada = await Device.ofNewPerson(profileFolder('ada'), backend.url, 'ada@example.org');
  const cleo = await register(backend, 'cleo@example.org');
  await budgetFor(cleo.userId, cleo.email);
  const { page } = ada;
  await ada.add({ category: 'Food', description: 'Market', amount: '80' });
  await ada.offlineReady();
  await ada.goOffline();

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Income' }).click();
  await dialog.getByLabel('Amount').fill('20');
  await dialog.getByLabel('Description').fill('Bottles');
  await chooseIn(dialog.getByRole('combobox', { name: 'Category' }), 'Food (money back)');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(ada.row('Bottles')).toContainText('Food (money back)');
  await expect(ada.row('Bottles')).toContainText('+$20.00');
  await ada.expectSummary({ 'Total Income': '+$0.00', 'Total Expenses': '$60.00' });

  await page.reload();
  await page.getByRole('link', { name: 'Reports' }).click();
  const categories = page.getByRole('region', { name: 'By category' });
  await expect(categories.getByRole('row', { name: /Food/ })).toContainText('$60.00');
  await page.getByRole('link', { name: 'Budgets' }).click();
  await expectSpent(page, '$60.00');
  await ada.goOnline();
  await ada.upToDate();

  const guest = await logIn(browser, backend, cleo);
  const seen = await guest.open('/?tab=budgets');
  await expectSpent(seen, '$60.00');
  await guest.context.close();
  await ada.close();
});

test('past incomes under an expense category are counted as refunds together, and that can be undone', async () => {
  const ben = await Device.ofNewPerson(profileFolder('ben'), backend.url, 'ben@example.org');
  const { page } = ben;
  await backend.sql`insert into transactions (account_id, type, amount, transaction_date, description, metadata)
    select account_id, 'credit', n, current_date, 'Back ' || n, '{"category_name": "Food"}'
    from public.accounts join auth.users on id = owner_id, generate_series(1, 2) n where email = 'ben@example.org'`;
  await ben.syncNow();
  await expect(ben.row('Back 2')).toBeVisible();
  await ben.expectSummary({ 'Total Income': '+$3.00', 'Total Expenses': '$0.00' });
  await page.getByRole('button', { name: 'Choose several' }).click();
  await page.getByRole('button', { name: 'Choose all' }).click();
  await page.getByRole('button', { name: 'Count 2 as refunds' }).click();
  await expect(ben.row('Back 2')).toContainText('Food (money back)');
  // More came back than was spent.
  await ben.expectSummary({ 'Total Income': '+$0.00', 'Total Expenses': '-$3.00' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(ben.row('Back 2')).not.toContainText('money back');
  await ben.expectSummary({ 'Total Income': '+$3.00', 'Total Expenses': '$0.00' });
  await ben.close();
});
