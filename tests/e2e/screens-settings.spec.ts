/** Category Manager and Budget Settings, as the specification describes them. */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { chooseIn, offeredIn } from '../support/list-field.ts';
import { type Person, signIn } from '../support/person.ts';
import { browserDay, toast } from '../support/screen-parts.ts';

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
});

const listOf = (page: Page, title: string) => page.getByRole('list', { name: title });

test('the four tabs follow the address, and Category Manager is the first', async () => {
  const page = await anna.open('/settings');
  const tabs = page.getByRole('tablist', { name: 'Settings' });
  const chosen = tabs.getByRole('tab', { selected: true });
  await expect(tabs.getByRole('tab')).toHaveText(['Category Manager', 'User Access', 'Budget', 'Manage Access']);
  await expect(chosen).toHaveText('Category Manager');
  for (const [tab, label] of [
    ['userAccess', 'User Access'],
    ['budget', 'Budget'],
    ['manageAccess', 'Manage Access'],
    ['categoryManager', 'Category Manager'],
  ] as const) {
    await page.goto(`/settings?tab=${tab}`);
    await expect(chosen).toHaveText(label);
  }
  await tabs.getByRole('tab', { name: 'Budget' }).click();
  await expect(page).toHaveURL('/settings?tab=budget');
});

test('the default account starts with the built-in categories', async () => {
  const page = await anna.open('/settings');
  await expect(listOf(page, 'Expense Categories').getByRole('listitem')).toHaveText([
    'Education',
    'Entertainment',
    'Food',
    'Healthcare',
    'Housing',
    'Other Expenses',
    'Transportation',
    'Utilities',
  ]);
  await expect(listOf(page, 'Income Categories').getByRole('listitem')).toHaveText([
    'Freelance',
    'Gifts',
    'Investments',
    'Other Income',
    'Salary',
  ]);
});

test('a category is added, renamed and deleted, and each says so; a blank name is refused', async () => {
  const page = await anna.open('/settings');
  await page.getByRole('radio', { name: 'Income' }).check();
  await page.getByLabel('Category name').fill('   ');
  await page.getByRole('button', { name: 'Add category' }).click();
  await expect(toast(page, 'Category name required')).toContainText('Please enter a name for your category.');
  await page.getByLabel('Category name').fill('  Royalties ');
  await page.getByRole('button', { name: 'Add category' }).click();
  await expect(toast(page, 'Category added')).toBeVisible();
  const income = listOf(page, 'Income Categories');
  await expect(income.getByText('Royalties', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Edit Royalties' }).click();
  await page.getByLabel('New name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Category name required')).toBeVisible();
  await page.getByLabel('New name').fill('Book sales');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(income.getByText('Royalties', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Royalties' }).click();
  await page.getByLabel('New name').fill('Book sales');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Category updated')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Book sales' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Book sales?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(income.getByText('Book sales')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Book sales' }).click();
  await question.getByRole('button', { name: 'Delete category' }).click();
  await expect(toast(page, 'Category deleted')).toBeVisible();
  await expect(income.getByText('Book sales')).toHaveCount(0);
});

test('a list without categories says so', async () => {
  await backend.sql`delete from public.categories where account_id = ${anna.accountId} and type = 'income'`;
  const page = await anna.open('/settings');
  await expect(page.getByText('No income categories found.')).toBeVisible();
});

test('a budget without a name or with an amount that is missing or zero is refused with its toast', async () => {
  const page = await anna.open('/settings?tab=budget');
  await expect(page.getByText('No budgets have been created yet.')).toBeVisible();
  const form = page.getByRole('form', { name: 'New budget' });
  await expect(form.getByLabel('Budget Name')).toHaveAttribute('placeholder', 'Monthly Expenses');
  const create = form.getByRole('button', { name: 'Create Budget' });
  await create.click();
  await expect(toast(page, 'Budget name required')).toContainText('Please enter a name for your budget.');
  await expect(form.getByLabel('Budget Name')).toBeFocused();
  await form.getByLabel('Budget Name').fill('Eating');
  for (const amount of ['', '0', '-5', 'much']) {
    await form.getByLabel('Budget Amount').fill(amount);
    await create.click();
    await expect(toast(page, 'Valid amount required')).toContainText('Please enter a valid amount for your budget.');
    await expect(form.getByLabel('Budget Amount')).toBeFocused();
    await toast(page, 'Valid amount required').getByRole('button', { name: 'Dismiss' }).click();
  }
});

test('a budget is created, edited in its line and deleted with toasts, and protects its category', async () => {
  const page = await anna.open('/settings?tab=budget');
  const form = page.getByRole('form', { name: 'New budget' });
  await form.getByLabel('Budget Name').fill('Eating');
  await form.getByLabel('Budget Amount').fill('250.50');
  const category = form.getByLabel('Budget Category');
  await expect(category).toHaveValue('All categories');
  expect((await offeredIn(category))[0]).toBe('All categories');
  await chooseIn(category, 'Food');
  await form.getByRole('button', { name: 'Create Budget' }).click();
  await expect(toast(page, 'Budget created')).toBeVisible();
  const list = listOf(page, 'Active Budgets');
  await expect(list.getByRole('listitem')).toHaveText(/Eating\$250\.50Food/);
  const stored = () => backend.sql`select currency_code, period_type, start_date::text as start from public.budgets`;
  await expect
    .poll(async () => [...(await stored())])
    .toEqual([{ currency_code: 'USD', period_type: 'monthly', start: browserDay() }]);

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete Food' }).click();
  await expect(toast(page, 'Cannot delete category')).toContainText(
    'This category is being used in one or more budgets.',
  );

  await page.goto('/settings?tab=budget');
  await list.getByRole('button', { name: 'Edit Eating' }).click();
  const editor = page.getByRole('form', { name: 'Edit Eating' });
  await expect(editor.getByLabel('Amount')).toHaveValue('250.50');
  await editor.getByLabel('Name').fill(' ');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Budget name required')).toBeVisible();
  await editor.getByLabel('Name').fill('Everything');
  await editor.getByLabel('Amount').fill('0');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Valid amount required')).toBeVisible();
  await editor.getByLabel('Amount').fill('300');
  await chooseIn(editor.getByLabel('Budget Category'), 'All categories');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Budget updated')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveText(/Everything\$300\.00All categories/);

  await list.getByRole('button', { name: 'Delete Everything' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete budget' }).click();
  await expect(toast(page, 'Budget deleted')).toBeVisible();
  await expect(page.getByText('No budgets have been created yet.')).toBeVisible();
});

test('budgetId in the address opens that budget for editing and brings the list into view', async () => {
  const [made] = await backend.sql<{ budget_id: string }[]>`
    insert into public.budgets (account_id, name, amount, short_id)
    values (${anna.accountId}, 'Holiday', 900, 'HOLIDAY')
    returning budget_id`;
  const page = await anna.open(`/settings?tab=budget&budgetId=${made?.budget_id}`);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.reload();
  await expect(page.getByRole('form', { name: 'Edit Holiday' }).getByLabel('Name')).toHaveValue('Holiday');
  await expect(page.getByRole('heading', { name: 'Active Budgets' })).toBeInViewport();
});

test('categories are managed inside the budget form and hidden again', async () => {
  const page = await anna.open('/settings?tab=budget');
  const form = page.getByRole('form', { name: 'New budget' });
  await form.getByRole('button', { name: 'Manage Categories' }).click();
  await page.getByLabel('Category name').fill('Pets');
  await page.getByRole('button', { name: 'Add category' }).click();
  await expect(toast(page, 'Category added')).toBeVisible();
  expect(await offeredIn(form.getByLabel('Budget Category'))).toContain('Pets');
  await form.getByRole('button', { name: 'Hide Manager' }).click();
  await expect(page.getByLabel('Category name')).toHaveCount(0);
});
