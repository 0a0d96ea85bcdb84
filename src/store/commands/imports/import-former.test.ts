import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readActions } from '../../actions/actions.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf, transactionRow } from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { carryOutImport, type NewRow } from './import-carry-out.ts';
import { correctFormer } from './import-former.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const common = { date: '2026-03-02', description: 'Fees' };

/** A line of which 0.2.0 left out the fee. */
const line: NewRow = {
  kind: 'new',
  key: 'a'.repeat(40),
  bankId: null,
  importedText: 'Fees',
  fields: { ...common, type: 'expense', amount: 5_120, category: 'Food' },
  former: { key: 'b'.repeat(40), fields: { ...common, type: 'expense', amount: 5_000 } },
};
const plan = { accountId: ACCOUNT, fileName: 'fees.csv', format: 'csv', rows: [line] } as const;

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

const rows = () => newestTransactions(db, ACCOUNT, 9);

it('a row comes in together with its correction, so a page that closes meanwhile does not part the two', async () => {
  db.close();
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  db = await openDatabase(ANNA.userId);
  transactions.mockClear();
  expect(await carryOutImport(db, actor, plan, {}, now)).toMatchObject({ done: 1, left: 0 });
  expect(transactions.mock.calls.filter(([, mode]) => mode === 'readwrite')).toHaveLength(1);
  transactions.mockRestore();
  expect(await rows()).toMatchObject([{ amount: 5_120 }]);
  expect(readActions(db)).toHaveLength(1);
});

it('a row whose correction cannot be stored does not come in, and nothing is noted', async () => {
  db.outbox.hook('creating', (_key, { operations }) => {
    if (operations.some(({ kind }) => kind === 'patch')) throw new DOMException('', 'QuotaExceededError');
  });
  await expect(carryOutImport(db, actor, plan, {}, now)).rejects.toMatchObject({ reason: 'storage_full' });
  expect([await rows(), await db.outbox.count(), readActions(db)]).toEqual([[], 0, []]);
});

it('a correction is refused whose row is gone', async () => {
  const row = transactionRow(1);
  await writeMonths(db, `account:${ACCOUNT}`, [row]);
  const { version, userId, userEmail, ...made } = row;
  const operation = { kind: 'insert', table: 'transactions', row: made } as const;
  const ofAnother = { kind: 'patch', table: 'transactions', id: idOf(9), seen: 1 } as const;
  const change = { before: { date: row.date }, after: { date: '2026-03-03' } };
  const patchOf = () => ({ ...ofAnother, ...change });
  const options = { now, action: idOf(8), note: undefined };
  const corrected = await correctFormer(db, actor, [{ operation, corrected: line }], patchOf, options);
  expect(corrected).toEqual({ ok: false, errors: { form: 'not_found' } });
});
