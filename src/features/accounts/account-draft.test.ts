import { expect, it } from 'vitest';
import { accountErrors, NEW_ACCOUNT } from './account-draft.ts';

it('starts as a personal account', () => {
  expect(NEW_ACCOUNT.type).toBe('personal');
});

it('asks for a name that is not blank', () => {
  expect(accountErrors({ ...NEW_ACCOUNT, name: '  ' })).toEqual({ name: 'Enter a name for the account.' });
});

it('has nothing to say about a named account without a description', () => {
  expect(accountErrors({ ...NEW_ACCOUNT, name: 'Household', type: 'business' })).toBeNull();
});

it('says what is too long', () => {
  expect(accountErrors({ ...NEW_ACCOUNT, name: 'n'.repeat(201), description: 'd'.repeat(2001) })).toEqual({
    name: 'Use at most 200 characters.',
    description: 'Use at most 2000 characters.',
  });
});
