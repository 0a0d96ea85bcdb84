import { expect, it } from 'vitest';
import { ACCOUNT, accountRow, OTHER_ACCOUNT } from '#store/database/rows.fixture';
import type { ImportHabit } from '#store/queries/import-habits';
import type { FoundStatement } from '../../import/worker/messages.ts';
import { guessTarget } from './target.ts';

const accounts = [accountRow(), accountRow({ id: OTHER_ACCOUNT, name: 'Savings' })];
const table = { shape: 'date|text|amount', header: [], first: [], mapping: { columns: {} }, reasons: {} };
const found = (some: Partial<FoundStatement> = {}): FoundStatement => ({
  kind: 'statement',
  fileName: 'january.csv',
  format: 'csv',
  account: {},
  currencies: [],
  count: 1,
  questions: [],
  table: null,
  ...some,
});
const habit = (number: string | null, shape?: string): ImportHabit => ({
  accountId: OTHER_ACCOUNT,
  number,
  table: shape ? { shape, mapping: { columns: {} } } : null,
});
const guess = (file: FoundStatement, habits: ImportHabit[], opened: string | null = null, active = ACCOUNT) =>
  guessTarget(file, habits, accounts, { opened, active });

it('the number in the file goes before the page from which it was opened, and that before the kind of file', () => {
  const numbered = found({ account: { iban: 'DE1' } });
  expect(guess(numbered, [habit('DE1')], ACCOUNT)).toEqual({ accountId: OTHER_ACCOUNT, why: 'number' });
  expect(guess(found({ account: { name: 'savings' } }), [], ACCOUNT)).toEqual({
    accountId: OTHER_ACCOUNT,
    why: 'name',
  });
  const shaped = found({ table });
  expect(guess(shaped, [habit(null, table.shape)], ACCOUNT)).toEqual({ accountId: ACCOUNT, why: null });
  expect(guess(shaped, [habit(null, table.shape)])).toEqual({ accountId: OTHER_ACCOUNT, why: 'shape' });
  expect(guess(shaped, [])).toEqual({ accountId: ACCOUNT, why: null });
});

it('the file of another bank account is not for the account whose files have another number', () => {
  const numbered = found({ account: { iban: 'DE2' } });
  expect(guess(numbered, [habit('DE1')], OTHER_ACCOUNT, OTHER_ACCOUNT)).toEqual({ accountId: null, why: null });
  expect(guess(numbered, [], OTHER_ACCOUNT)).toEqual({ accountId: OTHER_ACCOUNT, why: null });
});

it('what was remembered of an account that is gone does not count', () => {
  expect(guessTarget(found({ account: { iban: 'DE1' } }), [habit('DE1')], [], { opened: null, active: null })).toEqual({
    accountId: null,
    why: null,
  });
});
