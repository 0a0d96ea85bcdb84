import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import { lazyPart } from '#store/actions/packed-part';
import { newestTransactions } from '#store/queries/rows/transactions';
import { bankFile } from '../../../tests/support/bank-files.ts';
import { type Database, openDatabase } from '../../store/database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf, transactionRow } from '../../store/database/rows.fixture.ts';
import { writeMonths } from '../../store/ledger/ledger.ts';
import type { ImportAnswer, ImportRequest } from './messages.ts';
import type { Changes } from './row-changes.ts';
import { serveImport } from './server.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

const NOW = '2025-01-01T00:00:00.000Z';
const encode = (text: string) => new TextEncoder().encode(text);

/** The answers to these requests, in their order. `onAnswer` may ask more meanwhile. */
async function askWith(
  onAnswer: (answer: ImportAnswer, take: (request: ImportRequest) => Promise<void>) => void,
  ...requests: ImportRequest[]
): Promise<ImportAnswer[]> {
  const answers: ImportAnswer[] = [];
  const take = serveImport((answer) => {
    answers.push(answer);
    onAnswer(answer, take);
  });
  for (const request of requests) await take(request);
  return answers;
}

const ask = (...requests: ImportRequest[]) => askWith(() => {}, ...requests);

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
  const beside = { balance: null, held: 0, first: '2025-01-01', openings: [], mayCorrect: true };
  expect(end).toEqual({ id: 2, kind: 'planned', unreadable: [], isComplete: true, beside });
});

it('a plan tells what the account has beside the rows up to the day of the balance in the file', async () => {
  const opening = transactionRow(9, { nature: 'opening', type: 'income', amount: 700, date: '2026-03-01' });
  await writeMonths(db, `account:${ACCOUNT}`, [
    transactionRow(1, { amount: 100, date: '2025-12-01' }),
    transactionRow(2, { amount: 30, date: '2026-01-31', type: 'income' }),
    transactionRow(3, { amount: 5, date: '2026-02-01' }),
    opening,
  ]);
  const text =
    '<OFX><STMTRS><BANKTRANLIST><STMTTRN><DTPOSTED>20260102<TRNAMT>-5.00<NAME>Shop</BANKTRANLIST>' +
    '<LEDGERBAL><BALAMT>100.00<DTASOF>20260131</LEDGERBAL></STMTRS></OFX>';
  const file = { name: 'a.ofx', bytes: encode(text) };
  const answers = (accountId: string | null) =>
    ask({ id: 1, kind: 'read', files: [file], remembered: {} }, { id: 2, ...plan, accountId });
  const balance = { cents: 10_000, date: '2026-01-31' };
  expect((await answers(ACCOUNT)).at(-1)).toMatchObject({
    beside: { balance, held: -70, first: '2025-12-01', openings: [{ id: opening.id }], mayCorrect: true },
  });
  expect((await answers(null)).at(-1)).toMatchObject({ beside: { balance, held: 0, first: null, openings: [] } });
  await writeMonths(db, `account:${ACCOUNT}`, [{ ...opening, status: 'reconciled', reconciliationId: idOf(8) }]);
  expect((await answers(ACCOUNT)).at(-1)).toMatchObject({ beside: { mayCorrect: false } });
});

it('a file that calls a row Split or Transfer proposes no such category, also where the account has one', async () => {
  await db.categories.bulkPut(
    ['Split', 'Transfer'].map((name, at) => ({ ...newCategory(ACCOUNT, 'expense', name, NOW), version: at + 1 })),
  );
  const text = 'Date,Text,Amount,Category\n2026-01-02,Shop,-1.00,Split\n2026-01-03,Bank,-2.00,transfer';
  const [, , rows] = await ask(
    { id: 1, kind: 'read', files: [{ name: 'a.csv', bytes: encode(text) }], remembered: {} },
    { id: 2, ...plan },
  );
  const none = { category: 'Uncategorized', why: null };
  expect(rows).toMatchObject({ kind: 'rows', rows: [none, none] });
});

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const carryOut = {
  kind: 'carry-out',
  plan: 2,
  actor,
  accountId: ACCOUNT,
  fileName: 'a.csv',
  format: 'csv',
  changes: new Map(),
  intoNew: false,
} as const;

/** Reads a table of so many rows, plans it, and goes on with these requests. */
function fileOf(count: number): ImportRequest[] {
  const lines = Array.from({ length: count }, (_, n) => `2026-01-02,Shop ${n},-${n + 1}.00`);
  const bytes = encode(['Date,Text,Amount', ...lines].join('\n'));
  return [
    { id: 1, kind: 'read', files: [{ name: 'a.csv', bytes }], remembered: {} },
    { id: 2, ...plan },
  ];
}

const keysIn = (answers: readonly ImportAnswer[]) =>
  answers.flatMap((answer) => (answer.kind === 'rows' ? answer.rows.map(({ key }) => key) : []));

it('carries out the plan that it sent, with the changes of the screen, and tells the action', async () => {
  const [first = '', second = ''] = keysIn(await ask(...fileOf(3)));
  const changes: Changes = new Map([
    [first, { choice: 'leave' }],
    [second, { type: 'income' }],
  ]);
  const answers = await ask(...fileOf(3), { id: 3, ...carryOut, changes });
  const rows = await newestTransactions(db, ACCOUNT, 9);
  expect(rows.map(({ description, type }) => [description, type])).toEqual([
    ['Shop 2', 'expense'],
    ['Shop 1', 'income'],
  ]);
  expect(answers.slice(-3)).toMatchObject([
    { id: 3, kind: 'action' },
    { id: 3, kind: 'progress', done: 2 },
    { id: 3, kind: 'carried-out', outcome: { ok: true, done: 2, left: 0 } },
  ]);
  const [action] = answers.slice(-3);
  const part = action?.kind === 'action' ? lazyPart(action.part) : null;
  const [entry] = await db.outbox.toArray();
  expect(part).toMatchObject({ mutationId: entry?.id, operations: entry?.operations, before: [] });
});

it('a plan that another one followed is not carried out', async () => {
  const answers = await ask(...fileOf(1), { id: 3, ...plan, accountId: null }, { id: 4, ...carryOut });
  expect(answers.at(-1)).toEqual({ id: 4, kind: 'failed', storage: 'storage' });
  expect(await db.outbox.count()).toBe(0);
});

it('stops in the midst, lists what came in, and reverts it', async () => {
  const stopped = await askWith(
    (answer, take) => {
      if (answer.id === 3 && answer.kind === 'progress') void take({ id: 3, kind: 'stop' });
    },
    ...fileOf(620),
    { id: 3, ...carryOut },
  );
  const end = stopped.at(-1);
  expect(end).toMatchObject({ kind: 'carried-out', outcome: { ok: true, done: 500, left: 120 } });
  const id = end?.kind === 'carried-out' && end.outcome.ok ? end.outcome.importId : '';
  const list = { id: 1, kind: 'imports', userId: ANNA.userId, accountId: ACCOUNT } as const;
  expect(await ask(list)).toMatchObject([{ kind: 'imports', imports: [{ row: { id }, brought: 500, here: 500 }] }]);
  const answers = await ask({ id: 1, kind: 'revert', actor, importId: id, edited: 'ask' }, { ...list, id: 2 });
  expect(answers).toMatchObject([
    { kind: 'progress', done: 0, all: 500 },
    { kind: 'action' },
    { kind: 'progress', done: 500, all: 500 },
    { kind: 'reverted', outcome: { ok: true, done: 500, left: 0, question: [] } },
    { kind: 'imports', imports: [] },
  ]);
});

it('carries out the plans of all accounts of an export, with the choices of the screen', async () => {
  const text = 'Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared\n';
  const rows = ['A,2026-01-02,B,,,-5,0,Cleared', 'B,2026-01-02,A,,,5,0,Cleared', 'A,2026-01-03,Shop,,Ice,-2,0,Cleared'];
  const files = [{ name: 'export.csv', bytes: encode(text + rows.join('\n')) }];
  const requests: ImportRequest[] = [
    { id: 1, kind: 'read', files, remembered: {} },
    { id: 2, ...plan },
    { id: 3, ...plan, account: 1, accountId: null },
  ];
  const [key = ''] = keysIn(await ask(...requests));
  const choice = { name: 'B', kind: 'cash', newId: idOf(77) } as const;
  // A change of the other account leaves this one's row alone.
  const changes: Changes = new Map([[`B\n${key}`, { choice: 'leave' }]]);
  const migrate = {
    kind: 'migrate',
    at: 0,
    actor,
    plans: [2, 3],
    choices: [
      { ...choice, into: ACCOUNT },
      { ...choice, into: 'new' },
    ],
    categories: [
      { found: { type: 'expense', name: 'Ice', group: 'Fun', count: 1 }, choice: 'Food', cannotBeMade: false },
    ],
    changes,
    budgets: [{ category: 'Food', cents: 900, month: '2026-01', problem: null }],
    budgetsInto: ACCOUNT,
  } as const;
  await db.categories.put({ ...newCategory(ACCOUNT, 'expense', 'Food', NOW), version: 1 });
  const answers = await ask(...requests, { id: 4, ...migrate });
  expect(answers.at(-1)).toMatchObject({ kind: 'migrated', outcome: { ok: true, done: 3, left: 0, budgets: 1 } });
  expect(await newestTransactions(db, ACCOUNT, 9)).toMatchObject([
    { category: 'Food', nature: 'regular' },
    { category: 'Transfer', nature: 'transfer' },
  ]);
  expect(await newestTransactions(db, idOf(77), 9)).toMatchObject([{ type: 'income', nature: 'transfer' }]);
  const again = await ask(...requests.slice(0, 2), { id: 4, ...migrate });
  expect(again.at(-1)).toEqual({ id: 4, kind: 'failed', storage: 'storage' });
});
