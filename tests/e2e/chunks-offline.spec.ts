/**
 * Parts of the screen that load on demand, in a browser without a service worker that loses its network. The page stays
 * as it is, and the part opens when it can be loaded.
 */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { type Person, signIn } from '../support/person.ts';
import { enter, hearsKeys } from '../support/screen-parts.ts';

let backend: TestBackend;
let eva: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  eva = await signIn(browser, backend, 'eva@example.org');
});

test.afterEach(async () => {
  await eva.context.setOffline(false);
  for (const page of eva.context.pages()) await page.close();
});

test.afterAll(async () => {
  await eva.context.close();
  await backend.stop();
});

const MISSING = 'This part could not be loaded';
/** The file of the engine, and not of the panel. */
const ENGINE = /\/sync-(?!panel)[\w-]+\.js$/;
const syncButton = (page: Page) => page.getByRole('button', { name: /^Sync:/ });
const syncPanel = (page: Page) => page.getByRole('dialog', { name: 'Sync state' });
const description = (page: Page) => page.getByRole('form', { name: 'Add transaction' }).getByLabel('Description');

/** Opens the dashboard, waits for all of it, and then cuts the network. */
async function dashboardOffline(): Promise<Page> {
  const page = await eva.open('/');
  await hearsKeys(page);
  await expect(description(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await eva.context.setOffline(true);
  return page;
}

test('the sync panel says that it is not loaded yet, loses nothing, and opens once the network is back', async () => {
  const page = await dashboardOffline();
  await enter(page, { category: 'Food', description: 'Dinner offline', amount: '25' });
  await description(page).fill('Half typed');
  await syncButton(page).click();
  await expect(syncPanel(page).getByRole('status')).toContainText(MISSING);
  await syncPanel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(syncPanel(page).getByRole('status')).toContainText(MISSING);
  await expect(syncPanel(page).getByRole('button', { name: 'Try again' })).toBeFocused();
  await expect(description(page)).toHaveValue('Half typed');
  await expect(page.getByRole('row', { name: /Dinner offline/ })).toBeVisible();

  await eva.context.setOffline(false);
  await expect(syncPanel(page).getByRole('button', { name: 'Sync now' })).toBeVisible();
  await expect(syncPanel(page)).toBeFocused();
  await expect(page.getByText(MISSING)).toHaveCount(0);
  await expect(description(page)).toHaveValue('Half typed');
});

test('quick entry that could not be loaded can be closed, and opens once the network is back', async () => {
  const page = await dashboardOffline();
  await syncButton(page).focus();
  await page.keyboard.press('n');
  const missing = page.getByRole('dialog', { name: MISSING });
  await expect(missing.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(missing).toHaveCount(0);
  await expect(page).toHaveURL(`${backend.url}/`);
  await expect(syncButton(page)).toBeFocused();

  await page.keyboard.press('n');
  await expect(missing).toBeVisible();
  await eva.context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Add expense' }).getByLabel('Amount')).toBeFocused();
  await expect(missing).toHaveCount(0);
});

test('a tab and a page that cannot be loaded keep the frame and the way back', async () => {
  const page = await dashboardOffline();
  const main = page.getByRole('main');
  await page.getByRole('link', { name: 'Budgets', exact: true }).click();
  await expect(main.getByText(MISSING)).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(description(page)).toBeVisible();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByRole('dialog', { name: 'Account menu' }).getByText(MISSING)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(main.getByText(MISSING)).toBeVisible();

  await eva.context.setOffline(false);
  await expect(main.getByText(MISSING)).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Manage Budgets' })).toBeVisible();

  await eva.context.setOffline(true);
  await main.getByRole('link', { name: 'Manage Budgets' }).click();
  await expect(main.getByText(MISSING)).toBeVisible();
  await eva.context.setOffline(false);
  await expect(main.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('a part that the browser does not request again comes with a reload, which keeps the typed text', async () => {
  const page = await eva.open('/');
  await description(page).fill('Half typed');
  await page.waitForLoadState('networkidle');
  await page.route('**/sync-panel-*.js', (route) => route.abort());
  await syncButton(page).click();
  await expect(syncPanel(page).getByText(MISSING)).toBeVisible();
  await page.unroute('**/sync-panel-*.js');
  const loadedAnew = page.waitForEvent('load');
  await syncPanel(page).getByRole('button', { name: 'Try again' }).click();
  await loadedAnew;
  await expect(description(page)).toHaveValue('Half typed');
  await syncButton(page).click();
  await expect(syncPanel(page).getByRole('button', { name: 'Sync now' })).toBeVisible();
});

test('[S61f] while the engine cannot be loaded, the sync panel offers a reload, and entries are kept', async () => {
  const page = await eva.context.newPage();
  await page.route(ENGINE, (route) => route.abort());
  await page.goto(backend.url);
  await enter(page, { category: 'Food', description: 'Before the engine', amount: '25' });
  await syncButton(page).click();
  await expect(syncPanel(page).getByText(/^A part of Carryover could not be loaded/)).toBeVisible();
  await page.unroute(ENGINE);
  const loadedAnew = page.waitForEvent('load');
  await syncPanel(page).getByRole('button', { name: 'Reload' }).click();
  await loadedAnew;
  await expect(page.getByRole('row', { name: /Before the engine/ })).toBeVisible();
  await expect(syncButton(page)).toHaveAccessibleName(/Up to date/);
});
