import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, idOf, syncedTransaction, transactionRow } from '../../database/rows.fixture.ts';
import { recentDescriptions } from './description-suggestions.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
});
afterEach(() => db.delete());

const line = (number: number) => ({ id: idOf(number), category: 'Home', cents: 50, note: '' });

/** Each row is a day newer than the one before. */
async function rows(...some: Partial<TransactionRow>[]) {
  for (const [at, over] of some.entries()) {
    await syncedTransaction(db, transactionRow(at + 1, { date: `2026-03-0${at + 1}`, ...over }));
  }
}

const suggested = async (type: 'expense' | 'transfer' = 'expense') =>
  (await recentDescriptions(db, ACCOUNT, type)).map(({ description, category }) => [description, category]);

describe('the category of a suggestion', () => {
  const NOT_PLAIN: [string, Partial<TransactionRow>][] = [
    ['a split', { category: 'Split', lines: [line(91), line(92)] }],
    ['a transfer', { category: 'Transfer', nature: 'transfer', transferId: idOf(80) }],
    ['an opening balance', { category: 'Opening balance', nature: 'opening' }],
    ['an adjustment', { category: 'Adjustment', nature: 'adjustment' }],
    ['a row that was a transfer before', { category: 'Transfer' }],
    ['a row that was split before', { category: 'split' }],
  ];

  it.each(NOT_PLAIN)('is that of the newest plain row, also where %s is newer', async (_, over) => {
    await rows(
      { description: 'Market', category: 'Home' },
      { description: 'Market' },
      { description: 'market', ...over },
    );
    const [first] = await suggested();
    expect(first?.[1]).toBe('Food');
  });

  it('is none where no plain row has the description', async () => {
    await rows(
      { description: 'Market', category: 'Split', lines: [line(91), line(92)] },
      { description: 'To savings', category: 'Transfer', nature: 'transfer', transferId: idOf(80) },
    );
    expect(await suggested()).toEqual([
      ['To savings', null],
      ['Market', null],
    ]);
  });

  it('is none in a transfer, which has no category', async () => {
    await rows({ description: 'Market' });
    expect(await suggested('transfer')).toEqual([['Market', null]]);
  });
});

it('an opening balance and an adjustment suggest no description', async () => {
  await rows(
    { description: 'Opening balance', nature: 'opening' },
    { description: 'Adjustment', nature: 'adjustment' },
  );
  expect(await suggested()).toEqual([]);
});
