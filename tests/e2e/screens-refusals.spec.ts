/**
 * The server refuses what a device tries: while the device was offline, somebody lowered a role, or created or deleted
 * a row. The real backend makes each refusal. The toast has the title of the specification's error catalogue.
 */
import { expect, type Page, type Route, test } from '@playwright/test';
import type { Role } from '#domain/rows';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { chooseIn } from '../support/list-field.ts';
import { type Person, type Registered, register, signIn } from '../support/person.ts';
import { chooseAccount, enter, hearsKeys, toast } from '../support/screen-parts.ts';

let backend: TestBackend;
let owner: Registered;
let ben: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  owner = await register(backend, 'anna@example.org');
  await backend.sql`update public.accounts set account_name = 'Shared' where account_id = ${owner.accountId}`;
  ben = await signIn(browser, backend, 'ben@example.org');
  await ben.context.route(API, carry);
});

test.afterAll(async () => {
  await ben.context.close();
  await backend.stop();
});

test.afterEach(async () => {
  // Closes the page when none of its calls is open.
  await cutOff();
  for (const page of ben.context.pages()) await page.close();
  line.cut = false;
});

const API = '**/rest/v1/**';
const FORBIDDEN = 'Your role in Shared does not allow this.';

async function giveRole(role: Exclude<Role, 'owner'>): Promise<void> {
  await backend.sql`
    insert into public.memberships (account_id, target, user_id, email, role)
    values (${owner.accountId}, 'account', ${ben.userId}, ${ben.email}, ${role})
    on conflict (account_id, budget_id, user_id) do update set role = excluded.role`;
}

/** Between Ben's pages and the server: whether the line is cut, and how many calls are open. */
const line = { cut: false, calls: 0 };

async function carry(route: Route): Promise<void> {
  if (line.cut) return route.abort('internetdisconnected');
  line.calls += 1;
  try {
    await route.fulfill({ response: await route.fetch() });
  } finally {
    line.calls -= 1;
  }
}

/** Cuts the line: from here on, no call and no response gets through. Calls that were open have finished. */
async function cutOff(): Promise<void> {
  line.cut = true;
  await expect.poll(() => line.calls).toBe(0);
}

/** The panel is open before, because it takes down what toasts have told until then. */
async function reconnect(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sync:/ }).click();
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeVisible();
  line.cut = false;
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.keyboard.press('Escape');
}

async function sharedDashboard(): Promise<Page> {
  const page = await ben.open('/');
  await chooseAccount(page, 'Shared');
  return page;
}

/**
 * Ben's page is about to enter something into the shared account when his line is cut. Since then his role is viewer.
 */
async function demotedAtDashboard(): Promise<Page> {
  await giveRole('member');
  const page = await sharedDashboard();
  // Until his device has synced, it shows the form as well, but not for this account.
  await expect(page.getByRole('form', { name: 'Add transaction' }).getByLabel('Account')).toHaveValue('Shared');
  await cutOff();
  await giveRole('viewer');
  return page;
}

/** The id that the device gave to an account that it has just created. */
function pendingAccountId(page: Page, name: string): Promise<string> {
  return page.evaluate(
    async ([database, wanted]) => {
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(database);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const rows = await new Promise<{ id: string; name: string }[]>((resolve, reject) => {
        const request = opened.transaction('accounts').objectStore('accounts').getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      opened.close();
      return rows.find((row) => row.name === wanted)?.id ?? '';
    },
    [`carryover-${ben.userId}`, name] as const,
  );
}

test('a transaction that a lowered role forbids is refused with Transaction failed', async () => {
  const page = await demotedAtDashboard();
  await enter(page, { category: 'Food', description: 'Forbidden fruit', amount: '3' });
  await reconnect(page);
  await expect(toast(page, 'Transaction failed')).toContainText(FORBIDDEN);
  const stored = await backend.sql`select 1 from public.transactions where description = 'Forbidden fruit'`;
  expect(stored).toHaveLength(0);
});

test('Show in the toast of a refusal opens the panel with it', async () => {
  const page = await demotedAtDashboard();
  await enter(page, { category: 'Food', description: 'Sour plum', amount: '3' });
  await reconnect(page);
  await toast(page, 'Transaction failed').getByRole('button', { name: 'Show' }).click();
  const panel = page.getByRole('dialog', { name: 'Sync state' });
  const entry = panel.getByRole('listitem').filter({ hasText: 'Sour plum' });
  await expect(entry).toContainText(FORBIDDEN);
  await expect(toast(page, 'Transaction failed')).toHaveCount(0);
  await entry.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog', { name: 'Discard this entry?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(entry).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('while a dialog is open, the toast of a refusal has no button that the dialog would cover', async () => {
  const page = await demotedAtDashboard();
  await enter(page, { category: 'Food', description: 'Bitter plum', amount: '3' });
  await hearsKeys(page);
  await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').press('n');
  const dialog = page.getByRole('dialog', { name: 'Add expense' });
  await dialog.getByLabel('Description').fill('Sweet plum');
  line.cut = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(toast(page, 'Transaction failed')).toContainText(FORBIDDEN);
  await expect(toast(page, 'Transaction failed').getByRole('button')).toHaveText(['']);
  await expect(dialog.getByLabel('Description')).toHaveValue('Sweet plum');
  await page.keyboard.press('Escape');
  await toast(page, 'Transaction failed').getByRole('button', { name: 'Show' }).click();
  const panel = page.getByRole('dialog', { name: 'Sync state' });
  await expect(panel.getByRole('listitem').filter({ hasText: 'Bitter plum' })).toContainText(FORBIDDEN);
});

test('an edit and a deletion that a lowered role forbids fail with Update failed and Delete failed', async () => {
  await giveRole('member');
  await backend.sql`
    insert into public.transactions
      (account_id, type, amount, transaction_date, description, metadata, created_by, created_by_email)
    select ${owner.accountId}, 'debit', 5, current_date, text, '{"category_name": "Food"}', ${ben.userId}, ${ben.email}
    from (values ('Plums'), ('Pears')) as r(text)`;
  const page = await sharedDashboard();
  await page.getByRole('button', { name: 'Edit Plums' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Transaction' });
  await expect(dialog).toBeVisible();
  await cutOff();
  await giveRole('viewer');
  await dialog.getByLabel('Amount').fill('6');
  await dialog.getByRole('button', { name: 'Update Transaction' }).click();
  await page.getByRole('button', { name: 'Delete Pears' }).click();
  await expect(toast(page, 'Transaction deleted')).toBeVisible();
  await reconnect(page);
  await expect(toast(page, 'Update failed')).toContainText(FORBIDDEN);
  await expect(toast(page, 'Delete failed')).toContainText(FORBIDDEN);
  await expect(page.getByRole('row', { name: /Plums/ })).toContainText('-$5.00');
  await expect(page.getByRole('row', { name: /Pears/ })).toBeVisible();
});

test('an account whose id somebody else has taken is refused with Account creation failed', async () => {
  const page = await ben.open('/?tab=accounts');
  await page.getByRole('button', { name: 'Create account' }).click();
  await cutOff();
  const form = page.getByRole('form', { name: 'New account' });
  await form.getByLabel('Account name').fill('Taken');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(toast(page, 'Account created')).toBeVisible();
  const id = await pendingAccountId(page, 'Taken');
  await backend.sql`insert into public.accounts (account_id, account_name, owner_id)
    values (${id}, 'Hers', ${owner.userId})`;
  await reconnect(page);
  await expect(toast(page, 'Account creation failed')).toBeVisible();
  await expect(page.getByRole('row', { name: /Taken/ })).toHaveCount(0);
});

test('an account that has become read-only is not changed: Account update failed', async () => {
  await giveRole('admin');
  const page = await ben.open('/?tab=accounts');
  await page.getByRole('button', { name: 'Edit Shared' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit account' });
  await expect(dialog).toBeVisible();
  await cutOff();
  await giveRole('viewer');
  await dialog.getByLabel('Account name').fill('Mine');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await reconnect(page);
  await expect(toast(page, 'Account update failed')).toContainText(FORBIDDEN);
  await expect(page.getByRole('row', { name: /Shared/ })).toBeVisible();
});

/**
 * Two budgets of the shared account. Ben manages them and sees their list when his line is cut. Since then his role is
 * viewer. Each test has the same two budgets, because Ben's device first shows what it knew before.
 */
async function demotedAtBudgets(): Promise<Page> {
  await giveRole('admin');
  await backend.sql`
    insert into public.budgets (budget_id, account_id, name, amount, short_id, created_at)
    values ('00000000-0000-4000-8000-0000000000b1', ${owner.accountId}, 'Holiday', 100, 'HOLIDAY',
      now() - interval '1 day'),
      ('00000000-0000-4000-8000-0000000000b2', ${owner.accountId}, 'Garden', 100, 'GARDEN1', now())
    on conflict do nothing`;
  const page = await ben.open('/settings?tab=budget');
  await expect(page.getByRole('button', { name: 'Edit Holiday' })).toBeVisible();
  await cutOff();
  await giveRole('viewer');
  return page;
}

test('a budget of an account that has become read-only is not created: Failed to create budget', async () => {
  const page = await demotedAtBudgets();
  const form = page.getByRole('form', { name: 'New budget' });
  await chooseIn(form.getByLabel('Account'), 'Shared');
  await form.getByLabel('Budget Name').fill('Boat');
  await form.getByLabel('Budget Amount').fill('10');
  await form.getByRole('button', { name: 'Create Budget' }).click();
  await expect(toast(page, 'Budget created')).toBeVisible();
  await reconnect(page);
  await expect(toast(page, 'Failed to create budget')).toContainText(FORBIDDEN);
  await expect(page.getByRole('list', { name: 'Active Budgets' }).getByText('Boat')).toHaveCount(0);
});

test('budgets that have become read-only stay: Failed to update budget and Failed to delete budget', async () => {
  const page = await demotedAtBudgets();
  await page.getByRole('button', { name: 'Edit Holiday' }).click();
  const editor = page.getByRole('form', { name: 'Edit Holiday' });
  await editor.getByLabel('Amount').fill('500');
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Delete Garden' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete budget' }).click();
  await expect(toast(page, 'Budget deleted')).toBeVisible();
  await reconnect(page);
  await expect(toast(page, 'Failed to update budget')).toContainText(FORBIDDEN);
  await expect(toast(page, 'Failed to delete budget')).toContainText(FORBIDDEN);
  const list = page.getByRole('list', { name: 'Active Budgets' });
  await expect(list.getByRole('listitem')).toHaveText([/Garden\$100\.00/, /Holiday\$100\.00/]);
});

test('a category name that is taken meanwhile: Failed to update category and Failed to add category', async () => {
  const page = await ben.open('/settings');
  await page.getByRole('button', { name: 'Edit Food' }).click();
  await cutOff();
  await backend.sql`
    insert into public.categories (account_id, name, type)
    values (${ben.accountId}, 'Pets', 'expense'), (${ben.accountId}, 'Groceries', 'expense')`;
  await page.getByLabel('New name').fill('Groceries');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Category updated')).toBeVisible();
  await page.getByLabel('Category name').fill('Pets');
  await page.getByRole('button', { name: 'Add category' }).click();
  await expect(toast(page, 'Category added')).toBeVisible();
  await reconnect(page);
  await expect(toast(page, 'Failed to update category')).toContainText('It exists already.');
  await expect(toast(page, 'Failed to add category')).toContainText('It exists already.');
  const names = page.getByRole('list', { name: 'Expense Categories' }).getByRole('listitem');
  await expect(names.filter({ hasText: 'Food' })).toHaveCount(1);
});

test('a category that a budget has come to use is not deleted: Cannot delete category', async () => {
  const page = await ben.open('/settings');
  await expect(page.getByRole('button', { name: 'Delete Housing' })).toBeVisible();
  await cutOff();
  await backend.sql`
    insert into public.budgets (account_id, name, amount, short_id, category_id)
    select account_id, 'Home', 100, 'HOME001', category_id from public.categories
    where account_id = ${ben.accountId} and name = 'Housing'`;
  await page.getByRole('button', { name: 'Delete Housing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete category' }).click();
  await expect(toast(page, 'Category deleted')).toBeVisible();
  await reconnect(page);
  await expect(toast(page, 'Cannot delete category')).toContainText(
    'This category is being used in one or more budgets.',
  );
  await expect(page.getByRole('list', { name: 'Expense Categories' }).getByText('Housing')).toBeVisible();
});
