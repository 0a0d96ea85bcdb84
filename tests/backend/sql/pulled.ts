/** What tests of pulls enter, and what the server has of it. */
import type { TestDatabase } from '../../support/backend.ts';
import { insertTransaction, type Person } from './people.ts';

export const scopeOf = (accountId: string) => `account:${accountId}`;

/** Adds two transactions a month in 2026, from January to month number `months`. */
export async function fill(person: Person, accountId: string, months: number): Promise<void> {
  const days = Array.from({ length: months }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`);
  await person.push(
    ...days.flatMap((month) => [
      insertTransaction(accountId, { date: `${month}-01` }),
      insertTransaction(accountId, { date: `${month}-28` }),
    ]),
  );
}

/** The ids of an account's transactions, in order. */
export async function storedIds(database: TestDatabase, accountId: string): Promise<string[]> {
  const rows = await database.sql<
    { id: string }[]
  >`select transaction_id as id from transactions where account_id = ${accountId} order by 1`;
  return rows.map((row) => row.id);
}
