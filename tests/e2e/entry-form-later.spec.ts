/** The dashboard's form is loaded after the page around it. Nothing moves then, and no key that was pressed is lost. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { type Person, signIn } from '../support/person.ts';
import { enter } from '../support/screen-parts.ts';

let backend: TestBackend;
let eva: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  eva = await somebody(browser, 'eva@example.org');
});

test.afterAll(async () => {
  await eva.context.close();
  await backend.stop();
});

/** A person with a transaction. */
async function somebody(browser: Browser, email: string): Promise<Person> {
  const person = await signIn(browser, backend, email);
  const page = await person.open('/');
  await enter(page, { category: 'Food', description: 'Lunch', amount: '12' });
  await page.close();
  return person;
}

const FILE = '**/entry-form-*.js';
const form = (page: Page) => page.getByRole('form', { name: 'Add transaction' });
const place = (page: Page) => page.getByRole('group', { name: 'Add transaction' });
/** It stands below the form. */
const below = (page: Page) => page.getByLabel('Filter by description or category');

async function topOf(locator: Locator): Promise<number | undefined> {
  return (await locator.boundingBox())?.y;
}

/** The dashboard whose form has not come yet. `arrive` lets it through. */
async function openWithout(size: { width: number; height: number }, who = eva) {
  const page = await who.context.newPage();
  await page.setViewportSize(size);
  const held = Promise.withResolvers<void>();
  await page.route(FILE, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/');
  await expect(below(page)).toBeVisible();
  return { page, arrive: () => held.resolve() };
}

test('on a desktop the form comes into a place of its height', async () => {
  for (const width of [1000, 1440]) {
    const { page, arrive } = await openWithout({ width, height: 900 });
    await expect(place(page)).toBeVisible();
    const before = await topOf(below(page));
    arrive();
    await expect(form(page)).toBeVisible();
    expect(await topOf(below(page)), `${width} px`).toBe(before);
    await page.close();
  }
});

test('the keyboard that is at its place goes on in the form', async ({ browser }) => {
  // What she types may be kept as a draft, and its line would stand in the forms of later tests.
  const ann = await somebody(browser, 'ann@example.org');
  const { page, arrive } = await openWithout({ width: 1440, height: 900 }, ann);
  await page.getByLabel('Active account').focus();
  await page.keyboard.press('Tab');
  await expect(place(page)).toBeFocused();
  arrive();
  await expect(form(page).getByRole('radio', { name: 'Income' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('12.50');
  await expect(form(page).getByLabel('Amount')).toHaveValue('12.50');
  await ann.context.close();
});

test('the focus that is elsewhere stays there', async () => {
  const { page, arrive } = await openWithout({ width: 1440, height: 900 });
  await below(page).fill('Half ty');
  arrive();
  await expect(form(page)).toBeVisible();
  await page.keyboard.type('ped');
  await expect(below(page)).toHaveValue('Half typed');
  await page.close();
});

test('on a phone the form unfolds into its place, also before it has come', async () => {
  for (const width of [320, 390, 600]) {
    const { page, arrive } = await openWithout({ width, height: 844 });
    await page.getByRole('button', { name: 'Add transaction', exact: true }).click();
    await expect(place(page)).toBeVisible();
    const before = await topOf(below(page));
    arrive();
    await expect(form(page).getByLabel('Amount')).toBeVisible();
    expect(await topOf(below(page)), `${width} px`).toBe(before);
    await page.close();
  }
});

test('n opens quick entry while the form of the dashboard has not come', async () => {
  const { page, arrive } = await openWithout({ width: 1440, height: 900 });
  await page.keyboard.press('n');
  arrive();
  await expect(page.getByRole('dialog', { name: 'Add expense' }).getByLabel('Amount')).toBeFocused();
  await page.close();
});

test('the installed app has the form without a network', async ({ browser }) => {
  const context = await browser.newContext({ storageState: await eva.context.storageState({ indexedDB: true }) });
  const page = await context.newPage();
  await page.goto(backend.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await expect(form(page).getByLabel('Amount')).toBeVisible();
  await context.close();
});
