import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, patch, stored } from './household.ts';
import {
  insertAccount,
  insertTransaction,
  join,
  makeBudget,
  makePerson,
  mutation,
  openAccount,
  type Person,
  transaction,
} from './people.ts';

let database: TestDatabase;
let ada: Person;
let ben: Person;
let gus: Person;
let household: string;

beforeAll(async () => {
  database = await startDatabase();
  [ada, ben, gus] = await Promise.all([
    makePerson(database, 'ada'),
    makePerson(database, 'ben'),
    makePerson(database, 'gus'),
  ]);
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  household = await openAccount(ada);
  await join(ada, ben, 'admin', household);
});

describe('who asks', () => {
  test('a push in the name of another user is refused as a whole', async () => {
    const answer = ada.sql`select sync_push(${gus.id}, ${PROTOCOL_VERSION}, '[]')`;
    await expect(answer).rejects.toMatchObject({ code: 'PT403' });
  });

  test('an app that speaks another protocol is told to upgrade', async () => {
    await expect(ada.sql`select sync_push(${ada.id}, 1, '[]')`).rejects.toMatchObject({ code: 'PT426' });
  });
});

describe('once and only once', () => {
  test('a mutation that comes again gets the same verdict and changes nothing', async () => {
    const again = mutation(insertTransaction(household));
    const first = await ada.pushAll([again]);
    expect((await ada.pushAll([again])).verdicts).toEqual(first.verdicts);
    const [row] = await database.sql`select count(*)::int from transactions where account_id = ${household}`;
    expect(row).toEqual({ count: 1 });
  });

  test('a mutation that is twice in one push is done once', async () => {
    const again = mutation(insertTransaction(household));
    const { verdicts } = await ada.pushAll([again, again]);
    expect(verdicts).toEqual([verdicts[0], verdicts[0]]);
    expect(verdicts[0]?.status).toBe('applied');
  });

  test('new, repeated and doubled mutations each get their verdict in their place', async () => {
    const [known, first, second] = [1, 2, 3].map((amount) => mutation(insertTransaction(household, { amount })));
    if (!known || !first || !second) throw new Error('Three were made.');
    await ada.pushAll([known]);
    const sent = [first, known, second, first];
    expect((await ada.pushAll(sent)).verdicts.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
    const [row] = await database.sql`select balance from accounts where account_id = ${household}`;
    expect(row).toEqual({ balance: '-0.06' });
  });

  test('an id that was used for something else is refused', async () => {
    const first = mutation(insertTransaction(household));
    await ada.pushAll([first]);
    const other = { ...first, operations: [insertTransaction(household)] };
    expect((await ada.pushAll([other])).verdicts).toMatchObject([{ status: 'rejected', reason: 'payload_mismatch' }]);
  });

  test('the ledger answers before access is looked at', async () => {
    const entry = mutation(insertTransaction(household));
    const first = await ben.pushAll([entry]);
    await ada.sql`delete from memberships where account_id = ${household}`;
    expect((await ben.pushAll([entry])).verdicts).toEqual(first.verdicts);
    expect(await ben.push(insertTransaction(household))).toMatchObject({ status: 'rejected', reason: 'gone' });
  });

  test('an insert of a row that is there with the same content is applied with its version', async () => {
    const row = transaction(household);
    const first = await ada.push({ kind: 'insert', table: 'transactions', row });
    const second = await ada.push({ kind: 'insert', table: 'transactions', row });
    expect(second).toEqual({ ...first, id: second.id });
  });

  test('an insert with a taken transaction id is a duplicate; of a category id, the newer name stands', async () => {
    const id = await enter(ada, household);
    expect(await ada.push(insertTransaction(household, { id, amount: 7 }))).toMatchObject({ reason: 'duplicate' });
    const row = {
      id: crypto.randomUUID(),
      createdAt: new Date().toISOString(),
      accountId: household,
      name: 'Pets',
      type: 'expense',
      group: null,
      archived: false,
    } as const;
    await ada.push({ kind: 'insert', table: 'categories', row });
    const verdict = await ada.push({ kind: 'insert', table: 'categories', row: { ...row, name: 'Animals' } });
    expect(verdict).toMatchObject({ status: 'superseded', reason: 'newer', kept: { name: 'Pets' } });
  });
});

describe('atomic mutations', () => {
  test('when one operation is refused, its mutation does not happen and the next one does', async () => {
    const good = transaction(household);
    const { verdicts } = await ada.pushAll([
      mutation(
        { kind: 'insert', table: 'transactions', row: good },
        insertTransaction(household, { date: '2026-02-31' }),
      ),
      mutation(insertTransaction(household, { amount: 777 })),
    ]);
    expect(verdicts).toMatchObject([{ status: 'rejected', reason: 'invalid', code: '22008' }, { status: 'applied' }]);
    expect(await stored(database, good.id)).toBeUndefined();
    const [row] = await database.sql`select balance from accounts where account_id = ${household}`;
    expect(row).toEqual({ balance: '-7.77' });
  });

  test('each of many small mutations in one push names the accounts that it touched', async () => {
    const other = await openAccount(ada, 'Other');
    const { verdicts } = await ada.pushAll([
      mutation(insertTransaction(household)),
      mutation(insertTransaction(other)),
    ]);
    expect(verdicts.map((verdict) => verdict.status === 'applied' && Object.keys(verdict.versions))).toEqual([
      [household],
      [other],
    ]);
  });

  test('an insert without a row is refused, and those around it are done', async () => {
    const empty = { ...mutation(), operations: [{ kind: 'insert', table: 'transactions' }] };
    const sent = JSON.stringify([
      mutation(insertTransaction(household)),
      empty,
      mutation(insertTransaction(household)),
    ]);
    const [row] = await ada.sql`
      select jsonb_path_query_array(sync_push(${ada.id}, ${PROTOCOL_VERSION}, ${sent}::text::jsonb),
        '$.verdicts[*].status') as statuses`;
    expect(row?.statuses).toEqual(['applied', 'rejected', 'applied']);
  });

  test('an account with its first categories and transactions is one mutation', async () => {
    const id = crypto.randomUUID();
    const category = {
      id: crypto.randomUUID(),
      createdAt: new Date().toISOString(),
      accountId: id,
      name: 'Food',
      type: 'expense',
      group: null,
      archived: false,
    } as const;
    const verdict = await gus.push(
      insertAccount(gus.id, id),
      { kind: 'insert', table: 'categories', row: category },
      insertTransaction(id),
      insertTransaction(id),
    );
    expect(verdict).toMatchObject({ status: 'applied', versions: { [id]: 4 } });
  });

  test.each([
    ['an amount of zero', { amount: 0 }, '23514'],
    ['an amount above the limit', { amount: 100_000_000_000 }, '23514'],
    ['a blank category', { category: ' ' }, null],
    ['a description of 2,001 characters', { description: 'x'.repeat(2001) }, '23514'],
    ['a budget that is not there', { budgetId: crypto.randomUUID() }, '23503'],
  ])('%s is not stored unchanged', async (_, fields, code) => {
    const verdict = await ada.push(insertTransaction(household, fields));
    expect(verdict.status === 'rejected' ? verdict.code : null).toBe(code);
  });
});

describe('what touches no row is decided', () => {
  test('a readable row that the role may not change: forbidden', async () => {
    const dee = await makePerson(database, 'dee');
    await join(ada, dee, 'viewer', household);
    const id = await enter(ada, household);
    expect(await dee.push(patch(id, 1, { amount: 1250 }, { amount: 9 }))).toMatchObject({ reason: 'forbidden' });
    expect(await dee.push({ kind: 'delete', table: 'transactions', id })).toMatchObject({ reason: 'forbidden' });
    expect(await dee.push(insertTransaction(household))).toMatchObject({ reason: 'forbidden', code: '42501' });
    expect(await stored(database, id)).toMatchObject({ amount: 1250 });
  });

  test('a row of strangers: gone, as if it were not there', async () => {
    const id = await enter(ada, household);
    expect(await gus.push(patch(id, 1, { amount: 1250 }, { amount: 9 }))).toMatchObject({ reason: 'gone' });
    expect(await gus.push({ kind: 'delete', table: 'transactions', id })).toMatchObject({ reason: 'gone' });
    expect(await gus.push(insertTransaction(household))).toMatchObject({ reason: 'gone' });
    expect(await gus.push({ kind: 'delete', table: 'accounts', id: household })).toMatchObject({ reason: 'gone' });
  });

  test('a field that no device writes makes the patch invalid', async () => {
    const id = await enter(ada, household);
    expect(await ada.push(patch(id, 1, { version: 1 }, { version: 9 }))).toMatchObject({ reason: 'invalid' });
    expect(await ada.push(patch(id, 1, { userId: ada.id }, { userId: ben.id }))).toMatchObject({ reason: 'invalid' });
  });
});

describe('accounts and categories', () => {
  test('nobody can delete their last account, not even at the same moment as the other one', async () => {
    const hal = await makePerson(database, 'hal');
    const accounts = [await openAccount(hal, 'One'), await openAccount(hal, 'Two')];
    const second = await database.connectAs(hal.id, hal.email);
    const drop = (id: string) => JSON.stringify([mutation({ kind: 'delete', table: 'accounts', id })]);
    const answers = await Promise.all(
      accounts.map(
        (id, n) =>
          (n ? second : hal.sql)`
            select sync_push(${hal.id}, ${PROTOCOL_VERSION}, ${drop(id)}::text::jsonb)
              #>> '{verdicts,0,status}' as status`,
      ),
    );
    expect(answers.map(([row]) => row?.status).sort()).toEqual(['applied', 'rejected']);
  });

  test('a category that a budget uses cannot be deleted', async () => {
    const [row] = await ada.sql`insert into categories (account_id, name, type)
        values (${household}, 'Pets', 'expense') returning category_id`;
    await makeBudget(ada, household, 'Pets');
    const verdict = await ada.push({ kind: 'delete', table: 'categories', id: row?.category_id });
    expect(verdict).toMatchObject({ status: 'rejected', reason: 'category_in_use' });
  });

  test('when the default account goes, its categories move to the next one and its budgets go with it', async () => {
    const ivy = await makePerson(database, 'ivy');
    const [first, second] = [await openAccount(ivy, 'First'), await openAccount(ivy, 'Second')];
    await makeBudget(ivy, first, 'Food');
    expect(await ivy.push({ kind: 'delete', table: 'accounts', id: first })).toMatchObject({ status: 'applied' });
    const [row] = await database.sql`
      select (select count(*)::int from categories where account_id = ${second}) as categories,
        (select count(*)::int from budgets where account_id = ${first}) as budgets`;
    expect(row).toEqual({ categories: 13, budgets: 0 });
  });

  test('renaming a category renames it and its transactions in all of the owner’s accounts and no other', async () => {
    const kim = await makePerson(database, 'kim');
    const mine = await openAccount(kim, 'Mine');
    const also = await openAccount(kim, 'Also mine');
    await join(ada, kim, 'admin', household);
    await kim.pushAll([
      mutation(insertTransaction(mine)),
      mutation(insertTransaction(also)),
      mutation(insertTransaction(household)),
    ]);
    await kim.push(insertTransaction(mine, { type: 'income' }));
    const rename = {
      kind: 'call',
      name: 'category.rename',
      arguments: { type: 'expense', from: 'Food', to: 'Groceries' },
    } as const;
    const verdict = await kim.push(rename);
    expect(verdict).toMatchObject({ status: 'applied' });
    expect(verdict.status === 'applied' && Object.keys(verdict.versions).sort()).toEqual([mine, also].sort());
    const rows = await database.sql`select account_id, type, category_name from transactions
        where created_by = ${kim.id} order by type, category_name`;
    expect(rows.map((row) => [row.type, row.category_name])).toEqual([
      ['credit', 'Food'],
      ['debit', 'Food'],
      ['debit', 'Groceries'],
      ['debit', 'Groceries'],
    ]);
    expect(await kim.push(rename)).toMatchObject({ status: 'applied', versions: {} });
  });
});
