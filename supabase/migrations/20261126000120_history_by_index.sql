-- The history of an account and what happened to a reconciliation, without going through all changes: an index brings a
-- page of each kind of event in its order.

-- By the id, too: the rows of an import are of one moment.
drop index public.transactions_account_created;
create index transactions_account_created on public.transactions (account_id, created_at, transaction_id);
create index changes_account_created
  on private.changes (account_id, ((before ->> 'createdAt') collate "C"))
  -- Of whole rows. Nothing else asks for it: without statistics, the planner thinks that few changes are removals, and
  -- would go through an index of them for one row.
  where before ->> 'createdAt' is not null;

create or replace function private.account_moments(
  p_account uuid, p_before timestamptz, p_before_id uuid, p_limit integer
)
returns table (id uuid, at timestamptz, row_id uuid)
-- Without sorting, the planner takes the index that has the order, whatever it thinks of the number of rows.
language plpgsql stable set plan_cache_mode = 'force_custom_plan' set enable_sort = off as $$
#variable_conflict use_column
declare
  last_at timestamptz := coalesce(p_before, 'infinity');
  last_id uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  -- Text in the form of private.iso is in the order of time.
  last_text text := coalesce(private.iso(p_before), '~');
begin
  return query
  (select c.change_id as id, c.at, c.row_id from private.changes c
    where c.account_id = p_account and c.at <= last_at and (c.at, c.change_id) < (last_at, last_id)
    order by c.at desc, c.change_id desc limit p_limit)
  union
  (select c.change_id as id, c.at, c.row_id from private.changes c
    where c.moved_to = p_account and c.at <= last_at and (c.at, c.change_id) < (last_at, last_id)
    order by c.at desc, c.change_id desc limit p_limit)
  union
  -- One row after the other is looked up among the changes (offset 0).
  (select t.transaction_id, t.created_at, t.transaction_id from public.transactions t
    where t.account_id = p_account and (t.created_at, t.transaction_id) < (last_at, last_id)
      and not exists (select from private.changes c
        where c.row_id = t.transaction_id and (c.kind = 'restore' or c.moved_to is not null) offset 0)
    order by t.created_at desc, t.transaction_id desc limit p_limit)
  union
  (select c.row_id, (c.before ->> 'createdAt')::timestamptz, c.row_id from private.changes c
    where c.account_id = p_account and c.of_table = 'transactions' and (c.kind = 'removal' or c.moved_to is not null)
      and c.before ->> 'createdAt' is not null and (c.before ->> 'createdAt') collate "C" <= last_text
      and ((c.before ->> 'createdAt')::timestamptz, c.row_id) < (last_at, last_id)
      and not exists (select from private.changes o
        where o.row_id = c.row_id and o.at < c.at and (o.kind = 'restore' or o.moved_to is not null) offset 0)
    order by (c.before ->> 'createdAt') collate "C" desc, c.row_id desc limit p_limit)
  order by at desc, id desc limit p_limit;
end $$;

create or replace function private.changes_of(p_reconciliation public.reconciliations) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Materialized: a condition from below would let the planner go through the changes of the account instead.
  with found as materialized (
    select c.* from private.changes c where c.before ->> 'reconciliationId' = p_reconciliation.reconciliation_id::text
    union
    select c.* from public.transaction_details d cross join lateral (
      select * from private.changes c
      where c.row_id = d.transaction_id and c.kind = 'change' and c.groups && '{amount,type}' offset 0) c
    where d.reconciliation_id = p_reconciliation.reconciliation_id
  ), latest as (
    select * from found c
    where c.account_id = p_reconciliation.account_id and c.version > p_reconciliation.number
      and c.account_id in (select private.my_accounts())
    order by c.version desc limit 20
  )
  select coalesce(jsonb_agg(jsonb_build_object('rowId', row_id, 'at', private.iso(edited_at),
    'by', author_email,
    'kind', case when kind = 'removal' then 'deleted' when moved_to is not null then 'moved'
      when 'status' = any (groups) then 'opened' else 'changed' end,
    'description', case when kind = 'removal' or moved_to is not null then before -> 'description' end,
    'amount', before -> 'amount') order by version desc), '[]')
  from latest
$$;
