/** How many presses and fields the common deeds take. Fewer are welcome; more are a step back. */
import { expect, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Hand } from '../support/hand.ts';
import { type Person, signIn } from '../support/person.ts';
import { browserDay, hearsKeys, toast } from '../support/screen-parts.ts';

let backend: TestBackend;
let eva: Person;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  eva = await signIn(browser, backend, 'eva@example.org');
  await backend.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by)
    values (${eva.accountId}, 'debit', 9, ${browserDay(7)}, 'Cinema Rio', '{"category_name": "Entertainment"}',
        ${eva.userId}),
      (${eva.accountId}, 'debit', 41, ${dayOfLastQuarter()}, 'Market', '{"category_name": "Food"}', ${eva.userId})`;
});

test.afterAll(async () => {
  await eva.context.close();
  await backend.stop();
});

/** The middle of the quarter before this one. */
function dayOfLastQuarter(): string {
  const [year = 0, month = 0] = browserDay().split('-').map(Number);
  const first = new Date(Date.UTC(year, Math.floor((month - 1) / 3) * 3 - 2, 15));
  return first.toISOString().slice(0, 10);
}

async function beginOnPhone(): Promise<Hand> {
  const page = await eva.open('/', { width: 390, height: 844 });
  await expect(page.getByRole('button', { name: /Cinema Rio/ }).last()).toBeVisible();
  return new Hand(page);
}

async function begin(path = '/'): Promise<Hand> {
  const page = await eva.open(path, { width: 1440, height: 900 });
  await hearsKeys(page);
  await expect(page.getByRole('row', { name: /Cinema Rio/ }).last()).toBeVisible();
  return new Hand(page);
}

const entryDialog = ({ page }: Hand) => page.getByRole('dialog', { name: /^Add (expense|income)$/ });
const row = ({ page }: Hand, name: RegExp) => page.getByRole('row', { name });

test('an entry takes two presses and two fields, or a key, two fields and Enter', async () => {
  const hand = await begin();
  const dialog = entryDialog(hand);
  await hand.press(hand.page.getByRole('link', { name: 'Add transaction' }));
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await hand.type(dialog.getByLabel('Amount'), '12');
  await hand.type(dialog.getByLabel('Description'), 'Lunch');
  await hand.press(dialog.getByRole('button', { name: 'Add', exact: true }));
  await expect(row(hand, /Lunch/)).toBeVisible();
  expect(hand.counted).toEqual({ presses: 2, fields: 2 });

  await hand.page.keyboard.press('n');
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await hand.type(dialog.getByLabel('Amount'), '3');
  await hand.type(dialog.getByLabel('Description'), 'Coffee');
  await hand.page.keyboard.press('Enter');
  await expect(row(hand, /Coffee/)).toBeVisible();
  expect(hand.counted).toEqual({ presses: 2, fields: 4 });
  await hand.page.close();
});

test('the same as last week takes two presses and no field', async () => {
  const hand = await begin();
  await hand.press(hand.page.getByRole('button', { name: /^Same again: Cinema Rio/ }));
  await hand.press(entryDialog(hand).getByRole('button', { name: 'Add', exact: true }));
  await expect(row(hand, /Cinema Rio/)).toHaveCount(2);
  expect(hand.counted).toEqual({ presses: 2, fields: 0 });
  await hand.page.close();
});

test('the same as last week takes two presses and no field on a phone, too', async () => {
  const hand = await beginOnPhone();
  const entries = hand.page.getByRole('list', { name: 'Transactions' }).getByRole('button', { name: /Cinema Rio/ });
  const before = await entries.count();
  await hand.press(entries.last());
  const again = hand.page.getByRole('dialog').getByRole('button', { name: 'Again today' });
  await expect(again).toBeVisible();
  expect(await violations(hand.page)).toEqual([]);
  await hand.page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(hand.page)).toEqual([]);
  await hand.press(again);
  await expect(entries).toHaveCount(before + 1);
  expect(hand.counted).toEqual({ presses: 2, fields: 0 });
  const added = toast(hand.page, 'Transaction added');
  await expect(added).toContainText('Expense of $9.00 saved successfully.');
  expect(await violations(hand.page)).toEqual([]);
  await added.getByRole('button', { name: 'Undo' }).click();
  await expect(entries).toHaveCount(before);
  await hand.page.close();
});

test('a new category is made in the form of the entry, on no further screen', async () => {
  const hand = await begin();
  const dialog = entryDialog(hand);
  await hand.press(hand.page.getByRole('link', { name: 'Add transaction' }));
  await hand.type(dialog.getByLabel('Amount'), '30');
  await hand.type(dialog.getByLabel('Description'), 'Vet');
  await hand.type(dialog.getByLabel('Category'), 'Pets');
  await hand.press(hand.page.getByRole('option', { name: 'New category “Pets”' }));
  await hand.press(dialog.getByRole('button', { name: 'Add', exact: true }));
  await expect(row(hand, /Vet/)).toContainText('Pets');
  expect(hand.counted).toEqual({ presses: 3, fields: 3 });
  await hand.page.close();
});

test('a split over four takes six presses', async () => {
  const hand = await begin();
  const dialog = entryDialog(hand);
  await hand.press(hand.page.getByRole('link', { name: 'Add transaction' }));
  await hand.type(dialog.getByLabel('Amount'), '100');
  await hand.type(dialog.getByLabel('Description'), 'Mall');
  await hand.press(dialog.getByRole('button', { name: 'Split', exact: true }));
  await expect(dialog.getByLabel('Line 1: Category')).toBeFocused();
  for (const [at, category] of ['Food', 'Housing', 'Transportation', 'Entertainment'].entries()) {
    const line = (field: string) => dialog.getByLabel(`Line ${at + 1}: ${field}`);
    if (at > 1) await hand.press(dialog.getByRole('button', { name: 'Add a line' }));
    if (at === 1) await hand.press(line('Category'));
    await hand.type(line('Category'), category);
    await hand.type(line('Amount'), '25');
  }
  await hand.press(dialog.getByRole('button', { name: 'Add', exact: true }));
  await expect(row(hand, /Mall/)).toBeVisible();
  expect(hand.counted).toEqual({ presses: 6, fields: 10 });
  await hand.page.close();
});

test('what went to food last quarter takes two presses', async () => {
  const hand = await begin();
  await hand.press(hand.page.getByRole('link', { name: 'Reports' }));
  await hand.press(hand.page.getByText('Last quarter', { exact: true }));
  await expect(hand.page.getByRole('table', { name: 'By category' })).toContainText('-$41.00');
  expect(hand.counted).toEqual({ presses: 2, fields: 0 });
  await hand.page.close();
});

test('an undo and a redo take one press each', async () => {
  const hand = await begin();
  await hand.press(hand.page.getByRole('button', { name: 'Delete Market' }));
  await expect(row(hand, /Market/)).toHaveCount(0);
  const before = hand.presses;
  await hand.press(toast(hand.page, 'Transaction deleted').getByRole('button', { name: 'Undo' }));
  await expect(row(hand, /Market/)).toBeVisible();
  expect(hand.presses - before).toBe(1);
  await hand.page.keyboard.press('Control+y');
  await expect(row(hand, /Market/)).toHaveCount(0);
  await hand.page.close();
});
