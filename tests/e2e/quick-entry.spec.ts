/** An entry in ten seconds: quick entry from anywhere, with the keyboard alone and with a thumb. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { chooseIn } from '../support/list-field.ts';
import { logIn, type Person, type Registered, register } from '../support/person.ts';
import { browserDay, chooseAccount, hearsKeys, toast, writtenDay } from '../support/screen-parts.ts';

let backend: TestBackend;
let eva: Registered;
let desk: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  eva = await register(backend, 'eva@example.org');
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
    values (${eva.accountId}, 'debit', 9, ${browserDay(3)}, 'Cinema Rio',
      '{"category_name": "Entertainment"}', ${eva.userId})`;
  desk = await logIn(browser, backend, eva);
});

test.afterAll(async () => {
  await desk.context.close();
  await backend.stop();
});

test.afterEach(async () => {
  for (const page of desk.context.pages()) await page.close();
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Add (expense|income)$/ });

/** Opens quick entry with its key, once the screen takes keys. */
async function byKey(page: Page): Promise<Locator> {
  await hearsKeys(page);
  await page.keyboard.press('n');
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Amount', { exact: true })).toBeFocused();
  return dialog;
}

/** Sees that the discarded text does not come back: a page that is closed before may take the deletion with it. */
async function gone(page: Page, dialog: Locator) {
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await byKey(page);
  await expect(dialog.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  await expect(dialog.getByLabel('Line 1: Amount')).toHaveCount(0);
}

const row = (page: Page, description: string) => page.getByRole('row', { name: new RegExp(description) });

test('n opens it over every screen, and Escape leads back to the same screen with the focus where it was', async () => {
  const screens = [
    { path: '/', focused: (page: Page) => page.getByRole('link', { name: 'Reports' }) },
    { path: '/?tab=accounts', focused: (page: Page) => page.getByRole('button', { name: 'Create account' }) },
    { path: '/?tab=budgets', focused: (page: Page) => page.getByRole('link', { name: 'Manage Budgets' }) },
    { path: '/?tab=reports', focused: (page: Page) => page.getByRole('link', { name: 'Dashboard' }) },
    { path: '/settings?tab=budget', focused: (page: Page) => page.getByRole('link', { name: 'Back to Dashboard' }) },
    { path: `/account/${eva.accountId}`, focused: (page: Page) => page.getByRole('link', { name: 'Invite Users' }) },
  ];
  const page = await desk.open('/');
  for (const { path, focused } of screens) {
    await page.goto(path);
    await focused(page).focus();
    const dialog = await byKey(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(backend.url + path);
    await expect(focused(page)).toBeFocused();
  }
});

test('on a desktop a button in the header of every screen opens it and names its key', async () => {
  for (const path of ['/', '/?tab=accounts', '/?tab=reports', '/settings', `/account/${eva.accountId}`]) {
    const page = await desk.open(path);
    const button = page.getByRole('banner').getByRole('link', { name: 'Add transaction' });
    await expect(button).toHaveText('Add');
    await expect(button).toHaveAttribute('aria-keyshortcuts', 'n');
    await expect(button).toHaveAttribute('title', 'Add transaction (n)');
    await button.click();
    await expect(dialogOf(page).getByLabel('Amount')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await page.close();
  }
});

test('n is an ordinary letter in a text field', async () => {
  const page = await desk.open('/');
  const description = page.getByRole('form', { name: 'Add transaction' }).getByLabel('Description');
  await description.click();
  await page.keyboard.type('noon');
  await expect(description).toHaveValue('noon');
  await expect(dialogOf(page)).toHaveCount(0);
});

test('by keyboard alone: the amount is calculated and its sign is the type, and Enter adds it', async () => {
  const page = await desk.open('/?tab=accounts');
  const dialog = await byKey(page);
  await page.keyboard.type('+12+3*2');
  await expect(dialog.getByRole('radio', { name: 'Income' })).toBeChecked();
  await expect(dialog).toHaveAccessibleName('Add income');
  await expect(dialog.getByLabel('Amount')).toHaveValue('12+3*2');
  await expect(dialog.getByText('= $18.00')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Description')).toBeFocused();
  await page.keyboard.type('Flea market');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Category')).toBeFocused();
  await page.keyboard.type('Oth');
  await expect(page.getByRole('option')).toHaveText([
    'Other Income',
    'New category “Oth”',
    'Other Expenses (money back)',
  ]);
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Category')).toHaveValue('Other Income');
  await page.keyboard.press('-');
  await expect(dialog.getByLabel('Date')).toHaveValue(writtenDay(browserDay(1)));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Transaction added')).toContainText('Income of $18.00 saved successfully.');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${backend.url}/?tab=accounts`);
  await page.goto('/');
  await expect(row(page, 'Flea market')).toContainText('+$18.00');
});

test('a minus before the amount makes an income an expense again', async () => {
  const page = await desk.open('/?add=income');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('radio', { name: 'Income' })).toBeChecked();
  await dialog.getByLabel('Amount').pressSequentially('-7');
  await expect(dialog.getByRole('radio', { name: 'Expense' })).toBeChecked();
  await expect(dialog).toHaveAccessibleName('Add expense');
  await expect(dialog.getByLabel('Amount')).toHaveValue('7');
});

test('in the date field t is today, + the next day and - the day before', async () => {
  const page = await desk.open('/');
  const date = (await byKey(page)).getByLabel('Date');
  await expect(date).toHaveValue(writtenDay(browserDay()));
  await date.fill('2026-02-28');
  await date.press('+');
  await expect(date).toHaveValue(writtenDay('2026-03-01'));
  await date.press('-');
  await date.press('-');
  await expect(date).toHaveValue(writtenDay('2026-02-27'));
  await date.press('t');
  await expect(date).toHaveValue(writtenDay(browserDay()));
});

test('a description that was entered before is completed and brings its category', async () => {
  const page = await desk.open('/');
  await expect(row(page, 'Cinema Rio')).toBeVisible();
  const dialog = await byKey(page);
  await page.keyboard.type('11');
  await page.keyboard.press('Tab');
  await page.keyboard.type('cin');
  await expect(dialog.getByRole('option', { name: 'Cinema Rio Entertainment' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Description')).toHaveValue('Cinema Rio');
  await expect(dialog.getByLabel('Category')).toHaveValue('Entertainment');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Transaction added')).toContainText('Expense of $11.00 saved successfully.');
  await expect(dialog).toHaveCount(0);
  await expect(row(page, 'Cinema Rio')).toHaveCount(2);
});

test('Escape closes the suggestions first and quick entry second', async () => {
  const page = await desk.open('/');
  const dialog = await byKey(page);
  const suggestions = dialog.getByRole('listbox', { name: 'Suggestions' });
  await dialog.getByLabel('Description').pressSequentially('cin');
  await expect(suggestions).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(suggestions).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('what is typed at once goes into the amount, also above lines that were kept', async () => {
  const page = await desk.open('/');
  const first = await byKey(page);
  await first.getByRole('button', { name: 'Split' }).click();
  await first.getByLabel('Line 1: Amount').fill('5');
  await page.keyboard.press('Escape');
  await expect(first).toHaveCount(0);
  await page.reload();
  const again = await byKey(page);
  await page.keyboard.type('12.5+3');
  await expect(again.getByLabel('Line 2: Category')).toBeVisible();
  await expect(again.getByLabel('Amount', { exact: true })).toHaveValue('12.5+3');
  await again.getByRole('button', { name: 'Discard' }).click();
  await gone(page, again);
});

test('Add and another keeps it open for the next one: the amount has the focus, date and account stay', async () => {
  await backend.sql`insert into public.accounts (account_name, owner_id) values ('Kiosk', ${eva.userId})`;
  const page = await desk.open('/');
  const dialog = await byKey(page);
  const amount = dialog.getByLabel('Amount');
  await chooseIn(dialog.getByLabel('Account'), 'Kiosk');
  await dialog.getByLabel('Date').fill(browserDay(2));
  await amount.fill('3.20');
  await dialog.getByLabel('Description').fill('Pretzels');
  await chooseIn(dialog.getByLabel('Category'), 'Food');
  await dialog.getByRole('button', { name: 'Add and another' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 added. Ready for the next one.');
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('');
  await expect(dialog.getByLabel('Description')).toHaveValue('');
  await expect(dialog.getByLabel('Date')).toHaveValue(writtenDay(browserDay(2)));

  await page.keyboard.type('1.80');
  await dialog.getByLabel('Description').fill('Mustard');
  await chooseIn(dialog.getByLabel('Category'), 'Food');
  await dialog.getByLabel('Description').press('Control+Enter');
  await expect(dialog.getByRole('status')).toHaveText('2 added. Ready for the next one.');
  await expect(amount).toBeFocused();
  await expect(toast(page, 'Transaction added')).toContainText('Expense of $1.80 saved successfully in Kiosk.');

  await page.keyboard.press('Escape');
  await chooseAccount(page, 'Kiosk');
  await expect(row(page, 'Pretzels')).toContainText('-$3.20');
  await expect(row(page, 'Mustard')).toContainText('-$1.80');
});

test('an incomplete entry stays open, says what is missing and moves the focus there', async () => {
  const page = await desk.open('/');
  const dialog = await byKey(page);
  await page.keyboard.type('5*');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await expect(dialog.getByText('Enter a description.')).toBeVisible();
  await expect(dialog.getByLabel('Category')).toHaveValue('Uncategorized');
  await dialog.getByLabel('Amount').fill('5');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Description')).toBeFocused();
});

test('on a phone the button in the tab bar opens it in reach of the thumb, and has the focus again afterwards', async ({
  browser,
}) => {
  const phone = await logIn(browser, backend, eva, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await phone.open('/?tab=reports');
  const button = page.getByRole('link', { name: 'Add transaction' });
  await expect(button).toBeInViewport({ ratio: 1 });
  const size = await button.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  expect(size?.y ?? 0).toBeGreaterThan(844 / 2);
  await button.tap();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await expect(dialog.getByLabel('Amount')).toHaveAttribute('inputmode', 'decimal');
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.tap();
  await dialog.getByLabel('Amount').fill('4.50');
  await dialog.getByLabel('Description').fill('Ferry ticket');
  await chooseIn(dialog.getByLabel('Category'), 'Transportation');
  await dialog.getByRole('button', { name: 'Add', exact: true }).tap();
  await expect(toast(page, 'Transaction added')).toContainText('Expense of $4.50 saved successfully.');
  await expect(page).toHaveURL(`${backend.url}/?tab=reports`);
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Transactions' }).getByText('Ferry ticket')).toBeVisible();
  await phone.context.close();
});

test('a half-typed entry survives a reload, a crash of the page, and back and forward', async () => {
  const page = await desk.open('/');
  const dialog = await byKey(page);
  const typed = () => dialogOf(page).getByLabel('Description');
  await dialog.getByLabel('Description').fill('Half a');
  await page.reload();
  await expect(typed()).toHaveValue('Half a');
  await typed().fill('Half a taxi');
  await page.goBack();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.goForward();
  await expect(typed()).toHaveValue('Half a taxi');

  await typed().fill('Half a taxi to the airport');
  // Another tab of the device knows when the text is stored.
  const other = await desk.open('/?add=expense');
  await expect(dialogOf(other).getByLabel('Description')).toHaveValue('Half a taxi to the airport');
  await other.close();
  const crashed = page.waitForEvent('crash');
  // The navigation never ends, because the page dies of it.
  void page.goto('chrome://crash').catch(() => {});
  await crashed;
  const next = await desk.open('/');
  await byKey(next);
  await expect(dialogOf(next).getByText(/^Not saved yet: from \d+:\d\d/)).toBeVisible();
  await dialogOf(next).getByRole('button', { name: 'Discard' }).click();
  await expect(dialogOf(next).getByLabel('Description')).toHaveValue('');
  await expect(dialogOf(next).getByLabel('Amount')).toBeFocused();
  await gone(next, dialogOf(next));
});
