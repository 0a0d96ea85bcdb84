import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { CategoryFilter } from '#domain/reports/report';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from '../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  budgetRow,
  categoryRow,
  idOf,
  syncedTransaction,
  transactionRow,
} from '../database/rows.fixture.ts';
import { readPayees } from './report-payees.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

const PERIOD = { from: '2026-02-10', to: '2026-03-20' };
const ALL = { kind: 'account', id: null } as const;

async function enter(...rows: Partial<TransactionRow>[]) {
  for (const [at, over] of rows.entries()) {
    await syncedTransaction(db, transactionRow(at + 1, { date: '2026-03-01', ...over }));
  }
}

async function payees(filter: CategoryFilter = null, scope: Parameters<typeof readPayees>[1]['scope'] = ALL) {
  const { sums } = await readPayees(db, { scope, period: PERIOD, filter });
  return sums.map(({ payee, cents, count }) => [payee, cents, count]);
}

const line = (number: number, category: string, cents: number) => ({ id: idOf(number), category, cents, note: '' });

describe('a report by payee', () => {
  it('adds up one name in whatever case and accents, as it was written last, income first', async () => {
    await enter(
      { description: 'CAFE', amount: 300 },
      { description: 'Café', amount: 200, date: '2026-03-02' },
      { description: 'Rent', amount: 900 },
      { description: 'Employer', amount: 1000, type: 'income' },
      { description: 'Café', amount: 50, type: 'income' },
    );
    expect(await payees()).toEqual([
      ['Employer', 1000, 1],
      ['Café', 50, 1],
      ['Rent', -900, 1],
      ['Café', -500, 2],
    ]);
  });

  it('counts the days of the period alone, at both ends of it', async () => {
    await enter(
      { description: 'Before', date: '2026-02-09' },
      { description: 'First', amount: 5, date: '2026-02-10' },
      { description: 'Last', amount: 7, date: '2026-03-20' },
      { description: 'After', date: '2026-03-21' },
    );
    expect(await payees()).toEqual([
      ['Last', -7, 1],
      ['First', -5, 1],
    ]);
  });

  it('counts of a split only the lines of the chosen categories', async () => {
    const lines = [line(91, 'Food', 40), line(92, 'Home', 60)];
    await enter(
      { description: 'Market', amount: 100, category: 'Split', lines },
      { description: 'Gas', category: 'Car' },
    );
    expect(await payees(new Set(['Food']))).toEqual([['Market', -40, 1]]);
  });

  it('has neither transfers nor opening balances', async () => {
    await enter(
      { description: 'To savings', nature: 'transfer', transferId: idOf(80) },
      { description: 'Start', nature: 'opening' },
    );
    expect(await payees()).toEqual([]);
  });

  it('of a budget counts what the budget covers', async () => {
    await db.categories.put(categoryRow(1, { name: 'Food' }));
    await db.budgets.put(budgetRow(2, { categoryId: idOf(1) }));
    await enter({ description: 'Market', amount: 40, category: 'Food' }, { description: 'Gas', category: 'Car' });
    expect(await payees(null, { kind: 'budget', id: idOf(2) })).toEqual([['Market', -40, 1]]);
  });

  it('says when rows of the period are not on this device yet', async () => {
    await enter({ description: 'Market' });
    const scope = accountScope(ACCOUNT);
    await db.cursors.put({ scope, accountId: ACCOUNT, role: 'owner', version: 1, grantId: 'g', before: '2026-04' });
    expect((await readPayees(db, { scope: ALL, period: PERIOD, filter: null })).complete).toBe(false);
  });
});
