import { expect, it } from 'vitest';
import { ACCOUNT, accountRow, OTHER_ACCOUNT, transactionRow } from '#store/database/rows.fixture';
import { entriesCsv } from './entries-csv.ts';

it('the spreadsheet has what a transaction is, its lines, the other account of a transfer, and the status', () => {
  const transferId = '00000000-0000-4000-8000-0000000000f1';
  const side = { nature: 'transfer', transferId, category: 'Transfer', amount: 500, description: '' } as const;
  const lines = [
    { id: '00000000-0000-4000-8000-0000000000f2', category: 'Food', cents: 200, note: '' },
    { id: '00000000-0000-4000-8000-0000000000f3', category: 'Home', cents: 300, note: 'lamp' },
  ];
  const split = { amount: 500, category: 'Split', lines, description: '', status: 'cleared' } as const;
  const csv = entriesCsv({
    accounts: [
      { account: accountRow({ name: 'Checking' }), rows: [transactionRow(1, side), transactionRow(2, split)] },
      {
        account: accountRow({ id: OTHER_ACCOUNT, name: 'Savings' }),
        rows: [transactionRow(3, { ...side, accountId: OTHER_ACCOUNT, type: 'income' })],
      },
    ],
  });
  const [, out, divided, arrived] = csv.trim().split('\r\n');
  expect(out).toMatch(/^Checking,.*,Transfer,Savings,Open$/);
  expect(divided).toMatch(/^Checking,.*"Split: Food \$2.00, Home \$3.00 \(lamp\)".*,Regular,,Cleared$/);
  expect(arrived).toMatch(/^Savings,.*,Transfer,Checking,Open$/);
  const alone = entriesCsv({ accounts: [{ account: accountRow({ id: ACCOUNT }), rows: [transactionRow(1, side)] }] });
  expect(alone.trim()).toMatch(/,Transfer,another account,Open$/);
});
