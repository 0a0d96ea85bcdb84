// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { Database } from '#store/database/database';
import { ACCOUNT, accountRow, OTHER_ACCOUNT, transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { findDraft } from '#store/queries/drafts';
import { newestTransactions } from '#store/queries/rows/transactions';
import { opening } from '../../../tests/support/opening.ts';
import { closeApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { IMPORT_FORM } from '../../session/drafts/form-names.ts';
import { putOwnAccount } from './own-account.fixture.ts';

afterEach(closeApp);

/** `puts`: what was put aside in Savings. */
async function openPage(puts: readonly number[] = [400]): Promise<Database> {
  const { db } = await openApp({
    address: `/account/${ACCOUNT}`,
    arrange: async ({ db: opened, actor }) => {
      await putOwnAccount(opened, actor.userId, 'Household');
      const row = transactionRow(1, { description: 'Lunch', amount: 900, date: '2026-01-04', userId: actor.userId });
      await writeMonths(opened, accountScope(ACCOUNT), [row]);
      const savings = { accountId: OTHER_ACCOUNT, userId: actor.userId };
      await opened.accounts.put(accountRow({ id: OTHER_ACCOUNT, name: 'Savings', ownerId: actor.userId }));
      const put = { type: 'income', date: '2026-01-07', description: 'Put aside' } as const;
      const rows = puts.map((amount, at) => transactionRow(2 + at, { ...put, ...savings, amount }));
      await writeMonths(opened, accountScope(OTHER_ACCOUNT), rows);
    },
  });
  return db;
}

async function openDialog(text: string) {
  const button = await screen.findByRole('button', { name: 'Import' });
  await opening(() => fireEvent.click(button));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import' }));
  fireEvent.change(dialog.getByLabelText('Or paste rows'), { target: { value: text } });
  fireEvent.click(await dialog.findByRole('button', { name: 'Read the rows' }));
}

const dialogNow = () => within(screen.getByRole('dialog', { name: /^Import/ }));
const press = async (name: string | RegExp) => fireEvent.click(await dialogNow().findByRole('button', { name }));
const choose = (label: string, value: string) =>
  fireEvent.change(dialogNow().getByLabelText(label), { target: { value } });

const ROWS = [
  'Date;Text;Amount',
  '2026-01-02;Kiosk 1;-1,00',
  '2026-01-03;Kiosk 2;-2,00',
  '2026-01-04;Canteen;-9,00',
  '2026-01-05;Noise;-4,00',
  '2026-01-32;Never;-5,00',
].join('\n');

it('what the user chose for the rows is what comes in, and all lines are accounted for', async () => {
  const db = await openPage();
  await openDialog(ROWS);
  expect(await screen.findByRole('radio', { name: 'May be the same 1' })).toBeDefined();
  expect(dialogNow().getByRole('radio', { name: 'Not readable 1' })).toBeDefined();
  expect(dialogNow().getByRole('radio', { name: 'Readable 4' })).toBeDefined();
  expect(dialogNow().queryByRole('radio', { name: /^All/ })).toBeNull();
  await press(/^Kiosk 1/);
  await dialogNow().findByRole('option', { name: 'Food' });
  choose('Category', 'Food');
  expect(await dialogNow().findByText(/Food, as you chose for Kiosk 1/)).toBeDefined();
  fireEvent.click(dialogNow().getByRole('checkbox', { name: 'Import Noise, -$4.00' }));
  fireEvent.click(dialogNow().getByRole('radio', { name: 'Not readable 1' }));
  expect(dialogNow().getByText('Its date is no day of the calendar.')).toBeDefined();
  await press('Import 2 transactions, link 1');
  expect(await screen.findByText('3 transactions are in Household. 1 of them was there before.')).toBeDefined();
  expect((await newestTransactions(db, ACCOUNT, 9)).map((row) => [row.description, row.category, row.status])).toEqual([
    ['Lunch', 'Food', 'cleared'],
    ['Kiosk 2', 'Food', 'cleared'],
    ['Kiosk 1', 'Food', 'cleared'],
  ]);
});

it('one sheet stays from the choice of the rows to what came in, and the focus stays inside', async () => {
  await openPage();
  await openDialog(ROWS);
  const sheet = screen.getByRole('dialog');
  await press(/^Import \d/);
  expect(await screen.findByText(/ are in Household/)).toBeDefined();
  expect(screen.getByRole('dialog')).toBe(sheet);
  expect(document.activeElement?.textContent).toBe('See the report');
});

it('who closes the dialog the moment that everything is in finds none of these choices again', async () => {
  const db = await openPage();
  await openDialog(ROWS);
  await press(/^Kiosk 1/);
  await dialogNow().findByRole('option', { name: 'Food' });
  choose('Category', 'Food');
  await waitFor(async () => expect(await findDraft(db, IMPORT_FORM)).not.toBeNull());
  const sheet = screen.getByRole('dialog');
  const observer = new MutationObserver(() => {
    if (/ are in Household/.test(sheet.textContent)) fireEvent(sheet, new Event('cancel'));
  });
  observer.observe(sheet, { childList: true, subtree: true });
  await press(/^Import \d/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  observer.disconnect();
  await waitFor(async () => expect(await findDraft(db, IMPORT_FORM)).toBeNull());
});

it('what was changed before a reload is back when the same rows come again', async () => {
  await openPage();
  await openDialog(ROWS);
  const box = await screen.findByRole('checkbox', { name: 'Import Noise, -$4.00' });
  fireEvent.click(box);
  await waitFor(() => expect(box).toHaveProperty('checked', false));
  fireEvent.click(dialogNow().getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const button = await screen.findByRole('button', { name: 'Import' });
  await opening(() => fireEvent.click(button));
  expect(await screen.findByLabelText('Or paste rows')).toHaveProperty('value', ROWS);
  await press('Read the rows');
  expect(await screen.findByText(/What you changed of these rows before is back/)).toBeDefined();
  expect(screen.getByRole('checkbox', { name: 'Import Noise, -$4.00' })).toHaveProperty('checked', false);
  await press('Forget it');
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: 'Import Noise, -$4.00' })).toHaveProperty('checked', true),
  );
});

it('a row that may be the other side of an entry elsewhere is linked when the user says so', async () => {
  const db = await openPage();
  await openDialog(ROWS);
  fireEvent.click(await screen.findByRole('radio', { name: 'May be a transfer 1' }));
  const row = await dialogNow().findByRole('button', { name: /Noise.*Uncategorized. May be a transfer with Savings/ });
  fireEvent.click(row);
  expect(dialogNow().getByText('The other side would be Put aside, Jan 7, 2026, in Savings.')).toBeDefined();
  fireEvent.click(dialogNow().getByRole('radio', { name: 'A transfer' }));
  await dialogNow().findByRole('button', { name: /Noise.*Transfer with Savings: Put aside, Jan 7, 2026/ });
  expect(dialogNow().queryByLabelText('Category')).toBeNull();
  await press('Make no transfers of these');
  await press('Make transfers of all of these');
  await press('Import 3 transactions, link 1');
  await screen.findByText('4 transactions are in Household. 1 of them was there before.');
  const [side] = await newestTransactions(db, OTHER_ACCOUNT, 1);
  const [own] = (await newestTransactions(db, ACCOUNT, 9)).filter(({ amount }) => amount === 400);
  expect(side?.transferId).toBe(own?.transferId);
  expect(own).toMatchObject({ nature: 'transfer', description: 'Noise' });
});

it('what the user leaves out stays out, whatever becomes of the transfers', async () => {
  await openPage([400, 100, 200]);
  await openDialog(ROWS);
  fireEvent.click(await screen.findByRole('radio', { name: 'May be a transfer 3' }));
  const ticks = () => dialogNow().getAllByRole('checkbox');
  const areTicked = () => ticks().map((one) => one instanceof HTMLInputElement && one.checked);
  fireEvent.click(dialogNow().getByRole('checkbox', { name: 'Import Kiosk 2, -$2.00' }));
  await waitFor(() => expect(areTicked()).toEqual([true, false, true]));
  await press('Make transfers of all of these');
  expect(dialogNow().getAllByRole('button', { name: /Transfer with Savings:/ })).toHaveLength(2);
  expect(areTicked()).toEqual([true, false, true]);
  await press('Make no transfers of these');
  expect(dialogNow().queryAllByRole('button', { name: /Transfer with Savings:/ })).toEqual([]);
  expect(areTicked()).toEqual([true, false, true]);
});

it('what was chosen for rows is forgotten when they go into another account, except for those left out', async () => {
  await openPage();
  await openDialog(ROWS);
  await screen.findByRole('radio', { name: 'May be the same 1' });
  await press(/^Canteen.*Same as Lunch/);
  fireEvent.click(dialogNow().getByRole('radio', { name: 'Another one' }));
  await dialogNow().findByRole('button', { name: /^Canteen.*Uncategorized/ });
  fireEvent.click(dialogNow().getByRole('checkbox', { name: 'Import Noise, -$4.00' }));
  choose('Into account', OTHER_ACCOUNT);
  await waitFor(() => expect(dialogNow().queryByRole('radio', { name: /^May be the same/ })).toBeNull());
  choose('Into account', ACCOUNT);
  expect(await dialogNow().findByRole('button', { name: /^Canteen.*Same as Lunch/ })).toBeDefined();
  expect(dialogNow().getByRole('checkbox', { name: 'Import Noise, -$4.00' })).toHaveProperty('checked', false);
});

it('a file in another currency says so where its rows are, and comes in as it stands', async () => {
  const db = await openPage();
  await openDialog(ROWS.replaceAll(',00', ',00 €'));
  const words = 'The amounts of this file are in €. Carryover counts in dollars, and takes them as they stand.';
  expect(await screen.findByText(words)).toBeDefined();
  await press('Import 3 transactions, link 1');
  await screen.findByText('4 transactions are in Household. 1 of them was there before.');
  expect((await newestTransactions(db, ACCOUNT, 1))[0]).toMatchObject({ description: 'Noise', amount: 400 });
});

it('a file in dollars says nothing of currencies', async () => {
  await openPage();
  await openDialog(ROWS.replaceAll(',00', ',00 USD'));
  await screen.findByRole('radio', { name: 'May be the same 1' });
  expect(screen.queryByText(/Carryover counts in dollars/)).toBeNull();
});

it('rows of a file that are alike are marked, and come in all the same', async () => {
  await openPage();
  await openDialog('Date;Text;Amount\n2026-01-02;Tram;-3,00\n2026-01-02;Tram;-3,00\n2026-01-03;Tram;-3,00');
  expect(await screen.findByRole('radio', { name: 'All 3' })).toBeDefined();
  expect(screen.getAllByText('The file has 2 of these, and each that is ticked comes in')).toHaveLength(2);
  await press(/^Import \d/);
  await screen.findByText('3 transactions are in Household.');
});

it('a picture is refused with the names of what can be read', async () => {
  await openPage();
  const button = await screen.findByRole('button', { name: 'Import' });
  await opening(() => fireEvent.click(button));
  const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(200).keys()]);
  const input = await screen.findByLabelText('Choose files');
  fireEvent.change(input, { target: { files: [new File([bytes], 'photo.png')] } });
  expect(await screen.findByText(/holds no text, like a picture.* These can be read: CSV, OFX,/)).toBeDefined();
});

it('a new account is of the kind that the file names', async () => {
  const db = await openPage();
  const button = await screen.findByRole('button', { name: 'Import' });
  await opening(() => fireEvent.click(button));
  const card = '<OFX><CCSTMTRS><CCACCTFROM><ACCTID>4000</CCACCTFROM>';
  const row = '<STMTTRN><DTPOSTED>20260201<TRNAMT>-12.34<FITID>1<NAME>Books</STMTTRN></CCSTMTRS></OFX>';
  const input = await screen.findByLabelText('Choose files');
  fireEvent.change(input, { target: { files: [new File([`OFXHEADER:100\n\n${card}${row}`], 'card.ofx')] } });
  await screen.findByRole('button', { name: 'Import 1 transaction' });
  choose('Into account', 'new');
  expect(dialogNow().getByLabelText('Kind of the new account')).toHaveProperty('value', 'credit_card');
  await press('Import 1 transaction');
  await screen.findByText('1 transaction is in Account …4000.');
  expect((await db.accounts.toArray()).map(({ name, kind }) => [name, kind])).toContainEqual([
    'Account …4000',
    'credit_card',
  ]);
});

it('who leaves is asked while a plan is open, and neither before nor after', async () => {
  await openPage();
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  await openDialog(ROWS);
  await screen.findByRole('radio', { name: 'May be the same 1' });
  expect(isAsked()).toBe(true);
  await press('Import 3 transactions, link 1');
  await screen.findByText('4 transactions are in Household. 1 of them was there before.');
  expect(isAsked()).toBe(false);
});

it('the plan says what comes in and goes out, and why; all signs can be turned round', async () => {
  await openPage();
  await openDialog('Date;Text;Amount\n2026-01-02;Kiosk;-1,00\n2026-01-13;Salary;20,00');
  expect(await screen.findByText('2 rows: $20.00 in, $1.00 out.')).toBeDefined();
  expect(dialogNow().getByText(/A minus means money out/)).toBeDefined();
  await press('Turn all signs round');
  expect(await screen.findByText('2 rows: $1.00 in, $20.00 out.')).toBeDefined();
  expect(dialogNow().getByText(/A minus means money in/)).toBeDefined();
});

it('a table whose balances follow from its rows adds up', async () => {
  await openPage();
  await openDialog('Date;Text;Amount;Balance\n2026-01-02;Kiosk;-1,00;9,00\n2026-01-13;Salary;20,00;29,00');
  expect(await screen.findByText(/The balances of the file add up/)).toBeDefined();
  expect(dialogNow().getByText(/^Adds up to the bank’s balance of \$29\.00 on/)).toBeDefined();
});

it('of two columns of amounts without names, the user says which one counts', async () => {
  await openPage();
  await openDialog('2026-01-02;Kiosk;-1,00;-1,10\n2026-01-13;Market;-20,00;-22,00');
  const question = within(await screen.findByRole('radiogroup', { name: 'Which column is the amount?' }));
  expect(dialogNow().getByRole('button', { name: 'Answer the question first' })).toHaveProperty('disabled', true);
  fireEvent.click(question.getByRole('radio', { name: 'Column 4: -1,10' }));
  expect(await screen.findByText('2 rows: $0.00 in, $23.10 out.')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Import 2 transactions' })).toHaveProperty('disabled', false);
});

it('of two unnamed columns of which each row fills one, the user says which is money out', async () => {
  await openPage();
  await openDialog('2026-01-02;Kiosk;1,00;\n2026-01-13;Salary;;20,00');
  const question = within(await screen.findByRole('radiogroup', { name: 'What are the amounts in Column 3?' }));
  fireEvent.click(question.getByRole('radio', { name: 'Money out' }));
  expect(await screen.findByText('2 rows: $20.00 in, $1.00 out.')).toBeDefined();
  fireEvent.click(question.getByRole('radio', { name: 'Money in' }));
  expect(await screen.findByText('2 rows: $1.00 in, $20.00 out.')).toBeDefined();
});

it('letters can be read in another encoding', async () => {
  await openPage();
  await openDialog('Date;Text;Amount\n2026-01-02;Bäcker;-1,00\n2026-01-13;Salary;20,00');
  expect(await screen.findByRole('checkbox', { name: 'Import Bäcker, -$1.00' })).toBeDefined();
  choose('Letters', 'windows-1252');
  expect(await screen.findByRole('checkbox', { name: 'Import BÃ¤cker, -$1.00' })).toBeDefined();
});
