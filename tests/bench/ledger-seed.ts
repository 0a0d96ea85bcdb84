/** The ledger of the benchmarks: ten years of a busy account, the same in every run. */
import type { Sql } from 'postgres';

/**
 * Writes `count` transactions into the account, spread over ten years up to today, as its owner. Each twentieth is a
 * side of a transfer, whose other side nobody here sees. Each twentieth is split into two lines.
 */
export async function seedLedger(sql: Sql, accountId: string, count: number): Promise<void> {
  await sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata, created_by,
      created_by_email, nature, transfer_id, lines)
    select a.account_id, case when n % 9 = 0 then 'credit' else 'debit' end, cents::numeric / 100,
      current_date - ((n * 3653::bigint) / ${count})::integer,
      (array['Groceries at the corner', 'Train to work', 'Rent', 'Power bill', 'Cinema with friends',
        'Dentist', 'Course books',
        'Birthday present', 'Coffee', 'Salary'])[n % 10 + 1] || ' ' || n,
      jsonb_build_object('source', 'ui', 'category_name',
        case n % 20 when 3 then 'Transfer' when 7 then 'Split' else categories[n % 8 + 1] end),
      a.owner_id, u.email,
      case n % 20 when 3 then 'transfer' else 'regular' end,
      case n % 20 when 3 then gen_random_uuid() end,
      case n % 20 when 7 then jsonb_build_array(
        jsonb_build_object('id', gen_random_uuid(), 'category', categories[n % 8 + 1], 'cents', cents - 1, 'note', ''),
        jsonb_build_object('id', gen_random_uuid(), 'category', categories[(n + 3) % 8 + 1], 'cents', 1, 'note', ''))
      end
    from generate_series(0, ${count} - 1) n,
      lateral (select (n * 7919::bigint) % 100000 + 2 as cents,
        array['Food', 'Transportation', 'Housing', 'Utilities', 'Entertainment', 'Healthcare', 'Education',
          'Other Expenses'] as categories) sample,
      public.accounts a join auth.users u on u.id = a.owner_id
    where a.account_id = ${accountId}`;
}
