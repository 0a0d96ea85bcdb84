import { expect, test } from 'vitest';
import type { Patch } from '#domain/operations';
import type { OutboxEntry } from '#store/database/records';
import { transactionRow } from '#store/database/rows.fixture';
import { differencesOf, factsOf } from './entry-comparison.ts';

const row = transactionRow(1, { amount: 3000, description: 'Dinner' });
const names = new Map([[row.accountId, 'Household']]);

function overtaken(after: Patch['after'], kept: Patch['after']): OutboxEntry {
  const operation: Patch = { kind: 'patch', table: 'transactions', id: row.id, seen: 1, before: after, after };
  const verdict = {
    id: 'm',
    status: 'superseded',
    reason: 'newer',
    kept,
    by: 'ben@example.org',
    versions: {},
  } as const;
  const moments = { editedAt: row.createdAt, createdAt: row.createdAt };
  return {
    seq: 1,
    id: 'm',
    userId: 'u',
    userEmail: 'anna@example.org',
    rows: [],
    attempts: 1,
    ...moments,
    operations: [operation],
    state: 'superseded',
    verdict,
  };
}

test('amount and type are compared as one signed sum', () => {
  const entry = overtaken({ amount: 3000, type: 'income' }, { amount: 2500, type: 'expense' });
  expect(differencesOf(entry, names)).toEqual([{ label: 'Amount', mine: '+$30.00', theirs: '-$25.00' }]);
});

test('only the fields that lost are compared, without those that read the same', () => {
  const entry = overtaken(
    { date: '2026-03-05', description: 'Dinner', notes: '' },
    { description: 'Supper', notes: '' },
  );
  expect(differencesOf(entry, names)).toEqual([{ label: 'Description', mine: 'Dinner', theirs: 'Supper' }]);
});

test('an account is compared by its name, also when this device no longer has it', () => {
  const entry = overtaken({ accountId: row.accountId }, { accountId: 'gone' });
  expect(differencesOf(entry, names)).toEqual([
    { label: 'Account', mine: 'Household', theirs: 'account no longer here' },
  ]);
});

test('the facts of a row leave out ids, versions and empty fields', () => {
  const { id, version, createdAt, userId, userEmail, ...fields } = row;
  expect(factsOf({ ...fields, id, version }, names)).toEqual([
    { field: 'amount', label: 'Amount', value: '-$30.00' },
    { field: 'date', label: 'Date', value: 'Mar 5, 2026' },
    { field: 'description', label: 'Description', value: 'Dinner' },
    { field: 'category', label: 'Category', value: 'Food' },
    { field: 'accountId', label: 'Account', value: 'Household' },
  ]);
});
