import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, patch } from './household.ts';
import { editedAgo, insertTransaction, makePerson, mutation, openAccount, type Person } from './people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());

const rename = (accountId?: string): Operation => ({
  kind: 'call',
  name: 'category.rename',
  arguments: { type: 'expense', from: 'Food', to: 'Groceries', ...(accountId && { accountId }) },
});

const remove = (id: string): Operation => ({ kind: 'delete', table: 'accounts', id });

/** The accounts of a push that another device of the same person has to wait for until the push is committed. */
async function lockedBy(person: Person, operations: Operation[], accounts: string[]): Promise<string[]> {
  const other = await database.connectAs(person.id, person.email);
  await other`set lock_timeout = '300ms'`;
  const push = JSON.stringify(operations.map((operation) => mutation(operation)));
  const waited: string[] = [];
  await person.sql.begin(async (transaction) => {
    const [row] =
      await transaction`select sync_push(${person.id}, ${PROTOCOL_VERSION}, ${push}::text::jsonb) as answer`;
    expect(row?.answer.verdicts.map(({ status }: { status: string }) => status)).not.toContain('rejected');
    for (const account of accounts) {
      const entry = JSON.stringify([mutation(insertTransaction(account))]);
      const answer = other`select sync_push(${person.id}, ${PROTOCOL_VERSION}, ${entry}::text::jsonb)`;
      const code = await answer.then(
        () => null,
        (error: { code?: string }) => error.code,
      );
      // 55P03: it waited as long as it may for a lock.
      expect([null, '55P03']).toContain(code);
      if (code !== null) waited.push(account);
    }
  });
  return waited;
}

describe('while the server works on one account, the owner’s other accounts take entries', () => {
  test('a rename locks the account that it names, and that of v0.1.0 locks them all', async () => {
    const ivy = await makePerson(database, 'ivy');
    const accounts = [await openAccount(ivy, 'One'), await openAccount(ivy, 'Two'), await openAccount(ivy, 'Three')];
    const [one = ''] = accounts;
    expect(await lockedBy(ivy, [rename(one)], accounts)).toEqual([one]);
    expect(await lockedBy(ivy, [rename()], accounts)).toEqual(accounts);
  });

  test('a deletion locks the account, and with the default account the next, which gets its categories', async () => {
    const kim = await makePerson(database, 'kim');
    const accounts: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) accounts.push(await openAccount(kim, name));
    const [one = '', two = '', three = '', four = ''] = accounts;
    expect(await lockedBy(kim, [remove(three)], [one, two, four])).toEqual([]);
    expect(await lockedBy(kim, [remove(one)], [two, four])).toEqual([two]);
  });

  test('several deletions in one push lock all of them, because each may inherit from another', async () => {
    const lea = await makePerson(database, 'lea');
    const [one, two, three] = [
      await openAccount(lea, 'One'),
      await openAccount(lea, 'Two'),
      await openAccount(lea, 'Three'),
    ];
    expect(await lockedBy(lea, [remove(one), remove(two)], [three])).toEqual([three]);
    const [row] = await database.sql`select count(*)::int from categories where account_id = ${three}`;
    expect(row).toEqual({ count: 13 });
  });
});

/** Resolves when a connection to the database waits for a lock. */
async function untilOneWaits(): Promise<void> {
  await expect
    .poll(() => database.sql`select from pg_locks where not granted`.then(({ length }) => length), { timeout: 10_000 })
    .toBeGreaterThan(0);
}

describe('while the server brings a removed row back', () => {
  const edit = (id: string, description: string): Operation => patch(id, 1, { description: 'Lunch' }, { description });
  const removeLunch = (id: string): Operation => ({ kind: 'delete', table: 'transactions', id });

  test.each([
    ['another edit is made in the row that came back', (id: string) => edit(id, 'Brunch'), ['Brunch']],
    ['another deletion removes the row that came back', removeLunch, []],
  ])('%s', async (_what, later, descriptions) => {
    const quin = await makePerson(database, 'quin');
    const account = await openAccount(quin);
    const lunch = await enter(quin, account);
    await quin.pushAll([editedAgo(120, removeLunch(lunch))]);
    const other = await database.connectAs(quin.id, quin.email);
    const revival = JSON.stringify([editedAgo(60, edit(lunch, 'Supper'))]);
    const second = JSON.stringify([mutation(later(lunch))]);
    const waiting = await quin.sql.begin(async (transaction) => {
      await transaction`select sync_push(${quin.id}, ${PROTOCOL_VERSION}, ${revival}::text::jsonb)`;
      const push = other`select sync_push(${quin.id}, ${PROTOCOL_VERSION}, ${second}::text::jsonb) as answer`.execute();
      // A deletion that does not wait is over at once.
      await Promise.race([push, untilOneWaits()]);
      return { push };
    });
    const [row] = await waiting.push;
    expect(row?.answer.verdicts).toMatchObject([{ status: 'applied' }]);
    const rows = await database.sql`select description from transactions where transaction_id = ${lunch}`;
    expect(rows.map(({ description }) => description)).toEqual(descriptions);
  });
});

describe('a rename in one account', () => {
  test('leaves the owner’s other accounts alone, and numbers the rows month by month, the newest first', async () => {
    const mia = await makePerson(database, 'mia');
    const [one, two] = [await openAccount(mia, 'One'), await openAccount(mia, 'Two')];
    const dates = ['2026-02-10', '2026-03-10', '2026-01-10', '2026-03-09'];
    await mia.pushAll([
      ...dates.map((date) => mutation(insertTransaction(one, { date }))),
      mutation(insertTransaction(two)),
    ]);
    const verdict = await mia.push(rename(one));
    expect(verdict).toMatchObject({ status: 'applied' });
    expect(verdict.status === 'applied' && Object.keys(verdict.versions)).toEqual([one]);
    const rows = await database.sql`
      select account_id, category_name, to_char(transaction_date, 'MM') as month from transactions
      where account_id in (${one}, ${two}) order by account_id = ${two}, version`;
    expect(rows.map((row) => [row.account_id, row.category_name, row.month])).toEqual([
      ...['03', '03', '02', '01'].map((month) => [one, 'Groceries', month]),
      [two, 'Food', expect.any(String)],
    ]);
  });

  test('is gone where nobody has the category any more, and done where another account has the new name', async () => {
    const noa = await makePerson(database, 'noa');
    const [one, two] = [await openAccount(noa, 'One'), await openAccount(noa, 'Two')];
    await database.sql`delete from categories where account_id = ${two}`;
    expect(await noa.push(rename(two))).toMatchObject({ status: 'rejected', reason: 'gone' });
    expect(await noa.push(rename(one))).toMatchObject({ status: 'applied' });
    expect(await noa.push(rename(two))).toMatchObject({ status: 'applied' });
  });

  test('of somebody else’s account changes nothing', async () => {
    const [ole, pia] = [await makePerson(database, 'ole'), await makePerson(database, 'pia')];
    const theirs = await openAccount(pia, 'Theirs');
    await openAccount(ole, 'Mine');
    await pia.push(insertTransaction(theirs));
    expect(await ole.push(rename(theirs))).toMatchObject({ status: 'rejected', reason: 'gone' });
    const [row] = await database.sql`select category_name from transactions where account_id = ${theirs}`;
    expect(row).toEqual({ category_name: 'Food' });
  });
});
