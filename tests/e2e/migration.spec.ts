/** Moving from another app on the screens: from a file that is dropped to the balances of its accounts. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { startHere } from '../support/person.ts';

const REGISTER = readFileSync(new URL('../fixtures/import/ynab-register.csv', import.meta.url), 'utf8');

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

test('a register of YNAB, dropped on a dark phone and mapped by keyboard, makes accounts with its balances', async ({
  browser,
}) => {
  const { context, open } = await startHere(browser, backend, {
    viewport: { width: 320, height: 640 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  const page = await open('/?tab=accounts');
  await page.getByRole('complementary', { name: 'Only on this device' }).waitFor();
  const files = await page.evaluateHandle((text) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([text], 'My plan - Register.csv', { type: 'text/csv' }));
    return dropped;
  }, REGISTER);
  await page.dispatchEvent('body', 'drop', { dataTransfer: files });
  const dialog = page.getByRole('dialog', { name: /^Import/ });
  await expect(dialog.getByText('11 transactions come into 3 accounts, 2 transfers with both sides.')).toBeVisible();
  expect(await dialog.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0);
  expect(await violations(page, 'colours')).toEqual([]);

  await dialog.getByLabel('Name of the new account for Visa').focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' card');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Kind of the new account for Visa')).toBeFocused();
  await dialog.getByText('Categories:').press('Enter');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Food, expense, becomes')).toBeFocused();
  await dialog.getByRole('button', { name: 'Import 11 transactions' }).press('Enter');
  await expect(dialog.getByText('11 transactions are in 3 accounts.')).toBeVisible();
  await dialog.getByRole('link', { name: 'See the accounts' }).press('Enter');

  for (const [name, balance] of [
    ['Checking', '$3,147.80'],
    ['Savings', '$222.50'],
    ['Visa card', '$30.00'],
  ])
    await expect(
      page.getByRole('row', { name: new RegExp(`${name}.*${balance?.replaceAll('$', '\\$')}`) }),
    ).toBeVisible();
  await context.close();
});
