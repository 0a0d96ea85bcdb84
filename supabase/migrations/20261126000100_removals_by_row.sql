-- A row's own removals, changes and keys are few, however much happened in its account. Each index has all that names
-- them, because on a server without statistics the planner takes the account for as rare as the row, and reads it all.

drop index private.removals_row;
create index removals_row on private.removals (row_id, account_id, version);
drop index private.changes_row;
create index changes_row on private.changes (row_id, account_id, at);

-- A truncated answer has these at once, and hardly any removal is one of them.
create index removals_of_others on private.removals (account_id, version) where kind <> 'transaction';

create or replace function private.removals_between(
  p_account uuid, p_budget uuid, p_since bigint, p_reached bigint, p_truncated boolean, p_delivered uuid[]
) returns json
language sql stable security definer set search_path = '' as $$
  with fresh as materialized (
    select r.version, r.row_id, r.was_date from private.removals r
    where r.account_id = p_account and r.version > p_since and r.version <= p_reached and r.kind = 'transaction'
      and r.budget_id is not distinct from p_budget
  ), others as (
    select r.version, r.kind, r.row_id, r.was_date from private.removals r
    where r.account_id = p_account and r.version > p_since and r.kind <> 'transaction'
      and r.budget_id is not distinct from p_budget
      and (r.kind not in ('reconciliation', 'import') or private.spoken_protocol() >= 5)
  ), held as (
    -- An earlier answer may have held these back: their rows come now, or have been removed again. One row after the
    -- other here and below (offset 0): no plan then goes through all that the account has.
    select r.* from (select unnest(p_delivered) union select row_id from fresh) touched (id)
      cross join lateral (
        select r.version, r.row_id, r.was_date from private.removals r
        where r.row_id = touched.id and r.account_id = p_account and r.version between 1 and p_since
          and r.kind = 'transaction' and r.budget_id is not distinct from p_budget
        offset 0) r
  ), due as (
    select r.* from (select * from fresh union all select * from held) r
      left join lateral (
        select true as is_coming from public.transactions t
        where p_truncated and t.transaction_id = r.row_id and t.account_id = p_account and t.version > p_reached
          and (p_budget is null or private.is_in_view(p_budget, (
            select v.name from public.budgets b join public.categories v using (account_id, category_id)
            where b.account_id = p_account and b.budget_id = p_budget),
            t.nature, t.budget_id, t.category_name, t.lines))
        offset 0) t on true
    where t.is_coming is null
  )
  select coalesce(json_agg(json_build_object('version', r.version, 'kind', r.kind, 'id', r.row_id, 'date', r.was_date)
    order by r.version), '[]')
  from (select version, kind, row_id, was_date from others
    union all select version, 'transaction', row_id, was_date from due) r
  where exists (select from private.my_scopes() s
    where s.account_id = p_account and s.budget_id is not distinct from p_budget)
$$;
