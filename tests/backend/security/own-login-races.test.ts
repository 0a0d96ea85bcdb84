/** Deleting one's login at the same moment as something else: nobody loses an account, and no trace stays. */
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, patch } from '../sql/household.ts';
import { editedAgo, insertTransaction, join, makePerson, mutation, openAccount, type Person } from '../sql/people.ts';

let database: TestDatabase;
let ada: Person;
let ben: Person;
let household: string;
/** A second device of Ben, with a log-in of a moment ago. */
let other: Sql;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  [ada, ben] = await Promise.all([makePerson(database, 'ada'), makePerson(database, 'ben')]);
  household = await openAccount(ada);
  await openAccount(ada, 'Private');
  await openAccount(ben, 'Own');
  await join(ada, ben, 'member', household);
  other = await logIn(ben);
});

/** A connection of this user with a session that just began, as deleting the login asks for. */
async function logIn(person: Person): Promise<Sql> {
  const sql = await database.connectAs(person.id, person.email);
  const session = crypto.randomUUID();
  await database.sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${person.id}, now())`;
  const claims = { sub: person.id, email: person.email, role: 'authenticated', session_id: session };
  await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, false)`;
  return sql;
}

/** Null when it was done; otherwise the reason, or the code of an error that has none. */
const outcome = (call: PromiseLike<unknown>): Promise<string | null> =>
  Promise.resolve(call).then(
    () => null,
    (error: { detail?: string; code?: string }) => error.detail || error.code || 'failed',
  );

const leave = (sql: Sql) => outcome(sql`select delete_my_login()`);

/** Begins `deed`, then `meanwhile`, and commits the first when the second waits, or is done. */
async function overlapped(first: Sql, deed: PromiseLike<unknown>, meanwhile: () => Promise<string | null>) {
  await first`begin`;
  const one = await outcome(deed);
  const second = meanwhile();
  await waitsOrDone(second);
  await first`commit`;
  return [one, await second];
}

async function waitsOrDone(second: Promise<unknown>): Promise<void> {
  let done = false;
  void second.then(() => {
    done = true;
  });
  await expect
    .poll(async () => {
      const waiting = await database.sql`select from pg_locks where not granted`;
      return done || waiting.length > 0;
    })
    .toBe(true);
}

const exists = async (account: string) =>
  (await database.sql`select from accounts where account_id = ${account}`).length === 1;
const isThere = async ({ id }: Person) => (await database.sql`select from auth.users where id = ${id}`).length === 1;
const push = (sql: Sql, { id }: Person, operation: Parameters<typeof mutation>[0]) =>
  sql`select sync_push(${id}, ${PROTOCOL_VERSION}, ${JSON.stringify([mutation(operation)])}::text::jsonb) as answer`;

test('somebody who gets an account at that moment does not take it along', async () => {
  await ada.sql`select offer_ownership(${household}, ${ben.id})`;
  const outcomes = await overlapped(ben.sql, ben.sql`select answer_ownership(${household}, true)`, () => leave(other));
  expect(outcomes).toEqual([null, 'shared_accounts']);
  expect(await exists(household)).toBe(true);
  expect((await ada.pull()).scopes.map(({ scope }) => scope)).toContain(`account:${household}`);
});

test('somebody who is gone at that moment gets no account', async () => {
  await ada.sql`select offer_ownership(${household}, ${ben.id})`;
  const [left, accepted] = await overlapped(other, other`select delete_my_login()`, () =>
    outcome(ben.sql`select answer_ownership(${household}, true)`),
  );
  expect([left, accepted]).toEqual([null, 'changed_meanwhile']);
  expect(await exists(household)).toBe(true);
  expect(await isThere(ben)).toBe(false);
});

test('the owner who hands an account over and leaves at that moment leaves it behind', async () => {
  await ada.sql`select offer_ownership(${household}, ${ben.id})`;
  const leaving = await logIn(ada);
  const outcomes = await overlapped(ben.sql, ben.sql`select answer_ownership(${household}, true)`, () =>
    leave(leaving),
  );
  expect(outcomes).toEqual([null, null]);
  expect(await exists(household)).toBe(true);
  expect(await isThere(ada)).toBe(false);
  expect((await ben.pull()).scopes.map(({ scope }) => scope)).toContain(`account:${household}`);
});

test('an entry that the own device sends at that moment names nobody afterwards', async () => {
  const outcomes = await overlapped(ben.sql, push(ben.sql, ben, insertTransaction(household)), () => leave(other));
  expect(outcomes).toEqual([null, null]);
  expect(await database.sql`select created_by_email from transactions where account_id = ${household}`).toEqual([
    { created_by_email: null },
  ]);
});

test('an entry that waits until the login is gone is not made, and nothing of it names anybody', async () => {
  const [left, pushed] = await overlapped(other, other`select delete_my_login()`, () =>
    outcome(push(ben.sql, ben, insertTransaction(household, { description: 'Secret' }))),
  );
  expect([left, pushed]).toEqual([null, null]);
  expect(await database.sql`select from transactions where account_id = ${household}`).toEqual([]);
  const verdicts = await database.sql`select verdict::text from private.mutation_ledger where user_id = ${ben.id}`;
  expect(verdicts.map(({ verdict }) => verdict).join()).not.toMatch(/ben-|Secret/);
  expect(await database.sql`select from private.changes where author = ${ben.id}`).toEqual([]);
});

test('a second deletion at that moment ends as if it came later', async () => {
  const another = await logIn(ben);
  const outcomes = await overlapped(other, other`select delete_my_login()`, () => leave(another));
  expect(outcomes).toEqual([null, null]);
  expect(await isThere(ben)).toBe(false);
  expect(await exists(household)).toBe(true);
});

test('whoever joins at that moment keeps the owner there', async () => {
  const cy = await makePerson(database, 'cy');
  const own = await openAccount(ben, 'Shop');
  const [invited] = await ben.sql`select send_invitation(${cy.email}, '', 'member', 'account', ${own}) as answer`;
  const accept = { kind: 'call', name: 'invitation.accept', arguments: { id: invited?.answer.invitation_id } } as const;
  const outcomes = await overlapped(cy.sql, push(cy.sql, cy, accept), () => leave(other));
  expect(outcomes).toEqual([null, 'shared_accounts']);
  expect(await exists(own)).toBe(true);
});

test('an account that the own device makes and shares at the last moment keeps its owner there', async () => {
  const cy = await makePerson(database, 'cy');
  let left: Promise<string | null> = Promise.resolve(null);
  await database.sql.begin(async (transaction) => {
    // The deletion has looked at the accounts, and waits for the row of the user.
    await transaction`select from auth.users where id = ${ben.id} for key share`;
    left = leave(other);
    await waitsOrDone(left);
    await join(ben, cy, 'member', await openAccount(ben, 'Late'));
  });
  expect(await left).toBe('shared_accounts');
  expect(await isThere(ben)).toBe(true);
});

test('an address that changes at that moment stands nowhere afterwards', async () => {
  const changed = `new-${ben.email}`;
  const change = (sql: Sql) => sql`update auth.users set email = ${changed} where id = ${ben.id}`;
  const auth = database.connectAsSuperuser(() => {});
  const lunch = await enter(ada, household);
  const seen = (await ada.pull()).scopes.flatMap((one) => one.transactions)[0]?.version ?? 0;
  await ben.push(patch(lunch, seen, { description: 'Lunch' }, { description: 'Supper' }));
  // The verdict names Ben.
  await ada.pushAll([editedAgo(600, patch(lunch, seen, { description: 'Lunch' }, { description: 'Tea' }))]);
  await ben.sql`delete from memberships where user_id = ${ben.id}`;
  const outcomes = await overlapped(auth, change(auth), () => leave(other));
  expect(outcomes).toEqual([null, null]);
  for (const table of ['former_addresses', 'changes', 'notices', 'mutation_ledger', 'invitation_mails', 'removals']) {
    const rows = await database.sql.unsafe(`select t::text as row from private.${table} t`);
    expect(rows.map(({ row }) => row).join()).not.toContain(ben.email);
  }
  const rows = await database.sql`select email from memberships union select created_by_email from transactions
    union select email from invitations`;
  expect(rows.map(({ email }) => email)).not.toContain(ben.email);
});

test('an address that would change once the login is gone changes nothing', async () => {
  const [left, changed] = await overlapped(other, other`select delete_my_login()`, () =>
    outcome(database.sql`update auth.users set email = ${`new-${ben.email}`} where id = ${ben.id}`),
  );
  expect([left, changed]).toEqual([null, null]);
  expect(await isThere(ben)).toBe(false);
  expect(await database.sql`select from private.former_addresses where user_id = ${ben.id}`).toEqual([]);
});

describe('an address that changes when an invitation to it is accepted', () => {
  const invite = async () => {
    const own = await openAccount(ada, 'Shop');
    const [invited] = await ada.sql`select send_invitation(${ben.email}, '', 'member', 'account', ${own}) as answer`;
    const accept = {
      kind: 'call',
      name: 'invitation.accept',
      arguments: { id: invited?.answer.invitation_id },
    } as const;
    return { own, accept };
  };
  const change = (sql: Sql) => sql`update auth.users set email = ${`new-${ben.email}`} where id = ${ben.id}`;
  const shown = async (account: string) => {
    const rows = await database.sql`select email from memberships where account_id = ${account}`;
    return rows.map(({ email }) => email);
  };

  test('stands in the membership that was just made', async () => {
    const { own, accept } = await invite();
    const outcomes = await overlapped(ben.sql, push(ben.sql, ben, accept), () => outcome(change(database.sql)));
    expect(outcomes).toEqual([null, null]);
    expect(await shown(own)).toEqual([`new-${ben.email}`]);
  });

  test('is not the invited one any more, so nobody joins', async () => {
    const { own, accept } = await invite();
    const auth = database.connectAsSuperuser(() => {});
    const [changed, pushed] = await overlapped(auth, change(auth), async () => {
      const [answer] = await push(ben.sql, ben, accept);
      return answer?.answer.verdicts[0].reason ?? null;
    });
    expect([changed, pushed]).toEqual([null, 'gone']);
    expect(await shown(own)).toEqual([]);
  });
});
