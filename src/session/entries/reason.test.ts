import { expect, test } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { ANNA, idOf, transactionRow } from '#store/database/rows.fixture';
import { type AccessNow, type Reported, reasonOf } from './reason.ts';

const { id } = transactionRow(1);
const change: Operation = {
  kind: 'patch',
  table: 'transactions',
  id,
  seen: 1,
  before: {},
  after: { category: 'Food' },
};
const MEMBER: AccessNow = { account: 'Household', gone: null, obstacle: null, statement: null };
const SIDE = { nature: 'transfer', transferId: idOf(7) } as const;
const DIVIDED = { lines: [{ id: idOf(8), category: 'Food', cents: 100, note: '' }] };

const refused = (reason: 'forbidden' | 'invalid' | 'gone'): Reported => ({ id, status: 'rejected', reason });

function reason(
  reported: Reported,
  over: Partial<TransactionRow> = {},
  access: Partial<AccessNow> = {},
  operation = change,
) {
  const current = transactionRow(1, over);
  const { userEmail } = ANNA;
  return reasonOf({ reported, operation, current, known: current, access: { ...MEMBER, ...access }, userEmail });
}

test('what the role forbids is not told as a transfer or as divided', () => {
  for (const row of [SIDE, DIVIDED, {}]) {
    expect(reason(refused('forbidden'), row, { obstacle: 'role' })).toBe('Your role in Household does not allow this.');
  }
});

test('what the row’s nature or lines forbid is told so, also of a reconciled row', () => {
  const reconciled = { status: 'reconciled', reconciliationId: idOf(9) } as const;
  for (const obstacle of [null, 'reconciled'] as const) {
    expect(reason(refused('invalid'), { ...SIDE, ...reconciled }, { obstacle })).toBe(
      'It is a side of a transfer by now.',
    );
    expect(reason(refused('invalid'), { ...DIVIDED, ...reconciled }, { obstacle })).toBe(
      'Its amount is divided over several categories by now.',
    );
    expect(reason(refused('invalid'), reconciled, { obstacle })).toBe('A value is not allowed.');
  }
});

test('a row that the user enters is not told as what it has become', () => {
  const { version, userId, userEmail, ...row } = transactionRow(1, SIDE);
  const addition: Operation = { kind: 'insert', table: 'transactions', row };
  expect(reason(refused('invalid'), SIDE, {}, addition)).toBe('A value is not allowed.');
});

test('a reconciled row is told with its statement, where this device has that', () => {
  const made = { createdAt: '2026-11-12T12:00:00.000Z', version: 1, changes: [], userId: null };
  const statement = { ...made, id: idOf(9), accountId: idOf(2), date: '2026-11-12', balance: 100, userEmail: null };
  const access = { obstacle: 'reconciled' } as const;
  expect(reason(refused('forbidden'), {}, access)).toBe('It is reconciled by now.');
  expect(reason(refused('forbidden'), {}, { ...access, statement })).toBe(
    'Reconciled with the statement of Nov 12, 2026.',
  );
});

test('a line of a file for which another row stands says so', () => {
  const reported: Reported = { id, status: 'superseded', reason: 'newer', kept: {}, by: null, other: idOf(2) };
  expect(reason(reported)).toBe('Another transaction stands for this line of the file.');
});

test('a line of a file that was there already says what stands, by whom, and what the user wanted', () => {
  const { version, userId, userEmail, ...row } = transactionRow(1, { category: 'Home', amount: 250 });
  const line: Operation = { kind: 'insert', table: 'transactions', row, chosen: ['category'] };
  const reported = { id, status: 'superseded', reason: 'newer', by: 'ben@example.org' } as const;
  const category = { ...reported, kept: { category: 'Food' } };
  expect(reason(category, {}, {}, line)).toBe('It was there already: Food, by ben@example.org. Yours was Home.');
  expect(reason({ ...category, other: idOf(2) }, {}, {}, line)).toContain('Yours was Home.');
  const own = { ...reported, kept: { amount: 300, type: 'expense', notes: '' }, by: userEmail };
  expect(reason(own, {}, {}, line)).toBe('It was there already: -$3.00. Yours was -$2.50.');
});

test('what stands instead has the sign of the row, and a status its word', () => {
  const newer = { id, status: 'superseded', reason: 'newer', by: 'ben@example.org' } as const;
  expect(reason({ ...newer, kept: { amount: 800 } })).toBe('A newer change by ben@example.org stands: -$8.00.');
  expect(reason({ ...newer, kept: { status: 'reconciled', reconciliationId: idOf(9) } })).toBe(
    'A newer change by ben@example.org stands: Reconciled.',
  );
});

test('what is beyond a limit of one person says so, and what to do', () => {
  const reported: Reported = { id, status: 'rejected', reason: 'invalid', code: 'PT422', message: 'At most.' };
  expect(reason(reported)).toContain('more than one person may have');
  expect(reason({ ...reported, code: '22003' })).toBe('A value is not allowed.');
});
