import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  categoryRow,
  idOf,
  OTHER_ACCOUNT,
  syncedTransaction,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
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

describe('the order of suggestions', () => {
  it('goes by use, so what is entered each week comes before what was entered once, later', async () => {
    await rows({ description: 'Bakery' }, { description: 'Bakery' }, { description: 'Locksmith' });
    expect((await suggested()).map(([description]) => description)).toEqual(['Bakery', 'Locksmith']);
  });

  it('forgets old habits: a use counts half as much a hundred rows later', async () => {
    const old = Array.from({ length: 3 }, () => ({ description: 'Old gym', date: '2025-01-01' }));
    const others = Array.from({ length: 200 }, (_, at) => ({ description: `Row ${at}`, date: '2025-06-01' }));
    const all = [...old, ...others, { description: 'New gym', date: '2026-01-01' }];
    await writeMonths(
      db,
      `account:${ACCOUNT}`,
      all.map((over, at) => transactionRow(at + 1, over)),
    );
    const found = (await suggested()).map(([description]) => description);
    expect(found.indexOf('New gym')).toBeLessThan(found.indexOf('Old gym'));
  });
});

describe('the suggestions of other accounts', () => {
  const elsewhere = (over: Partial<TransactionRow>) =>
    writeMonths(db, `account:${OTHER_ACCOUNT}`, [transactionRow(50, { accountId: OTHER_ACCOUNT, ...over })]);
  const found = async () =>
    (await recentDescriptions(db, ACCOUNT, 'expense', [ACCOUNT, OTHER_ACCOUNT])).map(({ description, category }) => [
      description,
      category,
    ]);

  it('come too, with a category that this account offers', async () => {
    await db.categories.put(categoryRow(1, { name: 'Tools' }));
    await elsewhere({ description: 'Hammer', category: 'Tools' });
    expect(await found()).toEqual([['Hammer', 'Tools']]);
  });

  it('come without a category that this account does not offer', async () => {
    await elsewhere({ description: 'Hammer', category: 'Tools' });
    expect(await found()).toEqual([['Hammer', null]]);
  });

  it('do not hide those of an account that is seldom used', async () => {
    await rows({ description: 'Hammer', category: 'Home' });
    const busy = Array.from({ length: 1000 }, (_, at) =>
      transactionRow(at + 100, { accountId: OTHER_ACCOUNT, description: `Row ${at}`, date: '2026-05-01' }),
    );
    await writeMonths(db, `account:${OTHER_ACCOUNT}`, busy);
    expect(await found()).toContainEqual(['Hammer', 'Home']);
  });

  it('leave the category that the description has in this account', async () => {
    await db.categories.put(categoryRow(1, { name: 'Tools' }));
    await rows({ description: 'Hammer', category: 'Home' });
    await elsewhere({ description: 'hammer', category: 'Tools', date: '2026-05-01' });
    expect(await found()).toEqual([['hammer', 'Home']]);
  });
});
