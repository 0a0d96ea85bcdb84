/** The ledger of the benchmarks: ten years of a busy account, the same in every run. */
import type { Sql } from 'postgres';

/** Writes `count` transactions into the account, spread over ten years up to today, as its owner. */
export async function seedLedger(sql: Sql, accountId: string, count: number): Promise<void> {
  await sql`
    insert into public.transactions
      (account_id, type, amount, transaction_date, description, metadata, created_by, created_by_email)
    select a.account_id, case when n % 9 = 0 then 'credit' else 'debit' end,
      ((n * 7919::bigint) % 100000 + 1)::numeric / 100,
      current_date - ((n * 3653::bigint) / ${count})::integer,
      (array['Groceries at the corner', 'Train to work', 'Rent', 'Power bill', 'Cinema with friends',
        'Dentist', 'Course books',
        'Birthday present', 'Coffee', 'Salary'])[n % 10 + 1] || ' ' || n,
      jsonb_build_object('category_name', (array['Food', 'Transportation', 'Housing', 'Utilities', 'Entertainment',
        'Healthcare', 'Education', 'Other Expenses'])[n % 8 + 1], 'source', 'ui'),
      a.owner_id, u.email
    from generate_series(0, ${count} - 1) n, public.accounts a join auth.users u on u.id = a.owner_id
    where a.account_id = ${accountId}`;
}
