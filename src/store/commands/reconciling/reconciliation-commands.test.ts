import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { standingOf } from '#domain/books/reconciling';
import { accountScope } from '#domain/ids/scopes';
import type { Role, TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, OTHER_ACCOUNT, transactionRow } from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { needs } from '../../outbox/dependencies.ts';
import { readAgreements, readOpenRows } from '../../queries/reconciliations.ts';
import { findTransaction } from '../../queries/rows/transactions.ts';
import { setStatus } from '../transactions/status-set.ts';
import { deleteTransaction } from '../transactions/transaction-delete.ts';
import { updateTransaction } from '../transactions/transaction-update.ts';
import { finishReconciliation } from './reconciliation-finish.ts';
import { undoReconciliation } from './reconciliation-undo.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-11-23T10:00:00.000Z');
const statement = { accountId: ACCOUNT, date: '2026-03-31', balance: -200 };

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow({ ownerId: ANNA.userId }), accountRow({ id: OTHER_ACCOUNT })]);
  await writeMonths(db, accountScope(ACCOUNT), [transactionRow(1), transactionRow(2), transactionRow(3)]);
});
afterEach(() => db.delete());

/** Gives Anna's account to somebody else, in which she has this role. */
async function becomes(role: Role) {
  await db.accounts.put(accountRow({ ownerId: '00000000-0000-4000-8000-00000000000b' }));
  const cursor = { scope: accountScope(ACCOUNT), accountId: ACCOUNT, version: 1, grantId: 'g', before: null };
  await db.cursors.put({ ...cursor, role });
}

async function rows(): Promise<TransactionRow[]> {
  return Promise.all(
    [1, 2, 3].map(async (number) => (await findTransaction(db, transactionRow(number).id, {})) ?? transactionRow(0)),
  );
}

async function finish() {
  const [one, two] = await rows();
  if (!one || !two) throw new Error('no rows');
  await setStatus(db, actor, { rows: [one, two], status: 'cleared' }, now);
  const ticked = (await rows()).slice(0, 2);
  return finishReconciliation(db, actor, { ...statement, rows: ticked }, now);
}

const standing = async () => standingOf((await readAgreements(db, ACCOUNT)).agreements);

describe('reconciliation.finish', () => {
  it('[S72f] reconciles the ticked rows after the statement, apart', async () => {
    expect(await finish()).toMatchObject({ ok: true });
    const [reconciliation] = await db.reconciliations.toArray();
    expect(reconciliation).toMatchObject({ ...statement, ...ANNA, changes: [] });
    const reconciled = { status: 'reconciled', reconciliationId: reconciliation?.id };
    expect(await rows()).toMatchObject([reconciled, reconciled, { status: 'open', reconciliationId: null }]);
    expect(await standing()).toEqual({ agrees: true, since: '2026-03-31' });
    expect(await readOpenRows(db, ACCOUNT)).toMatchObject({ rows: [{ status: 'open' }], reconciled: -200 });
    const [made, ticks] = (await db.outbox.toArray()).slice(-2);
    expect(made?.operations).toMatchObject([{ kind: 'insert', table: 'reconciliations' }]);
    expect(ticks).toMatchObject({ apart: true, operations: [{ kind: 'patch' }, { kind: 'patch' }] });
    if (!made || !ticks) throw new Error('nothing was made');
    expect(needs(ticks, made)).toBe(true);
  });

  it.each(['viewer', 'member'] as const)('is not for a %s', async (role) => {
    await becomes(role);
    const reconciling = finishReconciliation(db, actor, { ...statement, rows: [] }, now);
    expect(await reconciling).toEqual({ ok: false, errors: { form: 'forbidden' } });
  });

  it('parts a statement of 1,200 rows, so that none of its mutations locks the account for long', async () => {
    const many = Array.from({ length: 1200 }, (_, n) => transactionRow(n + 10, { status: 'cleared' }));
    await writeMonths(db, accountScope(ACCOUNT), many);
    expect(await finishReconciliation(db, actor, { ...statement, rows: many }, now)).toMatchObject({ ok: true });
    const sizes = (await db.outbox.toArray()).map(({ operations }) => operations.length);
    expect(sizes).toEqual([1, ...Array.from({ length: 12 }, () => 100)]);
  });
});

describe('what happens to a reconciled row', () => {
  it('shows on the account: a change, a deletion and a move', async () => {
    await finish();
    const [one, two] = await rows();
    if (!one || !two) throw new Error('no rows');
    await updateTransaction(db, actor, { row: one, amount: '3' }, now);
    expect((await readAgreements(db, ACCOUNT)).agreements).toMatchObject([{ counted: -400, difference: -200 }]);
    await deleteTransaction(db, actor, { row: two }, now);
    expect(await standing()).toEqual({ agrees: false, since: '2026-03-31' });
    const changed = (await rows())[0] ?? one;
    await updateTransaction(db, actor, { row: changed, accountId: OTHER_ACCOUNT }, now);
    expect((await readAgreements(db, ACCOUNT)).agreements).toMatchObject([{ counted: 0 }]);
    expect(await findTransaction(db, one.id, {})).toMatchObject({
      accountId: OTHER_ACCOUNT,
      status: 'open',
      reconciliationId: null,
    });
  });
});

describe('reconciliation.undo', () => {
  it('clears its rows again', async () => {
    await finish();
    const [{ id } = { id: '' }] = await db.reconciliations.toArray();
    expect(await undoReconciliation(db, actor, { id }, now)).toMatchObject({ ok: true });
    const cleared = { status: 'cleared', reconciliationId: null };
    expect(await rows()).toMatchObject([cleared, cleared, { status: 'open' }]);
    expect(await standing()).toBeNull();
    expect(await undoReconciliation(db, actor, { id }, now)).toEqual({ ok: false, errors: { form: 'not_found' } });
  });
});

describe('status.set', () => {
  it('leaves rows that are so already, and reconciled ones', async () => {
    await finish();
    const [one, , three] = await rows();
    if (!one || !three) throw new Error('no rows');
    expect(await setStatus(db, actor, { rows: [three], status: 'open' }, now)).toEqual({ ok: true, mutationId: null });
    const opening = setStatus(db, actor, { rows: [one], status: 'open' }, now);
    expect(await opening).toEqual({ ok: false, errors: { form: 'forbidden' } });
  });

  it('is for members who may change the row, not for viewers', async () => {
    const [one] = await rows();
    if (!one) throw new Error('no row');
    await becomes('viewer');
    const clearing = () => setStatus(db, actor, { rows: [one], status: 'cleared' }, now);
    expect(await clearing()).toEqual({ ok: false, errors: { form: 'forbidden' } });
    await becomes('member');
    expect(await clearing()).toMatchObject({ ok: true });
  });
});
