/** A day is picked in the calendar of a date field, by keyboard and with the mouse. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { type Person, signIn } from '../support/person.ts';
import { browserDay, hearsKeys, writtenDay } from '../support/screen-parts.ts';

let backend: TestBackend;
let eva: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  eva = await signIn(browser, backend, 'eva@example.org');
});

test.afterAll(async () => {
  await eva.context.close();
  await backend.stop();
});

const calendar = (page: Page) => page.getByLabel('Calendar', { exact: true });
/** As the calendar names a day: `Sunday, November 29, 2026`. */
const written = (day: string) =>
  new Date(`${day}T00:00Z`).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const button = (form: Page | Locator) => form.getByRole('button', { name: 'Open calendar' });

test('by keyboard, in a dialog: Escape closes the calendar alone, and after a day Enter saves', async () => {
  const page = await eva.open('/');
  await hearsKeys(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add expense' });
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('12');
  await dialog.getByLabel('Description').fill('Lunch');
  const date = dialog.getByLabel('Date', { exact: true });
  await button(dialog).focus();
  await page.keyboard.press('Enter');
  await expect(calendar(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar(page)).toHaveCount(0);
  await expect(date).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(calendar(page).locator(':focus')).toHaveAccessibleName(`${written(browserDay())}, chosen`);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(calendar(page)).toHaveCount(0);
  await expect(date).toBeFocused();
  await expect(date).toHaveValue(writtenDay(browserDay(8)));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Lunch/ })).toBeVisible();
  const dates = () => backend.sql`select transaction_date::text as date from public.transactions`;
  await expect.poll(async () => [...(await dates())]).toEqual([{ date: browserDay(8) }]);
  await page.close();
});

test('with the mouse: another month and another year, and a click elsewhere changes nothing', async () => {
  const page = await eva.open('/', { width: 1440, height: 900 });
  const form = page.getByRole('form', { name: 'Add transaction' });
  const date = form.getByLabel('Date', { exact: true });
  await date.fill('2026-03-05');
  await button(form).click();
  const day = (name: string) => calendar(page).getByRole('button', { name });
  await expect(day('March 5, 2026')).toHaveAttribute('data-selected', '');
  expect(await violations(page)).toEqual([]);
  await page.getByText('Carryover').first().click();
  await expect(calendar(page)).toHaveCount(0);
  await expect(date).toHaveValue(writtenDay('2026-03-05'));
  await button(form).click();
  await button(form).click();
  await expect(calendar(page)).toHaveCount(0);
  await button(form).click();
  await calendar(page).getByRole('button', { name: 'Previous month' }).click();
  await day('February 14, 2026').click();
  await expect(date).toHaveValue(writtenDay('2026-02-14'));
  await expect(date).toBeFocused();
  await button(form).click();
  await day('February 2026: choose another').click();
  await calendar(page).getByRole('button', { name: 'Previous year' }).click();
  await calendar(page).getByRole('button', { name: 'December 2025' }).click();
  await day('December 24, 2025').click();
  await expect(date).toHaveValue(writtenDay('2025-12-24'));
  await page.close();
});
