/** Several rows are chosen, changed at once and brought back by Ctrl+Z, in a real browser, over the sample data. */
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

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Chosen transactions' });

test('by keyboard and mouse: a range is deleted, Ctrl+Z brings it back, and Ctrl+Shift+Z does it again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${backend.url}/demo`);
  await page.getByRole('button', { name: 'Choose several' }).click();
  const choices = page.getByRole('checkbox', { name: /^Choose / });
  await choices.first().focus();
  await page.keyboard.press('Space');
  await choices.nth(3).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 transactions chosen');
  const first = await page.getByRole('row').nth(1).textContent();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('4 transactions deleted')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).not.toHaveText(first ?? '');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Delete 4 transactions')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toHaveText(first ?? '');
  // Its toast offers nothing any more.
  await expect(page.getByText('4 transactions deleted')).toBeHidden();
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByText('Done again')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).not.toHaveText(first ?? '');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('row').nth(1)).toHaveText(first ?? '');
});

test('a toast and the bar of chosen rows lie side by side', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${backend.url}/demo`);
  await page.getByRole('button', { name: 'Choose several' }).click();
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .first()
    .click();
  await expect(bar(page)).toContainText('1 transaction chosen');
  await page
    .getByRole('button', { name: /^Delete ./ })
    .first()
    .click();
  const toast = page.locator('[data-tone]').filter({ hasText: 'Transaction deleted' });
  await expect(toast).toBeVisible();
  await expect(bar(page)).toContainText('0 transactions chosen');
  const [above, below] = [await toast.boundingBox(), await bar(page).boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 780 }, colorScheme: 'dark' });

  test('a long press begins to choose, a tap adds a row, and the list of recent changes undoes the change', async ({
    page,
  }) => {
    await page.goto(`${backend.url}/demo`);
    const cards = page.getByRole('list', { name: 'Transactions' }).getByRole('button');
    // Away from the tabs, which lie over the lower edge.
    await cards.first().evaluate((card) => card.scrollIntoView({ block: 'center' }));
    const box = await cards.first().boundingBox();
    if (!box) throw new Error('no card');
    const touch = await page.context().newCDPSession(page);
    const point = { x: box.x + 60, y: box.y + box.height / 2 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await expect(bar(page)).toContainText('1 transaction chosen');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await cards.nth(1).tap();
    await expect(bar(page)).toContainText('2 transactions chosen');
    expect(await violations(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Change' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Change 2 transactions' });
    await dialog.getByLabel('What to change').selectOption('date');
    await dialog.getByLabel('Date', { exact: true }).fill('2024-02-29');
    await dialog.getByRole('button', { name: 'Change' }).tap();
    await expect(page.getByText('2 transactions changed')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Account, bud/ }).fill('recent');
    await page.getByRole('option', { name: 'Recent changes' }).tap();
    const changes = page.getByRole('dialog', { name: 'Recent changes' });
    await expect(changes).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await changes.getByRole('button', { name: 'Undo Change 2 transactions' }).tap();
    await expect(changes.getByText('Nothing to undo since you opened the app.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await changes.getByRole('button', { name: 'Redo Change 2 transactions' }).tap();
    await expect(changes.getByRole('heading', { name: 'Undone' })).toBeHidden();
    await expect(changes.getByRole('button', { name: 'Undo Change 2 transactions' })).toBeVisible();
  });
});
