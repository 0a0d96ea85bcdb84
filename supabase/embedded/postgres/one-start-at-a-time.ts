import type { Sql, TransactionSql } from 'postgres';

/**
 * Changes the database while no other process that starts on it does. PostgreSQL refuses two processes that make the
 * same thing at once, also with `if not exists` and `or replace`.
 */
export async function oneStartAtATime(superuser: Sql, change: (sql: TransactionSql) => Promise<unknown>) {
  await superuser.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('carryover.prelude'))`;
    await change(sql);
  });
}
