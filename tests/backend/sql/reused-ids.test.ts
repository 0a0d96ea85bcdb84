/**
 * Clients choose ids. So anybody who knows the id of a deleted row may ask for it again, in an account of their own.
 * That opens nothing and changes nothing. The id is refused while the deletion is remembered, and afterwards it is an
 * id like any other.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, patch } from './household.ts';
import {
  insertTransaction,
  join,
  makeBudget,
  makePerson,
  noCursors,
  openAccount,
  type Person,
  transaction,
} from './people.ts';
import { type Kind, kinds, type Way } from './reused-ids.ts';

let database: TestDatabase;
let ada: Person;
/** Rex was let in, and is out again. */
let rex: Person;
let mallory: Person;
let home: string;
let own: string;

beforeAll(async () => {
  database = await startDatabase();
  [ada, rex, mallory] = await Promise.all([
    makePerson(database, 'ada'),
    makePerson(database, 'rex'),
    makePerson(database, 'mallory'),
  ]);
  for (const person of [ada, rex, mallory]) await openAccount(person, 'Default');
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  home = await openAccount(ada, 'Home');
  own = await openAccount(mallory, 'Own');
});

/** After this, nothing that was deleted is remembered. */
const forget = () => database.sql`select collect_garbage('-1 second')`;

const ways = Object.entries(kinds).flatMap(([table, kind]) =>
  Object.entries(kind.ways).map(([way, tryIt]): [string, string, Kind, Way] => [table, way, kind, tryIt]),
);

/**
 * An account's tombstone is written when the account goes with its owner. A transaction's tombstone is written when it
 * goes alone, not with its account.
 */
const guards: Record<string, string[]> = { accounts: ['check_account_id'], transactions: ['check_ids'] };

/** Mallory's refusal of one id. The id is taken out, so that refusals of different ids can be compared. */
async function refusalOf(tryIt: Way, id: string) {
  const refusal = await tryIt(mallory, own, id);
  return refusal && { ...refusal, message: refusal.message.replaceAll(id, '<id>') };
}

test('every table with ids of its own is tried, and guards its ids', async () => {
  const rows = await database.sql<{ name: string; triggers: string[] }[]>`
    select c.relname as name, array(
      select p.proname::text from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and p.proname in ('check_account_id', 'check_ids', 'remember_ids') order by 1) as triggers
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey) and a.atttypid = 'uuid'::regtype
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
  // Details, copies of lines and import keys have the ids of their transactions.
  const own = rows.filter(({ name }) => !['import_keys', 'transaction_details', 'transaction_lines'].includes(name));
  expect(own.map(({ name }) => name)).toEqual(Object.keys(kinds).sort());
  for (const { name, triggers } of own) {
    expect(triggers, name).toEqual(guards[name] ?? ['check_ids', 'remember_ids']);
  }
});

describe.each(ways)('in %s, by the %s', (table, _way, kind, tryIt) => {
  test('the id of a deleted row is refused to a stranger in the same words as an existing id', async () => {
    const id = await kind.make(ada, home, rex);
    const whileThere = await refusalOf(tryIt, id);
    expect(whileThere).not.toBeNull();
    await kind.remove(ada, id);
    expect(await refusalOf(tryIt, id)).toEqual(whileThere);
  });

  test('a forgotten id opens and changes nothing of the old account for anybody whom Mallory lets in', async () => {
    const budget = await makeBudget(ada, home, null);
    await join(ada, rex, 'admin', home, budget);
    const id = table === 'budgets' ? budget : await kind.make(ada, home, rex);
    const bread = await enter(rex, home, { budgetId: budget, amount: 300 });
    await kind.remove(ada, id);
    await ada.sql`delete from budgets where budget_id = ${budget}`;
    await ada.sql`delete from memberships where user_id = ${rex.id}`;
    await forget();
    const before = await everythingOf(home);
    const refusal = await tryIt(mallory, own, id);
    expect(refusal?.code).toBe(table === 'memberships' ? '42501' : undefined);
    await join(mallory, rex, 'admin', table === 'accounts' ? id : own, table === 'budgets' ? id : null);
    await expectNothingOf(home, rex, bread);
    await expectNothingOf(home, mallory, bread);
    expect(await everythingOf(home)).toEqual(before);
  });
});

const remembered = ways.filter(([table]) => !(table in guards));
describe.each(remembered)('in %s, by the %s', (_table, _way, kind, tryIt) => {
  test('the id of a row that went with its account is refused, too', async () => {
    const id = await kind.make(ada, home, rex);
    const whileThere = await refusalOf(tryIt, id);
    await ada.sql`delete from accounts where account_id = ${home}`;
    expect(await refusalOf(tryIt, id)).toEqual(whileThere);
  });
});

/** All rows of the account, and its log. */
async function everythingOf(accountId: string): Promise<unknown> {
  const { sql } = database;
  const tables = Object.keys(kinds).map(
    (name) => sql`select * from ${sql(name)} where account_id = ${accountId} order by 1`,
  );
  return Promise.all([...tables, sql`select * from private.account_log where account_id = ${accountId}`]);
}

/** Expects to see nothing of the account in any way. `entry` is one of its transactions whose id the person knows. */
async function expectNothingOf(accountId: string, person: Person, entry: string): Promise<void> {
  const { sql } = person;
  for (const name of Object.keys(kinds)) {
    expect(await sql`select * from ${sql(name)} where account_id = ${accountId}`).toEqual([]);
  }
  expect(await sql`update transactions set amount = 7 where transaction_id = ${entry} returning 1`).toEqual([]);
  expect(await sql`delete from transactions where transaction_id = ${entry} returning 1`).toEqual([]);
  expect(await person.push(patch(entry, 1, { amount: 300 }, { amount: 700 }))).toMatchObject({ reason: 'gone' });
  expect(await person.push({ kind: 'delete', table: 'transactions', id: entry })).toMatchObject({ reason: 'gone' });
  const pulled = await person.pull();
  expect(JSON.stringify(pulled)).not.toContain(accountId);
  expect(JSON.stringify(pulled)).not.toContain(entry);
  const [sums] = await sql`select sync_sums() as sums, sync_heads() as heads`;
  expect(JSON.stringify(sums)).not.toContain(accountId);
}

describe('a budget that was deleted while its contributions stayed', () => {
  let food: string;
  let bread: string;
  beforeEach(async () => {
    food = await makeBudget(ada, home, 'Food');
    await join(ada, rex, 'admin', home, food);
    bread = await enter(rex, home, { budgetId: food, amount: 300 });
    await enter(ada, home, { budgetId: food, description: 'known to Ada only' });
    await ada.sql`delete from memberships where user_id = ${rex.id}`;
    await ada.sql`delete from budgets where budget_id = ${food}`;
  });

  const makeItAgain = () =>
    mallory.sql`insert into budgets (budget_id, account_id, name, amount) values (${food}, ${own}, 'Bait', 1)`;

  test('cannot be made again by anybody else while it is remembered', async () => {
    await expect(makeItAgain()).rejects.toMatchObject({ code: '23505' });
  });

  test('opens nothing to a removed member when an accomplice reuses its id and lets them in', async () => {
    await forget();
    const before = await everythingOf(home);
    await makeItAgain();
    await join(mallory, rex, 'admin', own, food);
    await expectNothingOf(home, rex, bread);
    const insert = insertTransaction(home, { budgetId: food, type: 'income' });
    expect(await rex.push(insert)).toMatchObject({ status: 'rejected', reason: 'gone' });
    await expect(
      rex.sql`insert into transactions (account_id, type, amount, transaction_date, metadata)
        values (${home}, 'credit', 1, '2026-11-02', ${rex.sql.json({ budget_id: food })})`,
    ).rejects.toMatchObject({ code: '42501' });
    expect(await everythingOf(home)).toEqual(before);
  });

  test('opens none of its old entries to somebody who still has another budget of that account', async () => {
    await ada.sql`insert into categories (account_id, name, type) values (${home}, 'Rent', 'expense')`;
    const rent = await makeBudget(ada, home, 'Rent');
    await join(ada, rex, 'member', home, rent);
    const paid = await enter(ada, home, { budgetId: rent, amount: 900 });
    await forget();
    await makeItAgain();
    await join(mallory, rex, 'admin', own, food);
    const seen = await rex.sql`select transaction_id from transactions where account_id = ${home}`;
    expect(seen.map((row) => row.transaction_id)).toEqual([paid]);
    expect(await rex.push(patch(bread, 1, { amount: 300 }, { amount: 700 }))).toMatchObject({ reason: 'gone' });
  });

  test('says nothing of the old account’s deletions either', async () => {
    await forget();
    const id = await enter(ada, home);
    await makeItAgain();
    await join(mallory, rex, 'admin', own, food);
    await ada.sql`delete from transactions where transaction_id = ${id}`;
    await database.sql`update private.removals set budget_id = ${food} where row_id = ${id}`;
    expect(await rex.push({ kind: 'delete', table: 'transactions', id })).toMatchObject({ reason: 'gone' });
  });
});

describe('its own account', () => {
  test.each(['categories', 'budgets', 'transactions', 'invitations'])(
    'gets a deleted row of %s back under its id, in every way',
    async (table) => {
      const kind = kinds[table];
      if (!kind) throw new Error(`${table} are not tried.`);
      for (const [way, tryIt] of Object.entries(kind.ways)) {
        const id = await kind.make(ada, home, rex);
        await kind.remove(ada, id);
        expect(await tryIt(ada, home, id), way).toBeNull();
      }
    },
  );

  test('may be made again by its former owner, and the ids that it had are still its own', async () => {
    const budget = await makeBudget(ada, home, null);
    await ada.sql`delete from accounts where account_id = ${home}`;
    const { accounts, budgets } = kinds;
    expect(await accounts?.ways.push?.(ada, home, home)).toBeNull();
    expect(await budgets?.ways.push?.(mallory, own, budget)).toMatchObject({ code: '23505' });
    expect(await budgets?.ways.push?.(ada, home, budget)).toBeNull();
    const scope = (await ada.pull()).scopes.find(({ accountId }) => accountId === home);
    expect(scope?.removals).toEqual([]);
  });

  test('tells no device of an id that is only remembered', async () => {
    const epoch = (await ada.pull()).epoch;
    const id = await kinds.invitations?.make(ada, home, rex);
    await kinds.invitations?.remove(ada, id ?? '');
    const scope = (await ada.pull()).scopes.find(({ accountId }) => accountId === home);
    const cursor = { version: 0, grantId: scope?.cursor.grantId ?? '', before: null };
    const later = await ada.pull({ ...noCursors, epoch, scopes: { [`account:${home}`]: cursor } });
    const removals = later.scopes.find(({ accountId }) => accountId === home)?.removals ?? [];
    expect(removals.map(({ kind }) => kind)).toEqual(['budget']);
    expect(await ada.push({ kind: 'call', name: 'invitation.revoke', arguments: { id: id ?? '' } })).toMatchObject({
      reason: 'gone',
    });
  });
});

describe('a transaction that one device moved and another deleted', () => {
  test('comes back in the account that it was moved to, for somebody who could have moved it', async () => {
    const other = await openAccount(ada, 'Other');
    await join(ada, rex, 'member', home);
    const [adas, rexs] = [await enter(ada, home), await enter(rex, home)];
    const rexAccount = await openAccount(rex);
    await ada.sql`delete from transactions where account_id = ${home}`;
    const restore = (who: Person, accountId: string, id: string) =>
      who.push({ kind: 'restore', table: 'transactions', row: transaction(accountId, { id }) });
    expect(await restore(rex, rexAccount, adas)).toMatchObject({ status: 'rejected', reason: 'duplicate' });
    expect(await restore(ada, other, adas)).toMatchObject({ status: 'applied' });
    expect(await restore(rex, rexAccount, rexs)).toMatchObject({ status: 'applied' });
  });
});

describe('whether an account or a budget is there', () => {
  test.each([
    [
      'a category',
      (who: Person, id: string) =>
        who.sql`insert into categories (account_id, name, type) values (${id}, 'x', 'income')`,
    ],
    [
      'a budget',
      (who: Person, id: string) => who.sql`insert into budgets (account_id, name, amount) values (${id}, 'x', 1)`,
    ],
    [
      'a transaction',
      (who: Person, id: string) =>
        who.sql`insert into transactions (account_id, type, amount, transaction_date)
          values (${id}, 'debit', 1, '2026-11-02')`,
    ],
  ])('%s entered into somebody’s account is refused in the same words as one into no account', async (_, enter) => {
    const said = async (id: string) =>
      enter(mallory, id).then(
        () => null,
        ({ code, message }) => ({ code, message }),
      );
    const intoNone = await said(crypto.randomUUID());
    expect(intoNone).toMatchObject({ code: '42501' });
    expect(await said(home)).toEqual(intoNone);
    await ada.sql`delete from accounts where account_id = ${home}`;
    expect(await said(home)).toEqual(intoNone);
  });

  test('a contribution to somebody’s budget is refused in the same words as one to no budget', async () => {
    const budget = await makeBudget(ada, home, null);
    const said = (id: string) =>
      mallory.sql`insert into transactions (account_id, type, amount, transaction_date, metadata)
        values (${home}, 'credit', 1, '2026-11-02', ${mallory.sql.json({ budget_id: id })})`.then(
        () => null,
        ({ code, message }) => ({ code, message }),
      );
    const toNone = await said(crypto.randomUUID());
    expect(toNone).toMatchObject({ code: '42501' });
    expect(await said(budget)).toEqual(toNone);
  });

  test('an account with a taken id is refused without waiting for writers in that account', async () => {
    await ada.sql`begin`;
    await enter(ada, home);
    try {
      await mallory.sql`set lock_timeout = '2s'`;
      expect(await kinds.accounts?.ways.create_account?.(mallory, own, home)).toMatchObject({ code: '23505' });
    } finally {
      await ada.sql`commit`;
    }
  });
});
