import { expect, it } from 'vitest';
import { importedId } from '#domain/ids/imported-id';
import type { TransactionRow } from '#domain/rows';
import { ACCOUNT, OTHER_ACCOUNT, transactionRow } from '../database/rows.fixture.ts';
import { type Slice, slicesOf } from './slices.ts';

const NOTHING = {
  accounts: [],
  categories: [],
  budgets: [],
  reconciliations: [],
  imports: [],
  schedules: [],
  keys: new Map(),
  transactions: [],
  withoutRow: [],
};

const insertsIn = ({ operations }: Slice) => operations.flatMap((one) => (one.kind === 'insert' ? one : []));

it('a row of a file that goes into another account takes the id that its key has there, and others stay', () => {
  const key = 'a'.repeat(40);
  const [own, linked, moved] = [importedId(ACCOUNT, key), transactionRow(2).id, importedId(OTHER_ACCOUNT, key)];
  const importId = transactionRow(9).id;
  const transactions = [
    transactionRow(1, { id: own, importId }),
    transactionRow(2, { importId }),
    transactionRow(3, { id: moved }),
  ];
  const contents = {
    ...NOTHING,
    transactions,
    keys: new Map([own, linked].map((id) => [id, { file: key, occurrence: undefined }])),
  };
  const carryOver = { from: ACCOUNT, to: ACCOUNT, email: '', into: { [ACCOUNT]: OTHER_ACCOUNT }, accountsAt: null };
  const inserts = slicesOf(contents, carryOver, 100).flatMap(insertsIn);
  const named = inserts.map((insert) => [insert.row.id, 'key' in insert ? insert.key : undefined]);
  // An id that is made of a name needs its key (S69g).
  const plain = `${moved.slice(0, 14)}8${moved.slice(15)}`;
  expect(named).toEqual([
    [moved, key],
    [linked, key],
    [plain, undefined],
  ]);
});

it('a row goes up with its own fields and no others', () => {
  const { version, userId, userEmail, ...row } = transactionRow(1);
  const carryOver = { from: ACCOUNT, to: ACCOUNT, email: '', into: {}, accountsAt: null };
  const contents = { ...NOTHING, transactions: [transactionRow(1)] };
  expect(slicesOf(contents, carryOver, 100).flatMap(insertsIn)).toEqual([
    { kind: 'insert', table: 'transactions', row },
  ]);
});

it('[S65e] both sides of a transfer are in one slice, wherever the slices are cut', () => {
  const side = { nature: 'transfer', transferId: '20000000-0000-4000-8000-000000000001' } as const;
  const transactions = [
    transactionRow(1),
    transactionRow(2, side),
    transactionRow(3),
    transactionRow(4),
    transactionRow(5, { ...side, accountId: OTHER_ACCOUNT, type: 'income' }),
  ];
  const carryOver = { from: ACCOUNT, to: ACCOUNT, email: '', into: {}, accountsAt: null };
  const contents = { ...NOTHING, transactions };
  const slices = slicesOf(contents, carryOver, 2);
  const numbers = slices.map((slice) => insertsIn(slice).map(({ row }) => Number(String(row.id).slice(-1))));
  expect(numbers).toEqual([[1], [2, 5], [3, 4]]);
});

const side = { nature: 'transfer', transferId: '20000000-0000-4000-8000-000000000001' } as const;
const away = transactionRow(2, side);
const into = (fields: Partial<TransactionRow>) =>
  transactionRow(5, { ...side, accountId: OTHER_ACCOUNT, type: 'income', ...fields });

it.each([
  ['the other side is gone', [away]],
  ['both sides go into one account', [away, into({ accountId: ACCOUNT })]],
  ['the sides have two amounts', [away, into({ amount: 9999 })]],
  ['both sides have one type', [away, into({ type: 'expense' })]],
])('[S65e] sides are regular rows when %s, and are counted', (_, transactions) => {
  const carryOver = { from: ACCOUNT, to: ACCOUNT, email: '', into: {}, accountsAt: null };
  const slices = slicesOf({ ...NOTHING, transactions }, carryOver, 100);
  expect(slices.map(({ alone }) => alone)).toEqual([transactions.length]);
  for (const insert of slices.flatMap(insertsIn)) {
    expect(insert.row).toMatchObject({ nature: 'regular', transferId: null });
  }
});

it('[S65e] sides that go into one account of the user are no transfer any more', () => {
  const target = '30000000-0000-4000-8000-000000000001';
  const merged = { [ACCOUNT]: target, [OTHER_ACCOUNT]: target };
  const carryOver = { from: ACCOUNT, to: ACCOUNT, email: '', into: merged, accountsAt: null };
  expect(slicesOf({ ...NOTHING, transactions: [away, into({})] }, carryOver, 100)).toMatchObject([{ alone: 2 }]);
});
