import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from './household.ts';
import { dismiss, type Person, signIn } from './people.ts';
import { BudgetRow, CategoryRow } from './rows.ts';

let owner: Person;
let accountId: string;

beforeAll(async () => {
  owner = await signIn('owner');
  accountId = await createAccount(owner, 'Budgets');
});
afterAll(() => dismiss(owner));

/** The payload of a new budget, as the specification has it. */
const budgetOf = (fields: object = {}) => ({
  name: 'Groceries',
  description: null,
  amount: 400,
  category_id: null,
  account_id: accountId,
  currency_code: 'USD',
  period_type: 'monthly',
  start_date: '2026-03-31',
  ...fields,
});

async function makeBudget(fields?: object): Promise<v.InferOutput<typeof BudgetRow>> {
  const { data, error } = await owner.client.from('budgets').insert(budgetOf(fields)).select().single();
  if (error) throw error;
  return v.parse(BudgetRow, data);
}

async function makeCategory(name: string): Promise<string> {
  const row = { name, type: 'expense', account_id: accountId };
  const { data, error } = await owner.client.from('categories').insert(row).select().single();
  if (error) throw error;
  return v.parse(CategoryRow, data).category_id;
}

test('POST budgets makes one with a short id of the first seven characters', async () => {
  const budget = await makeBudget({ description: 'For four' });
  expect(budget).toMatchObject(budgetOf({ description: 'For four' }));
  expect(budget.short_id).toBe(budget.budget_id.slice(0, 7).toUpperCase());
});

test.each([
  ['no name', { name: ' ' }],
  ['an amount of zero', { amount: 0 }],
  ['another currency', { currency_code: 'EUR' }],
])('POST budgets with %s is a 400', async (_what, wrong) => {
  expect((await owner.client.from('budgets').insert(budgetOf(wrong))).status).toBe(400);
});

test('GET budgets selects everything, the newest first', async () => {
  const older = await makeBudget({ name: 'Older' });
  const newer = await makeBudget({ name: 'Newer' });
  const { data, error } = await owner.client.from('budgets').select('*').order('created_at', { ascending: false });
  expect(error).toBeNull();
  const ids = v.parse(v.array(BudgetRow), data).map((row) => row.budget_id);
  expect(ids.indexOf(newer.budget_id)).toBeLessThan(ids.indexOf(older.budget_id));
});

test('PATCH budgets changes name, amount and category', async () => {
  const { budget_id: id } = await makeBudget();
  const change = { name: 'Food', amount: 450.5, category_id: await makeCategory('Patched') };
  expect((await owner.client.from('budgets').update(change).eq('budget_id', id)).error).toBeNull();
  const { data } = await owner.client.from('budgets').select('*').eq('budget_id', id).single();
  expect(v.parse(BudgetRow, data)).toMatchObject(change);
});

test('DELETE budgets removes it', async () => {
  const { budget_id: id } = await makeBudget();
  expect((await owner.client.from('budgets').delete().eq('budget_id', id)).error).toBeNull();
  expect((await owner.client.from('budgets').select('budget_id').eq('budget_id', id)).data).toEqual([]);
});

test('a category in use is found by GET budgets, and the server does not delete it either', async () => {
  const category = await makeCategory('In use');
  const { budget_id: id } = await makeBudget({ category_id: category });
  const uses = await owner.client.from('budgets').select('budget_id').eq('category_id', category);
  expect(uses.data).toEqual([{ budget_id: id }]);
  const refused = await owner.client.from('categories').delete().eq('category_id', category);
  expect(refused).toMatchObject({ status: 409, error: { code: '23503' } });

  await owner.client.from('budgets').delete().eq('budget_id', id);
  expect((await owner.client.from('budgets').select('budget_id').eq('category_id', category)).data).toEqual([]);
  expect((await owner.client.from('categories').delete().eq('category_id', category)).error).toBeNull();
});

test('GET categories selects everything, by type and then by name', async () => {
  await makeCategory('Aquarium');
  await makeCategory('Zoo');
  const { data, error } = await owner.client.from('categories').select('*').order('type').order('name');
  expect(error).toBeNull();
  const rows = v.parse(v.array(CategoryRow), data);
  const types = rows.map((row) => row.type);
  expect(types).toEqual(types.toSorted());
  const names = rows.map((row) => row.name);
  expect(names.indexOf('Zoo')).toBeGreaterThan(names.indexOf('Aquarium'));
});

test('PATCH categories changes the name; DELETE removes it', async () => {
  const id = await makeCategory('Pets');
  expect((await owner.client.from('categories').update({ name: 'Animals' }).eq('category_id', id)).error).toBeNull();
  const read = () => owner.client.from('categories').select('name').eq('category_id', id);
  expect((await read()).data).toEqual([{ name: 'Animals' }]);
  expect((await owner.client.from('categories').delete().eq('category_id', id)).error).toBeNull();
  expect((await read()).data).toEqual([]);
});

test('POST categories with an existing name is a 409, without a name a 400', async () => {
  await makeCategory('Twice');
  const twice = { name: 'Twice', type: 'expense', account_id: accountId };
  expect(await owner.client.from('categories').insert(twice)).toMatchObject({ status: 409, error: { code: '23505' } });
  expect((await owner.client.from('categories').insert({ ...twice, name: ' ' })).status).toBe(400);
});
