import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plannedRows, rowsToImport } from '../../../import/worker/planned-rows.ts';
import { previewRows } from '../../../import/worker/preview-rows.ts';
import type { RowChange } from '../../../import/worker/row-changes.ts';
import { readActions } from '../../actions/actions.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  categoryRow,
  idOf,
  OTHER_ACCOUNT,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { updateTransaction } from '../transactions/transaction-update.ts';
import { undoAction } from '../undo/action-undo.ts';
import { carryOutImport } from './import-carry-out.ts';
import { revertImport } from './import-revert.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const spent = transactionRow(1, { amount: 5_000, description: 'To savings', date: '2026-03-02' });

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT, name: 'Savings' })]);
  await writeMonths(db, `account:${ACCOUNT}`, [spent]);
});
afterEach(() => db.delete());

const statement = {
  format: 'csv',
  account: {},
  rows: [
    { line: 1, date: '2026-03-04', cents: 5_000, text: 'Arrived' },
    { line: 2, date: '2026-03-04', cents: 700, text: 'Interest' },
  ],
  unreadable: [],
} as const;

const preview = async (into: string | null = OTHER_ACCOUNT) =>
  (await previewRows(db, into, { ...statement, currencies: [], rows: [...statement.rows], unreadable: [] })).rows;

/** Imports the file with this choice for the row that may be a transfer. */
async function carryOut(change: RowChange) {
  const rows = await preview();
  const planned = plannedRows(rows, new Map([[rows[0]?.key ?? '', change]]), false);
  const plan = { accountId: OTHER_ACCOUNT, fileName: 'b.csv', format: 'csv', rows: rowsToImport(planned) } as const;
  const done = await carryOutImport(db, actor, plan, {}, now);
  if (!done.ok) throw new Error('not imported');
  return done;
}

const here = async () => (await newestTransactions(db, ACCOUNT, 9))[0];
const there = async () => (await newestTransactions(db, OTHER_ACCOUNT, 9)).find(({ amount }) => amount === 5_000);
/** As if the server had it. */
const sendAll = () => db.outbox.toCollection().modify({ attempts: 1, state: 'in_flight' });

describe('a row of a file that may be the other side of a row in another account', () => {
  it('is offered with that row, also for an account that is still to be made', async () => {
    for (const into of [OTHER_ACCOUNT, null]) {
      const offered = (await preview(into)).map(
        ({ otherSide }) => otherSide && [otherSide.accountName, otherSide.row.id],
      );
      expect(offered).toEqual([['Personal', spent.id], null]);
    }
    expect((await preview(ACCOUNT)).map(({ otherSide }) => otherSide)).toEqual([null, null]);
  });

  it('is not offered what the user may not change, nor what is split, linked, or further away', async () => {
    const ben = { userId: idOf(99), userEmail: 'ben@example.org' };
    const given = accountRow({ id: idOf(50), ownerId: ben.userId });
    await db.accounts.put(given);
    const cursor = { accountId: given.id, role: 'viewer', version: 1, grantId: 'g', before: null } as const;
    await db.cursors.put({ scope: `account:${given.id}`, ...cursor });
    const other = (over: Parameters<typeof transactionRow>[1]) =>
      transactionRow(2, { amount: 700, date: '2026-03-04', ...over });
    const lines = [300, 400].map((cents, at) => ({ id: idOf(60 + at), category: 'Food', cents, note: '' }));
    for (const row of [
      other({ accountId: given.id, ...ben }),
      other({ lines, category: 'Split' }),
      other({ nature: 'transfer', transferId: idOf(70) }),
      other({ date: '2026-03-10' }),
    ]) {
      await writeMonths(db, `account:${row.accountId}`, [row]);
      expect((await preview())[1]).toMatchObject({ otherSide: null });
    }
  });

  it('[S65a] becomes a transfer when the user says so, and counts as no income', async () => {
    expect(await carryOut({ choice: 'transfer' })).toMatchObject({ done: 2, left: 0, apart: 0 });
    const [from, to] = [await here(), await there()];
    expect(from).toMatchObject({ nature: 'transfer', category: 'Transfer', description: 'To savings' });
    expect(to).toMatchObject({ nature: 'transfer', transferId: from?.transferId, status: 'cleared' });
    expect((await preview())[0]).toMatchObject({ state: 'here', otherSide: null });
  });

  it('comes in together with its link, so a page that closes meanwhile does not part the two', async () => {
    db.close();
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    db = await openDatabase(ANNA.userId);
    const rows = await preview();
    const planned = plannedRows(rows, new Map([[rows[0]?.key ?? '', { choice: 'transfer' }]]), false);
    const plan = { accountId: OTHER_ACCOUNT, fileName: 'b.csv', format: 'csv', rows: rowsToImport(planned) } as const;
    transactions.mockClear();
    expect(await carryOutImport(db, actor, plan, {}, now)).toMatchObject({ done: 2, apart: 0 });
    expect(transactions.mock.calls.filter(([, mode]) => mode === 'readwrite')).toHaveLength(1);
    transactions.mockRestore();
    expect(await there()).toMatchObject({ nature: 'transfer' });
    expect(readActions(db)).toHaveLength(1);
  });

  it('[S73d] comes in together with a category that its account lacks', async () => {
    const third = accountRow({ id: idOf(902), createdAt: '2026-02-01T00:00:00.000Z' });
    const gifts = categoryRow(901, { type: 'income', name: 'Gifts', accountId: third.id });
    await db.accounts.put(third);
    await db.categories.put(gifts);
    const rows = await preview();
    const [side = '', other = ''] = rows.map(({ key }) => key);
    const changes = new Map<string, RowChange>([
      [side, { choice: 'transfer' }],
      [other, { category: 'Presents', categoryId: gifts.id }],
    ]);
    const planned = rowsToImport(plannedRows(rows, changes, false));
    const plan = { accountId: OTHER_ACCOUNT, fileName: 'b.csv', format: 'csv', rows: planned } as const;
    expect(await carryOutImport(db, actor, plan, {}, now)).toMatchObject({ done: 2, apart: 0 });
    expect(await there()).toMatchObject({ nature: 'transfer' });
    expect((await newestTransactions(db, OTHER_ACCOUNT, 9)).map(({ category }) => category)).toContain('Gifts');
    expect(await db.categories.where({ accountId: OTHER_ACCOUNT }).toArray()).toMatchObject([{ name: 'Gifts' }]);
  });

  it('comes in as an ordinary row unless the user says so', async () => {
    await carryOut({});
    expect(await there()).toMatchObject({ nature: 'regular' });
    expect(await here()).toEqual(spent);
  });

  it('comes in as an ordinary row when somebody has changed the other side meanwhile, and that is told', async () => {
    const rows = await preview();
    const planned = plannedRows(rows, new Map([[rows[0]?.key ?? '', { choice: 'transfer' }]]), false);
    await updateTransaction(db, actor, { row: spent, amount: '51' }, now);
    const plan = { accountId: OTHER_ACCOUNT, fileName: 'b.csv', format: 'csv', rows: rowsToImport(planned) } as const;
    expect(await carryOutImport(db, actor, plan, {}, now)).toMatchObject({ done: 2, left: 0, apart: 1 });
    expect(await there()).toMatchObject({ nature: 'regular', transferId: null });
  });

  it('does not come in where a row of the same part that is to be linked is gone, and nothing is noted', async () => {
    const rows = rowsToImport(plannedRows(await preview(), new Map(), false));
    const gone = { kind: 'link', key: 'f'.repeat(40), bankId: null, importedText: 'Gone' } as const;
    const [own] = rows;
    if (own?.kind !== 'new') throw new Error('no new row');
    const row = transactionRow(9, { accountId: OTHER_ACCOUNT });
    const both = [
      { ...own, otherSide: spent },
      { ...gone, row },
    ];
    const plan = { accountId: OTHER_ACCOUNT, fileName: 'b.csv', format: 'csv', rows: both } as const;
    expect(await carryOutImport(db, actor, plan, {}, now)).toEqual({ ok: false, errors: { form: 'not_found' } });
    expect([await there(), readActions(db)]).toEqual([undefined, []]);
  });

  it.each([false, true])('is undone with the import, also after it was sent (%s)', async (isSent) => {
    const { actionId } = await carryOut({ choice: 'transfer' });
    expect(readActions(db)).toHaveLength(1);
    if (isSent) await sendAll();
    expect(await undoAction(db, actor, { id: actionId }, now)).toEqual({ ok: true, left: 0 });
    expect(await there()).toBeUndefined();
    expect(await here()).toMatchObject({ nature: 'regular', category: 'Food', transferId: null });
  });

  it('[S70c] goes with a revert of its import without a question, and the other side is regular again', async () => {
    const { importId } = await carryOut({ choice: 'transfer' });
    expect(await revertImport(db, actor, { id: importId, edited: 'ask' }, {}, now)).toMatchObject({ question: [] });
    expect(await there()).toBeUndefined();
    expect(await here()).toMatchObject({ nature: 'regular', transferId: null });
  });

  it('is taken apart by a revert, whose undo says that there is no way back, and takes back nothing else', async () => {
    const imported = await carryOut({ choice: 'transfer' });
    await revertImport(db, actor, { id: imported.importId, edited: 'ask' }, {}, now);
    const [last] = readActions(db);
    expect(last?.id).not.toBe(imported.actionId);
    const refused = { ok: false, errors: { form: 'final' } };
    expect(await undoAction(db, actor, { id: last?.id ?? '' }, now)).toEqual(refused);
    expect(await there()).toBeUndefined();
    expect(readActions(db).map(({ id }) => id)).toEqual([imported.actionId]);
  });
});
