/** How many rows of a year's ledger a person sees without scrolling. The demo has a year of sample data. */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';

test.use({ serviceWorkers: 'block' });

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

async function openAccount(page: Page) {
  await page.goto(`${backend.url}/demo?tab=accounts`);
  await page.getByRole('table').getByRole('link', { name: 'Household' }).click();
  await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible();
}

async function openDashboard(page: Page) {
  await page.goto(`${backend.url}/demo`);
}

/** The least numbers of whole rows. */
const SCREENS = [
  { name: 'the dashboard', open: openDashboard, desktop: 8, phone: 4 },
  { name: 'the page of an account', open: openAccount, desktop: 12, phone: 4 },
];

/** Whole rows above the edge of the window, or above the bar of tabs where that stands at the bottom. */
async function rowsInSight(page: Page): Promise<number> {
  const rows = page.getByRole('region', { name: 'Transactions' }).locator('tbody tr[data-row], li[data-row] .card');
  await expect(rows.first()).toBeVisible();
  const tabs = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  const bottom = tabs && tabs.y > height / 2 ? tabs.y : height;
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
  return boxes.filter((box) => box && box.y >= 0 && box.y + box.height <= bottom).length;
}

/** The demo says on every page that it is one. Nobody with own data has that line. */
async function hideBanner(page: Page) {
  await page.addStyleTag({ content: 'aside[aria-label="Sample data"] { display: none }' });
}

for (const { name, open, desktop, phone } of SCREENS) {
  test(`${name} shows at least ${desktop} rows on a desktop and ${phone} on a phone`, async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await open(page);
    await hideBanner(page);
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(desktop);
    await page.setViewportSize(PHONE);
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(phone);
  });
}

/** The width of the column of descriptions, where the table is no wider than its card. */
async function descriptionWidth(page: Page): Promise<number> {
  const table = page.getByRole('table', { name: 'Transactions' });
  const over = await table.evaluate(
    (element) => element.getBoundingClientRect().width - (element.parentElement?.clientWidth ?? 0),
  );
  expect(over).toBeLessThanOrEqual(0);
  const heading = table.getByRole('columnheader', { name: 'Description' });
  return (await heading.boundingBox())?.width ?? 0;
}

test('a description has room beside balances, accounts and checkboxes, and beside the details', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await openAccount(page);
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Running balance' }).click();
  await expect(page.getByRole('columnheader', { name: 'Balance' })).toBeVisible();
  expect(await descriptionWidth(page)).toBeGreaterThanOrEqual(160);
  await page.getByRole('button', { name: 'Choose several' }).click();
  expect(await descriptionWidth(page)).toBeGreaterThanOrEqual(160);
  await page.goto(`${backend.url}/demo?account=all`);
  await page.getByRole('button', { name: 'Choose several' }).click();
  for (const width of [992, 1100, 1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => descriptionWidth(page), `${width}`).toBeGreaterThanOrEqual(160);
  }
});

test('the focus of the filter moves no row, and what is cleared stays so in another account', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await openDashboard(page);
  const register = page.getByRole('region', { name: 'Transactions' });
  const heading = register.getByRole('columnheader', { name: 'Date' });
  // These words come with the last rows of the demo, and move the list.
  await expect(page.getByText(/^Includes /)).toBeVisible();
  const before = await heading.boundingBox();
  const filter = page.getByRole('combobox', { name: 'Filter by description or category' });
  await filter.click();
  await page.waitForTimeout(500);
  expect(await heading.boundingBox()).toEqual(before);
  await expect(register.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
  await filter.fill('no such text');
  await expect(page).toHaveURL(/filter=/);
  await expect(register.getByRole('button', { name: 'Clear filter' })).toBeVisible();
  await filter.fill('');
  await page
    .getByRole('navigation', { name: 'Accounts' })
    .getByRole('link', { name: /Studio/ })
    .click();
  await expect(page).not.toHaveURL(/filter=/);
  await expect(filter).toHaveValue('');
  await page.waitForTimeout(400);
  await expect(filter).toHaveValue('');
});

test('the last row ends with the round corners of its card', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto(`${backend.url}/demo?filter=rent`);
  const last = page.getByRole('region', { name: 'Transactions' }).locator('tbody tr[data-row]').last();
  await expect(last.getByRole('cell').first()).toHaveCSS('border-end-start-radius', '11px');
  await expect(last.getByRole('cell').last()).toHaveCSS('border-end-end-radius', '11px');
  await expect(last.getByRole('cell').last()).toHaveCSS('border-bottom-width', '0px');
});

test('on a phone the filter has the width', async ({ page }) => {
  for (const [width, least] of [
    [320, 110],
    [390, 180],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await openDashboard(page);
    expect(
      (await page.getByRole('combobox', { name: 'Filter by description or category' }).boundingBox())?.width,
    ).toBeGreaterThanOrEqual(least);
    expect((await page.getByRole('combobox', { name: 'Sort' }).boundingBox())?.width).toBe(44);
  }
});

test('the card of an account’s facts is at most 96 px high from 48em on, and the details open below it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await openAccount(page);
  const facts = page.getByRole('region', { name: 'Account Information' });
  const details = page.getByRole('region', { name: 'Details' });
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await facts.boundingBox())?.height).toBeLessThanOrEqual(96);
  }
  const toggle = page.getByRole('button', { name: 'Details' });
  await expect(details).toHaveCount(0);
  await toggle.click();
  const register = page.getByRole('region', { name: 'Transactions' });
  await expect(details.getByRole('button', { name: 'Reconcile' })).toBeVisible();
  const [beside, list] = [await details.boundingBox(), await register.boundingBox()];
  expect(beside?.y).toBe(list?.y);
  expect(beside?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0));
  await page.setViewportSize(PHONE);
  await expect.poll(async () => (await register.boundingBox())?.y).toBeGreaterThan(600);
  await toggle.click();
  await expect(details).toHaveCount(0);
});
