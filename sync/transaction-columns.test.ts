import * as v from 'valibot';
import { expect, it } from 'vitest';
import { ScopeAnswer } from './protocol.ts';

const ACCOUNT = '0190d3c0-0000-7000-8000-000000000001';
const ids = ['0190d3c0-0000-7000-8000-000000000002', '0190d3c0-0000-7000-8000-000000000003'];

const columns = {
  id: ids,
  version: [1, 2],
  createdAt: ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:01.000Z'],
  type: ['income', 'expense'],
  amount: [100, 250],
  date: ['2026-11-20', '2026-11-21'],
  description: ['', 'Bread'],
  category: ['Salary', 'Food'],
  notes: ['', ''],
  budgetId: [null, null],
  userId: [null, ACCOUNT],
  userEmail: [null, 'ada@example.org'],
};

const parse = (transactions: unknown) =>
  v.safeParse(ScopeAnswer, {
    scope: `account:${ACCOUNT}`,
    accountId: ACCOUNT,
    role: 'owner',
    reset: false,
    head: 2,
    floor: 0,
    removals: [],
    accounts: [],
    categories: [],
    budgets: [],
    memberships: [],
    transactions,
    totals: null,
    cursor: { version: 2, grantId: 'g', before: null },
    more: false,
  });

const rowsOf = (transactions: unknown) => {
  const parsed = parse(transactions);
  if (!parsed.success) throw new v.ValiError(parsed.issues);
  return parsed.output.transactions;
};

it('columns become rows of the scope’s account, in their order', () => {
  expect(rowsOf(columns)).toEqual([
    {
      id: ids[0],
      version: 1,
      createdAt: '2026-11-21T10:00:00.000Z',
      accountId: ACCOUNT,
      type: 'income',
      amount: 100,
      date: '2026-11-20',
      description: '',
      category: 'Salary',
      notes: '',
      budgetId: null,
      // What the server leaves out holds its default in all rows.
      nature: 'regular',
      refund: false,
      transferId: null,
      lines: null,
      status: 'open',
      reconciliationId: null,
      bankId: null,
      importId: null,
      importedText: null,
      userId: null,
      userEmail: null,
    },
    expect.objectContaining({ id: ids[1], amount: 250, accountId: ACCOUNT, userId: ACCOUNT }),
  ]);
});

it('a field that holds its default in most rows names the others by their ids', () => {
  const lines = [1, 2].map((n) => ({ id: ids[0], category: 'Food', cents: n * 50, note: '' }));
  const rows = rowsOf({ ...columns, status: { [ids[1] ?? '']: 'cleared' }, lines: { [ids[0] ?? '']: lines } });
  expect(rows).toMatchObject([
    { status: 'open', lines },
    { status: 'cleared', lines: null },
  ]);
});

it('no columns are no rows', () => {
  expect(rowsOf(null)).toEqual([]);
});

it('a field that this version does not know is kept with its row, and cannot name another account', () => {
  const rows = rowsOf({ ...columns, colour: ['red', 'blue'], accountId: [ids[0], ids[0]] });
  expect(rows).toMatchObject([
    { colour: 'red', accountId: ACCOUNT },
    { colour: 'blue', accountId: ACCOUNT },
  ]);
});

it.each([
  ['a field that is shorter than the others', { ...columns, amount: [100] }],
  ['a field that is longer than the others', { ...columns, notes: ['', '', ''] }],
  ['an unknown field that is shorter', { ...columns, colour: ['red'] }],
  ['a field that is missing', { ...columns, date: undefined }],
  ['an amount that is none', { ...columns, amount: [100, 0] }],
  ['an id that is none', { ...columns, id: [ids[0], 'x'] }],
  ['a date that is none', { ...columns, date: ['2026-11-20', '2026-11-32'] }],
])('%s makes the response malformed', (_, sent) => {
  expect(parse(sent).success).toBe(false);
});
