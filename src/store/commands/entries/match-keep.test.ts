import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf, transactionRow } from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { commitMutations } from '../../optimistic/mutations.ts';
import { divide } from '../../outbox/not-taken.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { retryEntry } from './entry-retry.ts';
import { keepMatch } from './match-keep.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const KEY = 'a'.repeat(40);
const [own, other, third] = [1, 2, 3].map((n) => transactionRow(n, { ...ANNA, description: `row ${n}` }));

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow({ ownerId: ANNA.userId }));
});
afterEach(() => db.delete());

/** Anna linked the first row with a line of a file, which the second row stands for at the server already. */
async function linkNotTaken(): Promise<string> {
  if (!own || !other || !third) throw new Error('no rows');
  await writeMonths(db, accountScope(ACCOUNT), [own, other, third]);
  const links = [own, third].map(({ id }, n) => ({
    ...({ kind: 'patch', table: 'transactions', id, seen: 1, key: n === 0 ? KEY : 'b'.repeat(40) } as const),
    before: { bankId: null, importId: null, importedText: null, status: 'open', reconciliationId: null },
    after: { bankId: null, importId: idOf(70), importedText: 'Coffee', status: 'cleared', reconciliationId: null },
  }));
  await commitMutations(db, [{ operations: links, apart: true }], { ...ANNA, now, seen: [own, third] });
  const [entry] = await db.outbox.toArray();
  if (!entry) throw new Error('no entry');
  const told = { id: own.id, status: 'superseded', reason: 'newer', kept: { importId: null }, by: null } as const;
  const notTaken = [{ ...told, other: other.id }];
  const divided = divide(entry, { id: entry.id, status: 'applied', versions: { [ACCOUNT]: 5 }, notTaken });
  if (!divided) throw new Error('nothing was divided');
  await Promise.all([db.outbox.clear(), db.bases.clear()]);
  await db.outbox.add(divided.rest);
  return divided.rest.id;
}

const shown = async () => (await newestTransactions(db, ACCOUNT, 10)).map(({ description }) => description).sort();
const queued = async () => (await db.outbox.toArray()).flatMap(({ operations }) => operations);

it('deletes the linked transaction when the other one is kept', async () => {
  const mutationId = await linkNotTaken();
  expect(await keepMatch(db, actor, { mutationId, id: own?.id ?? '', keep: 'other' }, now)).toMatchObject({ ok: true });
  expect(await shown()).toEqual(['row 2', 'row 3']);
  expect(await queued()).toMatchObject([{ kind: 'delete', id: own?.id }]);
});

it('deletes the other one when the linked transaction is kept, which then gets the key', async () => {
  const mutationId = await linkNotTaken();
  expect(await keepMatch(db, actor, { mutationId, id: own?.id ?? '', keep: 'own' }, now)).toMatchObject({ ok: true });
  expect(await shown()).toEqual(['row 1', 'row 3']);
  expect(await queued()).toMatchObject([
    { kind: 'delete', id: other?.id },
    { kind: 'patch', id: own?.id, key: KEY },
  ]);
});

it('refuses, and changes nothing, when one of the two is gone or the role does not allow it', async () => {
  const mutationId = await linkNotTaken();
  const keep = (id = own?.id ?? '') => keepMatch(db, actor, { mutationId, id, keep: 'own' }, now);
  expect(await keep(third?.id)).toEqual({ ok: false, errors: { form: 'not_found' } });
  await db.accounts.put(accountRow({ ownerId: idOf(99) }));
  expect(await keep()).toEqual({ ok: false, errors: { form: 'forbidden' } });
  expect(await shown()).toEqual(['row 1', 'row 2', 'row 3']);
  expect(await db.outbox.count()).toBe(1);
});

it('leaves the linked transaction in the reconciliation that counts it by now', async () => {
  const mutationId = await linkNotTaken();
  if (!own || !other || !third) throw new Error('no rows');
  const reconciled = { ...own, status: 'reconciled', reconciliationId: idOf(80) } as const;
  await writeMonths(db, accountScope(ACCOUNT), [reconciled, other, third]);
  expect(await keepMatch(db, actor, { mutationId, id: own.id, keep: 'own' }, now)).toMatchObject({ ok: true });
  const [link] = (await queued()).filter(({ kind }) => kind === 'patch');
  expect(link).toMatchObject({ key: KEY, after: { importedText: 'Coffee' } });
  expect(link).not.toHaveProperty('after.status');
  expect(await newestTransactions(db, ACCOUNT, 10)).toContainEqual(
    expect.objectContaining({ id: own.id, status: 'reconciled', reconciliationId: idOf(80) }),
  );
});

it('is the only way on: trying again would link the row without its key, and both would stay', async () => {
  const mutationId = await linkNotTaken();
  expect(await retryEntry(db, mutationId, now)).toEqual({ ok: false, errors: { form: 'settled' } });
  expect(await db.outbox.toArray()).toMatchObject([{ id: mutationId, notTaken: [{ other: other?.id }] }]);
});
