/** Parts of the screens that many browser tests look for. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Entry } from './device.ts';
import { chooseIn } from './list-field.ts';

/** The newest toast with this title, and its text. */
export function toast(page: Page, title: string): Locator {
  const titled = page.getByText(title, { exact: true });
  return page.getByLabel('Notices').locator('[data-tone]').filter({ has: titled }).first();
}

/** The day so many days ago, in the calendar of a test's browser: YYYY-MM-DD. */
export function browserDay(ago = 0): string {
  return new Date(Date.now() - ago * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
}

/** A day as date fields show it: `Nov 29, 2026`. */
export function writtenDay(day: string): string {
  return new Date(`${day}T00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** Waits until the page hears the key of quick entry: its code comes after the first rows. */
export async function hearsKeys(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Quick entry' })).toBeAttached();
}

/** Makes an account the active one, by the title of the dashboard. */
export async function chooseAccount(page: Page, name: string): Promise<void> {
  await page.getByLabel('Active account').click();
  await page.getByRole('dialog', { name: 'Accounts' }).getByRole('link', { name }).click();
  await expect(page.getByLabel('Active account')).toHaveText(name);
}

/** Opens a tab of the main page. */
export async function openTab(page: Page, name: 'Accounts' | 'Dashboard'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
}

/** Opens the page of an account from the tab Accounts. */
export async function openAccountPage(page: Page, name: string): Promise<void> {
  await openTab(page, 'Accounts');
  await page.getByRole('main').getByRole('link', { name }).first().click();
}

/** Adds a transaction with the dashboard's form and waits until the list shows it. */
export async function enter(page: Page, { type = 'Expense', category, description, amount }: Entry): Promise<void> {
  const form = page.getByRole('form', { name: 'Add transaction' });
  await form.getByRole('radio', { name: type }).check();
  await chooseIn(form.getByLabel('Category'), category);
  await form.getByLabel('Description').fill(description);
  await form.getByLabel('Amount').fill(amount);
  await form.getByRole('button', { name: 'Add Transaction' }).click();
  await expect(page.getByRole('row', { name: new RegExp(description) })).toBeVisible();
}
