/** An account changes hands while somebody deletes a login, the account, or a membership, or writes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter } from './household.ts';
import { insertTransaction, join, makePerson, openAccount, type Person } from './people.ts';

let database: TestDatabase;
let ada: Person;
let ben: Person;
let household: string;
let membership: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  [ada, ben] = await Promise.all([makePerson(database, 'ada'), makePerson(database, 'ben')]);
  household = await openAccount(ada);
  await openAccount(ada, 'Other');
  await openAccount(ben, 'Own');
  membership = await join(ada, ben, 'member', household);
  await enter(ada, household);
  await ada.sql`select offer_ownership(${household}, ${ben.id})`;
});

/** Ben has accepted and not committed when `act` begins, which waits. Then both end. */
async function whileAccepting(act: () => Promise<unknown>) {
  const late = await ben.sql.begin(async (sql) => {
    await sql`select answer_ownership(${household}, true)`;
    const acting = act().then(
      () => null,
      (error: { code?: string }) => error.code ?? 'failed',
    );
    await expect
      .poll(() => database.sql`select from pg_locks where not granted`.then(({ length }) => length))
      .toBeGreaterThan(0);
    return { acting };
  });
  return late.acting;
}

async function ownerAndRows() {
  const [row] = await database.sql`
    select (select owner_id from accounts where account_id = ${household}) as owner,
      (select count(*)::int from transactions where account_id = ${household}) as rows,
      (select count(*)::int from private.changes where account_id = ${household}) as changes`;
  return { ...row };
}

describe('while somebody accepts an account', () => {
  test('the former owner’s deletion leaves it to its new owner, with its rows and its history', async () => {
    const before = await ownerAndRows();
    expect(await whileAccepting(() => database.sql`delete from auth.users where id = ${ada.id}`.execute())).toBeNull();
    const { owner, rows, changes } = await ownerAndRows();
    expect({ owner, rows }).toEqual({ owner: ben.id, rows: 1 });
    expect(Number(changes)).toBeGreaterThanOrEqual(Number(before.changes));
  });

  test('the former owner’s end of the account is refused', async () => {
    const end = () => ada.push({ kind: 'delete', table: 'accounts', id: household });
    await whileAccepting(async () => expect(await end()).toMatchObject({ status: 'rejected', reason: 'forbidden' }));
    expect(await ownerAndRows()).toMatchObject({ owner: ben.id, rows: 1 });
  });

  test('the former owner’s removal of the member removes nobody', async () => {
    await whileAccepting(() => ada.push({ kind: 'call', name: 'membership.remove', arguments: { id: membership } }));
    expect(await ownerAndRows()).toMatchObject({ owner: ben.id, rows: 1 });
    const [row] = await database.sql`select role from memberships where account_id = ${household}`;
    expect(row).toEqual({ role: 'admin' });
  });

  test('the former owner’s entry comes in', async () => {
    await whileAccepting(async () =>
      expect(await ada.push(insertTransaction(household))).toMatchObject({ status: 'applied' }),
    );
    expect(await ownerAndRows()).toMatchObject({ owner: ben.id, rows: 2 });
  });
});

test('of two answers at once one counts', async () => {
  const other = await database.connectAs(ben.id, ben.email);
  const answers = await Promise.allSettled(
    [ben.sql, other].map((sql) => sql`select answer_ownership(${household}, true)`),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await ownerAndRows()).toMatchObject({ owner: ben.id });
});
