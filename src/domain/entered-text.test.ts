import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  cleanText,
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
  LONGEST_NOTES,
  requiredTextProblem,
  sameName,
} from './entered-text.ts';
import { AccountRow, BudgetRow, CategoryRow, TransactionRow } from './rows.ts';

describe('entered text', () => {
  it('is trimmed, and loses the characters that PostgreSQL refuses', () => {
    expect(cleanText(' a\0b\ud800 ')).toBe('ab\ufffd');
  });

  it('is composed (NFC), so names that look equal are equal', () => {
    expect(cleanText('Cafe\u0301')).toBe('Caf\u00e9');
    expect(sameName('Food', 'FOOD')).toBe(true);
  });

  it('may be as long as a row can hold, and no longer', () => {
    const bounds = [
      [AccountRow.entries.name, LONGEST_NAME],
      [BudgetRow.entries.name, LONGEST_NAME],
      [CategoryRow.entries.name, LONGEST_NAME],
      [TransactionRow.entries.category, LONGEST_NAME],
      [AccountRow.entries.description, LONGEST_DESCRIPTION],
      [BudgetRow.entries.description, LONGEST_DESCRIPTION],
      [TransactionRow.entries.description, LONGEST_DESCRIPTION],
      [TransactionRow.entries.notes, LONGEST_NOTES],
    ] as const;
    for (const [schema, longest] of bounds) {
      expect(requiredTextProblem('x'.repeat(longest), longest)).toBeNull();
      expect(v.is(schema, 'x'.repeat(longest))).toBe(true);
      expect(requiredTextProblem('x'.repeat(longest + 1), longest)).toBe('too_long');
      expect(v.is(schema, 'x'.repeat(longest + 1))).toBe(false);
    }
  });
});
