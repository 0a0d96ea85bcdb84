/**
 * An account of 80,000 transactions in ten years, of which a device has missed a lot: 10,000 deletions, and then the
 * rename of a category of most rows. With splits, statuses, imports and a history.
 */
import type { Sql } from 'postgres';

export const large = {
  rows: 80_000,
  /** Deleted after the rows were entered. */
  removed: 10_000,
};

/** In the log of the account. A device has everything up to `known`. Deletions and a rename follow, up to `head`. */
export const numbers = { known: 80_100, head: 160_000 };

export type LargeAccount = {
  accountId: string;
  ownerId: string;
  /** The device that deleted the rows and wrote the edits. */
  device: string;
  /** A budget of contributions, of which the account has a hundred. */
  contributions: string;
};

/** Fills the account of the owner. Triggers are off, so this writes their results itself. */
export async function fillLargeAccount(superuser: Sql, account: LargeAccount): Promise<void> {
  const { accountId, ownerId, device, contributions } = account;
  await superuser.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`create temporary table content on commit drop as
      select i, case when i % 4 = 0 then extensions.uuid_generate_v5(${accountId}::uuid, lpad(to_hex(i), 40, '0'))
          else gen_random_uuid() end as id,
        -- Oldest first, as they were entered; the rename went from the newest month to the oldest.
        date '2016-01-01' + (i::bigint * 3650 / ${large.rows + large.removed}::integer)::integer as day,
        i % 20 = 3 as is_split, i % 4 = 0 as is_imported, i % 9 = 8 as is_removed, i % 800 = 5 as is_contribution
      from generate_series(1, ${large.rows + large.removed}::integer) i`;
    await sql`create temporary table standing on commit drop as
      select *, row_number() over (order by i) as number,
        case when is_split then 'Split' when i % 80 = 1 then 'Transportation' when i % 4 = 1 then 'Housing'
          else 'Groceries' end as category
      from content where not is_removed`;
    await sql`
      insert into public.transactions
        (transaction_id, account_id, type, amount, transaction_date, description, metadata, created_by,
          created_by_email, created_at, lines, version)
      select id, ${accountId}, case i % 3 when 0 then 'credit' else 'debit' end, 2 + i % 100, day, 'Lunch ' || i,
        jsonb_build_object('category_name', category) || case
          when is_contribution and not is_split then jsonb_build_object('budget_id', ${contributions}::text)
          else '{}' end,
        ${ownerId}, 'ada@example.org', day, case when is_split then jsonb_build_array(
          jsonb_build_object('id', gen_random_uuid(), 'category', 'Groceries', 'cents', 100, 'note', ''),
          jsonb_build_object('id', gen_random_uuid(), 'category', 'Housing', 'cents', 100 + (i % 100) * 100,
            'note', '')) end,
        case when category in ('Housing', 'Transportation') then number else ${numbers.head}::integer - number + 1 end
      from standing`;
    await sql`
      insert into public.transaction_lines (transaction_id, line_id, account_id, type, transaction_date, category_name,
        amount, note, created_by, created_by_email, version)
      select t.transaction_id, (one ->> 'id')::uuid, t.account_id, t.type, t.transaction_date, one ->> 'category',
        (one -> 'cents')::numeric / 100, '', t.created_by, t.created_by_email, t.version
      from public.transactions t, jsonb_array_elements(t.lines) one where t.account_id = ${accountId}`;
    await sql`create temporary table files on commit drop as
      select n, gen_random_uuid() as import_id, gen_random_uuid() as reconciliation_id from generate_series(0, 99) n`;
    await sql`
      insert into public.imports (import_id, account_id, file_name, format, created_by, version)
      select import_id, ${accountId}, 'bank ' || n, 'csv', ${ownerId}, 80001 + n from files`;
    await sql`
      insert into public.reconciliations (reconciliation_id, account_id, statement_date, statement_balance, created_by,
        number, version)
      select reconciliation_id, ${accountId}, date '2016-01-01' + n * 36, 0, ${ownerId}, 70000 + n, 70000 + n
      from files`;
    await sql`
      insert into public.transaction_details (transaction_id, account_id, status, reconciliation_id, bank_id,
        import_id, imported_text)
      select s.id, ${accountId}, case when s.i % 5 = 0 then 'cleared' else 'reconciled' end,
        case when s.i % 5 <> 0 then f.reconciliation_id end, 'bank ' || s.i, f.import_id, 'POS ' || s.i
      from standing s join files f on f.n = s.i % 100 where s.is_imported`;
    await sql`
      insert into public.import_keys (account_id, key, row_id, import_id, fate, made, version)
      select ${accountId}, lpad(to_hex(c.i), 40, '0'), c.id, f.import_id,
        case when c.is_removed then 'deleted' else 'here' end, c.i, c.i
      from content c join files f on f.n = c.i % 100 where c.is_imported`;
    await sql`create temporary table gone on commit drop as
      select *, ${numbers.known}::integer + row_number() over (order by i) as number from content where is_removed`;
    await sql`
      insert into private.removals (account_id, version, kind, row_id, was_date, budget_id, removed_by, created_by,
        created_by_email)
      select ${accountId}, number, 'transaction', id, day, view, ${ownerId}, ${ownerId}, 'ada@example.org'
      from gone, lateral (
        select null::uuid union all select b.budget_id from public.budgets b where b.account_id = ${accountId}
      ) views (view)`;
    await sql`
      insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, clocks, author,
        author_email, device, edited_at)
      select ${accountId}, number, id, 'transactions', 'removal', '{}', jsonb_build_object('id', id,
          'accountId', ${accountId}::text, 'version', i, 'createdAt', private.iso(day), 'type', 'expense',
          'amount', 1250, 'date', day, 'description', 'Lunch', 'category', 'Food', 'notes', '', 'budgetId', null,
          'userId', ${ownerId}::text, 'userEmail', 'ada@example.org', 'nature', 'regular', 'transferId', null,
          'lines', null) || private.client_details(null, null, null, null, null),
        '{}', ${ownerId}, 'ada@example.org', ${device}, now()
      from gone`;
    await sql`
      insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, author, author_email,
        device, edited_at, at)
      select ${accountId}, number, id, 'transactions', 'change', '{description}', '{"description": "Diner"}',
        ${ownerId}, 'ada@example.org', ${device}, day, day
      from standing where number % 4 = 0`;
    await sql`
      insert into private.mutation_ledger (user_id, mutation_id, payload_hash, verdict)
      select ${ownerId}, gen_random_uuid(), i, '{}' from generate_series(1, 20000) i`;
    await sql`
      update private.account_log set version = ${numbers.head} where account_id = ${accountId}`;
    await sql`
      update public.accounts set balance = private.recount(account_id) where account_id = ${accountId}`;
  });
}

/** The tables that grow with the transactions of an account. */
export const tables = [
  'public.transactions',
  'public.transaction_details',
  'public.transaction_lines',
  'public.import_keys',
  'private.removals',
  'private.changes',
  'private.mutation_ledger',
];

/** Statistics as they are after ANALYZE, and then never again by themselves. */
export async function knowStatistics(superuser: Sql): Promise<void> {
  for (const table of tables) await superuser.unsafe(`alter table ${table} set (autovacuum_enabled = off)`);
  await superuser`analyze`;
}

/** As on a server on which ANALYZE has never run: with the first rows that it gets, and until somebody runs it. */
export async function forgetStatistics(superuser: Sql): Promise<void> {
  for (const table of tables) {
    await superuser`delete from pg_catalog.pg_statistic where starelid = ${table}::regclass`;
    await superuser`
      update pg_catalog.pg_class set reltuples = -1, relpages = 0, relallvisible = 0
      where oid = ${table}::regclass or oid in (select indexrelid from pg_index where indrelid = ${table}::regclass)`;
  }
}
