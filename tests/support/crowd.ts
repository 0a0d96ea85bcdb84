/** A stranger's accounts with 250,000 transactions. Nobody in a test may see them, change them or wait for them. */
import type { Sql } from 'postgres';

export const crowd = { accounts: 25, transactionsEach: 10_000 };

/** The first and the last id that the account can have. No other account's ids are in between. */
export const crowdIds = {
  first: 'c0000000-0000-4000-8000-000000000000',
  last: 'c0000000-0000-4000-8000-ffffffffffff',
};

/** Fills an empty database that has our tables. Triggers are off, so this writes their results itself. */
export async function makeCrowd(superuser: Sql): Promise<void> {
  const [owner] = await superuser<{ id: string }[]>`
    insert into auth.users (id, email, email_confirmed_at)
    values (gen_random_uuid(), 'crowd@example.org', now())
    returning id`;
  if (!owner) throw new Error('The owner of the crowd was not made.');
  await superuser.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`create temporary table crowd on commit drop as
      select (${crowdIds.first}::text::varchar(24) || lpad(to_hex(n), 12, '0'))::uuid as account_id, n
      from generate_series(1, ${crowd.accounts}::integer) n`;
    await sql`
      insert into private.account_log (account_id, version)
      select account_id, ${crowd.transactionsEach}::integer from crowd`;
    await sql`
      insert into public.accounts (account_id, account_name, owner_id, version)
      select account_id, 'Crowd ' || n, ${owner.id}, 1 from crowd`;
    await sql`
      insert into public.transactions
        (account_id, type, amount, transaction_date, description, metadata, created_by, created_by_email, version)
      select account_id, case i % 3 when 0 then 'credit' else 'debit' end, 1 + i % 100,
        date '2020-01-01' + i % 2500, 'Lunch',
        jsonb_build_object('category_name', case i % 2 when 0 then 'Food' else 'Housing' end),
        ${owner.id}, 'crowd@example.org', i
      from crowd, generate_series(1, ${crowd.transactionsEach}::integer) i`;
    await sql`
      update public.accounts a set balance = s.balance from (
        select account_id, sum(case type when 'credit' then amount else -amount end) as balance
        from public.transactions group by account_id) s
      where s.account_id = a.account_id`;
  });
  await superuser`vacuum analyze`;
}
