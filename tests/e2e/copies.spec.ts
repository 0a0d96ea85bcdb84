/** A copy of everything on the screens, from one login to another, compared in the server's tables. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import type { Operation } from '../../src/domain/mutations/operations.ts';
import { TRANSACTION_DEFAULTS, type TransactionRow } from '../../src/domain/rows.ts';
import { PROTOCOL_VERSION } from '../../sync/protocol.ts';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { logIn, type Registered, register, startHere } from '../support/person.ts';
import { browserDay, toast } from '../support/screen-parts.ts';

const PASSPHRASE = 'open sesame';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

/** Pushes as a device of this person would. */
async function push({ email, userId }: Registered, mutations: Operation[][]): Promise<void> {
  const client = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });
  await client.auth.signInWithPassword({ email, password: 'correct horse battery' });
  const editedAt = new Date().toISOString();
  const { data, error } = await client.rpc('sync_push', {
    p_user: userId,
    p_schema: PROTOCOL_VERSION,
    p_mutations: mutations.map((operations) => ({ id: crypto.randomUUID(), editedAt, operations })),
  });
  if (error) throw error;
  expect(data.verdicts.map(({ status }: { status: string }) => status)).toEqual(mutations.map(() => 'applied'));
}

/** Every kind of row, in two accounts. */
async function fillBooks(ada: Registered): Promise<void> {
  const [savings, reconciliation, transfer, budget, category] = Array.from({ length: 5 }, () => crypto.randomUUID());
  const createdAt = new Date().toISOString();
  const home = { createdAt, accountId: ada.accountId };
  const row = (over: Partial<TransactionRow>): Operation => ({
    kind: 'insert',
    table: 'transactions',
    row: {
      ...home,
      id: crypto.randomUUID(),
      type: 'expense',
      amount: 1234,
      date: browserDay(9),
      description: 'Shop',
      category: 'Food',
      notes: '',
      budgetId: null,
      ...TRANSACTION_DEFAULTS,
      ...over,
    },
  });
  const line = (name: string, cents: number, note = '') => ({ id: crypto.randomUUID(), category: name, cents, note });
  const side = { nature: 'transfer', transferId: transfer ?? null, category: 'Transfer', amount: 50_00 } as const;
  const account = { id: savings ?? '', createdAt, name: 'Savings', type: 'personal', ownerId: ada.userId } as const;
  const more = {
    description: 'For the roof',
    accountNumber: null,
    kind: 'savings',
    archived: false,
    position: 7,
  } as const;
  const made = { id: category ?? '', name: 'Lamps', type: 'expense', group: 'Home', archived: false } as const;
  const planned = { id: budget ?? '', name: 'Eating', amount: 300_00, categoryId: null, description: null } as const;
  const monthly = { shortId: 'EATING1', currencyCode: 'USD', periodType: 'monthly', startDate: '2026-01-01' } as const;
  await push(ada, [
    [{ kind: 'insert', table: 'accounts', row: { ...account, ...more } }],
    [{ kind: 'insert', table: 'categories', row: { ...home, ...made } }],
    [{ kind: 'insert', table: 'budgets', row: { ...home, ...planned, ...monthly } }],
    [
      row({ nature: 'opening', type: 'income', category: 'Opening balance', amount: 1000_00 }),
      row({ description: 'Split', category: 'Split', lines: [line('Food', 1000), line('Lamps', 234, 'for the hall')] }),
      row({ description: 'Given', type: 'income', category: 'Gifts', budgetId: budget ?? null }),
    ],
    [
      row({ ...side, description: 'Away' }),
      row({ ...side, description: 'Arrived', accountId: savings ?? '', type: 'income', date: browserDay(8) }),
    ],
    [
      {
        kind: 'insert',
        table: 'reconciliations',
        row: { ...home, id: reconciliation ?? '', date: browserDay(1), balance: -12_34 },
      },
      row({ description: 'Agreed', status: 'reconciled', reconciliationId: reconciliation ?? null, bankId: 'B-1' }),
    ],
  ]);
}

/** What the tables hold of a person's own accounts, without ids. */
async function booksOf({ userId }: Registered): Promise<unknown> {
  const [books] = await backend.sql`select
    (select jsonb_agg(jsonb_build_array(account_name, account_type, kind, description, archived, position, balance)
      order by account_name) from public.accounts where owner_id = ${userId}) as accounts,
    (select jsonb_agg(jsonb_build_array(account_name, c.type, name, group_name, c.archived) order by name, c.type)
      from public.categories c join public.accounts using (account_id) where owner_id = ${userId}) as categories,
    (select jsonb_agg(jsonb_build_array(account_name, b.name, amount, c.name, b.description, start_date)
        order by b.name)
      from public.budgets b join public.accounts a using (account_id) left join public.categories c using (category_id)
      where owner_id = ${userId}) as budgets,
    (select jsonb_agg(jsonb_build_array(account_name, statement_date, statement_balance))
      from public.reconciliations join public.accounts using (account_id) where owner_id = ${userId}) as statements,
    (select jsonb_agg(jsonb_build_array(account_name, t.type, t.amount, transaction_date, t.description, category_name,
        notes, nature, b.name, d.status, d.bank_id, r.statement_date,
        (select jsonb_agg(one - 'id') from jsonb_array_elements(t.lines) one),
        (select jsonb_build_array(other.description, other.amount) from public.transactions other
          where other.transfer_id = t.transfer_id and other.transaction_id <> t.transaction_id)) order by t.description)
      from public.transactions t join public.accounts using (account_id)
        left join public.transaction_details d using (transaction_id)
        left join public.reconciliations r using (reconciliation_id)
        left join public.budgets b on b.budget_id = t.budget_id
      where owner_id = ${userId}) as transactions`;
  return books;
}

/** Every row with its version, and the heads of all logs: what any write on the server would change. */
const everyVersion = () => backend.sql`select
  (select jsonb_agg(jsonb_build_array(transaction_id, version, xmin::text) order by 1) from public.transactions t) as t,
  (select jsonb_agg(jsonb_build_array(account_id, version) order by 1) from private.account_log) as logs,
  (select count(*) from private.mutation_ledger)::int as mutations`;

async function exportAll(page: Page): Promise<Buffer> {
  await page.getByLabel(/^Passphrase/).fill(PASSPHRASE);
  await page.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).click();
  const file = await readFile(await (await download).path());
  await expect(toast(page, 'Your copy is saved')).toBeVisible();
  return file;
}

const choose = (page: Page, buffer: Buffer) =>
  page.getByLabel('File of a copy').setInputFiles({ name: 'copy.json', mimeType: 'application/json', buffer });

async function open(page: Page, passphrase: string): Promise<void> {
  const field = page.getByLabel('Passphrase of the file');
  await expect(field).toBeFocused();
  await field.fill(passphrase);
  await field.press('Enter');
}

test('a copy under a passphrase is the same in another login, once; a wrong file changes nothing', async ({
  browser,
}) => {
  const [ada, ben] = await Promise.all(['ada', 'ben'].map((name) => register(backend, `${name}@example.org`)));
  if (!ada || !ben) throw new Error('nobody');
  await fillBooks(ada);
  const here = await logIn(browser, backend, ada);
  const from = await here.open('/settings');
  const file = await exportAll(from);
  expect(file.toString()).not.toContain('Savings');
  await here.context.close();

  const there = await logIn(browser, backend, ben);
  const page = await there.open('/settings');
  const before = await everyVersion();
  await choose(page, file);
  await open(page, 'open sesam');
  await expect(page.getByText('This is not the passphrase of the file. Nothing has changed.')).toBeVisible();
  await choose(page, file.subarray(0, -40));
  await expect(page.getByRole('alert')).toHaveText('The end of this file is missing. Nothing has changed.');
  await choose(page, Buffer.from(file.toString().replace('"version":2', '"version":3')));
  await expect(page.getByRole('alert')).toContainText('A newer version of Carryover made this file.');
  await choose(page, Buffer.from('Date,Amount\n'));
  await expect(page.getByRole('alert')).toHaveText('This is not a copy from Carryover.');
  expect(await everyVersion()).toEqual(before);

  await choose(page, file);
  await open(page, PASSPHRASE);
  await expect(page.getByText('6 transactions, 1 category, 1 budget, and 1 reconciliation to add')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Accounts of the copy' })).toHaveText(/Personal.*Savings · new/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [1280, 320]) {
      // So tall that no button lies half below the bar of tabs.
      await page.setViewportSize({ width, height: 2400 });
      expect(await violations(page), `${colorScheme}, ${width}`).toEqual([]);
    }
  }
  await page.getByRole('button', { name: 'Restore', exact: true }).press('Enter');
  await expect(page.getByText('The copy is restored')).toBeVisible();
  await expect.poll(() => booksOf(ben)).toEqual(await booksOf(ada));

  const restored = await everyVersion();
  await choose(page, file);
  await open(page, PASSPHRASE);
  await expect(page.getByText('Everything in this file is here already.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore', exact: true })).toHaveCount(0);
  expect(await everyVersion()).toEqual(restored);
  await there.context.close();
});

test('who is only on this device is reminded after 30 days without a copy, until one is saved', async ({ browser }) => {
  const { context, open: openPage } = await startHere(browser, backend);
  const page = await openPage('/');
  await page.getByRole('link', { name: 'Add transaction' }).click();
  const entry = page.getByRole('dialog', { name: 'Add expense' });
  await entry.getByLabel('Amount').fill('3.20');
  await entry.getByLabel('Description').fill('Apples');
  await entry.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(entry).toHaveCount(0);
  const strip = page.getByRole('complementary', { name: 'Only on this device' });
  const reminder = 'You have made no copy for 30 days.';
  await expect(strip).toBeVisible();
  await expect(strip).not.toContainText(reminder);
  await page.clock.setSystemTime(Date.now() + 31 * 86_400_000);
  await page.reload();
  await expect(strip).toContainText(reminder);
  await strip.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeInViewport();
  await exportAll(page);
  await expect(strip).not.toContainText(reminder);
  await context.close();
});
