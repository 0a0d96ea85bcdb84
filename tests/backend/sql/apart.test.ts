/**
 * What a mutation that is decided apart costs. A trigger counts how often a row is written, also where a savepoint
 * takes it back: sequences do not go back. tests/sync/support/apart-contract.ts tests what such a mutation does.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { PUSH_LIMITS } from '#domain/mutations/push-limits';
import { limits } from '../../../supabase/embedded/http/limits.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makeHousehold, patch } from './household.ts';
import { insertAccount, mutation, type Person, transaction } from './people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
  await database.sql.unsafe(`
    create sequence public.attempts;
    grant usage on sequence public.attempts to authenticated;
    create function public.count_attempt() returns trigger language plpgsql as $$
    begin
      perform nextval('public.attempts');
      return new;
    end $$;
    create trigger counted before insert or update of description on public.transactions
      for each row execute function public.count_attempt()`);
});
afterAll(() => database.stop());

/** The verdict on the mutation, and how often it wrote a row. */
async function apart(person: Person, operations: Operation[]) {
  await database.sql`select setval('public.attempts', 1)`;
  const { verdicts } = await person.pushAll([{ ...mutation(...operations), apart: true }]);
  const [row] = await database.sql`select last_value::int - 1 as attempts from public.attempts`;
  const [verdict] = verdicts;
  const untaken = verdict?.status === 'applied' ? (verdict.notTaken ?? []) : null;
  return { untaken, attempts: row?.attempts };
}

const rowsOf = (accountId: string, count: number, over: Parameters<typeof transaction>[1] = {}) =>
  Array.from({ length: count }, () => transaction(accountId, over));

const inserted = (rows: ReturnType<typeof rowsOf>) =>
  rows.map((row): Operation => ({ kind: 'insert', table: 'transactions', row }));

const SEEN = Number.MAX_SAFE_INTEGER;

describe('a mutation that is decided apart', () => {
  test('[S71f] decides usual races in the set, without an exception', async () => {
    const { ada, household } = await makeHousehold(database);
    const other = crypto.randomUUID();
    await ada.push(insertAccount(ada.id, other));
    const transferId = crypto.randomUUID();
    const side = { nature: 'transfer', transferId, category: 'Transfer' } as const;
    const sides = [transaction(household, side), transaction(other, { ...side, type: 'income' })] as const;
    const rows = rowsOf(household, 40);
    await ada.push(...inserted([...rows, ...sides]));
    const ben = (await makeHousehold(database)).eve;
    const member = { account_id: household, user_id: ben.id, email: ben.email, role: 'member', target: 'account' };
    await database.sql`insert into public.memberships ${database.sql(member)}`;
    const bens = rowsOf(household, 2);
    await ben.push(...inserted(bens));
    const statement = { id: crypto.randomUUID(), createdAt: new Date().toISOString(), accountId: household };
    const agreed = { ...statement, date: '2026-11-02', balance: 0 };
    await ada.push({ kind: 'insert', table: 'reconciliations', row: agreed });
    const [reconciled, plain] = bens.map(({ id }) => id);
    const toReconciled = { status: 'reconciled', reconciliationId: agreed.id };
    await ada.push(patch(reconciled ?? '', SEEN, { status: 'open' }, toReconciled));
    const change = (id: string) => patch(id, SEEN, { category: 'Food' }, { category: 'Home' });
    const gone = crypto.randomUUID();
    expect(await apart(ada, [...rows.map(({ id }) => change(id)), change(sides[0].id), change(gone)])).toEqual({
      untaken: [
        { id: sides[0].id, status: 'rejected', reason: 'invalid' },
        { id: gone, status: 'rejected', reason: 'gone' },
      ],
      attempts: rows.length,
    });
    const tick = (id = '') => patch(id, SEEN, { status: 'open' }, { status: 'cleared' });
    expect(await apart(ben, [tick(reconciled), tick(plain)])).toEqual({
      untaken: [{ id: reconciled, status: 'rejected', reason: 'forbidden' }],
      attempts: 1,
    });
    // Nobody writes a row of an account that is gone, or one side alone.
    const strange = [...rowsOf(crypto.randomUUID(), 1), transaction(household, { ...side, transferId: gone })];
    const added = await apart(ada, inserted([...strange, ...rowsOf(household, 20)]));
    expect(added).toMatchObject({ untaken: [{ reason: 'gone' }, { reason: 'invalid' }], attempts: 20 });
  });

  test('[S71f] looks for one row that raises without writing all of them again and again', async () => {
    const { ada, household } = await makeHousehold(database);
    const rows = rowsOf(household, 200);
    rows.splice(100, 1, transaction(household, { description: 'x'.repeat(2001) }));
    const { untaken, attempts } = await apart(ada, inserted(rows));
    expect(untaken).toEqual([{ id: rows[100]?.id, status: 'rejected', reason: 'invalid' }]);
    expect(attempts).toBeLessThan(2.2 * rows.length);
  });

  test('[S71f] looks for many refusals one by one', async () => {
    const { ada, household } = await makeHousehold(database);
    const rows = rowsOf(household, 320, { description: 'x'.repeat(2001) });
    const { untaken, attempts } = await apart(ada, inserted(rows));
    expect(untaken).toHaveLength(rows.length);
    expect(attempts).toBeLessThan(1.4 * rows.length);
  });
});

test('the limits of a push are the same for devices, in SQL and at the door of the embedded server', async () => {
  const [found] = await database.sql`select * from private.push_limits()`;
  const { mutations, operationsInAll, operations, refusedUnits, operationsOfGuest } = PUSH_LIMITS;
  expect({ ...found }).toEqual({
    mutations,
    operations_in_all: operationsInAll,
    operations,
    refused_units: refusedUnits,
    operations_of_guest: operationsOfGuest,
  });
  expect(limits.pushMutations.most).toBe(mutations);
  expect(limits.pushOperations.most).toBe(operationsInAll);
  expect(limits.mutationOperations.most).toBe(operations);
  expect(limits.guestOperations.most).toBe(operationsOfGuest);
});
