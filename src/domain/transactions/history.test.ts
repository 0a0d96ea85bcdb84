import { expect, test } from 'vitest';
import { transactionRow } from '#store/database/rows.fixture';
import type { TransactionRow } from '../rows.ts';
import { editToVersion, type HistoryEvent } from './history.ts';

const row = transactionRow(1, { amount: 2000, description: 'Dinner', category: 'Food', type: 'expense' });

const versionWith = (fields: object): HistoryEvent => ({
  id: '1',
  at: '',
  editedAt: '',
  author: null,
  kind: 'change',
  table: 'transactions',
  rowId: row.id,
  row: { ...row, ...fields },
  before: {},
});

test('a version is restored by what the user could type', () => {
  const { amount, description, type } = { amount: 1250, description: 'Lunch', type: 'income' };
  expect(editToVersion(row, versionWith({ amount, description, type }))).toMatchObject({
    amount: '12.50',
    description,
    type,
  });
});

test('restoring never sets account, contributor, budget or transfer', () => {
  const other = { accountId: 'x', userId: 'x', userEmail: 'x', budgetId: 'x', transferId: 'x', nature: 'transfer' };
  expect(editToVersion(row, versionWith(other))).toBeNull();
  const edit = editToVersion(row, versionWith({ ...other, amount: 1 }));
  for (const field of Object.keys(other)) expect(edit).not.toHaveProperty(field);
});

test('a contribution keeps the type and category of its budget', () => {
  const contribution = { ...row, budgetId: row.id };
  expect(editToVersion(contribution, versionWith({ category: 'Rent', type: 'income' }))).toBeNull();
});

test('an opening balance keeps its type and category, and takes an amount of its own type', () => {
  const opening: TransactionRow = { ...row, nature: 'opening' };
  const edit = editToVersion(opening, versionWith({ amount: 1, category: 'Rent' }));
  expect(edit).toMatchObject({ amount: '0.01' });
  expect(edit).not.toHaveProperty('category');
  expect(editToVersion(opening, versionWith({ amount: 1, type: 'income' }))).toBeNull();
});

const lines = [1, 2].map((id) => ({ id: row.id.replace(/.$/, String(id)), category: 'Food', cents: 1000, note: '' }));
const split: TransactionRow = { ...row, category: 'Split', lines };

test('a transfer keeps its amount, type and category', () => {
  const edit = editToVersion({ ...row, nature: 'transfer' }, versionWith({ amount: 1, date: '2026-01-01' }));
  expect(edit).toEqual({ date: '2026-01-01', description: row.description, notes: row.notes });
});

test('lines come back with the amount that they add up to', () => {
  const edit = editToVersion({ ...row, amount: 500 }, versionWith({ category: 'Split', lines }));
  expect(edit).toMatchObject({ amount: '20.00', lines: [{ category: 'Food', amount: '10.00' }, { amount: '10.00' }] });
  expect(edit).not.toHaveProperty('category');
  const others = lines.map((line) => ({ ...line, category: 'Home' }));
  expect(editToVersion(split, versionWith({ category: 'Split', lines: others }))).toMatchObject({
    lines: [{ category: 'Home' }, { category: 'Home' }],
  });
  expect(editToVersion(split, versionWith({ category: 'Split', lines }))).toBeNull();
});

test('a version without lines has its category again', () => {
  const edit = editToVersion(split, versionWith({}));
  expect(edit).toMatchObject({ category: 'Food', amount: '20.00' });
  expect(edit).not.toHaveProperty('lines');
});

test('a contribution gets no lines', () => {
  const contribution = { ...row, budgetId: row.id };
  expect(editToVersion(contribution, versionWith({ category: 'Split', lines, notes: 'x' }))).toEqual({
    date: row.date,
    description: row.description,
    notes: 'x',
    amount: '20.00',
  });
});

test('the version that stands is not restored, nor one that this app cannot read', () => {
  expect(editToVersion(row, versionWith({}))).toBeNull();
  expect(editToVersion(row, versionWith({ amount: 'a lot' }))).toBeNull();
});
