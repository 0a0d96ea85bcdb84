/** A row of the register is edited in its place: by keyboard, with the mouse, offline, and by nobody who may not. */
import { expect, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { logIn, type Person, register, signIn } from '../support/person.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { browserDay, toast, writtenDay } from '../support/screen-parts.ts';

const WIDE = { width: 1440, height: 900 };

let backend: TestBackend;
let eva: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  eva = await signIn(browser, backend, 'eva@example.org');
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
    select ${eva.accountId}, 'debit', 9 + n, current_date - n, 'Shop ' || n, '{"category_name": "Food"}', ${eva.userId}
    from generate_series(1, 4) n`;
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
    select ${eva.accountId}, 'debit', 5, current_date - 100 - n, 'Old ' || n, '{"category_name": "Food"}', ${eva.userId}
    from generate_series(1, 40) n`;
});

test.afterAll(async () => {
  await eva.context.close();
  await backend.stop();
});

const row = (page: Page, name: RegExp) => page.getByRole('row', { name });
/** The row whose cells are fields: what is typed there is in no name of a row. */
const edited = (page: Page) => page.locator('tr[data-edited]');
const field = (page: Page, label: string) => edited(page).getByLabel(label, { exact: true });
const stored = async (description: string) => {
  const found = await backend.sql<{ amount: string; date: string; category: string }[]>`
    select amount::text, transaction_date::text as date, metadata->>'category_name' as category
    from public.transactions where description = ${description}`;
  return found.map(({ amount, date, category }) => [Number(amount), date, category]);
};

/** Runs in the page: something lies over the upper edge of what has the focus. */
function isCovered(): boolean {
  const focused = document.activeElement;
  const box = focused?.getBoundingClientRect();
  const above = box && document.elementFromPoint(box.left + 60, box.top + 3);
  return !above || !focused?.contains(above);
}

/** Runs in the page: where the text begins and ends, which may be beyond its element. */
function textSides(element: Element): { left: number; right: number } {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { left, right } = range.getBoundingClientRect();
  return { left, right };
}

test('by keyboard alone: Enter opens, Tab goes on, Enter saves, and the focus stays at the row', async () => {
  const page = await eva.open('/', WIDE);
  await row(page, /Shop 1/).focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, /Shop 2/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Description')).toBeFocused();
  await page.keyboard.type('Baker');
  await page.keyboard.press('Shift+Tab');
  await expect(field(page, 'Date')).toBeFocused();
  await page.keyboard.type('yesterday');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Date')).toHaveValue(writtenDay(browserDay(1)));
  await page.keyboard.press('Tab');
  await expect(field(page, 'Category')).toBeFocused();
  await page.keyboard.type('Hous');
  await expect(page.getByRole('option', { name: 'Housing', exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(field(page, 'Amount')).toBeFocused();
  await page.keyboard.type('much');
  await page.keyboard.press('Enter');
  await expect(edited(page).getByText('Enter a number, such as 12.50 or 20+4.5.')).toBeVisible();
  await expect(field(page, 'Amount')).toBeFocused();
  await expect(field(page, 'Category')).toHaveValue('Housing');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('7+3.5');
  await page.keyboard.press('Enter');
  await expect(edited(page)).toHaveCount(0);
  await expect(row(page, /Baker/)).toBeFocused();
  await expect(row(page, /Baker/)).toContainText('-$10.50');
  await expect.poll(() => stored('Baker')).toEqual([[10.5, browserDay(1), 'Housing']]);
  await page.keyboard.press('Control+z');
  await expect(row(page, /Shop 2/)).toContainText('-$11.00');
  await expect.poll(() => stored('Baker')).toEqual([]);
  await page.close();
});

test('arrows lead along the rows, and header and headings cover none of them', async () => {
  const page = await eva.open('/', WIDE);
  await row(page, /Old 1\b/).focus();
  for (let step = 2; step <= 31; step++) {
    const next = row(page, new RegExp(`Old ${step}\\b`));
    // Presses must not overtake the rows that scrolling draws. A page that is held up draws them late.
    await next.waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await expect(next).toBeFocused();
  }
  for (let step = 31; step > 1; step--) {
    const next = row(page, new RegExp(`Old ${step - 1}\\b`));
    await next.waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await expect(next).toBeFocused();
    expect(await page.evaluate(isCovered), `Old ${step - 1}`).toBe(false);
  }
  await page.close();
});

test('a row that a new date takes far away leaves the focus at its place', async () => {
  const page = await eva.open('/', WIDE);
  await row(page, /Old 2\b/).focus();
  await page.keyboard.press('Enter');
  await field(page, 'Date').fill('2019-05-03');
  await page.keyboard.press('Enter');
  await expect(edited(page)).toHaveCount(0);
  await expect(row(page, /Old 3\b/)).toBeFocused();
  await page.close();
});

test('what is wrong with two fields stands side by side, at the least width of the table, too', async () => {
  const page = await eva.open('/', WIDE);
  await row(page, /Shop 1\b/).focus();
  await page.keyboard.press('Enter');
  await field(page, 'Date').fill('31.02.');
  await field(page, 'Description').fill('');
  await page.keyboard.press('Enter');
  for (const width of [1440, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    const date = await edited(page).getByText('Enter a date').evaluate(textSides);
    const description = await edited(page).getByText('Enter a description').evaluate(textSides);
    expect(date.right).toBeLessThanOrEqual(description.left);
    expect(await violations(page)).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  await page.close();
});

test('Escape closes a list, then leaves the row, and what was typed waits as after the dialog', async () => {
  const page = await eva.open('/', WIDE);
  await row(page, /Shop 3/).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Description')).toBeFocused();
  await page.keyboard.type('Never');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Category')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Choices' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Choices' })).toHaveCount(0);
  await expect(field(page, 'Category')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(edited(page)).toHaveCount(0);
  await expect(row(page, /Shop 3/)).toBeFocused();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  expect(await stored('Never')).toEqual([]);
  await page.close();
});

test('with the mouse, in the dark: a click on a cell begins there, and the pencil goes on in the dialog', async () => {
  const page = await eva.open('/', WIDE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await row(page, /Shop 4/)
    .getByText('-$13.00')
    .click();
  await expect(field(page, 'Amount')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  const height = await edited(page).evaluate((tr) => tr.getBoundingClientRect().height);
  expect(height, 'the rows below stay where they are').toBeLessThanOrEqual(40);
  await field(page, 'Date').click();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByLabel('Calendar', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Calendar', { exact: true })).toHaveCount(0);
  await expect(field(page, 'Date')).toBeFocused();
  await edited(page).getByRole('button', { name: 'Open calendar' }).click();
  const calendar = page.getByLabel('Calendar', { exact: true });
  expect((await calendar.boundingBox())?.width, 'it has its own look, not that of the table').toBeLessThan(320);
  expect(await violations(page)).toEqual([]);
  await calendar.getByRole('button', { name: /, chosen$/ }).click();
  await expect(calendar).toHaveCount(0);
  await expect(field(page, 'Date')).toBeFocused();
  await field(page, 'Amount').fill('14');
  await edited(page).getByRole('button', { name: 'All fields' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Transaction' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('14');
  await dialog.getByRole('button', { name: 'Update Transaction' }).click();
  await expect(toast(page, 'Transaction updated')).toBeVisible();
  await expect(row(page, /Shop 4/)).toContainText('-$14.00');

  await row(page, /Shop 4/)
    .getByText('Shop 4')
    .click();
  await field(page, 'Description').fill('Kiosk');
  await edited(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, /Kiosk/)).toBeVisible();
  await row(page, /Kiosk/).getByRole('button', { name: 'Edit Kiosk' }).click();
  await expect(dialog).toBeVisible();
  await page.close();
});

test('who may only look at an account edits no row of it', async ({ browser }) => {
  const cleo = await register(backend, 'cleo@example.org');
  await backend.sql`insert into public.memberships (account_id, target, user_id, email, name, role)
    values (${eva.accountId}, 'account', ${cleo.userId}, ${cleo.email}, '', 'viewer')`;
  const viewer = await logIn(browser, backend, cleo);
  const page = await viewer.open(`/account/${eva.accountId}`, WIDE);
  await row(page, /Shop 1/)
    .getByText('Shop 1')
    .click();
  await expect(row(page, /Shop 1/)).not.toHaveAttribute('tabindex', '0');
  await expect(edited(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await viewer.context.close();
});

test('offline, and the server has it afterwards', async () => {
  const ada = await Device.ofNewPerson(profileFolder('ada'), backend.url, 'ada@example.org');
  const { page } = ada;
  await page.setViewportSize(WIDE);
  await ada.add({ category: 'Food', description: 'Market', amount: '80' });
  await ada.offlineReady();
  await ada.goOffline();
  await page.reload();
  await row(page, /Market/).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Description')).toBeFocused();
  await page.keyboard.type('Market hall');
  await page.keyboard.press('Enter');
  await expect(row(page, /Market hall/)).toBeVisible();
  await ada.goOnline();
  await ada.upToDate();
  expect(await stored('Market hall')).toEqual([[80, browserDay(), 'Food']]);
  await ada.close();
});
