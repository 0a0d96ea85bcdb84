// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { carryOutImport, type ImportPlan } from '#store/commands/imports/import-carry-out';
import type { Database } from '#store/database/database';
import { ACCOUNT, OTHER_ACCOUNT } from '#store/database/rows.fixture';
import { newestTransactions } from '#store/queries/rows/transactions';
import { opening } from '../../../tests/support/opening.ts';
import { closeApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { useRememberedAccount } from '../../session/accounts/active-account.ts';
import { putOwnAccount } from './own-account.fixture.ts';

afterEach(closeApp);

async function openDialog(before?: ImportPlan): Promise<Database> {
  const { db } = await openApp({
    address: `/account/${ACCOUNT}`,
    arrange: async ({ db: opened, actor }) => {
      await putOwnAccount(opened, actor.userId, 'Household');
      if (before) await carryOutImport(opened, actor, before);
    },
  });
  const button = await screen.findByRole('button', { name: 'Import' });
  await opening(() => fireEvent.click(button));
  return db;
}

async function chooseFiles(...files: readonly File[]): Promise<void> {
  await openDialog();
  fireEvent.change(await screen.findByLabelText('Choose files'), { target: { files } });
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

/** A file of an account, with an expense of so many dollars. */
function ofx(account: number, dollars: number): File {
  const row = `<STMTTRN><DTPOSTED>20260201<TRNAMT>-${dollars}.00<NAME>Shop ${dollars}</STMTTRN>`;
  const text = `<OFX><STMTRS><BANKACCTFROM><ACCTID>${account}</BANKACCTFROM>${row}</STMTRS></OFX>`;
  return new File([text], `${account}-${dollars}.ofx`);
}

it('a button that waits for an answer says so', async () => {
  await chooseFiles(new File(['Date;Text;Amount\n01/02/2026;Kiosk;-1,50'], 'a.csv'));
  expect(await screen.findByRole('button', { name: 'Answer the question first' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('radio', { name: 'Day first' }));
  expect(await screen.findByRole('button', { name: 'Import 1 transaction' })).toHaveProperty('disabled', false);
});

it('nothing comes in before an open question is answered, also where some rows can be read', async () => {
  const rows = ['2026-02-13,Kiosk,4.50', '2026-02-14,Book shop,20.00', '2026-02-15,Payment thank you,-24.50'];
  await chooseFiles(new File([['Date,Text,Amount', ...rows].join('\n')], 'card.csv'));
  await screen.findByText('Import waits for your answer.', { exact: false });
  await screen.findByRole('radio', { name: 'New 3' });
  expect(screen.getByRole('button', { name: 'Answer the question first' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('radio', { name: 'Money out' }));
  expect(await screen.findByRole('button', { name: 'Import 3 transactions' })).toHaveProperty('disabled', false);
  expect(screen.getByRole('checkbox', { name: /Import Kiosk, [-−]\$4.50/ })).toBeDefined();
});

it('OFX whose types are against all signs is asked about, and the answer can be changed', async () => {
  const entry = (type: string, amount: string) =>
    `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260201<TRNAMT>${amount}<NAME>${type}</STMTTRN>`;
  const text = `<OFX><CCSTMTRS>${entry('DEBIT', '5.00')}${entry('CREDIT', '-50.00')}</CCSTMTRS></OFX>`;
  await chooseFiles(new File([text], 'card.ofx'));
  expect(await screen.findByRole('button', { name: 'Answer the question first' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('radio', { name: 'Money out' }));
  await screen.findByText('A minus means money in.', { exact: false });
  expect(await screen.findByRole('checkbox', { name: /Import DEBIT, [-−]\$5.00/ })).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: 'Money in' }));
  await screen.findByText('A minus means money out.', { exact: false });
  expect(await screen.findByRole('checkbox', { name: /Import CREDIT, [-−]\$50.00/ })).toBeDefined();
});

it('rows that hang on a question can be left out, and what is left comes in', async () => {
  const rows = ['2026-02-13;Rent;-1.200', '2026-02-14;Kiosk;-4'];
  await chooseFiles(new File([['Date;Text;Amount', ...rows].join('\n')], 'a.csv'));
  expect(await screen.findByRole('button', { name: 'Answer the question first' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('radio', { name: 'Leave these rows out' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 transaction' }));
  await screen.findByText('1 transaction is in Household.');
});

it('rows that an answer leaves out say so, also when another answer was given before', async () => {
  await chooseFiles(new File(['Date;Text;Amount\n03/04/2026;Kiosk;-1,50\n2026-02-30;Bar;-2,50'], 'a.csv'));
  fireEvent.click(await screen.findByRole('radio', { name: 'Year first' }));
  await screen.findAllByText('Its date is no day of the calendar.');
  fireEvent.click(screen.getByRole('radio', { name: 'Leave these rows out' }));
  await screen.findByText('You left it out: day and month cannot be told apart.', { exact: false });
  expect(screen.getAllByText('Its date is no day of the calendar.')).toHaveLength(1);
  fireEvent.click(screen.getByRole('radio', { name: 'Day first' }));
  await screen.findByRole('button', { name: 'Import 1 transaction' });
  fireEvent.click(screen.getByRole('radio', { name: 'Leave these rows out' }));
  await screen.findByText('You left it out', { exact: false });
  expect(screen.queryByRole('button', { name: 'Import 1 transaction' })).toBeNull();
});

it('what an earlier import misread is corrected when it is ticked, and known the next time', async () => {
  const fields = { type: 'income', amount: 450, date: '2026-03-13', description: 'Mine', category: 'Gifts' } as const;
  const misread = { kind: 'new', key: 'a'.repeat(40), bankId: null, importedText: 'Kiosk 7', fields } as const;
  const db = await openDialog({ accountId: ACCOUNT, fileName: 'a.csv', format: 'csv', rows: [misread] });
  const file = new File(['Date,Text,Amount\n2026-03-13,Kiosk 7,-4.50\n2026-03-14,Shop,-1.00'], 'a.csv');
  const choose = async () =>
    fireEvent.change(await screen.findByLabelText('Choose files'), { target: { files: [file] } });
  await choose();
  await screen.findByRole('radio', { name: 'Here with another amount or sign 1' });
  expect(screen.getByText(/Here as \+\$4\.50, .*, from an earlier import/)).toBeDefined();
  const tick = screen.getByRole('checkbox', { name: 'Correct Kiosk 7 to -$4.50' });
  expect(tick).toHaveProperty('checked', false);
  expect(screen.getByRole('button', { name: 'Import 1 transaction' })).toBeDefined();
  fireEvent.click(tick);
  await press('Import 1 transaction, correct 1');
  await screen.findByText('2 transactions are in Household. 1 of them was there before.');
  const rows = await newestTransactions(db, ACCOUNT, 9);
  expect(rows.map(({ description, type, amount }) => `${description} ${type} ${amount}`).sort()).toEqual([
    'Mine expense 450',
    'Shop expense 100',
  ]);
  await press('Close');
  await press('Import');
  await choose();
  await screen.findByRole('radio', { name: 'Already here 2' });
});

it('files of one account are one statement, and are called by the first of them', async () => {
  await chooseFiles(ofx(1, 5), ofx(1, 6), ofx(1, 7));
  await screen.findByRole('button', { name: 'Import 3 transactions' });
  expect(screen.getByText('1-5.ofx and 2 more')).toBeDefined();
  await press('Import 3 transactions');
  await screen.findByText('3 transactions are in Household.');
});

it('who closes before all statements are in is told how many are left, and may go on', async () => {
  await chooseFiles(ofx(1, 5), ofx(2, 6), ofx(3, 7));
  await press('Import 1 transaction');
  await screen.findByRole('button', { name: 'Next' });
  await press('Close');
  expect(await screen.findByText('2 statements are not imported yet. What was imported stays.')).toBeDefined();
  await press('Go on');
  await press('Next');
  await screen.findByRole('button', { name: 'Import 1 transaction' });
  await press('Close');
  expect(await screen.findByText('2 statements are not imported yet. What was imported stays.')).toBeDefined();
  await press('Leave');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('who closes before anything was imported, or after everything was, is not asked', async () => {
  await chooseFiles(ofx(1, 5), ofx(2, 6));
  await screen.findByRole('button', { name: 'Import 1 transaction' });
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Import');
  fireEvent.change(await screen.findByLabelText('Choose files'), { target: { files: [ofx(1, 5), ofx(2, 6)] } });
  await press('Skip');
  await screen.findByText(/Statement 2 of 2/);
  await press('Import 1 transaction');
  await screen.findByText(/1 transaction is in/);
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const activeNow = () => useRememberedAccount.getState().accountId;

it('an import into one account makes it the active one, also of several statements', async () => {
  useRememberedAccount.getState().select(OTHER_ACCOUNT);
  await chooseFiles(ofx(1, 5), ofx(2, 6));
  await press('Import 1 transaction');
  await press('Next');
  expect(activeNow()).toBe(OTHER_ACCOUNT);
  await press('Import 1 transaction');
  await screen.findByText(/1 transaction is in/);
  expect(activeNow()).toBe(ACCOUNT);
});

it('an import into several accounts leaves the active one as it is', async () => {
  useRememberedAccount.getState().select(OTHER_ACCOUNT);
  await chooseFiles(ofx(1, 5), ofx(2, 6));
  await press('Import 1 transaction');
  await press('Next');
  await screen.findByRole('button', { name: 'Import 1 transaction' });
  fireEvent.change(screen.getByLabelText('Into account'), { target: { value: 'new' } });
  fireEvent.change(await screen.findByLabelText('Name of the new account'), { target: { value: 'Card' } });
  await press('Import 1 transaction');
  await screen.findByText(/1 transaction is in Card\./);
  expect(activeNow()).toBe(OTHER_ACCOUNT);
});
