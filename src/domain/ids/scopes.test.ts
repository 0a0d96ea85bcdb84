import { expect, test } from 'vitest';
import { accountScope, budgetOfScope, budgetScope } from './scopes.ts';

test('the name of a scope says what was given', () => {
  expect(accountScope('a1')).toBe('account:a1');
  expect(budgetScope('b1')).toBe('budget:b1');
});

test('the scope of a budget names its budget, and the scope of an account names none', () => {
  expect(budgetOfScope(budgetScope('b1'))).toBe('b1');
  expect(budgetOfScope(accountScope('a1'))).toBeNull();
});
