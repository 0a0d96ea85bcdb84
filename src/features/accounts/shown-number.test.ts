import { expect, test } from 'vitest';
import { accountRow } from '#store/database/rows.fixture';
import { shownNumber } from './shown-number.ts';

test('a shared account has the same number for its owner, whose default it is, and for everybody else', () => {
  const shared = accountRow({ id: '7fb04901-0000-4000-8000-000000000000', accountNumber: null });
  expect(shownNumber(shared, true)).toBe('7FB0490 (Default)');
  expect(shownNumber(shared, false)).toBe('7FB0490');
});
