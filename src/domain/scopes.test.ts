import { expect, test } from 'vitest';
import { accountScope, budgetOfScope, budgetScope } from './scopes.ts';

test('a scope is named after what was given', () => {
  expect(accountScope('a1')).toBe('account:a1');
  expect(budgetScope('b1')).toBe('budget:b1');
});

test('the scope of a budget tells its budget, that of an account none', () => {
  expect(budgetOfScope(budgetScope('b1'))).toBe('b1');
  expect(budgetOfScope(accountScope('a1'))).toBeNull();
});
