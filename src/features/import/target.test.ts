import { describe, expect, it } from 'vitest';
import type { AccountKind } from '#domain/account-kinds';
import { ACCOUNT, accountRow, idOf, OTHER_ACCOUNT } from '#store/database/rows.fixture';
import type { ImportHabit } from '#store/queries/imports/import-habits';
import type { FoundStatement } from '../../import/worker/messages.ts';
import { guessTarget, numberOf } from './target.ts';

const accounts = [accountRow(), accountRow({ id: OTHER_ACCOUNT, name: 'Savings' })];
const table = { shape: 'date|text|amount', header: [], first: [], mapping: { columns: {} }, reasons: {} };
const found = (some: Partial<FoundStatement> = {}): FoundStatement => ({
  kind: 'statement',
  fileName: 'january.csv',
  format: 'csv',
  account: {},
  currencies: [],
  count: 1,
  totals: { into: 0, out: 100, check: null },
  evidence: 'minus',
  encoding: null,
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

it('the number in the file goes before its shape, and that before the page from which it was opened', () => {
  const numbered = found({ account: { iban: 'DE1' } });
  expect(guess(numbered, [habit('DE1')], ACCOUNT)).toEqual({ accountId: OTHER_ACCOUNT, why: 'number' });
  expect(guess(found({ account: { name: 'savings' } }), [], ACCOUNT)).toEqual({
    accountId: OTHER_ACCOUNT,
    why: 'name',
  });
  const shaped = found({ table });
  expect(guess(shaped, [habit(null, table.shape)], ACCOUNT)).toEqual({ accountId: OTHER_ACCOUNT, why: 'shape' });
  expect(guess(shaped, [], OTHER_ACCOUNT)).toEqual({ accountId: OTHER_ACCOUNT, why: null });
  expect(guess(shaped, [])).toEqual({ accountId: ACCOUNT, why: null });
});

it('the file of another bank account is not for the account whose files have another number', () => {
  const numbered = found({ account: { iban: 'DE2' } });
  expect(guess(numbered, [habit('DE1')], OTHER_ACCOUNT, OTHER_ACCOUNT)).toEqual({ accountId: null, why: null });
  expect(guess(numbered, [], OTHER_ACCOUNT)).toEqual({ accountId: OTHER_ACCOUNT, why: null });
});

it('of several accounts in one table, each goes to its name, to where it went before, or to a new one', () => {
  const one = (name: string) => found({ table, isOneOfSeveral: true, account: { name, kind: 'savings' } as const });
  expect(guess(one('savings'), [], ACCOUNT)).toEqual({ accountId: OTHER_ACCOUNT, why: 'name' });
  expect(guess(one('Everyday'), [habit(null, table.shape)], ACCOUNT)).toEqual({ accountId: null, why: null });
  expect(guess(one('Everyday'), [habit('name: Everyday')], ACCOUNT)).toEqual({
    accountId: OTHER_ACCOUNT,
    why: 'name',
  });
});

it('a number above a table of several accounts is none of them', () => {
  const one = (name: string) => found({ table, isOneOfSeveral: true, account: { name, iban: 'DE1' } });
  expect([numberOf(one('EUR')), numberOf(one('USD'))]).toEqual(['name: EUR', 'name: USD']);
  expect(guess(one('USD'), [habit('name: EUR')], ACCOUNT)).toEqual({ accountId: null, why: null });
});

it('the name that a table has for an account is no number of a bank', () => {
  const numbered = found({ account: { iban: 'DE1' } });
  expect(guess(numbered, [habit('name: Everyday')], OTHER_ACCOUNT)).toEqual({ accountId: OTHER_ACCOUNT, why: null });
  const named = found({ table, account: { name: 'Everyday' } });
  expect(guess(named, [habit('name: Blue Visa', table.shape)])).toEqual({ accountId: ACCOUNT, why: null });
  expect(guess(named, [habit(null, table.shape)])).toEqual({ accountId: OTHER_ACCOUNT, why: 'shape' });
  expect(guess(named, [habit('name: Everyday')])).toEqual({ accountId: OTHER_ACCOUNT, why: 'name' });
});

it('what was remembered of an account that is gone does not count', () => {
  expect(guessTarget(found({ account: { iban: 'DE1' } }), [habit('DE1')], [], { opened: null, active: null })).toEqual({
    accountId: null,
    why: null,
  });
});

describe('a file that says what its account is for', () => {
  const CARD = idOf(1);
  const SECOND_CARD = idOf(2);
  const own = [
    accountRow({ kind: 'checking' }),
    accountRow({ id: OTHER_ACCOUNT, name: 'Savings', kind: 'savings' }),
    accountRow({ id: CARD, name: 'Visa', kind: 'credit_card' }),
  ];
  const ofKind = (kind: AccountKind, among = own, opened: string | null = null, habits: ImportHabit[] = []) =>
    guessTarget(found({ account: { number: '4711', kind } }), habits, among, { opened, active: ACCOUNT });

  it('goes to the account of that kind, whatever page it was opened from', () => {
    expect(ofKind('credit_card')).toEqual({ accountId: CARD, why: 'kind' });
    expect(ofKind('credit_card', own, OTHER_ACCOUNT)).toEqual({ accountId: CARD, why: 'kind' });
    expect(ofKind('savings', own, ACCOUNT)).toEqual({ accountId: OTHER_ACCOUNT, why: 'kind' });
  });

  it('goes to the one of several of that kind whose page is open, and to none whose files have another number', () => {
    const both = [...own, accountRow({ id: SECOND_CARD, name: 'Amex', kind: 'credit_card' })];
    expect(ofKind('credit_card', both)).toEqual({ accountId: CARD, why: 'kind' });
    expect(ofKind('credit_card', both, SECOND_CARD)).toEqual({ accountId: SECOND_CARD, why: 'kind' });
    const others = [{ accountId: CARD, number: '9999', table: null }];
    expect(ofKind('credit_card', both, null, others)).toEqual({ accountId: SECOND_CARD, why: 'kind' });
    expect(ofKind('credit_card', own, null, others)).toEqual({ accountId: null, why: null });
  });

  it('goes to no account that is for something else', () => {
    expect(ofKind('loan', own, ACCOUNT)).toEqual({ accountId: null, why: null });
    expect(ofKind('checking', own, CARD)).toEqual({ accountId: ACCOUNT, why: null });
    expect(ofKind('loan', [accountRow()], ACCOUNT)).toEqual({ accountId: ACCOUNT, why: null });
  });

  it('goes by its number first', () => {
    const known = [{ accountId: ACCOUNT, number: '4711', table: null }];
    expect(ofKind('credit_card', own, CARD, known)).toEqual({ accountId: ACCOUNT, why: 'number' });
  });
});
