import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccount, enter, readAccount, readTransactions, recount, transactionOf } from './household.ts';
import { dismiss, type Person, signIn } from './people.ts';
import { TransactionRow } from './rows.ts';

let owner: Person;
let accountId: string;

beforeAll(async () => {
  owner = await signIn('owner');
});
beforeEach(async () => {
  accountId = await createAccount(owner, 'Transactions');
});
afterAll(() => dismiss(owner));

const balance = async (id = accountId) => (await readAccount(owner, id)).balance;

test('POST transactions returns the row, whole', async () => {
  const sent = transactionOf(accountId);
  const { data, error } = await owner.client.from('transactions').insert(sent).select().single();
  expect(error).toBeNull();
  const { transaction_id, ...rest } = v.parse(v.looseObject(TransactionRow.entries), data);
  expect(transaction_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(rest).toMatchObject(sent);
});

test('POST transactions without a category is Uncategorized, without a description has an empty one', async () => {
  const { data, error } = await owner.client
    .from('transactions')
    .insert({ account_id: accountId, type: 'credit', amount: 1, transaction_date: '2026-03-31' })
    .select()
    .single();
  expect(error).toBeNull();
  expect(data).toMatchObject({ description: '', metadata: { category_name: 'Uncategorized' } });
});

test.each([
  ['no amount', { amount: null }],
  ['an amount of zero', { amount: 0 }],
  ['a negative amount', { amount: -1 }],
  ['more than the largest amount', { amount: 1_000_000_000 }],
  ['another type', { type: 'transfer' }],
  ['no date', { transaction_date: null }],
  ['no day of the calendar', { transaction_date: '2026-02-30' }],
])('POST transactions with %s is a 400 and enters nothing', async (_what, wrong) => {
  const answer = await owner.client.from('transactions').insert({ ...transactionOf(accountId), ...wrong });
  expect(answer.status).toBe(400);
  expect(await readTransactions(owner, accountId)).toEqual([]);
});

test('GET transactions has the seven columns, the newest date first', async () => {
  const dates = ['2026-01-31', '2026-03-31', '2025-12-31'];
  const rows = dates.map((transaction_date) => ({ ...transactionOf(accountId), transaction_date }));
  expect((await owner.client.from('transactions').insert(rows)).error).toBeNull();
  const read = await readTransactions(owner, accountId);
  expect(read.map((row) => row.transaction_date)).toEqual(['2026-03-31', '2026-01-31', '2025-12-31']);
});

test('PATCH transactions changes the six fields', async () => {
  const id = await enter(owner, accountId);
  const change = {
    account_id: accountId,
    type: 'credit',
    amount: 99.99,
    transaction_date: '2026-04-01',
    description: 'Refund',
    metadata: { category_name: 'Gifts', notes: 'from Ben', source: 'ui' },
  };
  const answer = await owner.client.from('transactions').update(change).eq('transaction_id', id);
  expect(answer.error).toBeNull();
  expect(await readTransactions(owner, accountId)).toEqual([{ transaction_id: id, ...change }]);
  expect(await balance()).toBe(99.99);
});

test('PATCH transactions with another account changes the balances of both', async () => {
  const other = await createAccount(owner, 'Other');
  const id = await enter(owner, accountId, { amount: 10.25 });
  await enter(owner, other, { type: 'credit', amount: 40 });
  expect([await balance(), await balance(other)]).toEqual([-10.25, 40]);
  const answer = await owner.client.from('transactions').update({ account_id: other }).eq('transaction_id', id);
  expect(answer.error).toBeNull();
  expect([await balance(), await balance(other)]).toEqual([0, 29.75]);
});

test('DELETE transactions removes the row and its amount from the balance', async () => {
  const id = await enter(owner, accountId);
  expect((await owner.client.from('transactions').delete().eq('transaction_id', id)).error).toBeNull();
  expect(await readTransactions(owner, accountId)).toEqual([]);
  expect(await balance()).toBe(0);
});

test('after many writes the balance equals a recount of the rows, to the cent', async () => {
  const ids: string[] = [];
  for (let n = 1; n <= 12; n += 1) {
    ids.push(await enter(owner, accountId, { type: n % 3 === 0 ? 'credit' : 'debit', amount: n * 10.1 + 0.01 }));
  }
  const { client } = owner;
  await client.from('transactions').update({ amount: 0.29 }).in('transaction_id', ids.slice(0, 4));
  await client.from('transactions').update({ type: 'credit' }).in('transaction_id', ids.slice(2, 8));
  await client.from('transactions').delete().in('transaction_id', ids.slice(6, 9));
  expect(await readTransactions(owner, accountId)).toHaveLength(9);
  expect(Math.round((await balance()) * 100)).toBe(await recount(owner, accountId));
});
