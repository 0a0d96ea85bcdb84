/** Kinds, order and archive of accounts, on a phone: an owner changes them, and a viewer sees the same. */
import { expect, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { logIn, type Person, register } from '../support/person.ts';
import { toast } from '../support/screen-parts.ts';

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, colorScheme: 'dark' } as const;

let backend: TestBackend;
let anna: Person;
let ben: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  const [owner, viewer] = [await register(backend, 'anna@example.org'), await register(backend, 'ben@example.org')];
  // Accounts of one moment stand in the order of their ids.
  await backend.sql`
    insert into public.accounts (account_id, account_name, kind, owner_id) values
      ('f0000000-0000-4000-8000-000000000001', 'Credit card of the bank', 'credit_card', ${owner.userId}),
      ('f0000000-0000-4000-8000-000000000002', 'Savings', 'savings', ${owner.userId})`;
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
    select account_id, case kind when 'credit_card' then 'debit' else 'credit' end, 1234.56, '2026-03-01', 'Start',
      '{"category_name": "Other"}', owner_id
    from public.accounts where owner_id = ${owner.userId}`;
  await backend.sql`
    insert into public.memberships (account_id, target, user_id, email, role)
    select account_id, 'account', ${viewer.userId}, ${viewer.email}, 'viewer'
    from public.accounts where owner_id = ${owner.userId} and kind <> 'other'`;
  anna = await logIn(browser, backend, owner, PHONE);
  ben = await logIn(browser, backend, viewer, { ...PHONE, colorScheme: 'light' });
});

test.afterAll(async () => {
  await Promise.all([anna, ben].map(({ context }) => context.close()));
  await backend.stop();
});

test('what an owner orders and archives by keyboard and menu, a viewer sees and cannot change', async () => {
  const [page, his] = [await anna.open('/?tab=accounts'), await ben.open('/?tab=accounts')];
  const worth = page.getByRole('region', { name: 'Net worth' });
  await expect(worth).toContainText('$2,469.12');
  await expect(worth).toContainText('$1,234.56');
  expect(await violations(page)).toEqual([]);

  const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row');
  await rows.getByRole('link', { name: 'Savings' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows.nth(2)).toContainText('Savings');
  await expect(rows.getByRole('link', { name: 'Savings' })).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows.nth(1)).toContainText('Savings');
  await expect(page.getByText('Savings is now 1 of 3.')).toBeAttached();
  await expect(his.getByRole('table', { name: 'Accounts' }).getByRole('row').nth(1)).toContainText('Savings');
  await expect(his.getByRole('button', { name: 'More for Personal' })).toBeVisible();
  await expect(his.getByRole('button', { name: 'More for Savings' })).toHaveCount(0);

  await page.getByRole('button', { name: 'More for Credit card of the bank' }).tap();
  const menu = page.getByRole('dialog', { name: 'More for Credit card of the bank' });
  expect(await violations(page)).toEqual([]);
  await menu.getByRole('button', { name: 'Archive' }).tap();
  await expect(toast(page, 'Account archived')).toBeVisible();
  await page.getByText('Archived (1)').tap();
  await expect(page.getByRole('table', { name: 'Archived' })).toContainText('Credit card of the bank');
  await expect(his.getByText('Archived (1)')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  expect(await page.evaluate(isWide)).toBe(false);
});
