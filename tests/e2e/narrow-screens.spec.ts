/** Phones and tablets: what stands above the page covers nothing that one presses, and nothing is cut off at the side. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { logIn, type Person, type Registered, register } from '../support/person.ts';
import { browserDay, notice } from '../support/screen-parts.ts';

let backend: TestBackend;
let ida: Registered;
let person: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  ida = await register(backend, 'ida@example.org');
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
    values (${ida.accountId}, 'debit', 123456.78, ${browserDay()}, 'Cinema Rio', '{"category_name": "Entertainment"}', ${ida.userId})`;
  person = await logIn(browser, backend, ida, { hasTouch: true });
});

test.afterAll(async () => {
  await person.context.close();
  await backend.stop();
});

async function open(path: string, width: number, height: number): Promise<Page> {
  const page = await person.open(path);
  await page.setViewportSize({ width, height });
  return page;
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`not on the screen: ${locator}`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  expect(a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y, `${one} covers ${other}`).toBe(true);
}

for (const { width, height } of [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
]) {
  test(`at ${width} pixels a notice covers neither header, tabs, the button that adds nor those of a dialog`, async () => {
    const page = await open('/', width, height);
    const add = page.getByRole('link', { name: 'Add transaction' });
    await add.tap();
    const dialog = page.getByRole('dialog', { name: 'Add expense' });
    await dialog.getByLabel('Amount').fill('4.50');
    await dialog.getByLabel('Description').fill('Ferry ticket');
    await dialog.getByLabel('Category').selectOption('Transportation');
    await dialog.getByRole('button', { name: 'Add and another' }).tap();
    const added = notice(page, 'Transaction added');
    await expect(added).toBeVisible();
    await expectApart(added, dialog.getByRole('button', { name: 'Add and another' }));
    await expectApart(added, dialog.getByRole('button', { name: 'Add', exact: true }));
    await expectApart(added, dialog.getByLabel('Amount'));

    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    const header = page.getByRole('button', { name: /^Sync: / });
    const tabs = page.getByRole('navigation', { name: 'Main' });
    for (const part of [header, tabs, add]) await expectApart(added, part);

    // The keyboard of a phone stands at the bottom.
    const filter = page.getByRole('searchbox');
    await filter.focus();
    expect((await boxOf(added)).bottom).toBeLessThan(height / 2);
    for (const part of [header, tabs, add]) await expectApart(added, part);
    await page.close();
  });
}

for (const width of [320, 768, 991, 992, 1280]) {
  test(`at ${width} pixels a transaction can be read, edited and deleted without scrolling sideways`, async () => {
    const page = await open('/', width, 800);
    const ledger = page.getByRole('region', { name: 'Transactions' });
    const entry = ledger.getByRole('button', { name: /Cinema Rio.*-\$123,456\.78/ });
    if (width < 992) await entry.tap();
    const { x, right } = await boxOf(ledger);
    for (const part of [
      ledger.getByText('Cinema Rio', { exact: true }),
      ledger.getByText('-$123,456.78'),
      ledger.getByRole('button', { name: 'Edit Cinema Rio' }),
      ledger.getByRole('button', { name: 'Delete Cinema Rio' }),
    ]) {
      const box = await boxOf(part);
      expect(box.x, `${part}`).toBeGreaterThanOrEqual(x);
      expect(box.right, `${part}`).toBeLessThanOrEqual(right);
      expect(box.width, `${part}`).toBeGreaterThan(40);
    }
    await page.close();
  });
}
