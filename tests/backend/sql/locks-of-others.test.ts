/**
 * Whoever may not write in an account cannot keep others from writing there: their pushes do not lock it. What a guest
 * may do there is small, and waits for nobody while it holds the account.
 */
import type { ISql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mutation, Operation } from '#domain/mutations/operations';
import { PUSH_LIMITS } from '#domain/mutations/push-limits';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, makeHousehold, patch } from './household.ts';
import {
  insertAccount,
  insertTransaction,
  join,
  makeBudget,
  makePerson,
  mutation,
  type Person,
  transaction,
} from './people.ts';

let database: TestDatabase;
let ada: Person;
let eve: Person;
let household: string;
let food: string;
let lunch: string;
let mallory: Person;
let own: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  ({ ada, eve, household, food } = await makeHousehold(database));
  lunch = await enter(ada, household);
  mallory = await makePerson(database, 'mallory');
  // After the household in the order of locks.
  own = `ffffffff${crypto.randomUUID().slice(8)}`;
  await mallory.sql`select create_account('Own', 'personal', null, ${own})`;
});
afterEach(() => Promise.all([ada, eve, mallory].map(({ sql }) => sql.end())));

async function invite(role = 'viewer', budget: string | null = null): Promise<string> {
  const [row] = await ada.sql<{ id: string }[]>`
    insert into invitations (email, role, account_id, target, budget_id)
    values (${mallory.email}, ${role}, ${household}, ${budget ? 'budget' : 'account'}, ${budget})
    returning invitation_id as id`;
  return row?.id ?? '';
}

type Answer =
  | 'invitation.accept'
  | 'invitation.decline'
  | 'invitation.revoke'
  | 'membership.leave'
  | 'membership.remove';
const call = (name: Answer, id: string): Operation => ({ kind: 'call', name, arguments: { id } });
const changeRole = (id: string, role: 'viewer' | 'member'): Operation => ({
  kind: 'call',
  name: 'membership.change_role',
  arguments: { id, role },
});
const rename = (accountId: string): Operation => ({
  kind: 'call',
  name: 'category.rename',
  arguments: { type: 'expense', from: 'Food', to: 'Foods', accountId },
});

const pushIn = async (sql: ISql, person: Person, mutations: Mutation[]) => {
  const [row] = await sql`
    select sync_push(${person.id}, ${PROTOCOL_VERSION}, ${JSON.stringify(mutations)}::text::jsonb) as answer`;
  return row?.answer.verdicts.map((one: { status: string; reason?: string }) => one.reason ?? one.status);
};

/** Whether somebody holds the account's log or row. A waiting writer would show in pg_locks. */
async function isHeld(account: string): Promise<boolean> {
  const free = await database.sql`
    select from private.account_log join accounts using (account_id) where account_id = ${account}
    for update skip locked`;
  return free.length === 0;
}

/** The verdicts on a push, and whether the household is locked until its transaction ends. */
async function whileOpen(mutations: Mutation[]) {
  return mallory.sql.begin(async (sql) => ({
    verdicts: await pushIn(sql, mallory, mutations),
    isHeld: await isHeld(household),
  }));
}

/** Everything that somebody without the right to it may name of the household. */
const attempts = (): Operation[] => [
  insertTransaction(household),
  patch(lunch, 1e9, { description: 'Lunch' }, { description: 'Mine' }),
  { kind: 'delete', table: 'transactions', id: lunch },
  { kind: 'delete', table: 'accounts', id: household },
  { kind: 'delete', table: 'budgets', id: food },
  { kind: 'patch', table: 'accounts', id: household, seen: 1e9, before: { name: 'Household' }, after: { name: 'X' } },
  rename(household),
];

describe('[S75b] a push that names an account in vain leaves it to others', () => {
  test.each([
    ['a stranger', async () => {}],
    ['an invitee', () => invite()],
    ['a viewer', () => join(ada, mallory, 'viewer', household)],
    ['a guest of a budget', () => join(ada, mallory, 'viewer', household, food)],
    ['an admin of a budget', () => join(ada, mallory, 'admin', household, food)],
  ])('of %s', async (_who, become) => {
    await become();
    for (const attempt of attempts()) {
      const { verdicts, isHeld: held } = await whileOpen([mutation(insertTransaction(own)), mutation(attempt)]);
      expect([attempt, verdicts[0], held]).toEqual([attempt, 'applied', false]);
      expect(['forbidden', 'gone', 'duplicate', 'invalid']).toContain(verdicts[1]);
    }
  });

  test('of an invitee who tries what only others answer', async () => {
    const id = await invite();
    const membership = await join(ada, await makePerson(database, 'ben'), 'member', household);
    for (const attempt of [
      call('invitation.revoke', id),
      call('membership.remove', membership),
      changeRole(membership, 'viewer'),
    ]) {
      expect(await whileOpen([mutation(attempt)])).toMatchObject({ isHeld: false });
    }
  });
});

describe('what a guest may do goes on, and locks for itself', () => {
  test.each(['invitation.accept', 'invitation.decline'] as const)('%s', async (name) => {
    const id = await invite();
    expect(await whileOpen([mutation(call(name, id))])).toEqual({ verdicts: ['applied'], isHeld: true });
  });

  test('leaving', async () => {
    const id = await join(ada, mallory, 'viewer', household);
    expect(await whileOpen([mutation(call('membership.leave', id))])).toMatchObject({ verdicts: ['applied'] });
  });

  test('contributions: added, edited, deleted and brought back', async () => {
    await join(ada, mallory, 'viewer', household, food);
    const row = transaction(household, { type: 'income', budgetId: food });
    const { id } = row;
    const deeds: Operation[] = [
      { kind: 'insert', table: 'transactions', row },
      patch(id, 1e9, { description: 'Lunch' }, { description: 'Gift' }),
      { kind: 'delete', table: 'transactions', id },
      { kind: 'restore', table: 'transactions', row },
    ];
    for (const deed of deeds) {
      expect(await whileOpen([mutation(deed)])).toEqual({ verdicts: ['applied'], isHeld: true });
    }
  });

  test('who leads a budget removes people from it and revokes its invitations', async () => {
    await join(ada, mallory, 'admin', household, food);
    const ben = await makePerson(database, 'ben');
    const membership = await join(ada, ben, 'viewer', household, food);
    const deeds = [changeRole(membership, 'member'), call('membership.remove', membership)];
    for (const deed of deeds) expect(await whileOpen([mutation(deed)])).toMatchObject({ verdicts: ['applied'] });
  });

  test('an account that a push makes takes its rows in the same push', async () => {
    const id = crypto.randomUUID();
    const made = mutation(insertAccount(mallory.id, id));
    expect(await whileOpen([made, mutation(insertTransaction(id))])).toMatchObject({
      verdicts: ['applied', 'applied'],
    });
  });
});

describe('whoever holds an account as a guest', () => {
  const gift = () => insertTransaction(household, { type: 'income', budgetId: food });
  beforeEach(() => join(ada, mallory, 'viewer', household, food).then(() => undefined));

  test('[S75b] holds it for a small push only', async () => {
    const many = Array.from({ length: PUSH_LIMITS.operationsOfGuest }, () => mutation(insertTransaction(own)));
    await expect(mallory.pushAll([mutation(gift()), ...many])).rejects.toMatchObject({ code: 'PT413' });
    expect((await mallory.pushAll([mutation(gift()), ...many.slice(1)])).verdicts).toHaveLength(many.length);
    const wide = rename(own);
    await expect(mallory.pushAll([mutation(gift()), mutation(wide)])).rejects.toMatchObject({ code: 'PT413' });
  });

  test('in one mutation that would hold it for long is refused', async () => {
    const wide = rename(own);
    expect(await whileOpen([mutation(gift(), wide)])).toEqual({ verdicts: ['forbidden'], isHeld: false });
  });

  /** Runs the work while another connection of Mallory's holds their own account. */
  async function whileOwnIsHeld(work: () => Promise<void>): Promise<void> {
    const other = await database.connectAs(mallory.id, mallory.email);
    await other.begin(async (sql) => {
      await pushIn(sql, mallory, [mutation(insertTransaction(own))]);
      await work();
    });
  }

  test('waits there for nobody: not in a push', async () => {
    await whileOwnIsHeld(async () => {
      const stuck = mallory.pushAll([mutation(gift()), mutation(insertTransaction(own))]);
      await expect(stuck).rejects.toMatchObject({ code: '55P03' });
      expect(await isHeld(household)).toBe(false);
    });
  });

  test('waits there for nobody: not in the table API', async () => {
    await whileOwnIsHeld(async () => {
      const stuck = mallory.sql`insert into transactions (account_id, type, amount, transaction_date, metadata)
        values (${household}, 'credit', 1, '2026-11-01', ${JSON.stringify({ budget_id: food })}::text::jsonb),
          (${own}, 'credit', 1, '2026-11-01', '{}')`;
      await expect(stuck).rejects.toMatchObject({ code: '55P03' });
    });
  });

  test('writes a thousand rows at once by the table API, and no more', async () => {
    const add = (count: number) => mallory.sql`
      insert into transactions (account_id, type, amount, transaction_date, metadata)
      select ${household}, 'credit', 1, '2026-11-01', ${JSON.stringify({ budget_id: food })}::text::jsonb
      from generate_series(1, ${count})`;
    await add(1000);
    await expect(add(1001)).rejects.toMatchObject({ code: 'PT413' });
  });
});

test('[S48f] owners who are guests of each other push at once, in any order, and never wait in a ring', async () => {
  const [theirs, gifts] = [own, await makeBudget(mallory, own, null)];
  await join(ada, mallory, 'viewer', household, food);
  await join(mallory, ada, 'viewer', theirs, gifts);
  const deeds = (): Operation[] => [
    insertTransaction(household, { type: 'income', budgetId: food }),
    insertTransaction(theirs, { type: 'income', budgetId: gifts }),
  ];
  const devices = await Promise.all(
    [ada, mallory, ada, mallory].map(async (person) => ({
      person,
      sql: await database.connectAs(person.id, person.email),
    })),
  );
  const rounds = 25;
  const codes = await Promise.all(
    devices.map(async ({ person, sql }, at) => {
      const failed: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const mutations = deeds().map((deed) => mutation(deed));
        if (at % 2 === round % 2) mutations.reverse();
        await pushIn(sql, person, mutations).catch((error: { code: string }) => failed.push(error.code));
      }
      return failed;
    }),
  );
  // 55P03: who already held an account as a guest did not wait for the other. Never 40P01, a ring.
  expect(new Set(codes.flat()).has('40P01')).toBe(false);
  const [row] = await database.sql`
    select count(*)::int as rows, bool_and(balance >= 0) from transactions join accounts using (account_id)
    where account_id in (${household}, ${theirs}) and budget_id is not null`;
  expect(row?.rows).toBe(2 * (devices.length * rounds - codes.flat().length));
});

test('whoever deletes their login holds the accounts of others only after their own are gone', async () => {
  await join(ada, mallory, 'member', household);
  await enter(mallory, household);
  const holder = await database.connectAs(mallory.id, mallory.email);
  const { deleted, held } = await holder.begin(async (sql) => {
    await pushIn(sql, mallory, [mutation(insertTransaction(own))]);
    // Handed over as an object: whoever awaits a function awaits what it returns.
    const waiting = { deleted: database.sql`delete from auth.users where id = ${mallory.id}`.execute() };
    await expect
      .poll(() => database.sql`select from pg_locks where not granted`.then(({ length }) => length))
      .toBeGreaterThan(0);
    return { ...waiting, held: await isHeld(household) };
  });
  await deleted;
  expect(held).toBe(false);
  const [row] = await database.sql`select created_by_email from transactions where created_by = ${mallory.id}`;
  expect(row).toEqual({ created_by_email: null });
});
