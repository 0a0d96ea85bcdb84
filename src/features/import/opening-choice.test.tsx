// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import { ACCOUNT, transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { newestTransactions } from '#store/queries/rows/transactions';
import { opening as opens } from '../../../tests/support/opening.ts';
import { closeApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { putOwnAccount } from './own-account.fixture.ts';

afterEach(closeApp);

const TABLE = ['Date;Text;Amount', '2026-01-05;Shop;-20,00', '2026-01-20;Pay;50,00'].join('\n');

const OFX =
  '<OFX><STMTRS><CURDEF>USD<BANKTRANLIST>' +
  '<STMTTRN><DTPOSTED>20260105<TRNAMT>-20.00<FITID>1<NAME>Shop</STMTTRN>' +
  '<STMTTRN><DTPOSTED>20260120<TRNAMT>50.00<FITID>2<NAME>Pay</STMTTRN>' +
  '</BANKTRANLIST><LEDGERBAL><BALAMT>400.00<DTASOF>20260131</LEDGERBAL></STMTRS></OFX>';

/** Pastes the text on the page of an account with an opening balance of 1,200 dollars on 1 March, or as told. */
async function paste(text: string, over: Partial<TransactionRow> = {}) {
  const { db } = await openApp({
    address: `/account/${ACCOUNT}`,
    arrange: async ({ db: opened, actor }) => {
      await putOwnAccount(opened, actor.userId, 'Household');
      const fields = { nature: 'opening', type: 'income', amount: 120_000, category: 'Opening balance' } as const;
      const row = transactionRow(1, { ...fields, date: '2026-03-01', userId: actor.userId, ...over });
      await writeMonths(opened, accountScope(ACCOUNT), [row]);
    },
  });
  const button = await screen.findByRole('button', { name: 'Import' });
  await opens(() => fireEvent.click(button));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import' }));
  fireEvent.change(dialog.getByLabelText('Or paste rows'), { target: { value: text } });
  fireEvent.click(await dialog.findByRole('button', { name: 'Read the rows' }));
  await screen.findByRole('radio', { name: 'New 2' });
  const openings = async () => (await newestTransactions(db, ACCOUNT, 9)).filter(({ nature }) => nature === 'opening');
  return { db, openings };
}

async function doImport() {
  fireEvent.click(await screen.findByRole('button', { name: 'Import 2 transactions' }));
  await screen.findByText(/^2 transactions are in /);
}

const TWICE = '2 transactions are older than the opening balance of $1,200.00 on Mar 1, 2026. They would count twice.';

it('rows older than the opening balance are told, and it is corrected so that its day keeps its balance', async () => {
  const { openings } = await paste(TABLE);
  expect(screen.getByText(TWICE)).toBeDefined();
  const box = screen.getByRole('checkbox', {
    name: 'Make the opening balance $1,170.00 on Jan 4, 2026. Then the balance on Mar 1, 2026 stays $1,200.00.',
  });
  expect(box).toHaveProperty('checked', true);
  await doImport();
  expect(screen.getByText(/^The opening balance is corrected/)).toBeDefined();
  expect(await openings()).toMatchObject([{ type: 'income', amount: 117_000, date: '2026-01-04' }]);
});

it('the user may keep the opening balance', async () => {
  const { openings } = await paste(TABLE);
  const box = screen.getByRole('checkbox', { name: /^Make the opening balance/ });
  fireEvent.click(box);
  await waitFor(() => expect(box).toHaveProperty('checked', false));
  await doImport();
  expect(screen.queryByText(/^The opening balance is corrected/)).toBeNull();
  expect(await openings()).toMatchObject([{ amount: 120_000, date: '2026-03-01' }]);
});

it('with a balance in the file, the opening balance makes the account agree with the bank', async () => {
  const { openings } = await paste(OFX);
  expect(screen.getByText(`${TWICE} The bank’s balance on Jan 31, 2026 is $400.00.`)).toBeDefined();
  const name = 'Make the opening balance $370.00 on Jan 4, 2026. Then the account agrees with the bank.';
  expect(screen.getByRole('checkbox', { name })).toHaveProperty('checked', true);
  await doImport();
  expect(await openings()).toMatchObject([{ amount: 37_000, date: '2026-01-04' }]);
});

it('says that the account adds up to the bank’s balance, and by how much it does not', async () => {
  await paste(OFX, { amount: 37_000, date: '2025-12-31' });
  expect(
    screen.getByText('After the import the account has what the bank says: $400.00 on Jan 31, 2026.'),
  ).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: /opening balance/ })).toBeNull();
  const pay = screen.getByRole('checkbox', { name: 'Import Pay, +$50.00' });
  fireEvent.click(pay);
  expect(await screen.findByText(/The account differs from it by \$50.00 after this import/)).toBeDefined();
  expect(screen.getByRole('checkbox', { name: /^Make the opening balance \$420.00/ })).toHaveProperty('checked', false);
});

it('a new account takes its opening balance from the file', async () => {
  const { db } = await paste(OFX);
  fireEvent.change(screen.getByLabelText('Into account'), { target: { value: 'new' } });
  fireEvent.change(await screen.findByLabelText('Name of the new account'), { target: { value: 'Bank' } });
  const name = 'Begin with an opening balance of $370.00 on Jan 4, 2026. Then the account agrees with the bank.';
  expect(await screen.findByRole('checkbox', { name })).toHaveProperty('checked', true);
  await doImport();
  const made = (await db.accounts.toArray()).find((account) => account.name === 'Bank');
  const rows = await newestTransactions(db, made?.id ?? '', 9);
  expect(rows.map(({ nature, amount, date }) => `${nature} ${amount} ${date}`)).toEqual([
    'regular 5000 2026-01-20',
    'regular 2000 2026-01-05',
    'opening 37000 2026-01-04',
  ]);
});
