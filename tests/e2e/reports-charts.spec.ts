/** The charts of a report in a real browser, over the sample data. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

const CHARTS = {
  'Over time': /^Income and expenses by day\./,
  'Net worth over time': /^Net worth over time\./,
  'Spending this month': /^Spending since the first of the month/,
};

const chart = (page: Page, name: RegExp) => page.getByRole('application', { name });
const values = (page: Page) => page.locator('.recharts-tooltip-wrapper');

/** Moves a finger a little over the middle. */
async function drag(page: Page, over: Locator) {
  await over.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await over.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = (part: number) => [{ x: x + width * part, y: y + height / 2 }];
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.4) });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.5) });
}

async function openReport(page: Page) {
  await page.goto(`${backend.url}/demo`);
  await page.getByRole('link', { name: 'Reports', exact: true }).first().click();
  for (const [title, name] of Object.entries(CHARTS)) {
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(chart(page, name)).toBeVisible();
  }
}

test('each chart says the values of a point below the pointer, and those that the arrow keys reach', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openReport(page);
  const sums = chart(page, CHARTS['Over time']);
  const box = await sums.boundingBox();
  await sums.hover({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } });
  await expect(values(page).filter({ hasText: 'Net' })).toContainText(/Income\$[\d,.]+Expenses\$[\d,.]+Net/);
  await page.mouse.move(0, 0);
  const worth = chart(page, CHARTS['Net worth over time']);
  await worth.focus();
  await page.keyboard.press('ArrowRight');
  const told = values(page).filter({ hasText: 'Net worth' });
  await expect(told).toContainText(/Net worth-?\$[\d,.]+/);
  const first = await told.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(told).not.toHaveText(first ?? '');
  // What is shown is read out, too.
  const date = (await told.locator('p').textContent()) ?? '';
  await expect(page.getByRole('status').filter({ hasText: date })).toContainText('Net worth');
});

test('the table below a chart says the same, to its last point', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openReport(page);
  const card = page
    .getByRole('region', { name: 'Net worth over time' })
    .or(page.locator('[aria-labelledby="report-balance"]'))
    .first();
  await card.getByText('As a table').click();
  const last = card.getByRole('row').last();
  const sideBar = await page
    .getByText(/^Net worth/)
    .first()
    .locator('..')
    .textContent();
  const amount = (await last.getByRole('cell').last().textContent()) ?? '';
  expect(sideBar).toContain(amount);
});

test('a page that becomes narrower has narrower charts', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openReport(page);
  await page.setViewportSize({ width: 320, height: 800 });
  for (const name of Object.values(CHARTS)) {
    await expect.poll(async () => (await chart(page, name).boundingBox())?.width).toBeLessThan(320);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`on a phone, in the ${scheme} theme, a touch says the values, and nothing is cut off or without a name`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width: 320, height: 800 },
      hasTouch: true,
      colorScheme: scheme,
    });
    const page = await context.newPage();
    await openReport(page);
    const sums = chart(page, CHARTS['Over time']);
    await drag(page, sums);
    await expect(values(page).filter({ hasText: 'Net' })).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
}
