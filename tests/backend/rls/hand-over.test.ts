/** An account changes hands when its owner offers it and a member accepts. Nobody else takes part. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makeDevice } from '../sql/device.ts';
import { enter } from '../sql/household.ts';
import { join, makeBudget, makePerson, openAccount, type Person } from '../sql/people.ts';

let database: TestDatabase;
let ada: Person;
let ben: Person;
let cy: Person;
let fay: Person;
let gus: Person;
let household: string;
beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  const make = (name: string) => makePerson(database, name);
  [ada, ben, cy, fay, gus] = await Promise.all([make('ada'), make('ben'), make('cy'), make('fay'), make('gus')]);
  household = await openAccount(ada);
  await openAccount(ada, 'Private');
  await join(ada, ben, 'member', household);
  await join(ada, cy, 'admin', household);
  await join(ada, fay, 'admin', household, await makeBudget(ada, household, 'Food'));
});

// A server has few connections, and each test has five people.
afterEach(() => Promise.all([ada, ben, cy, fay, gus].map(({ sql }) => sql.end())));

/** Null when it was done; otherwise the reason. */
const outcome = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => null,
    (error: { detail?: string }) => error.detail,
  );
const offer = (by: Person, to: Person | null, account = household) =>
  outcome(by.sql`select offer_ownership(${account}, ${to?.id ?? null})`);
const answer = (by: Person, accepts: boolean, account = household) =>
  outcome(by.sql`select answer_ownership(${account}, ${accepts})`);

type Offer = { accountId: string; accountName: string; ownerEmail: string; toEmail: string; toMe: boolean };
async function offersOf(person: Person): Promise<Offer[]> {
  const [row] = await person.sql<{ offers: Offer[] }[]>`select my_ownership_offers() as offers`;
  return row?.offers ?? [];
}

async function ownerOf(account = household): Promise<string> {
  const [row] = await database.sql`select owner_id from accounts where account_id = ${account}`;
  return row?.owner_id;
}

async function roleOf(person: Person): Promise<string | null> {
  const scope = (await person.pull()).scopes.find((one) => one.scope === `account:${household}`);
  return scope?.role ?? null;
}

describe('offering', () => {
  test('is for the owner, to somebody who has the whole account', async () => {
    expect(await offer(ada, ben)).toBeNull();
    for (const person of [ben, cy, fay, gus]) expect(await offer(person, cy)).toBe('forbidden');
    for (const person of [fay, gus]) expect(await offer(ada, person)).toBe('gone');
    expect(await ownerOf()).toBe(ada.id);
  });

  test('shows the offer to the two, and to nobody else', async () => {
    await offer(ada, ben);
    const seen = { accountId: household, accountName: 'Household', ownerEmail: ada.email, toEmail: ben.email };
    expect(await offersOf(ada)).toEqual([{ ...seen, toMe: false }]);
    expect(await offersOf(ben)).toEqual([{ ...seen, toMe: true }]);
    for (const person of [cy, fay, gus]) expect(await offersOf(person)).toEqual([]);
  });

  test('replaces an earlier offer, and can be taken back', async () => {
    await offer(ada, ben);
    await offer(ada, cy);
    expect(await offersOf(ben)).toEqual([]);
    expect(await answer(ben, true)).toBe('gone');
    await offer(ada, null);
    expect(await answer(cy, true)).toBe('gone');
    expect(await ownerOf()).toBe(ada.id);
  });

  test('is refused for the only account of its owner', async () => {
    const sole = await openAccount(gus);
    await join(gus, ben, 'member', sole);
    expect(await offer(gus, ben, sole)).toBe('last_account');
  });
});

describe('answering', () => {
  test('is for the one to whom the account was offered', async () => {
    await offer(ada, ben);
    for (const person of [ada, cy, fay, gus]) expect(await answer(person, true)).toBe('gone');
    for (const person of [ada, cy, fay, gus]) expect(await answer(person, false)).toBe('gone');
    expect(await offersOf(ben)).toHaveLength(1);
  });

  test('with no leaves everything as it is', async () => {
    await offer(ada, ben);
    expect(await answer(ben, false)).toBeNull();
    expect([await ownerOf(), await offersOf(ada), await roleOf(ben)]).toEqual([ada.id, [], 'member']);
  });

  test('with yes moves the ownership, once, and leaves the former owner as an admin', async () => {
    await offer(ada, ben);
    expect(await answer(ben, true)).toBeNull();
    expect(await ownerOf()).toBe(ben.id);
    expect([await roleOf(ada), await roleOf(ben), await roleOf(cy)]).toEqual(['admin', 'owner', 'admin']);
    expect(await answer(ben, true)).toBe('gone');
    expect(await offer(ada, cy)).toBe('forbidden');
    expect(await offer(ben, ada)).toBe('last_account');
  });

  test('counts no more when the member left, lost the account, or the owner did', async () => {
    await offer(ada, ben);
    await ben.sql`delete from memberships where user_id = ${ben.id}`;
    expect([await offersOf(ada), await answer(ben, true)]).toEqual([[], 'gone']);
    await offer(ada, cy);
    await database.sql`delete from auth.users where id = ${ada.id}`;
    expect(await answer(cy, true)).toBe('gone');
  });
});

describe('an account that changed hands', () => {
  test('stays whole on the devices of both, who fetch none of it again', async () => {
    const lunch = await enter(ben, household);
    const [hers, his] = [makeDevice(ada), makeDevice(ben)];
    await Promise.all([hers.pullAll(), his.pullAll()]);
    await offer(ada, ben);
    await answer(ben, true);
    const scope = `account:${household}`;
    for (const [device, role] of [[hers, 'admin'] as const, [his, 'owner'] as const]) {
      const changed = (await device.pull()).scopes.find((one) => one.scope === scope);
      expect(changed).toMatchObject({ reset: false, role, accounts: [{ id: household, ownerId: ben.id }] });
      expect(changed?.transactions).toEqual([]);
      expect(device.ids(scope)).toEqual([lunch]);
    }
  });

  test('does not become the default account of somebody who has one', async () => {
    const own = await openAccount(ben, 'Own');
    await offer(ada, ben);
    await answer(ben, true);
    const [row] = await ben.sql<{ id: string }[]>`select get_or_create_default_account() as id`;
    expect(row?.id).toBe(own);
  });

  test('leaves its categories with the next default account of its former owner, too', async () => {
    await offer(ada, ben);
    await answer(ben, true);
    const rows = await ada.sql<{ account_name: string; names: string[] }[]>`
      select account_name, array_agg(c.type || ' ' || c.name order by c.type, c.name) as names
      from categories c join accounts a using (account_id) group by account_name order by account_name`;
    expect(rows.map((row) => row.account_name)).toEqual(['Household', 'Private']);
    expect(rows[0]?.names).toContain('expense Food');
    expect(rows[1]?.names).toEqual(rows[0]?.names);
  });

  test('survives the deletion of its former owner', async () => {
    const lunch = await enter(ada, household);
    await offer(ada, ben);
    await answer(ben, true);
    await database.sql`delete from auth.users where id = ${ada.id}`;
    const scope = (await ben.pull()).scopes.find((one) => one.scope === `account:${household}`);
    expect(scope?.transactions).toMatchObject([{ id: lunch, userEmail: null }]);
  });
});
