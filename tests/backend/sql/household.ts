/**
 * What most SQL tests begin with: Ada's household and its budget for Food. It also enters and edits their transactions.
 */
import { expect } from 'vitest';
import type { TestDatabase } from '../../support/backend.ts';
import { makeBudget, makePerson, openAccount, type Person, transaction } from './people.ts';

export type Household = {
  ada: Person;
  /** Eve has no access yet. */
  eve: Person;
  /** The account's id. */
  household: string;
  /** The budget's id. */
  food: string;
};

/** New people and their account. Each keeps a connection until the database stops. */
export async function makeHousehold(database: TestDatabase): Promise<Household> {
  const [ada, eve] = await Promise.all([makePerson(database, 'ada'), makePerson(database, 'eve')]);
  const household = await openAccount(ada);
  return { ada, eve, household, food: await makeBudget(ada, household, 'Food') };
}

/** Adds a transaction, which must be applied. Returns its id. */
export async function enter(
  person: Person,
  accountId: string,
  fields: Parameters<typeof transaction>[1] = {},
): Promise<string> {
  const row = transaction(accountId, fields);
  expect(await person.push({ kind: 'insert', table: 'transactions', row })).toMatchObject({ status: 'applied' });
  return row.id;
}

export type Fields = Record<string, string | number | boolean>;

export const patch = (id: string, seen: number, before: Fields, after: Fields) =>
  ({ kind: 'patch', table: 'transactions', id, seen, before, after }) as const;

/** The stored transaction, with its amount in cents; undefined when there is none. */
export async function stored(database: TestDatabase, id: string) {
  const [row] = await database.sql`
    select (amount * 100)::int as amount, type, description, notes, category_name as category,
      transaction_date::text as date, version::int, created_by_email as contributor
    from transactions where transaction_id = ${id}`;
  return row;
}
