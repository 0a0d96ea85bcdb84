/** A push is weighed before it begins, by the rows that it will touch. What an app sends alone has no limit. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { PUSH_LIMITS } from '#domain/mutations/push-limits';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { insertTransaction, makePerson, mutation, openAccount, type Person } from './people.ts';

let database: TestDatabase;
let ada: Person;
let household: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  ada = await makePerson(database, 'ada');
  household = await openAccount(ada);
});
afterEach(() => ada.sql.end());

const fill = (account: string, rows: number) => database.sql`
  insert into transactions (account_id, type, amount, transaction_date, metadata)
  select ${account}, 'debit', 1, '2026-11-01', '{"category_name": "Food"}' from generate_series(1, ${rows})`;

const rename = (from: string, to: string): Operation => ({
  kind: 'call',
  name: 'category.rename',
  arguments: { type: 'expense', from, to, accountId: household },
});
const thereAndBack = (count: number) =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? rename('Food', 'Meals') : rename('Meals', 'Food')));

const tooMuch = { code: 'PT413' };

describe('a rename weighs what it renames', () => {
  test('several in one push, also of what an earlier one has renamed', async () => {
    await fill(household, 600);
    const renames = thereAndBack(10).map((one) => mutation(one));
    await expect(ada.pushAll(renames)).rejects.toMatchObject(tooMuch);
    expect((await ada.pushAll(renames.slice(0, 4))).verdicts.map(({ status }) => status)).not.toContain('rejected');
  });

  test('several of what the same push adds', async () => {
    const rows = Array.from({ length: 600 }, () => mutation(insertTransaction(household)));
    const renames = thereAndBack(10).map((one) => mutation(one));
    await expect(ada.pushAll([...rows, ...renames])).rejects.toMatchObject(tooMuch);
  });

  test('several in one mutation, which no app makes', async () => {
    await fill(household, 600);
    const refused = { status: 'rejected', reason: 'invalid', code: 'PT413' };
    expect(await ada.push(...thereAndBack(10))).toMatchObject(refused);
    const [row] = await database.sql`select count(*)::int from transactions where category_name = 'Food'
      and account_id = ${household}`;
    expect(row).toEqual({ count: 600 });
  });

  test('alone it is taken at any weight, and beside others it is sent back', async () => {
    await fill(household, PUSH_LIMITS.operationsInAll + 1);
    const [other, one] = [mutation(insertTransaction(household)), mutation(rename('Food', 'Meals'))];
    await expect(ada.pushAll([other, one])).rejects.toMatchObject(tooMuch);
    expect((await ada.pushAll([one])).verdicts).toMatchObject([{ status: 'applied' }]);
  });

  test('of somebody else’s account weighs nothing, so its weight tells nothing', async () => {
    const eve = await makePerson(database, 'eve');
    await openAccount(eve, 'Own');
    await fill(household, 600);
    const { verdicts } = await eve.pushAll(thereAndBack(10).map((one) => mutation(one)));
    expect(verdicts).toHaveLength(10);
    await eve.sql.end();
  });
});

test('the end of an account weighs its rows, and alone it is taken', async () => {
  const [one, two] = [await openAccount(ada, 'One'), await openAccount(ada, 'Two')];
  for (const account of [one, two]) await fill(account, 2600);
  const ends = [one, two].map((id) => mutation({ kind: 'delete', table: 'accounts', id }));
  await expect(ada.pushAll(ends)).rejects.toMatchObject(tooMuch);
  for (const end of ends) expect((await ada.pushAll([end])).verdicts).toMatchObject([{ status: 'applied' }]);
});

test('each line of a split weighs like an operation', async () => {
  const lines = () =>
    Array.from({ length: 50 }, () => ({ id: crypto.randomUUID(), category: 'Food', cents: 25, note: '' }));
  const splits = (count: number) =>
    Array.from({ length: count }, () => mutation(insertTransaction(household, { category: 'Split', lines: lines() })));
  await expect(ada.pushAll(splits(99))).rejects.toMatchObject(tooMuch);
  expect((await ada.pushAll(splits(20))).verdicts.map(({ status }) => status)).not.toContain('rejected');
});
