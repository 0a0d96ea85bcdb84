/**
 * The main page, the account page and the 404 page, as the specification describes them, for a visitor and for a
 * signed-in user.
 */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { chooseIn, offeredIn } from '../support/list-field.ts';
import { type Person, signIn, type Viewer, visit } from '../support/person.ts';
import { browserDay, chooseAccount, enter, toast, writtenDay } from '../support/screen-parts.ts';

let backend: TestBackend;
let anna: Person;
let visitor: Viewer;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  anna = await signIn(browser, backend, 'anna@example.org');
  visitor = await visit(browser, backend);
});

test.afterAll(async () => {
  await anna.context.close();
  await visitor.context.close();
  await backend.stop();
});

test.afterEach(() => closePages());

async function closePages(): Promise<void> {
  for (const page of [...anna.context.pages(), ...visitor.context.pages()]) await page.close();
}

/** Opens a new account, so that no test sees the rows of another. */
async function openAccount(name: string): Promise<string> {
  const [made] = await backend.sql<{ account_id: string }[]>`
    insert into public.accounts (account_name, owner_id, description) values (${name}, ${anna.userId}, 'What we share')
    returning account_id`;
  return made?.account_id ?? '';
}

/** The dashboard of an account. */
async function dashboardOf(name: string): Promise<Page> {
  const page = await anna.open('/');
  await chooseAccount(page, name);
  return page;
}

const descriptions = (page: Page) =>
  page.getByRole('table', { name: 'Transactions' }).locator('tbody tr td:nth-child(2)').allInnerTexts();

test('a visitor reads the tagline; both buttons, and Log in and Sign up in the header, lead to /auth', async () => {
  const page = await visitor.open('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Carryover' })).toBeVisible();
  await expect(page.getByText('Complete financial management for individuals and businesses')).toBeVisible();
  for (const name of ['Log in with Email', 'Continue with Google', 'Log in', 'Sign up']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/auth/);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  }
});

test('on a desktop the header has a line below it while the page is scrolled', async () => {
  const page = await visitor.open('/');
  await page.setViewportSize({ width: 1440, height: 400 });
  const header = page.getByRole('banner');
  await expect(header).toHaveCSS('box-shadow', 'none');
  await page.mouse.wheel(0, 200);
  await expect(header).toHaveCSS('box-shadow', /0px 1px 0px/);
  await page.mouse.wheel(0, -200);
  await expect(header).toHaveCSS('box-shadow', 'none');
});

test('a visitor is asked to log in on every other tab, and on every protected screen', async () => {
  const page = await visitor.open('/?tab=accounts');
  await expect(page.getByText('Please log in to view your accounts.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Budgets' }).click();
  await expect(page.getByText('Please log in to view your budgets.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByText('Please log in to view your financial reports.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  for (const path of ['/settings', `/account/${anna.accountId}`]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth$/);
  }
});

test('an unknown address shows the 404 page, is logged as a 404, and leads home', async () => {
  const page = await visitor.open('/');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect.poll(() => logged).toContain('404: no such route: /no/such/page');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('a signed-in user has Settings and Log out in the header, and /auth sends them home', async () => {
  const page = await anna.open('/auth');
  await expect(page).toHaveURL(/\/$/);
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Log out' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(header.getByRole('button', { name: 'Log out' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Account menu of anna@example.org' }).click();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 768, height: 1024 });
  await header.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('adding an income and an expense says so, moves the three cards, and clears amount and description', async () => {
  await openAccount('Cards');
  const page = await dashboardOf('Cards');
  await expect(page.getByText('No transactions found', { exact: true })).toBeVisible();
  await enter(page, { type: 'Income', category: 'Salary', description: 'Pay', amount: '1,234.50' });
  await expect(toast(page, 'Transaction added')).toContainText('Income of $1,234.50 saved successfully.');
  await enter(page, { type: 'Expense', category: 'Food', description: 'Soup', amount: '34.25' });
  await expect(toast(page, 'Transaction added')).toContainText('Expense of $34.25 saved successfully.');
  const form = page.getByRole('form', { name: 'Add transaction' });
  await expect(form.getByLabel('Amount')).toHaveValue('');
  await expect(form.getByLabel('Description')).toHaveValue('');
  await expect(form.getByLabel('Category')).toHaveValue('Food');
  const cards = page.locator('dl').first();
  await expect(cards).toContainText('Total Income+$1,234.50');
  await expect(cards).toContainText('Total Expenses$34.25');
  await expect(cards).toContainText('Current Balance+$1,200.25');
  const row = page.getByRole('row', { name: /Soup/ });
  await expect(row).toContainText('anna@example.org');
  await expect(row).toContainText('-$34.25');
});

test('a balance below zero has a minus sign and no plus', async () => {
  await openAccount('Overdrawn');
  const page = await dashboardOf('Overdrawn');
  await enter(page, { type: 'Expense', category: 'Food', description: 'Feast', amount: '80' });
  await expect(page.locator('dl').first()).toContainText('Current Balance-$80.00');
});

test('an incomplete transaction is not saved: every empty field says so and the first has the focus', async () => {
  await openAccount('Incomplete');
  const page = await dashboardOf('Incomplete');
  const form = page.getByRole('form', { name: 'Add transaction' });
  await expect(form.getByRole('radio', { name: 'Income' })).toBeChecked();
  await form.getByRole('button', { name: 'Add Transaction' }).click();
  await expect(form.getByLabel('Amount')).toBeFocused();
  for (const text of ['Enter an amount.', 'Enter a description.', 'Choose a category.']) {
    await expect(form.getByText(text)).toBeVisible();
  }
  await form.getByLabel('Amount').fill('-0.001');
  await form.getByLabel('Amount').press('Enter');
  await expect(form.getByText('Use at most two decimals.')).toBeVisible();
  await form.getByLabel('Amount').fill('0');
  await form.getByLabel('Amount').press('Enter');
  await expect(form.getByText('The amount must be more than zero.')).toBeVisible();
  await expect(page.getByText('No transactions found', { exact: true })).toBeVisible();
  await enter(page, { category: 'Food', description: 'Complete', amount: '1' });
});

test('the category list depends on the type, and another type clears what was chosen', async () => {
  await openAccount('Types');
  const page = await dashboardOf('Types');
  const form = page.getByRole('form', { name: 'Add transaction' });
  const offered = () => offeredIn(form.getByLabel('Category'));
  const income = ['Freelance', 'Gifts', 'Investments', 'Other Income', 'Salary'];
  const expenses = ['Education', 'Entertainment', 'Food', 'Healthcare', 'Housing', 'Other Expenses'];
  expenses.push('Transportation', 'Utilities');
  await expect.poll(offered).toEqual([...income, ...expenses.map((name) => `${name} (money back)`)]);
  await chooseIn(form.getByLabel('Category'), 'Salary');
  await form.getByRole('radio', { name: 'Expense' }).check();
  await expect(form.getByLabel('Category')).toHaveValue('');
  await expect.poll(offered).toEqual([...expenses, ...income.map((name) => `${name} (paid back)`)]);
});

test('a column sorts ascending, then descending, and the filter finds description or category', async () => {
  const accountId = await openAccount('Sorting');
  await backend.sql`
    insert into public.transactions
      (account_id, type, amount, transaction_date, description, metadata, created_by, created_by_email)
    select ${accountId}, 'debit', amount, day::date, text,
      jsonb_build_object('category_name', category), ${anna.userId}, mail
    from (values (3, '2026-03-01', 'Cherries', 'Food', 'ben@example.org'), (1, '2026-03-03', 'Apples', 'Food', null),
      (2, '2026-03-02', 'Bus', 'Transportation', null)) as r(amount, day, text, category, mail)`;
  const page = await dashboardOf('Sorting');
  await expect.poll(() => descriptions(page)).toEqual(['Apples', 'Bus', 'Cherries']);
  await expect(page.getByRole('row', { name: /Cherries/ })).toContainText('ben@example.org');
  await expect(page.getByRole('row', { name: /Apples/ })).toContainText('Anonymous');
  const heading = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
  await heading('Date').click();
  await expect.poll(() => descriptions(page)).toEqual(['Cherries', 'Bus', 'Apples']);
  await heading('Description').click();
  await expect.poll(() => descriptions(page)).toEqual(['Apples', 'Bus', 'Cherries']);
  await heading('Description').click();
  await expect.poll(() => descriptions(page)).toEqual(['Cherries', 'Bus', 'Apples']);
  await heading('Amount').click();
  await expect.poll(() => descriptions(page)).toEqual(['Cherries', 'Bus', 'Apples']);
  await heading('Category').click();
  await expect.poll(async () => (await descriptions(page)).at(-1)).toBe('Bus');
  const filter = page.getByLabel('Filter by description or category');
  await filter.fill('APP');
  await expect.poll(() => descriptions(page)).toEqual(['Apples']);
  await filter.fill('transport');
  await expect.poll(() => descriptions(page)).toEqual(['Bus']);
  await filter.fill('nothing like it');
  await expect(page.getByText('No transactions found', { exact: true })).toBeVisible();
});

test('editing and deleting a transaction say so, the balance follows, and Undo brings the row back', async () => {
  await openAccount('Editing');
  const page = await dashboardOf('Editing');
  await enter(page, { type: 'Expense', category: 'Food', description: 'Lunch', amount: '10' });
  const dialog = page.getByRole('dialog', { name: 'Edit Transaction' });
  // A click on the description would edit it in its place.
  await page.getByRole('row', { name: /Lunch/ }).locator('.ledger-contributor').click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Edit Lunch' })).toBeFocused();
  await page.getByRole('button', { name: 'Edit Lunch' }).click();
  await dialog.getByLabel('Amount').fill('12.5');
  await dialog.getByRole('button', { name: 'Update Transaction' }).click();
  await expect(toast(page, 'Transaction updated')).toContainText('Transaction has been updated successfully.');
  await expect(page.locator('dl').first()).toContainText('Current Balance-$12.50');
  await page.getByRole('button', { name: 'Delete Lunch' }).click();
  await expect(toast(page, 'Transaction deleted')).toContainText('Transaction has been removed from your ledger.');
  await expect(page.locator('dl').first()).toContainText('Current Balance+$0.00');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: /Lunch/ })).toContainText('-$12.50');
});

test('an account is created, edited, opened by its row and deleted, and each says so', async () => {
  const page = await anna.open('/?tab=accounts');
  await page.getByRole('button', { name: 'Create account' }).click();
  const form = page.getByRole('form', { name: 'New account' });
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(form.getByText('Enter a name for the account.')).toBeVisible();
  await expect(form.getByLabel('Type')).toHaveValue('personal');
  await form.getByLabel('Account name').fill('Studio');
  await form.getByLabel('Type').selectOption('Business');
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(toast(page, 'Account created')).toContainText('Studio has been successfully created.');
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Studio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit account' });
  await dialog.getByLabel('Account name').fill('');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('Enter a name for the account.')).toBeVisible();
  await dialog.getByLabel('Account name').fill('Atelier');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Account updated')).toContainText('Account information has been updated.');
  await page.getByRole('row', { name: /Atelier/ }).click();
  await expect(page).toHaveURL(/\/account\//);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Atelier' }).click();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('dialog', { name: 'Delete Atelier?' }).getByRole('button', { name: 'Delete account' }).click();
  await expect(toast(page, 'Account deleted')).toContainText('Account has been removed from your ledger.');
  await expect(page.getByRole('row', { name: /Atelier/ })).toHaveCount(0);
  // Its page is left for good.
  await page.goBack();
  await expect(page).toHaveURL(/tab=accounts/);
  await expect(page.getByText('Account Not Found')).toHaveCount(0);
});

test('the account page shows an account’s details, and leads to its invitations', async () => {
  const accountId = await openAccount('Family');
  const page = await anna.open(`/account/${accountId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Family' })).toBeVisible();
  await expect(page.getByText(`Account Number: ${accountId.slice(0, 7).toUpperCase()}`)).toBeVisible();
  const facts = page.getByRole('region', { name: 'Account Information' });
  const created = new Date().toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'Europe/Berlin' });
  await expect(facts).toContainText('Account TypePersonal');
  await expect(facts).toContainText('Current Balance+$0.00');
  await expect(facts).toContainText(`Created${created}`);
  await expect(facts).toContainText('Total Transactions0');
  await expect(facts).toContainText('DescriptionWhat we share');
  await expect(page.getByText('No transactions found for this account.')).toBeVisible();
  await page.getByRole('link', { name: 'Invite Users' }).click();
  await expect(page).toHaveURL(`/settings?tab=userAccess&account=${accountId}`);
  await page.goto(`/account/${anna.accountId}`);
  await expect(page.getByText(/^Account Number: [0-9A-F]{7} \(Default\)$/)).toBeVisible();
});

test('the dialog of the account page adds and edits, starts with an income of today, needs all fields', async () => {
  const accountId = await openAccount('Dialog');
  const page = await anna.open(`/account/${accountId}`);
  await page.getByRole('button', { name: 'Add First Transaction' }).click();
  const adding = page.getByRole('dialog', { name: 'Add New Transaction' });
  await expect(adding.getByRole('radio', { name: 'Income' })).toBeChecked();
  await expect(adding.getByLabel('Date')).toHaveValue(writtenDay(browserDay()));
  await adding.getByRole('button', { name: 'Add Transaction' }).click();
  await expect(adding.getByLabel('Amount')).toBeFocused();
  await adding.getByLabel('Amount').fill('99.90');
  await chooseIn(adding.getByLabel('Category'), 'Gifts');
  await adding.getByLabel('Description').fill('From Oma');
  await adding.getByRole('button', { name: 'Add Transaction' }).click();
  await expect(toast(page, 'Transaction added')).toContainText('Income of $99.90 saved successfully.');
  await expect(adding).toHaveCount(0);
  const headings = page.getByRole('table', { name: 'Transactions' }).getByRole('columnheader');
  await expect(headings).toHaveText(['Date', 'Description', 'Category', 'Type', 'Amount', 'Actions']);
  await expect(page.getByRole('row', { name: /From Oma/ })).toContainText('Income');
  await page.getByRole('button', { name: 'Edit From Oma' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Transaction' });
  await editing.getByRole('radio', { name: 'Expense' }).check();
  await expect(editing.getByLabel('Category')).toHaveValue('');
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit From Oma' }).click();
  await expect(editing.getByRole('radio', { name: 'Income' })).toBeChecked();
  await expect(editing.getByLabel('Category')).toHaveValue('Gifts');
});

test('an account that does not exist leads back to the dashboard', async () => {
  const page = await anna.open('/account/7d0f9f30-0000-4000-8000-000000000000');
  await expect(page.getByText('Account Not Found')).toBeVisible();
  await expect(page.getByText("The account you're looking for doesn't exist.")).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/$/);
});
