import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import type { Copy, CopyTransaction } from '#copy/format';
import { readCopy } from '#copy/read';
import { writeCopy } from '#copy/write';
import type { Operation } from '#domain/mutations/operations';
import fc from '../../../tests/support/random.ts';
import { sampleCopy } from '../../copy/copy.fixture.ts';
import { planRestore } from '../copies/restore-plan.ts';
import { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import { ANNA, idOf } from '../database/rows.fixture.ts';
import { settle } from '../local/settle.ts';
import { commitMutation } from '../optimistic/mutations.ts';
import { listAccounts } from '../queries/accounts/accounts.ts';
import { readEverything } from '../queries/copies/everything.ts';
import { createAccount } from './accounts/account-create.ts';
import { restoreCopy } from './copy-restore.ts';

const now = new Date('2026-11-24T12:00:00.000Z');

function freshDatabase(userId = newId()): Database {
  return new Database(userId, { indexedDB: new IDBFactory(), IDBKeyRange });
}

const actorOf = ({ userId }: Database) => ({ userId, email: 'ben@example.org' });

async function restore(db: Database, copy: Copy, withDeleted = false) {
  const plan = await planRestore(db, copy);
  await restoreCopy(db, actorOf(db), plan, { withDeleted }, now);
  return plan;
}

/** The file in which the ids stand that it gets by its order, and nobody's name. */
function upToIds(copy: Copy): unknown {
  const byContent = (a: object, b: object) => (contentOf(a) < contentOf(b) ? -1 : 1);
  const sorted = {
    ...copy,
    exportedAt: '',
    accounts: copy.accounts.toSorted(byContent),
    categories: copy.categories.toSorted(byContent),
    budgets: copy.budgets.toSorted(byContent).map(({ shortId, ...row }) => row),
    reconciliations: copy.reconciliations.toSorted(byContent).map(({ contributor, ...row }) => row),
    // What becomes of them stands in tests/sync/copies-schedules.test.ts.
    schedules: copy.schedules.length,
    transactions: copy.transactions.toSorted(byContent).map(({ contributor, ...row }) => row),
  };
  const numbers = new Map<string, number>();
  const numbered = JSON.stringify(sorted).replace(UUIDS, (id) => {
    numbers.set(id, numbers.get(id) ?? numbers.size);
    return `id ${numbers.get(id)}`;
  });
  return JSON.parse(numbered);
}

const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function contentOf(row: object): string {
  const { contributor, ...content } = { contributor: null, ...row };
  return JSON.stringify(Object.entries(content).sort()).replace(UUIDS, '');
}

async function throughFile(copy: Copy): Promise<Copy> {
  const reading = await readCopy((await Array.fromAsync(writeCopy(copy))).join(''));
  if (!reading.ok) throw new Error(JSON.stringify(reading));
  return reading.copy;
}

it('a copy of everything in a fresh user is equal up to ids, and restoring it twice changes nothing', async () => {
  const db = freshDatabase();
  const copy = sampleCopy();
  const { counts } = await restore(db, copy);
  expect(counts).toEqual({ added: 8, deleted: 0, standing: 0, ofOthers: 7, alone: 0 });
  const restored = await throughFile(await readEverything(db, now));
  expect(upToIds(restored)).toEqual(upToIds(copy));
  const entries = await db.outbox.count();
  const again = await restore(db, copy);
  expect(again).toMatchObject({ added: [], deleted: [], counts: { added: 0, deleted: 0, standing: 8 } });
  expect(await db.outbox.count()).toBe(entries);
  expect(await readEverything(db, now)).toEqual(restored);
});

const drawn = fc.record({
  inSavings: fc.boolean(),
  cents: fc.integer({ min: 2, max: 99_999_999_999 }),
  day: fc.integer({ min: 10, max: 28 }),
  month: fc.integer({ min: 1, max: 9 }),
  text: fc.string({ maxLength: 20 }),
  form: fc.constantFrom('plain', 'split', 'transfer', 'reconciled', 'opening', 'refund'),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function rowsOf({ inSavings, cents, day, month, text, form }: Drawn, n: number): CopyTransaction[] {
  const { accounts, transactions, reconciliations } = sampleCopy();
  const [household = '', savings = ''] = accounts.map(({ id }) => id);
  const plain = transactions[1];
  if (!plain) throw new Error('no sample');
  const [accountId, elsewhere] = inSavings ? [savings, household] : [household, savings];
  const id = (at: number) => idOf(n * 10 + at);
  const description = `${n} ${text}`;
  const date = `2026-0${month}-${day}`;
  const row: CopyTransaction = { ...plain, lines: null, id: id(0), accountId, date, amount: cents, description };
  const line = { category: 'Food', note: '' };
  const sides = { nature: 'transfer', transferId: id(3) } as const;
  switch (form) {
    case 'split':
      return [
        {
          ...row,
          lines: [
            { ...line, id: id(1), cents: 1 },
            { ...line, id: id(2), cents: cents - 1 },
          ],
        },
      ];
    case 'transfer':
      return [
        { ...row, ...sides },
        { ...row, ...sides, id: id(4), accountId: elsewhere, type: 'income' },
      ];
    case 'reconciled': {
      const reconciliationId = reconciliations[0]?.id ?? null;
      return [{ ...row, accountId: household, status: 'reconciled', reconciliationId }];
    }
    case 'opening':
      return [{ ...row, nature: 'opening' }];
    case 'refund':
      return [{ ...row, type: 'income', refund: true }];
    default:
      return [row];
  }
}

it('a random ledger goes through a file into a fresh user, and then changes nothing there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { maxLength: 12 }), async (rows) => {
      const copy = { ...sampleCopy(), transactions: rows.flatMap(rowsOf) };
      const db = freshDatabase();
      await restore(db, copy);
      const restored = await throughFile(await readEverything(db, now));
      expect(upToIds(restored)).toEqual(upToIds(copy));
      await restore(db, copy);
      expect(await readEverything(db, now)).toEqual(restored);
    }),
    { numRuns: 25 },
  );
});

it('what was deleted in its own account comes back only when the user asks, under its ids', async () => {
  const db = freshDatabase(sampleCopy().transactions[0]?.contributor?.userId ?? '');
  await restore(db, sampleCopy());
  const copy = await readEverything(db, now);
  const seen = copy.transactions.filter(({ nature }) => nature !== 'opening');
  const deletions = seen.map(({ id }): Operation => ({ kind: 'delete', table: 'transactions', id }));
  await commitMutation(db, deletions, { userId: db.userId, userEmail: '', now });
  await settle(db, now);
  const plan = await restore(db, copy);
  expect(plan.counts).toMatchObject({ added: 0, deleted: 7, standing: 1 });
  expect((await readEverything(db, now)).transactions).toHaveLength(1);
  await restore(db, copy, true);
  expect(upToIds(await readEverything(db, now))).toEqual(upToIds(copy));
  expect((await readEverything(db, now)).transactions.map(({ id }) => id).sort()).toEqual(
    copy.transactions.map(({ id }) => id).sort(),
  );
});

it('only what another person entered counts as entered by others', async () => {
  const db = freshDatabase();
  const ofOthers = async (copy: Copy, email: string) => (await planRestore(db, copy, email)).counts.ofOthers;
  expect(await ofOthers(sampleCopy(), 'Anna@example.org')).toBe(0);
  expect(await ofOthers(sampleCopy(), 'ben@example.org')).toBe(7);
  const local = sampleCopy();
  for (const row of local.transactions) row.contributor = { userId: newId(), email: '' };
  expect(await ofOthers(local, 'ben@example.org')).toBe(0);
});

it('a restore that the user stops keeps what came in, and goes on later', async () => {
  const db = freshDatabase();
  const plan = await planRestore(db, sampleCopy());
  const control = new AbortController();
  const options = { withDeleted: false, signal: control.signal, onProgress: () => control.abort() };
  expect(await restoreCopy(db, actorOf(db), plan, options, now)).toBe(false);
  expect((await readEverything(db, now)).accounts).toHaveLength(2);
  expect((await restore(db, sampleCopy())).counts).toMatchObject({ added: 8, deleted: 0 });
  expect(upToIds(await readEverything(db, now))).toEqual(upToIds(sampleCopy()));
});

it('rows that are here are never changed', async () => {
  const db = freshDatabase();
  await restore(db, sampleCopy());
  const before = await readEverything(db, now);
  const changed = sampleCopy();
  for (const row of changed.transactions) row.description = 'of another time';
  for (const account of changed.accounts) account.name = 'of another time';
  await restore(db, changed, true);
  expect(await readEverything(db, now)).toEqual(before);
});

it('a restore that was interrupted goes on, and nothing counts as deleted', async () => {
  const db = freshDatabase();
  const plan = await planRestore(db, sampleCopy());
  const stop = new Error('the page was closed');
  const onProgress = () => {
    throw stop;
  };
  await expect(restoreCopy(db, actorOf(db), plan, { withDeleted: false, onProgress }, now)).rejects.toBe(stop);
  expect((await readEverything(db, now)).transactions).toEqual([]);
  expect((await restore(db, sampleCopy())).counts).toMatchObject({ added: 8, deleted: 0 });
  expect(upToIds(await readEverything(db, now))).toEqual(upToIds(sampleCopy()));
});

it('an unused default account of the same name takes the rows, also after a rename', async () => {
  const db = freshDatabase();
  await createAccount(db, actorOf(db), { name: 'household' }, new Date('2026-10-01'));
  await restore(db, sampleCopy());
  const names = async () => (await listAccounts(db)).map(({ account }) => account.name).sort();
  expect(await names()).toEqual(['Savings', 'household']);
  const [own] = (await db.accounts.toArray()).filter(({ name }) => name === 'household');
  if (!own) throw new Error('no account');
  const rename = { before: { name: 'household' }, after: { name: 'Ours' }, seen: 0 };
  await commitMutation(db, [{ kind: 'patch', table: 'accounts', id: own.id, ...rename }], {
    userId: db.userId,
    userEmail: ANNA.userEmail,
    now,
  });
  expect((await restore(db, sampleCopy())).counts).toMatchObject({ added: 0, standing: 8 });
  expect(await names()).toEqual(['Ours', 'Savings']);
});

it('a side of a transfer without its other side comes as a regular transaction', async () => {
  const copy = sampleCopy();
  copy.transactions = copy.transactions.filter(({ id }) => !id.endsWith('4'));
  const db = freshDatabase();
  expect((await restore(db, copy)).counts).toMatchObject({ added: 7, alone: 1 });
  const { transactions } = await readEverything(db, now);
  expect(transactions.filter(({ nature }) => nature === 'transfer')).toEqual([]);
});
