/** Budgets and reports of the main page, as the specification describes them. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { lastMonthUntil } from '#domain/dates/dates';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { chooseIn, offeredIn } from '../support/list-field.ts';
import { type Person, register, signIn } from '../support/person.ts';
import { browserDay, toast, writtenDay } from '../support/screen-parts.ts';

let backend: TestBackend;
let anna: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  anna = await signIn(browser, backend, 'anna@example.org');
});

test.afterAll(async () => {
  await anna.context.close();
  await backend.stop();
});

test.afterEach(async () => {
  for (const page of anna.context.pages()) await page.close();
  await backend.sql`delete from public.budgets`;
  await backend.sql`delete from public.transactions`;
});

/** Adds a budget to Anna's account, unless another account is named. `category` null means all categories. */
async function budget(name: string, category: string | null, accountId = anna.accountId): Promise<string> {
  const [made] = await backend.sql<{ budget_id: string }[]>`
    insert into public.budgets (account_id, name, amount, short_id, category_id)
    values (${accountId}, ${name}, 200, upper(left(gen_random_uuid()::text, 7)),
      (select category_id from public.categories
      where account_id = ${accountId} and name = ${category}))
    returning budget_id`;
  return made?.budget_id ?? '';
}

/** `[daysAgo, type, amount, category, description]`, entered by Anna. */
type Row = [number, 'credit' | 'debit' | 'refund', number, string, string];

async function rows(...entered: Row[]): Promise<void> {
  for (const [ago, type, amount, category, description] of entered) {
    await backend.sql`
      insert into public.transactions
        (account_id, type, amount, transaction_date, description, metadata, created_by, created_by_email)
      values (${anna.accountId}, ${type === 'debit' ? 'debit' : 'credit'}, ${amount}, ${browserDay(ago)},
        ${description}, jsonb_build_object('category_name', ${category}::text, 'refund', ${type === 'refund'}::boolean),
        ${anna.userId}, ${anna.email})`;
  }
}

async function openCard(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog', { name, exact: true });
}

test('without budgets the tab offers to create one', async () => {
  const page = await anna.open('/?tab=budgets');
  await expect(page.getByText('No budgets found.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create a Budget' })).toHaveAttribute('href', /^\/settings/);
  await expect(page.getByRole('heading', { name: 'Active Budgets' })).toBeVisible();
  await page.getByRole('link', { name: 'Manage Budgets' }).click();
  await expect(page.getByRole('heading', { name: 'Budget Settings' })).toBeVisible();
});

test('budgets stand in one, two or three columns, by the width of the window', async () => {
  for (const name of ['First', 'Second', 'Third']) await budget(name, 'Food');
  const page = await anna.open('/?tab=budgets');
  const cards = page.getByRole('list', { name: 'Active Budgets' }).getByRole('listitem');
  await expect(cards).toHaveCount(3);
  const columns = () => cards.evaluateAll((all) => new Set(all.map((card) => card.getBoundingClientRect().left)).size);
  for (const [width, expected] of [
    [1280, 3],
    [800, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(columns).toBe(expected);
  }
});

test('a card opens the details: balance, three latest transactions, contribute, edit and invite', async () => {
  const id = await budget('Eating', 'Food');
  await rows([0, 'debit', 20, 'Food', 'Soup'], [0, 'refund', 5, 'Food', 'Returned'], [0, 'debit', 1, 'Food', 'Bread']);
  await rows([0, 'debit', 2, 'Food', 'Milk'], [0, 'debit', 900, 'Housing', 'Rent']);
  const page = await anna.open('/?tab=budgets');
  const dialog = await openCard(page, 'Eating');
  await expect(dialog.getByRole('list', { name: 'Latest transactions' }).getByRole('listitem')).toHaveCount(3);
  await expect(dialog).toContainText('$18.00 spent of $200.00');
  await expect(dialog).toContainText('Balance this month-$18.00');
  await expect(dialog.getByText('No users have been invited to this budget.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Edit budget' })).toHaveAttribute(
    'href',
    `/settings?tab=budget&budgetId=${id}`,
  );
  await dialog.getByRole('link', { name: 'Invite Users' }).click();
  await expect(page).toHaveURL(`/settings?tab=userAccess&budget=${id}`);
});

test('View Details closes the dialog and expands one panel at a time, with ten latest transactions', async () => {
  await budget('Cooking', 'Food');
  await budget('Moving', 'Transportation');
  await rows(...Array.from({ length: 12 }, (_, at): Row => [0, 'debit', at + 1, 'Food', `Meal ${at}`]));
  const page = await anna.open('/?tab=budgets');
  const dialog = await openCard(page, 'Cooking');
  await dialog.getByRole('button', { name: 'View Details' }).click();
  await expect(dialog).toHaveCount(0);
  const panel = page.getByRole('region', { name: 'Cooking' });
  await expect(panel.getByRole('list', { name: 'Latest transactions' }).getByRole('listitem')).toHaveCount(10);
  await (await openCard(page, 'Moving')).getByRole('button', { name: 'View Details' }).click();
  await expect(page.getByRole('region', { name: 'Moving' })).toContainText('No transactions found for this budget.');
  await expect(panel).toHaveCount(0);
});

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`at ${width} pixels the expanded budget is right below the header, even if it holds little`, async () => {
    // Each test has its own names. Until its first pull, the device shows the deleted budgets of earlier tests.
    const name = `Cooking at ${width}`;
    await budget(name, 'Food');
    await budget('Moving', 'Transportation');
    const page = await anna.open('/?tab=budgets', { width, height });
    // After a reload no card moves under the click.
    await page.reload();
    await (await openCard(page, name)).getByRole('button', { name: 'View Details' }).click();
    const title = page.getByRole('region', { name }).getByRole('heading', { name });
    await expect(title).toBeFocused();
    const top = async () => (await title.boundingBox())?.y ?? 0;
    await expect.poll(top).toBeLessThan(120);
    expect(await top()).toBeGreaterThan(56);
  });
}

test('a contribution needs amount and description, may be Uncategorized, and counts in the budget', async () => {
  await budget('Holiday', null);
  const page = await anna.open('/?tab=budgets');
  const dialog = await openCard(page, 'Holiday');
  await dialog.getByRole('button', { name: 'Contribute' }).click();
  const contributing = page.getByRole('dialog', { name: 'Contribute to Holiday' });
  const submit = contributing.getByRole('button', { name: 'Contribute' });
  await expect(submit).toBeDisabled();
  await contributing.getByLabel('Amount').fill('40');
  await expect(submit).toBeDisabled();
  await contributing.getByLabel('Description').fill('From Oma');
  await expect(contributing.getByRole('radio', { name: 'Income' })).toBeChecked();
  await submit.click();
  await expect(toast(page, 'Transaction added')).toContainText('Income of $40.00 saved successfully.');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'From Oma' })).toContainText('Uncategorized');
  await expect(dialog).toContainText('Balance this month+$40.00');
});

test('only a manager of a budget is offered an expense', async () => {
  const ben = await register(backend, 'ben@example.org');
  const id = await budget('His', null, ben.accountId);
  await budget('Hers', null);
  await backend.sql`insert into public.memberships (account_id, target, budget_id, user_id, email, role)
    values (${ben.accountId}, 'budget', ${id}, ${anna.userId}, ${anna.email}, 'member')`;
  const page = await anna.open('/?tab=budgets');
  for (const [name, types] of [
    ['His', 0],
    ['Hers', 2],
  ] as const) {
    const dialog = await openCard(page, name);
    await dialog.getByRole('button', { name: 'Contribute' }).click();
    const contributing = page.getByRole('dialog', { name: `Contribute to ${name}` });
    await expect(contributing.getByLabel('Amount')).toBeVisible();
    await expect(contributing.getByRole('radio')).toHaveCount(types);
    await page.keyboard.press('Escape');
    await expect(contributing).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test('a report starts with the month up to today over everything, and says when it is empty', async () => {
  await rows([40, 'debit', 10, 'Food', 'Long ago']);
  const page = await anna.open('/?tab=reports');
  const today = browserDay();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(writtenDay(today));
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(writtenDay(lastMonthUntil(today).from));
  await expect(page.getByRole('combobox', { name: 'Account' })).toHaveValue('All accounts');
  await expect(page.getByRole('checkbox', { name: 'All categories' })).toBeChecked();
  await expect(page.getByText('No data for the selected period')).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await expect(page.getByRole('table', { name: 'By category' })).toContainText('-$10.00');
});

test('a report has signed sums by category and totals; unchecking the last category selects all again', async () => {
  await rows(
    [0, 'credit', 3000.1, 'Salary', 'Pay'],
    [1, 'debit', 20.05, 'Food', 'Soup'],
    [2, 'debit', 0.2, 'Food', 'Gum'],
  );
  const page = await anna.open('/?tab=reports');
  const table = page.getByRole('table', { name: 'By category' });
  const totals = page.locator('dl').first();
  await expect(totals).toHaveText('Total Income+$3,000.10Total Expenses$20.25Net Change+$2,979.85');
  await expect(table.getByRole('row', { name: /Food/ })).toContainText('-$20.25');
  const box = (name: string) => page.getByRole('checkbox', { name });
  await box('Food').check();
  await expect(box('All categories')).not.toBeChecked();
  await expect(totals).toContainText('Net Change-$20.25');
  await box('Salary').check();
  await expect(totals).toContainText('Net Change+$2,979.85');
  await box('Salary').uncheck();
  await box('Food').uncheck();
  await expect(box('All categories')).toBeChecked();
  await expect(totals).toContainText('Net Change+$2,979.85');
});

test('a report covers one account or budget, or all of them', async () => {
  await budget('Eating', 'Food');
  await rows([0, 'debit', 20, 'Food', 'Soup'], [0, 'debit', 900, 'Housing', 'Rent']);
  const page = await anna.open('/?tab=reports');
  const totals = page.locator('dl').first();
  await expect(totals).toContainText('Total Expenses$920.00');
  await page.getByRole('radio', { name: 'Budget' }).check();
  expect(await offeredIn(page.getByRole('combobox', { name: 'Budget' }))).toEqual(['All budgets', 'Eating']);
  await expect(totals).toContainText('Total Expenses$20.00');
  await page.getByRole('radio', { name: 'Account' }).check();
  await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Personal');
  await expect(totals).toContainText('Total Expenses$920.00');
});

test('the exported file is named after the day and holds title, period, scope, summary and breakdown', async () => {
  await rows([0, 'credit', 100, 'Salary', 'Pay'], [0, 'debit', 25.5, 'Food', 'Soup']);
  const page = await anna.open('/?tab=reports');
  // At first the page may show what the device has from earlier tests.
  await expect(page.locator('dl').first()).toContainText('Net Change+$74.50');
  const { from, to } = lastMonthUntil(browserDay());
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`financial-report-${to}.csv`);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Financial report',
    `Period,${from},${to}`,
    'Scope,All accounts',
    'Categories,All categories',
    '',
    'Summary,Amount',
    'Total Income,100.00',
    'Total Expenses,25.50',
    'Net Change,74.50',
    '',
    'Category,Type,Amount',
    'Salary,Income,100.00',
    'Food,Expense,-25.50',
    '',
  ]);
});

test('a printed report has no header, tabs, filters or buttons', async () => {
  await rows([0, 'debit', 25.5, 'Food', 'Soup']);
  const page = await anna.open('/?tab=reports');
  await expect(page.getByRole('table', { name: 'By category' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table', { name: 'By category' })).toBeVisible();
  await expect(page.getByText(/ to .* · All accounts/)).toBeVisible();
  for (const gone of [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('button', { name: 'Export CSV' }),
    page.getByLabel('From', { exact: true }),
    page.getByRole('button', { name: /^Sync:/ }),
  ]) {
    await expect(gone).toBeHidden();
  }
});
