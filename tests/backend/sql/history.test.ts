/** The history of a transaction and the activity of an account: what they tell, and to whom. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, patch, stored } from './household.ts';
import { insertTransaction, join, makeBudget, makePerson, mutation, openAccount, type Person } from './people.ts';

let database: TestDatabase;
let ada: Person;
let ben: Person;
/** Ada's and Ben's, who is its admin. */
let household: string;
/** Ada's alone. */
let shop: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  [ada, ben] = await Promise.all([makePerson(database, 'ada'), makePerson(database, 'ben')]);
  household = await openAccount(ada);
  shop = await openAccount(ada, 'Shop');
  await join(ada, ben, 'admin', household);
});

interface Cursor {
  at: string;
  id: string;
}

async function history({ sql }: Person, id: string, { at, id: before }: Partial<Cursor> = {}, limit = 50) {
  const [row] = await sql`
    select public.transaction_history(${id}, ${at ?? null}, ${before ?? null}, ${limit}) as page`;
  return row?.page;
}

async function activity({ sql }: Person, account: string, { at, id }: Partial<Cursor> = {}, limit = 50) {
  const [row] = await sql`select public.account_activity(${account}, ${at ?? null}, ${id ?? null}, ${limit}) as page`;
  return row?.page;
}

const numberOf = async (id: string): Promise<number> => (await stored(database, id))?.version;

async function edit(person: Person, id: string, before: object, after: object): Promise<void> {
  const verdict = await person.push(patch(id, await numberOf(id), { ...before }, { ...after }));
  expect(verdict).toMatchObject({ status: 'applied' });
}

/** A text that two refusals can be compared by. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    ({ code, message, detail }) => `${code} ${detail} ${message}`,
  );

describe('the history of a transaction', () => {
  test('tells who entered and changed it, with every version as it stood', async () => {
    const id = await enter(ada, household, { amount: 1000, description: 'Lunch' });
    await edit(ben, id, { amount: 1000 }, { amount: 1100 });
    await edit(ada, id, { description: 'Lunch', notes: '' }, { description: 'Lunch with Ben', notes: '' });
    const { events, more } = await history(ada, id);
    expect(more).toBe(false);
    expect(events).toMatchObject([
      {
        kind: 'change',
        author: ada.email,
        before: { description: 'Lunch' },
        row: { amount: 1100, description: 'Lunch with Ben' },
      },
      { kind: 'change', author: ben.email, before: { amount: 1000 }, row: { amount: 1100, description: 'Lunch' } },
      {
        kind: 'addition',
        author: ada.email,
        before: {},
        row: { amount: 1000, description: 'Lunch', category: 'Food' },
      },
    ]);
    // A restore must never set these, and nobody needs the ids of people.
    for (const field of ['version', 'userId', 'userEmail', 'transferId', 'reconciliationId']) {
      expect(events.every(({ row }: { row: object }) => !(field in row))).toBe(true);
    }
    expect(await history(ben, id)).toEqual({ events, more });
  });

  test('tells who deleted it and who brought it back', async () => {
    const id = await enter(ada, household, { description: 'Lunch' });
    const row = (await ada.pull()).scopes.flatMap(({ transactions }) => transactions).find((one) => one.id === id);
    if (!row) throw new Error('The row was not pulled.');
    await ben.push({ kind: 'delete', table: 'transactions', id });
    const { version, userId, userEmail, ...content } = row;
    await ada.push({ kind: 'restore', table: 'transactions', row: content });
    await edit(ben, id, { description: 'Lunch', notes: '' }, { description: 'Dinner', notes: '' });
    expect((await history(ada, id)).events).toMatchObject([
      { kind: 'change', author: ben.email, before: { description: 'Lunch' }, row: { description: 'Dinner' } },
      { kind: 'restore', author: ada.email, row: { description: 'Lunch' } },
      { kind: 'removal', author: ben.email, row: { description: 'Lunch' } },
      { kind: 'addition', author: ada.email, row: { description: 'Lunch' } },
    ]);
  });

  test('can be read of a deleted transaction', async () => {
    const id = await enter(ada, household);
    await ada.sql`delete from transactions where transaction_id = ${id}`;
    expect((await history(ben, id)).events).toMatchObject([{ kind: 'removal' }, { kind: 'addition' }]);
  });

  test('names a category as it is called now', async () => {
    const id = await enter(ada, household, { category: 'Food' });
    await edit(ada, id, { category: 'Food' }, { category: 'Housing' });
    const call = { type: 'expense', from: 'Food', to: 'Groceries', accountId: household } as const;
    await makeBudget(ada, household, null);
    await ada.sql`insert into categories (account_id, name, type) values (${household}, 'Food', 'expense')
      on conflict do nothing`;
    expect(await ada.push({ kind: 'call', name: 'category.rename', arguments: call })).toMatchObject({
      status: 'applied',
    });
    expect((await history(ada, id)).events).toMatchObject([
      { before: { category: 'Groceries' }, row: { category: 'Housing' } },
      { kind: 'addition', row: { category: 'Groceries' } },
    ]);
  });

  test('has the lines of a split under the names that their categories have now', async () => {
    await ada.sql`insert into categories (account_id, name, type) values (${household}, 'Books', 'expense')`;
    const line = (category: string, cents: number) => ({ id: crypto.randomUUID(), category, cents, note: '' });
    const lines = [line('Books', 100), line('Food', 200)];
    const split = { amount: 300, type: 'expense', category: 'Split' } as const;
    const id = await enter(ada, household, { ...split, lines });
    const whole = { amount: 300, type: 'expense', category: 'Food', lines: null };
    await edit(ada, id, { ...split, lines }, whole);
    const call = { type: 'expense', from: 'Books', to: 'Reading', accountId: household } as const;
    await ada.push({ kind: 'call', name: 'category.rename', arguments: call });
    const named = [{ category: 'Reading' }, { category: 'Food' }];
    expect((await history(ada, id)).events).toMatchObject([
      { before: { category: 'Split', lines: named }, row: { category: 'Food', lines: null } },
      { kind: 'addition', row: { category: 'Split', lines: named } },
    ]);
  });

  test('comes in pages of at most 100 that neither repeat nor leave out an event', async () => {
    const id = await enter(ada, household, { amount: 1 });
    for (let cents = 1; cents <= 105; cents += 1) {
      await ada.sql`update transactions set amount = ${cents + 1} / 100.0 where transaction_id = ${id}`;
    }
    const first = await history(ada, id, {}, 1000);
    expect(first.events).toHaveLength(100);
    expect(first.more).toBe(true);
    const rest = await history(ada, id, first.events.at(-1));
    expect(rest.more).toBe(false);
    const amounts = [...first.events, ...rest.events].map(({ row }) => row.amount);
    expect(amounts).toEqual(Array.from({ length: 106 }, (_, n) => 106 - n));
  });
});

describe('a transaction that moved', () => {
  test('is told to people of one account as it stood there, and nothing of the other account', async () => {
    const id = await enter(ada, household, { amount: 1000, description: 'Lunch' });
    await edit(ben, id, { amount: 1000 }, { amount: 1100 });
    await edit(
      ada,
      id,
      { accountId: household, description: 'Lunch', notes: '' },
      { accountId: shop, description: 'Secret of the shop', notes: '' },
    );
    await edit(ada, id, { amount: 1100 }, { amount: 7777 });
    const seenByBen = [await history(ben, id), await activity(ben, household)];
    expect(seenByBen[0].events).toMatchObject([
      { kind: 'departure', author: ada.email, before: {}, row: { amount: 1100, description: 'Lunch' } },
      { kind: 'change', author: ben.email, before: { amount: 1000 } },
      { kind: 'addition', author: ada.email },
    ]);
    expect(JSON.stringify(seenByBen)).not.toMatch(new RegExp(`${shop}|Secret|7777|Shop`));

    // Eve has the shop only.
    const eve = await makePerson(database, 'eve');
    await join(ada, eve, 'viewer', shop);
    const seenByEve = [await history(eve, id), await activity(eve, shop)];
    expect(seenByEve[0].events).toMatchObject([
      { kind: 'change', before: { amount: 1100 }, row: { amount: 7777 } },
      { kind: 'arrival', author: ada.email, before: {}, row: { amount: 1100, description: 'Secret of the shop' } },
    ]);
    expect(seenByEve[1].events.slice(0, 2)).toEqual(seenByEve[0].events);
    expect(JSON.stringify(seenByEve)).not.toMatch(new RegExp(`${household}|Lunch|1000|Household|ben-`));

    // Ada has both.
    expect((await history(ada, id)).events).toMatchObject([
      { kind: 'change', before: { amount: 1100 } },
      { kind: 'change', before: { accountId: household, description: 'Lunch' }, row: { accountId: shop } },
      { kind: 'change', before: { amount: 1000 } },
      { kind: 'addition' },
    ]);
  });

  test('keeps its versions of an account when the account to which it went is gone', async () => {
    const id = await enter(ada, household, { amount: 1000 });
    await edit(ada, id, { accountId: household }, { accountId: shop });
    await edit(ada, id, { amount: 1000 }, { amount: 2000 });
    await edit(ada, id, { accountId: shop }, { accountId: household });
    await ada.sql`delete from accounts where account_id = ${shop}`;
    expect((await history(ben, id)).events).toMatchObject([
      { kind: 'arrival', row: { amount: 2000 } },
      { kind: 'departure', row: { amount: 1000 } },
      { kind: 'addition', row: { amount: 1000 } },
    ]);
  });

  test('does not bring a name that the other account gave its category', async () => {
    const id = await enter(ada, household, { category: 'Food' });
    await edit(ada, id, { accountId: household }, { accountId: shop });
    await ada.sql`insert into categories (account_id, name, type) values (${shop}, 'Food', 'expense')
      on conflict do nothing`;
    const call = { type: 'expense', from: 'Food', to: 'Secret of the shop', accountId: shop } as const;
    await ada.push({ kind: 'call', name: 'category.rename', arguments: call });
    expect((await stored(database, id))?.category).toBe('Secret of the shop');
    expect((await history(ben, id)).events).toMatchObject([
      { kind: 'departure', row: { category: 'Food' } },
      { kind: 'addition', row: { category: 'Food' } },
    ]);
  });
});

describe('people without the account get one and the same refusal', () => {
  test.each([
    ['who never had anything', async () => makePerson(database, 'gus')],
    [
      'who have only a budget of it',
      async () => {
        const fay = await makePerson(database, 'fay');
        await join(ada, fay, 'admin', household, await makeBudget(ada, household, null));
        return fay;
      },
    ],
    [
      'who were removed',
      async () => {
        const cy = await makePerson(database, 'cy');
        const membership = await join(ada, cy, 'admin', household);
        await ada.push({ kind: 'call', name: 'membership.remove', arguments: { id: membership } });
        return cy;
      },
    ],
  ])('%s, as for what does not exist', async (_, make) => {
    const person = await make();
    const id = await enter(ada, household);
    await edit(ada, id, { amount: 1250 }, { amount: 1300 });
    const nowhere = crypto.randomUUID();
    const refused = await refusal(history(person, nowhere));
    expect(refused).toMatch(/^PT404 gone /);
    expect(await refusal(history(person, id))).toBe(refused);
    expect(await refusal(activity(person, household))).toBe(refused);
    expect(await refusal(activity(person, nowhere))).toBe(refused);
    // The ids of other rows and of the account itself name no transaction.
    expect(await refusal(history(ada, household))).toBe(refused);
  });
});

describe('the activity of an account', () => {
  test('tells what was done to transactions, categories, budgets and the account, the newest first', async () => {
    const lunch = await enter(ada, household, { description: 'Lunch' });
    await edit(ben, lunch, { amount: 1250 }, { amount: 1300 });
    const budget = await makeBudget(ben, household, null);
    await ben.sql`update budgets set amount = 200 where budget_id = ${budget}`;
    await ben.sql`insert into categories (account_id, name, type) values (${household}, 'Pets', 'expense')`;
    await ben.sql`update accounts set account_name = 'Ours' where account_id = ${household}`;
    await ada.sql`delete from transactions where transaction_id = ${lunch}`;
    // The built-in categories came with the account.
    expect((await activity(ada, household)).events).toMatchObject([
      { kind: 'removal', table: 'transactions', rowId: lunch, author: ada.email, row: { amount: 1300 } },
      { kind: 'change', table: 'accounts', author: ben.email, before: { name: 'Household' }, row: { name: 'Ours' } },
      { kind: 'addition', table: 'categories', author: ben.email, row: { name: 'Pets' } },
      { kind: 'change', table: 'budgets', author: ben.email, before: { amount: 10_000 }, row: { amount: 20_000 } },
      { kind: 'addition', table: 'budgets', author: ben.email, row: { name: 'Everything', amount: 10_000 } },
      { kind: 'change', table: 'transactions', author: ben.email, before: { amount: 1250 }, row: { amount: 1300 } },
      { kind: 'addition', table: 'transactions', author: ada.email, row: { amount: 1250, description: 'Lunch' } },
      { kind: 'addition', table: 'accounts', author: ada.email, row: { name: 'Household' } },
    ]);
  });

  test('comes in pages that neither repeat nor leave out an event, also of rows added at one moment', async () => {
    const createdAt = new Date().toISOString();
    await ada.pushAll(
      Array.from({ length: 250 }, (_, n) => mutation(insertTransaction(household, { createdAt, amount: n + 1 }))),
    );
    const found: { kind: string; table: string; row: { amount: number } }[] = [];
    let cursor: Partial<Cursor> = {};
    for (let more = true; more; ) {
      const page = await activity(ben, household, cursor, 1000);
      expect(page.events.length).toBeLessThanOrEqual(100);
      found.push(...page.events);
      cursor = page.events.at(-1);
      more = page.more;
    }
    const amounts = found.filter(({ table }) => table === 'transactions').map(({ row }) => row.amount);
    expect(amounts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
  });

  test('tells the address that people had, and nobody’s after they deleted their login', async () => {
    const id = await enter(ben, household);
    await edit(ben, id, { amount: 1250 }, { amount: 1300 });
    await ada.sql`delete from transactions where transaction_id = ${id}`;
    expect((await history(ada, id)).events.map(({ author }: { author: string }) => author)).toEqual([
      ada.email,
      ben.email,
      ben.email,
    ]);
    await database.sql`delete from auth.users where id = ${ben.id}`;
    const seen = [await history(ada, id), await activity(ada, household)];
    expect(seen[0].events.map(({ author }: { author: string | null }) => author)).toEqual([ada.email, null, null]);
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${ben.email}|${ben.id}`));
  });
});
