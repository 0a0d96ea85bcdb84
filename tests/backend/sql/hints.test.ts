import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Hint } from '../../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, makeHousehold, patch, stored } from './household.ts';
import {
  editedAgo,
  insertTransaction,
  join,
  makeBudget,
  makePerson,
  mutation,
  openAccount,
  type Person,
} from './people.ts';

let database: TestDatabase;
let ada: Person;
let ben: Person;
let eve: Person;
let household: string;
let food: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  ({ ada, eve, household, food } = await makeHousehold(database));
  ben = await makePerson(database, 'ben');
});

/** The broadcasts while `act` runs: [first name, scope, version]. */
async function hintsOf(act: () => Promise<unknown>): Promise<[string | undefined, string, number][]> {
  await database.sql`delete from realtime.messages`;
  await act();
  const rows = await database.sql`select topic, event, private, payload from realtime.messages`;
  const names = new Map([ada, ben, eve].map((person) => [`user:${person.id}`, person.email.split('-')[0]]));
  return rows
    .map((row): [string | undefined, string, number] => {
      expect(row).toMatchObject({ event: 'hint', private: true });
      const hint = v.parse(Hint, row.payload);
      return [names.get(row.topic), hint.scope, hint.version];
    })
    .sort();
}

async function head(): Promise<number> {
  const [row] =
    await database.sql`select version::int as head from private.account_log where account_id = ${household}`;
  return row?.head;
}

test('a push tells everybody with access once, each in the scope that they see', async () => {
  await join(ada, ben, 'member', household);
  await join(ada, eve, 'viewer', household, food);
  const hints = await hintsOf(() =>
    ada.pushAll([mutation(insertTransaction(household)), mutation(insertTransaction(household))]),
  );
  expect(hints).toEqual([
    ['ada', `account:${household}`, await head()],
    ['ben', `account:${household}`, await head()],
    ['eve', `budget:${food}`, await head()],
  ]);
});

describe('who has only a budget', () => {
  beforeEach(() => join(ada, eve, 'viewer', household, food).then(() => undefined));
  const toEve = async (act: () => Promise<unknown>) =>
    (await hintsOf(act)).filter(([name]) => name === 'eve').map(([, scope]) => scope);
  const line = (category: string, cents: number) => ({ id: crypto.randomUUID(), category, cents, note: '' });

  test('hears nothing of what is written elsewhere in the account', async () => {
    const rent = await enter(ada, household, { category: 'Housing' });
    const silent = await toEve(async () => {
      await enter(ada, household, { category: 'Housing' });
      await ada.push(patch(rent, 1e9, { description: 'Lunch' }, { description: 'Rent' }));
      await ada.push({ kind: 'delete', table: 'transactions', id: rent });
      await makeBudget(ada, household, 'Housing');
      await join(ada, ben, 'viewer', household);
      await ada.sql`update accounts set account_name = 'Home' where account_id = ${household}`;
    });
    expect(silent).toEqual([]);
  });

  test('hears of each change of what the budget shows', async () => {
    const id = await enter(ada, household, { category: 'Housing' });
    const rename = { type: 'expense', from: 'Food', to: 'Meals', accountId: household } as const;
    const membership = await ada.sql`select membership_id as id from memberships where user_id = ${eve.id}`;
    const deeds: [string, () => Promise<unknown>][] = [
      ['a row comes', () => ada.push(patch(id, 1e9, { category: 'Housing' }, { category: 'Food' }))],
      ['it changes', () => ada.push(patch(id, 1e9, { description: 'Lunch' }, { description: 'Supper' }))],
      ['it goes', () => ada.push(patch(id, 1e9, { category: 'Food' }, { category: 'Housing' }))],
      [
        'lines come',
        () =>
          enter(ada, household, { amount: 300, category: 'Split', lines: [line('Food', 100), line('Housing', 200)] }),
      ],
      ['the budget changes', () => ada.sql`update budgets set amount = 7 where budget_id = ${food}`],
      [
        'a role changes',
        () => ada.sql`update memberships set role = 'member' where membership_id = ${membership[0]?.id}`,
      ],
      ['the category changes', () => ada.push({ kind: 'call', name: 'category.rename', arguments: rename })],
    ];
    for (const [what, deed] of deeds) expect([what, await toEve(deed)]).toEqual([what, [`budget:${food}`]]);
  });
});

test('who is invited learns no number of the account: not from the invitation, a hint or the verdict', async () => {
  for (let n = 0; n < 5; n += 1) await enter(ada, household);
  const invited = await hintsOf(
    () => ada.sql`insert into invitations (email, account_id, target) values (${eve.email}, ${household}, 'account')`,
  );
  expect(invited.filter(([name]) => name === 'eve')).toEqual([['eve', `account:${household}`, 1]]);
  const [invitation] = (await eve.pull()).invitations;
  expect(invitation).toMatchObject({ version: 1 });
  const id = invitation?.id ?? '';
  const decline = { kind: 'call', name: 'invitation.decline', arguments: { id } } as const;
  expect(await eve.push(decline)).toMatchObject({ status: 'applied', versions: { [household]: 0 } });
  expect(await eve.push(decline)).toMatchObject({ status: 'applied', versions: { [household]: 0 } });
});

test('a write by the table API tells the same, once a statement', async () => {
  const hints = await hintsOf(
    () => ada.sql`insert into transactions (account_id, type, amount, transaction_date)
    select ${household}, 'debit', 1, '2026-11-01' from generate_series(1, 3)`,
  );
  expect(hints).toEqual([['ada', `account:${household}`, await head()]]);
});

test('a refused mutation and a pull tell nothing', async () => {
  expect(await hintsOf(() => ada.push(insertTransaction(household, { amount: 0 })))).toEqual([]);
  expect(await hintsOf(() => ada.pull())).toEqual([]);
});

test('users hear when they are removed, when they are invited and when the account is deleted', async () => {
  const membership = await join(ada, ben, 'viewer', household);
  const removed = await hintsOf(() => ada.sql`delete from memberships where membership_id = ${membership}`);
  expect(removed.map(([name]) => name)).toContain('ben');
  const invited = await hintsOf(
    () => ada.sql`insert into invitations (email, account_id, target) values (${eve.email}, ${household}, 'account')`,
  );
  expect(invited.map(([name]) => name)).toContain('eve');
  await join(ada, ben, 'viewer', household);
  await openAccount(ada, 'Other');
  const deleted = await hintsOf(() => ada.push({ kind: 'delete', table: 'accounts', id: household }));
  expect(deleted.map(([name]) => name)).toContain('ben');
});

test('only its own user reads a topic', async () => {
  await hintsOf(() => ada.push(insertTransaction(household)));
  const readable = (person: Person, topic: string) =>
    person.sql.begin(async (sql) => {
      await sql`select set_config('realtime.topic', ${topic}, true)`;
      return (await sql`select from realtime.messages`).length > 0;
    });
  expect(await readable(ada, `user:${ada.id}`)).toBe(true);
  expect(await readable(ben, `user:${ada.id}`)).toBe(false);
  await expect(
    ben.sql`insert into realtime.messages (topic, extension) values (${`user:${ada.id}`}, 'broadcast')`,
  ).rejects.toMatchObject({
    code: '42501',
  });
});

test('[S20e] a notice that is settled makes all devices of its user pull, and nobody else’s', async () => {
  await join(ada, ben, 'admin', household);
  const id = await enter(ada, household, { amount: 1000 });
  const seen = (await stored(database, id))?.version;
  await ada.pushAll([editedAgo(60, patch(id, seen, { amount: 1000 }, { amount: 2000 }))]);
  await ben.pushAll([editedAgo(10, patch(id, seen, { amount: 1000 }, { amount: 3000 }))]);
  const [notice] = (await ada.pull()).notices;
  const read = { kind: 'call', name: 'notice.read', arguments: { id: notice?.id ?? '' } } as const;
  expect(await hintsOf(() => ben.push(read))).toEqual([]);
  expect(await hintsOf(() => ada.push(read))).toEqual([['ada', `account:${household}`, (await head()) + 1]]);
  expect(await hintsOf(() => ada.push(read))).toEqual([]);
});
