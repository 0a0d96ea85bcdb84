import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bankFile } from '../../../tests/support/bank-files.ts';
import { newCategory } from '../../domain/categories.ts';
import { type Database, openDatabase } from '../../store/database/database.ts';
import { ACCOUNT, ANNA, accountRow, transactionRow } from '../../store/database/rows.fixture.ts';
import { writeMonths } from '../../store/ledger/ledger.ts';
import type { ImportAnswer, ImportRequest } from './messages.ts';
import { serveImport } from './server.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

const NOW = '2025-01-01T00:00:00.000Z';
const encode = (text: string) => new TextEncoder().encode(text);

/** The answers to these requests, in their order. */
async function ask(...requests: ImportRequest[]): Promise<ImportAnswer[]> {
  const answers: ImportAnswer[] = [];
  const take = serveImport((answer) => answers.push(answer));
  for (const request of requests) await take(request);
  return answers;
}

const plan = { kind: 'plan', at: 0, account: 0, userId: ANNA.userId, accountId: ACCOUNT } as const;

it('tells each file that is read, each statement in it, and why another one was refused', async () => {
  const files = ['sgml.ofx', 'ask.csv'].map((name) => ({ name, bytes: bankFile(name) }));
  const [first, , , last] = await ask({
    id: 1,
    kind: 'read',
    files: [...files, { name: 'empty.csv', bytes: encode(' ') }],
    remembered: {},
  });
  expect(first).toEqual({ id: 1, kind: 'progress', done: 1 });
  expect(last).toMatchObject({
    kind: 'found',
    found: [
      { kind: 'statement', fileName: 'sgml.ofx', format: 'ofx', account: { number: '0001234567' }, count: 3 },
      { kind: 'statement', fileName: 'ask.csv', questions: ['date_order', 'decimal_sign'], count: 0 },
      { kind: 'refused', fileName: 'empty.csv', reason: 'empty' },
    ],
  });
});

it('an answer reads a table again, and also another format', async () => {
  for (const name of ['ask.csv', 'ambiguous.qif']) {
    const [, before, after] = await ask(
      { id: 1, kind: 'read', files: [{ name, bytes: bankFile(name) }], remembered: {} },
      { id: 2, kind: 'choose', at: 0, choices: { dateOrder: 'day-first', decimalSign: '.' } },
    );
    expect(before).toMatchObject({ found: [{ questions: expect.arrayContaining(['date_order']) }] });
    expect(after).toMatchObject({ id: 2, found: [{ questions: [] }] });
  }
});

it('plans rows with the category of the newest entry with the same letters, and says which', async () => {
  await writeMonths(db, `account:${ACCOUNT}`, [
    transactionRow(1, { description: 'Shop 17', category: 'Old', date: '2025-01-01' }),
    transactionRow(2, { description: 'SHOP 18', category: 'Housing', date: '2025-02-01' }),
    transactionRow(3, { description: 'Same', amount: 500, date: '2026-01-04' }),
  ]);
  await db.categories.bulkPut(
    ['Housing', 'Food'].map((name, at) => ({ ...newCategory(ACCOUNT, 'expense', name, NOW), version: at + 1 })),
  );
  const text =
    'Date,Text,Amount,Category\n2026-01-02,Shop 19,-1.00,Food\n2026-01-03,Kiosk,-2.00,food\n2026-01-04,X,-5.00,';
  const [, , rows, end] = await ask(
    { id: 1, kind: 'read', files: [{ name: 'a.csv', bytes: encode(text) }], remembered: {} },
    { id: 2, ...plan },
  );
  expect(rows).toMatchObject({
    kind: 'rows',
    rows: [
      { state: 'new', category: 'Housing', why: { text: 'SHOP 18', date: '2025-02-01' }, letters: 'shop' },
      { state: 'new', category: 'Food', why: 'file' },
      { state: 'same', category: 'Uncategorized', why: null, mayLink: true, present: { description: 'Same' } },
    ],
  });
  expect(end).toEqual({ id: 2, kind: 'planned', unreadable: [], isComplete: true });
});
