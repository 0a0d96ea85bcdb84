import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, enter, readAccount } from './household.ts';
import { dismiss, type Person, signIn } from './people.ts';
import { AccountRow, accountColumns, CreatedAccount } from './rows.ts';

let owner: Person;

beforeAll(async () => {
  owner = await signIn('owner');
});
afterAll(() => dismiss(owner));

const make = (parameters: object) => owner.client.rpc('create_account', parameters);

test('RPC create_account answers the new account', async () => {
  const answer = await make({ p_account_name: 'Shop', p_account_type: 'business', p_description: 'Flowers' });
  expect(answer.error).toBeNull();
  expect(await readAccount(owner, v.parse(CreatedAccount, answer.data))).toMatchObject({
    account_name: 'Shop',
    account_type: 'business',
    description: 'Flowers',
    balance: 0,
    account_number: null,
  });
});

test('RPC create_account takes an absent description as null, and refuses a blank name', async () => {
  const id = await createAccount(owner, 'Plain');
  expect(await readAccount(owner, id)).toMatchObject({ account_type: 'personal', description: null });
  const blank = await make({ p_account_name: '  ', p_account_type: 'personal', p_description: null });
  expect(blank).toMatchObject({ status: 400, error: { code: '23514' } });
});

test('GET accounts has the seven columns, the oldest account first', async () => {
  await createAccount(owner, 'Oldest of these');
  await createAccount(owner, 'Newest of these');
  const { data, error } = await owner.client
    .from('accounts')
    .select(accountColumns)
    .order('created_at', { ascending: true });
  expect(error).toBeNull();
  const rows = v.parse(v.array(AccountRow), data);
  const made = rows.map((row) => Date.parse(row.created_at));
  expect(made).toEqual(made.toSorted((a, b) => a - b));
  const names = rows.map((row) => row.account_name);
  expect(names.lastIndexOf('Newest of these')).toBeGreaterThan(names.lastIndexOf('Oldest of these'));
});

test('PATCH accounts changes name, type and description', async () => {
  const id = await createAccount(owner, 'Before');
  const change = { account_name: 'After', account_type: 'business', description: 'Renamed' };
  const answer = await owner.client.from('accounts').update(change).eq('account_id', id);
  expect(answer.error).toBeNull();
  expect(await readAccount(owner, id)).toMatchObject(change);
});

test('PATCH accounts accepts a balance, and the balance stays the sum of the transactions', async () => {
  const id = await createAccount(owner, 'Counted');
  await enter(owner, id, { type: 'credit', amount: 30.1 });
  const answer = await owner.client.from('accounts').update({ balance: 1_000_000 }).eq('account_id', id);
  expect(answer.error).toBeNull();
  expect((await readAccount(owner, id)).balance).toBe(30.1);
});

test('DELETE accounts takes the account and its transactions', async () => {
  await createAccount(owner, 'Stays');
  const id = await createAccount(owner, 'Goes');
  const entry = await enter(owner, id);
  expect((await owner.client.from('accounts').delete().eq('account_id', id)).error).toBeNull();
  expect((await owner.client.from('accounts').select('account_id').eq('account_id', id)).data).toEqual([]);
  expect((await owner.client.from('transactions').select('*').eq('transaction_id', entry)).data).toEqual([]);
});

test('RPC get_or_create_default_account answers the id of the oldest account, each time the same', async () => {
  const first = await owner.client.rpc('get_or_create_default_account');
  const again = await owner.client.rpc('get_or_create_default_account');
  expect(first.error).toBeNull();
  expect(again.data).toBe(first.data);
  const { data } = await owner.client.from('accounts').select('account_id').order('created_at').limit(1).single();
  expect(data?.account_id).toBe(first.data);
});

test('the last account cannot be deleted, and the message says so', async () => {
  const loner = await signIn('leaver');
  const { data: id } = await loner.client.rpc('get_or_create_default_account');
  const answer = await loner.client.from('accounts').delete().eq('account_id', id);
  expect(answer).toMatchObject({ status: 409, error: { message: 'You must have at least one account.' } });
  expect((await loner.client.from('accounts').select('account_id').eq('account_id', id)).data).toHaveLength(1);
  await dismiss(loner);
});
