/** A small copy that has every kind of row. */
import type { Copy, CopySchedule, CopyTransaction } from './format.ts';

const id = (kind: string, n: number) => `${kind.repeat(8)}-0000-4000-8000-${n.toString().padStart(12, '0')}`;
const createdAt = '2026-01-01T08:00:00.000Z';
const contributor = { userId: id('f', 1), email: 'anna@example.org' };
const [HOUSEHOLD, SAVINGS] = [id('a', 1), id('a', 2)];

function transaction(n: number, over: Partial<CopyTransaction> = {}): CopyTransaction {
  return {
    id: id('d', n),
    createdAt,
    accountId: HOUSEHOLD,
    type: 'expense',
    amount: 1250,
    date: '2026-03-05',
    description: `row ${n} “é”\n`,
    category: 'Food',
    notes: '',
    budgetId: null,
    nature: 'regular',
    refund: false,
    transferId: null,
    lines: null,
    status: 'open',
    reconciliationId: null,
    bankId: null,
    importedText: null,
    contributor,
    ...over,
  };
}

/** What of it a file of version 1 can hold. */
export function firstCopy(): Copy {
  const { transactions, ...head } = sampleCopy();
  return { ...head, version: 1, schedules: [], transactions: transactions.filter(({ refund }) => !refund) };
}

function schedule(n: number, over: Partial<CopySchedule> = {}): CopySchedule {
  return {
    id: id('5', n),
    createdAt,
    accountId: HOUSEHOLD,
    type: 'expense',
    amount: 1250,
    refund: false,
    category: 'Food',
    lines: null,
    description: `schedule ${n}`,
    notes: '',
    rhythm: 'month 1 on 31',
    weekend: 'as_is',
    startDate: '2026-01-31',
    endDate: null,
    count: null,
    mode: 'add',
    amountMatch: 'near',
    pairId: null,
    contributor,
    settledUntil: null,
    ...over,
  };
}

export function sampleCopy(): Copy {
  const side = { nature: 'transfer', transferId: id('9', 1), category: 'Transfer', amount: 5000 } as const;
  const account = { createdAt, type: 'personal', description: null, accountNumber: null, archived: false } as const;
  const more = { type: 'business', description: 'For the roof', accountNumber: 'SAV-7', archived: true } as const;
  const lines = [
    { id: id('7', 1), category: 'Food', cents: 1000, note: '' },
    { id: id('7', 2), category: 'Home', cents: 250, note: 'lamp' },
  ];
  return {
    format: 'carryover-copy',
    version: 2,
    exportedAt: '2026-11-23T08:00:00.000Z',
    complete: true,
    accounts: [
      { ...account, id: HOUSEHOLD, name: 'Household', kind: 'checking', position: null, own: true },
      { ...account, ...more, id: SAVINGS, name: 'Savings', kind: 'savings', position: 2.5, own: true },
    ],
    categories: [
      { id: id('c', 1), createdAt, accountId: HOUSEHOLD, name: 'Food', type: 'expense', group: null, archived: false },
      { id: id('c', 2), createdAt, accountId: HOUSEHOLD, name: 'Home', type: 'expense', group: 'Fix', archived: true },
    ],
    budgets: [
      {
        id: id('b', 1),
        createdAt,
        accountId: HOUSEHOLD,
        name: 'Groceries',
        amount: 40_000,
        categoryId: id('c', 1),
        description: 'Without lamps',
        shortId: 'BBBBBBB',
        currencyCode: 'USD',
        periodType: 'monthly',
        startDate: '2026-01-01',
      },
    ],
    reconciliations: [
      { id: id('e', 1), createdAt, accountId: HOUSEHOLD, date: '2026-03-31', balance: -1250, contributor },
    ],
    schedules: [
      schedule(1, { refund: true, type: 'income', notes: 'by post', settledUntil: '2026-03-31', weekend: 'before' }),
      schedule(2, { lines, category: 'Split', endDate: '2026-12-31', count: 9, mode: 'remind' }),
      schedule(3, { pairId: id('9', 2), category: 'Transfer', settledUntil: '2026-03-31' }),
      schedule(4, { pairId: id('9', 2), category: 'Transfer', accountId: SAVINGS, type: 'income' }),
    ],
    transactions: [
      transaction(1, {
        notes: 'with Ben',
        status: 'reconciled',
        reconciliationId: id('e', 1),
        bankId: 'B-1',
        importedText: 'SHOP 1',
      }),
      transaction(2, { lines, category: 'Split' }),
      transaction(3, { ...side, status: 'cleared' }),
      transaction(4, { ...side, accountId: SAVINGS, type: 'income', date: '2026-03-06' }),
      transaction(5, { type: 'income', budgetId: id('b', 1), contributor: null }),
      transaction(6, { nature: 'opening', type: 'income', category: 'Opening balance', amount: 100_000 }),
      transaction(7, { nature: 'adjustment', category: 'Adjustment', accountId: SAVINGS }),
      transaction(8, { type: 'income', refund: true, amount: 300 }),
    ],
  };
}
