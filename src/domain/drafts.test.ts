import { expect, test } from 'vitest';
import { readNewEntryDraft, readTransactionDraft } from './drafts.ts';

/** As v0.2.0 keeps it. */
const older = {
  type: 'expense',
  date: '2026-11-28',
  amount: '12',
  category: 'Food',
  description: 'Dinner',
  accountId: 'a',
  lines: null,
};

test('an edit that v0.2.0 kept leaves the notes of its row as they are', () => {
  expect(readTransactionDraft(older, { notes: 'with Anna' })?.notes).toBe('with Anna');
  expect(readTransactionDraft({ ...older, notes: '' }, { notes: 'with Anna' })?.notes).toBe('');
});

test('an entry that v0.2.0 kept has no notes', () => {
  expect(readNewEntryDraft(older)?.notes).toBe('');
});

test('what is no draft is not read', () => {
  expect([readTransactionDraft({ ...older, amount: 12 }, { notes: '' }), readNewEntryDraft('x')]).toEqual([null, null]);
});
