/** Back leads to the place in a list that somebody left, and to no address that they had left for good. */
import { expect, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { logIn, type Person, type Registered, register } from '../support/person.ts';
import { browserDay, hearsKeys } from '../support/screen-parts.ts';

let backend: TestBackend;
let ida: Registered;
let person: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  ida = await register(backend, 'ida@example.org');
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
    select ${ida.accountId}, 'debit', n, ${browserDay()}::date - n, 'Row ' || n,
      '{"category_name": "Entertainment"}', ${ida.userId} from generate_series(1, 400) n`;
  person = await logIn(browser, backend, ida);
});

test.afterAll(async () => {
  await person.context.close();
  await backend.stop();
});

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  for (const path of ['/', 'account'] as const) {
    test(`at ${width} px, Back from another tab restores the place in the list of ${path}`, async () => {
      const page = await person.open(path === '/' ? path : `/account/${ida.accountId}`);
      await page.setViewportSize({ width, height });
      const ledger = page.getByRole('region', { name: 'Transactions' });
      await expect(ledger.getByText('Row 1', { exact: true })).toBeVisible();
      await page.mouse.move(width / 2, height / 2);
      // As a person scrolls: the list measures its rows on the way.
      for (let at = 0; at < 4800; at += 400) {
        await page.mouse.wheel(0, 400);
        await page.waitForTimeout(50);
      }
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(4000);
      await page.waitForTimeout(300);
      const seen = () =>
        ledger.getByText(/^Row \d+$/).evaluateAll((rows) => {
          const first = rows.find((row) => row.getBoundingClientRect().top > 100);
          return { name: first?.textContent, top: Math.round(first?.getBoundingClientRect().top ?? 0) };
        });
      const before = await seen();
      // A pointer would have to scroll to the tabs of a desktop first. A keyboard or the palette need not.
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Reports' })
        .dispatchEvent('click');
      await expect(page.getByRole('heading', { name: 'Financial report' })).toBeVisible();
      await page.goBack();
      await expect.poll(async () => (await seen()).name).toBe(before.name);
      await page.waitForTimeout(300);
      const after = await seen();
      expect(after.name).toBe(before.name);
      expect(Math.abs(after.top - before.top)).toBeLessThan(60);
      await page.close();
    });
  }
}

test('quick entry leaves the place in the list, and no second address of the screen behind it', async () => {
  const page = await person.open('/?tab=accounts');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText('Row 1', { exact: true })).toBeVisible();
  // The browser tells of a scroll with its next frame, and nobody presses a key before it.
  await page.evaluate(async () => {
    const scrolled = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
    scrollTo({ top: 700, behavior: 'instant' });
    await scrolled;
  });
  await hearsKeys(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add expense' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(700);
  await page.goBack();
  await expect(page).toHaveURL(/tab=accounts/);
  await page.close();
});
