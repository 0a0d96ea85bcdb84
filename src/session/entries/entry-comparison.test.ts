import { expect, test } from 'vitest';
import type { Patch } from '#domain/mutations/operations';
import type { OutboxEntry } from '#store/database/records';
import { transactionRow } from '#store/database/rows.fixture';
import { changesOfRevived, differencesOf, factInWords, factsOf, splitEnded, wantedOf } from './entry-comparison.ts';

const row = transactionRow(1, { amount: 3000, description: 'Dinner' });
const names = new Map([[row.accountId, 'Household']]);

function superseded(after: Patch['after'], kept: Patch['after']): OutboxEntry {
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
  const entry = superseded({ amount: 3000, type: 'income' }, { amount: 2500, type: 'expense' });
  expect(differencesOf(entry, names)).toEqual([{ label: 'Amount', mine: '+$30.00', theirs: '-$25.00' }]);
});

test('a row that is back is compared with what it was when it was deleted', () => {
  const operation = { kind: 'delete', table: 'transactions', id: row.id } as const;
  const entry = { ...superseded({}, {}), operations: [operation], content: [{ table: 'transactions' as const, row }] };
  const { version, ...current } = { ...row, amount: 2500 };
  const changes = changesOfRevived(entry, { operation, current, meant: current }, names);
  expect(changes).toEqual([{ label: 'Amount', mine: '-$30.00', theirs: '-$25.00' }]);
  expect(changesOfRevived(entry, { operation, current: null, meant: current }, names)).toEqual([]);
});

test('a value that would end a split shows the split, and one that fits it does not', () => {
  const lines = [
    { id: 'a', category: 'Food', cents: 100, note: '' },
    { id: 'b', category: 'Home', cents: 300, note: '' },
  ];
  const current = { type: 'expense', amount: 400, category: 'Split', lines };
  const operation: Patch = { kind: 'patch', table: 'transactions', id: row.id, seen: 1, before: {}, after: {} };
  const ended = splitEnded({ operation, current, meant: { ...current, amount: 300 } });
  expect(ended).toEqual({ label: 'Lines', mine: '(no split)', theirs: 'Food $1.00, Home $3.00' });
  expect(splitEnded({ operation, current, meant: { ...current, date: '2026-03-01' } })).toBeNull();
});

test('only the fields that lost are compared, without those that read the same', () => {
  const entry = superseded(
    { date: '2026-03-05', description: 'Dinner', notes: '' },
    { description: 'Supper', notes: '' },
  );
  expect(differencesOf(entry, names)).toEqual([{ label: 'Description', mine: 'Dinner', theirs: 'Supper' }]);
});

test('an account is compared by its name, also when this device no longer has it', () => {
  const entry = superseded({ accountId: row.accountId }, { accountId: 'gone' });
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

/** Patches of many rows, in words. */
function wanted(...changes: Pick<Patch, 'before' | 'after'>[]): string[] {
  const operations = changes.map(
    (one): Patch => ({ kind: 'patch', table: 'transactions', id: row.id, seen: 1, ...one }),
  );
  return wantedOf(operations, names).map(factInWords);
}

test('what all of many were to get is said once, an account by its name, and an empty text as empty', () => {
  const before = { accountId: 'other', notes: 'Trip', description: 'Tea', status: 'open' };
  const after = { accountId: row.accountId, notes: '', description: 'Tea', status: 'cleared' };
  expect(wanted({ before, after }, { before, after })).toEqual([
    'Notes: (empty)',
    'Account: Household',
    'Status: Cleared',
  ]);
});

test('where each of many was to get another value, only the field is said', () => {
  const toFood = { before: { category: 'Home' }, after: { category: 'Food' } };
  const toTravel = { before: { category: 'Home' }, after: { category: 'Travel' } };
  expect(wanted(toFood, toTravel)).toEqual(['Category']);
});

test('a sum that many were to get has its sign', () => {
  const change = { before: { amount: 100, type: 'expense' }, after: { amount: 200, type: 'expense' } };
  expect(wanted(change, change)).toEqual(['Amount: -$2.00']);
  const turned = { before: { amount: 100, type: 'expense' }, after: { amount: 100, type: 'income' } };
  expect(wanted(turned, turned)).toEqual(['Amount: +$1.00']);
});
