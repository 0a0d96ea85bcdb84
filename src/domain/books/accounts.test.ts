import { describe, expect, it } from 'vitest';
import { accountNumber, checkAccount, defaultAccount, ownedAccounts } from './accounts.ts';

const ANNA = 'anna';
const account = (id: string, createdAt: string, ownerId = ANNA) => ({ id, createdAt, ownerId });

describe('an account’s number', () => {
  const id = '3f9a-21bc-0000';

  it('is the first seven letters and digits of the id, upper-cased', () => {
    expect(accountNumber({ id, accountNumber: null })).toBe('3F9A21B');
  });

  it('is the stored number if there is one', () => {
    expect(accountNumber({ id, accountNumber: '0042' })).toBe('0042');
  });

  it('has a special form for the id default', () => {
    expect(accountNumber({ id: 'default', accountNumber: null })).toBe('DEFAULT');
  });
});

describe('the default account', () => {
  const shared = account('shared', '2020-01-01T00:00:00.000Z', 'ben');
  const first = account('first', '2026-01-01T00:00:00.000+00:00');
  const second = account('second', '2026-01-01T00:00:00.001Z');

  it('is the first that the user owns, in whatever form the times are written', () => {
    expect(defaultAccount([second, shared, first], ANNA)).toBe(first);
    expect(ownedAccounts([second, shared, first], ANNA)).toEqual([first, second]);
  });

  it('does not exist for somebody who owns no account', () => {
    expect(defaultAccount([shared], ANNA)).toBeNull();
  });
});

describe('an account as entered', () => {
  it('needs a name with more than spaces', () => {
    expect(checkAccount({ name: '  ' })).toEqual({ ok: false, errors: { name: 'empty' } });
  });

  it('is personal and has no description, unless the form says otherwise', () => {
    expect(checkAccount({ name: ' Home ' })).toEqual({
      ok: true,
      fields: { name: 'Home', type: 'personal', description: null, kind: 'other' },
    });
    expect(checkAccount({ name: 'Card', type: 'business', kind: 'credit_card' })).toMatchObject({
      fields: { type: 'business', kind: 'credit_card' },
    });
  });

  it('is refused at every field that is too long', () => {
    expect(checkAccount({ name: 'x'.repeat(201), description: 'x'.repeat(2001) })).toEqual({
      ok: false,
      errors: { name: 'too_long', description: 'too_long' },
    });
  });
});
