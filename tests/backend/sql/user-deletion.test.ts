/** Deleting a user deletes what is theirs, and removes their e-mail from what stays with others. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makeDevice } from './device.ts';
import { enter, patch } from './household.ts';
import { editedAgo, join, makeBudget, makePerson, openAccount, type Person, transaction } from './people.ts';

let database: TestDatabase;
let ada: Person;
let eve: Person;
let household: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  [ada, eve] = await Promise.all([makePerson(database, 'ada'), makePerson(database, 'eve')]);
  household = await openAccount(ada);
  await join(ada, eve, 'admin', household);
});

/** Deletes the user as the auth service does. */
const remove = (person: Person) => database.sql`delete from auth.users where id = ${person.id}`;

/** Every table and column that contains the text, outside the auth service's schema. */
async function placesOf(text: string): Promise<string[]> {
  const columns = await database.sql<{ place: string; query: string }[]>`
    select format('%s.%s', a.attrelid::regclass, a.attname) as place,
      format('select exists (select from %s where strpos(lower(%I::text), $1) > 0) as found',
        a.attrelid::regclass, a.attname) as query
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'realtime'::regnamespace)
      and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped`;
  const found: string[] = [];
  for (const { place, query } of columns) {
    const [row] = await database.sql.unsafe(query, [text.toLowerCase()]);
    if (row?.found) found.push(place);
  }
  return found.sort();
}

describe('a transaction of a deleted user in somebody else’s account', () => {
  test('stays, without an e-mail, and reaches the devices of the others', async () => {
    const lunch = await enter(eve, household);
    const own = await enter(ada, household, { description: 'Own' });
    const device = makeDevice(ada);
    await device.pullAll();
    const scope = `account:${household}`;
    expect(device.scopes.get(scope)?.transactions.get(lunch)?.userEmail).toBe(eve.email);
    const balance = device.balance(scope);

    await remove(eve);
    const answer = await device.pull();
    const rows = device.scopes.get(scope)?.transactions;
    expect(rows?.get(lunch)).toMatchObject({ userEmail: null, description: 'Lunch' });
    expect(rows?.get(own)?.userEmail).toBe(ada.email);
    expect(answer.scopes[0]?.transactions.map(({ id }) => id)).toEqual([lunch]);
    expect(device.balance(scope)).toBe(balance);
    expect((await ada.pull()).scopes[0]?.memberships).toEqual([]);
  });

  test('can still be edited by others, and a concurrent edit of another device gets a verdict', async () => {
    const row = transaction(household);
    const lunch = row.id;
    await eve.push({ kind: 'insert', table: 'transactions', row });
    const [before] = (await ada.pull()).scopes[0]?.transactions ?? [];
    await remove(eve);
    const verdict = await ada.push(
      patch(lunch, before?.version ?? 0, { description: 'Lunch' }, { description: 'Dinner' }),
    );
    expect(verdict).toMatchObject({ status: 'applied' });
    await ada.push({ kind: 'delete', table: 'transactions', id: lunch });
    expect(await ada.push({ kind: 'restore', table: 'transactions', row })).toMatchObject({ status: 'applied' });
    expect(await placesOf(eve.email)).toEqual([]);
  });

  test('is anonymous in an account that they had left before', async () => {
    await enter(eve, household);
    const membership = await eve.sql<
      { id: string }[]
    >`select membership_id as id from memberships where user_id = ${eve.id}`;
    await eve.push({ kind: 'call', name: 'membership.leave', arguments: { id: membership[0]?.id ?? '' } });
    await remove(eve);
    expect(await placesOf(eve.email)).toEqual([]);
    expect((await ada.pull()).scopes[0]?.transactions[0]?.userEmail).toBeNull();
  });
});

describe('the e-mail of a deleted user stands nowhere any more', () => {
  test('neither in tombstones, verdicts, invitations, memberships nor in waiting mails', async () => {
    const gus = await makePerson(database, 'gus');
    const budget = await makeBudget(ada, household, 'Food');
    const lunch = await enter(eve, household);
    const [row] = (await ada.pull()).scopes[0]?.transactions ?? [];
    const seen = row?.version ?? 0;
    // This verdict names who won.
    await eve.push(patch(lunch, seen, { description: 'Lunch' }, { description: 'Supper' }));
    const late = editedAgo(600, patch(lunch, seen, { description: 'Lunch' }, { description: 'Breakfast' }));
    expect((await ada.pushAll([late])).verdicts).toMatchObject([{ status: 'superseded', by: eve.email }]);
    // This tombstone remembers the contributor.
    await eve.push({ kind: 'delete', table: 'transactions', id: await enter(eve, household) });
    // Invitations by them, answered and pending, and one to them.
    await join(eve, gus, 'viewer', household, budget);
    const nobody = `nobody-${gus.id.slice(0, 8)}@example.org`;
    await eve.sql`insert into invitations (email, target, account_id) values (${nobody}, 'account', ${household})`;
    const other = await openAccount(gus);
    await gus.sql`insert into invitations (email, target, account_id, name)
      values (${eve.email}, 'account', ${other}, 'Eve')`;
    expect(await placesOf(eve.email)).toEqual(
      expect.arrayContaining([
        'invitations.email',
        'invitations.invited_by_email',
        'memberships.email',
        'private.invitation_mails.email',
        'private.mutation_ledger.verdict',
        'private.removals.created_by_email',
        'transactions.created_by_email',
      ]),
    );

    await remove(eve);
    expect(await placesOf(eve.email)).toEqual([]);
    expect(await database.sql`select from private.mutation_ledger where user_id = ${eve.id}`).toEqual([]);
    // A person who was let in stays in. The verdict says the same except for the name.
    expect((await gus.pull()).budgetRoles).toEqual([{ budgetId: budget, role: 'viewer' }]);
    expect((await ada.pushAll([late])).verdicts).toMatchObject([{ status: 'superseded', by: null, reason: 'newer' }]);
  });

  test('also where they had another e-mail before', async () => {
    await enter(eve, household);
    const former = eve.email;
    await database.sql`update auth.users set email = ${`new-${former}`} where id = ${eve.id}`;
    const current = await database.connectAs(eve.id, `new-${former}`);
    await current`insert into transactions (account_id, type, amount, transaction_date)
      values (${household}, 'debit', 1, '2026-03-31')`;
    await remove(eve);
    expect(await placesOf(former)).toEqual([]);
  });

  test('also where only a verdict and a notice name the former e-mail', async () => {
    const mine = await enter(ada, household);
    const number = (await ada.pull()).scopes[0]?.transactions[0]?.version ?? 0;
    await eve.push(patch(mine, number, { description: 'Lunch' }, { description: 'Supper' }));
    await ada.pushAll([editedAgo(600, patch(mine, number, { description: 'Lunch' }, { description: 'Tea' }))]);
    await eve.sql`delete from memberships where user_id = ${eve.id}`;
    for (const how of ['new', 'newer'])
      await database.sql`update auth.users set email = ${`${how}-${eve.email}`} where id = ${eve.id}`;
    expect(await placesOf(eve.email)).toContain('private.mutation_ledger.verdict');
    await remove(eve);
    expect(await placesOf(eve.email)).toEqual([]);
  });

  test('a hint makes the admins’ devices pull, and an invitation by the user leaves them', async () => {
    await eve.sql`insert into invitations (email, target, account_id)
      values ('nobody@example.org', 'account', ${household})`;
    const before = await ada.pull();
    expect(before.invitations).toHaveLength(1);
    await remove(eve);
    const after = await ada.pull();
    expect(after.invitations).toEqual([]);
    expect(after.scopes[0]?.head).toBeGreaterThan(before.scopes[0]?.head ?? 0);
    const hints = await database.sql`
      select from realtime.messages
        where topic = ${`user:${ada.id}`} and (payload ->> 'version')::bigint = ${after.scopes[0]?.head ?? 0}`;
    expect(hints.length).toBeGreaterThan(0);
  });
});

describe('accounts that a deleted user owned', () => {
  test('go with them, whatever is in them, and leave the devices of those who shared them', async () => {
    const shop = await openAccount(ada, 'Shop');
    await join(ada, eve, 'member', shop);
    await makeBudget(ada, household, 'Food');
    await enter(eve, household);
    await enter(ada, shop);
    await ada.sql`insert into invitations (email, target, account_id)
      values ('nobody@example.org', 'account', ${shop})`;
    // What stood before Ada's deletion is kept for edits that come late. Eve has a notice with it.
    const secret = await enter(ada, household, { description: 'Dentist 4711' });
    const number = (await ada.pull()).scopes[0]?.transactions.find(({ id }) => id === secret)?.version ?? 0;
    await eve.push(patch(secret, number, { amount: 1250, type: 'expense' }, { amount: 900, type: 'expense' }));
    await ada.push({ kind: 'delete', table: 'transactions', id: secret, seen: { accountId: household, number } });
    expect(await placesOf('Dentist 4711')).toEqual(['private.changes.before', 'private.notices.lost']);
    const device = makeDevice(eve);
    await device.pullAll();
    await remove(ada);
    await device.pullAll();
    expect([...device.scopes.keys()]).toEqual([]);
    expect(await placesOf(ada.email)).toEqual([]);
    expect(await placesOf('Dentist 4711')).toEqual([]);
    expect(await database.sql`select from accounts where account_id in ${database.sql([household, shop])}`).toEqual([]);
  });
});

test('a user with 100,000 transactions in an account of somebody else is deleted within 30 seconds', async () => {
  // A user's statement may take eight seconds, which so many rows at once need on a busy machine.
  for (let part = 0; part < 10; part += 1) {
    await eve.sql`
      insert into transactions (account_id, type, amount, transaction_date, metadata)
      select ${household}, 'debit', 1, date '2020-01-01' + n % 2000, '{"category_name": "Food"}'
        from generate_series(1, 10000) n`;
  }
  await makeBudget(ada, household, 'Food');
  const started = performance.now();
  await remove(eve);
  const took = performance.now() - started;
  expect(took).toBeLessThan(30_000);
  const [row] = await database.sql`
    select count(*)::int as rows, count(distinct version)::int as numbers, count(created_by_email)::int as named
    from transactions where account_id = ${household}`;
  expect(row).toEqual({ rows: 100_000, numbers: 100_000, named: 0 });
});
