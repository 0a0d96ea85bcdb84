/** The accounts beside the work, in a real browser, over the sample data. */
import { expect, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { onDemoDay } from '../support/demo-day.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

test.beforeEach(onDemoDay);

const active = (page: Page) => page.getByLabel('Active account');
const sideBar = (page: Page) => page.getByRole('complementary', { name: 'Accounts' });

function bottomOf(box: { y: number; height: number } | null): number {
  return Math.round((box?.y ?? 0) + (box?.height ?? 0));
}

async function openDemo(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(`${backend.url}/demo`);
  await expect(page.getByText('Current Balance')).toBeVisible();
}

/** Chooses the first row of each account among what the filter finds, and gives both another description. */
async function changeRentOfTwoAccounts(page: Page): Promise<void> {
  await page.getByLabel('Filter by description or category').fill('rent');
  await expect(page.getByText(/26 transactions found/)).toBeVisible();
  const rows = page.getByRole('row', { name: /Rent/i });
  await expect(rows.filter({ hasText: 'Household' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Choose several' }).click();
  await rows.filter({ hasText: 'Household' }).first().getByRole('checkbox').check();
  await rows.filter({ hasText: 'Studio' }).first().getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: /^Change 2/ });
  await dialog.getByLabel('What to change').selectOption({ label: 'Description' });
  await dialog.getByLabel('Description').fill('Rent of November');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('on a desktop one press leads to any account, the side bar folds, and all accounts are one register', async ({
  page,
}) => {
  await openDemo(page, { width: 1440, height: 900 });
  await expect(sideBar(page).getByText('Net worth')).toBeVisible();
  await sideBar(page).getByRole('link', { name: 'Studio' }).click();
  await expect(active(page)).toHaveText('Studio');
  await expect(sideBar(page).getByRole('link', { name: 'Studio' })).toHaveAttribute('aria-current', 'true');

  await sideBar(page).getByRole('button', { name: 'Hide accounts' }).press('Enter');
  await expect(sideBar(page).getByRole('button', { name: 'Show accounts' })).toBeFocused();
  await page.reload();
  await expect(active(page)).toHaveText('Studio');
  await expect(sideBar(page).getByRole('link')).toHaveCount(0);
  await sideBar(page).getByRole('button', { name: 'Show accounts' }).click();

  await page.keyboard.press('g');
  await page.keyboard.press('1');
  await expect(active(page)).toHaveText('Household');
  await sideBar(page).getByRole('link', { name: 'All accounts' }).click();
  await expect(active(page)).toHaveText('All accounts');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await expect(page.getByRole('button', { name: 'Running balance' })).toHaveCount(0);
  await page.setViewportSize({ width: 1200, height: 800 });
  const add = await page.getByRole('banner').getByRole('link', { name: 'Add transaction' }).boundingBox();
  expect((add?.x ?? 0) + (add?.width ?? 0)).toBeLessThanOrEqual(1200);
  await page.setViewportSize({ width: 1440, height: 900 });
  await changeRentOfTwoAccounts(page);
  await page.getByLabel('Filter by description or category').fill('rent of november');
  await expect(page.getByText(/2 transactions found/)).toBeVisible();
  await expect(page).toHaveURL(/account=all&filter=rent\+of\+november/);
  await page.reload();
  await expect(page.getByText(/2 transactions found/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Rent of November/ })).toHaveCount(2);

  await page.goto(`${backend.url}/demo?tab=reports`);
  await sideBar(page).getByRole('link', { name: 'Savings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Savings' })).toBeVisible();
  await expect(sideBar(page).getByRole('link', { name: 'Savings' })).toHaveAttribute('aria-current', 'page');
});

test('on a desktop the title opens the accounts below it, and what does not fit scrolls', async ({ page }) => {
  await openDemo(page, { width: 1440, height: 900 });
  for (const [width, height] of [
    [1440, 400],
    [1024, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await active(page).click();
    const panel = page.getByRole('dialog', { name: 'Accounts' });
    await expect(panel).toBeVisible();
    await expect.poll(async () => bottomOf(await panel.boundingBox())).toBeLessThanOrEqual(height);
    await panel.getByText('Net worth').scrollIntoViewIfNeeded();
    await expect(panel.getByText('Net worth')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  }
});

test('on a phone the title opens the accounts as a sheet; nothing scrolls sideways', async ({ page }) => {
  await openDemo(page, { width: 390, height: 844 });
  await expect(sideBar(page)).toHaveCount(0);
  await active(page).click();
  const sheet = page.getByRole('dialog', { name: 'Accounts' });
  await expect(sheet.getByText('Net worth')).toBeVisible();
  await expect.poll(async () => bottomOf(await sheet.boundingBox())).toBe(844);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await sheet.getByRole('link', { name: 'Studio' }).click();
  await expect(sheet).toBeHidden();
  await expect(active(page)).toHaveText('Studio');
  await page.keyboard.press('g');
  await page.keyboard.press('0');
  await expect(active(page)).toHaveText('All accounts');
  await expect(page.getByRole('button', { name: /Studio/ }).first()).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('Tab from the filter leads to the list, also while the filter offers something', async ({ page }) => {
  await openDemo(page, { width: 1440, height: 900 });
  await page.getByLabel('Filter by description or category').focus();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Date' })).toBeFocused();
});
