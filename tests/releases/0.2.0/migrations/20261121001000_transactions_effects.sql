-- What a change of transactions does elsewhere, once a statement: balances, and removals for devices. Accounts that are
-- being deleted are left alone.

create function private.recount(p_account uuid) returns numeric
language sql volatile security definer set search_path = '' as $$
  select coalesce(sum(case type when 'credit' then amount else -amount end), 0)
  from public.transactions where account_id = p_account
$$;

-- Like the numbers (private.next_version), differences not yet written stand in a transaction-local setting:
-- `carryover.balances`, {account: dollars}.

create function private.add_to_balances(p_deltas jsonb) returns void
language plpgsql as $$
begin
  perform set_config('carryover.balances', jsonb_object_agg(key, dollars)::text, true) from (
    select key, sum(value::numeric) as dollars from (
      select * from jsonb_each_text(nullif(current_setting('carryover.balances', true), '')::jsonb)
      union all
      select * from jsonb_each_text(p_deltas)) gathered
    group by key) sums;
end $$;
comment on function private.add_to_balances is 'p_deltas is {account: dollars}, or null for none.';

create function private.write_balances() returns void
language plpgsql security definer set search_path = '' as $$
declare
  deltas text := nullif(current_setting('carryover.balances', true), '');
begin
  if deltas is null then return; end if;
  perform set_config('carryover.balances', '', true);
  update public.accounts a set balance = a.balance + d.value::numeric
  from jsonb_each_text(deltas::jsonb) d
  where a.account_id = d.key::uuid and d.value::numeric <> 0;
end $$;

create view private.shared_views as
  select b.account_id, b.budget_id, c.name as category_name
  from public.budgets b left join public.categories c using (category_id)
  where exists (select from public.memberships m where m.budget_id = b.budget_id);
comment on view private.shared_views is 'The budgets that somebody joined; category_name null covers all.';

create function private.transactions_after_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_to_balances((
    select jsonb_object_agg(account_id, delta) from (
      select account_id, sum(case type when 'credit' then amount else -amount end) as delta
      from new_rows group by account_id) d));
  perform private.end_statement();
  return null;
end $$;

create function private.transactions_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The account that a row left; then the month that it left; then each shared budget that no longer sees it, or sees it
  -- in another month. A budget's record has the number that the row now has, so it comes and goes in one answer.
  with moved as materialized (
    select private.next_version(o.account_id) as number, o.*
    from old_rows o join new_rows n using (transaction_id) join public.accounts a on a.account_id = o.account_id
    where n.account_id <> o.account_id
  ), stayed as (
    select n.version, o.account_id, o.transaction_id, o.transaction_date, o.category_name, o.budget_id, o.created_by, o.created_by_email,
      n.category_name as now_category, n.budget_id as now_budget,
      date_trunc('month', n.transaction_date) <> date_trunc('month', o.transaction_date) as left_month
    from old_rows o join new_rows n using (transaction_id, account_id) where n.version <> o.version
  ), views as (
    select * from private.shared_views where account_id in (select account_id from old_rows)
  )
  insert into private.removals (account_id, version, kind, row_id, was_date, budget_id, removed_by, created_by, created_by_email)
  select account_id, number, 'transaction', transaction_id, transaction_date, null::uuid, auth.uid(), created_by, created_by_email
  from moved
  union all
  select account_id, version, 'transaction', transaction_id, transaction_date, null, auth.uid(), created_by, created_by_email
  from stayed where left_month
  union all
  select o.account_id, o.number, 'transaction', o.transaction_id, o.transaction_date, v.budget_id, auth.uid(), o.created_by, o.created_by_email
  from moved o join views v using (account_id)
  where v.category_name is null or v.category_name = o.category_name or v.budget_id = o.budget_id
  union all
  select s.account_id, s.version, 'transaction', s.transaction_id, s.transaction_date, v.budget_id, auth.uid(), s.created_by, s.created_by_email
  from stayed s join views v using (account_id)
  where (v.category_name is null or v.category_name = s.category_name or v.budget_id = s.budget_id)
    and (s.left_month or not (v.category_name is null or v.category_name = s.now_category or v.budget_id is not distinct from s.now_budget));
  perform private.add_to_balances((
    select jsonb_object_agg(account_id, delta) from (
      select account_id, sum(case type when 'credit' then amount else -amount end) as delta from (
        select account_id, type, amount from new_rows
        union all
        select account_id, type, -amount from old_rows) changes
      group by account_id) d));
  perform private.end_statement();
  return null;
end $$;

create function private.transactions_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with gone as materialized (
    select private.next_version(o.account_id) as number, o.* from old_rows o join public.accounts using (account_id)
  ), views as (
    select * from private.shared_views where account_id in (select account_id from gone)
  )
  insert into private.removals (account_id, version, kind, row_id, was_date, budget_id, removed_by, created_by, created_by_email)
  select g.account_id, g.number, 'transaction', g.transaction_id, g.transaction_date, null, auth.uid(), g.created_by, g.created_by_email
  from gone g
  union all
  select g.account_id, g.number, 'transaction', g.transaction_id, g.transaction_date, v.budget_id, auth.uid(), g.created_by, g.created_by_email
  from gone g join views v using (account_id)
  where v.category_name is null or v.category_name = g.category_name or v.budget_id = g.budget_id;
  perform private.add_to_balances((
    select jsonb_object_agg(account_id, delta) from (
      select account_id, -sum(case type when 'credit' then amount else -amount end) as delta
      from old_rows group by account_id) d));
  perform private.end_statement();
  return null;
end $$;

create trigger after_insert after insert on public.transactions
  referencing new table as new_rows
  for each statement execute function private.transactions_after_insert();
create trigger after_update after update on public.transactions
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.transactions_after_update();
create trigger after_delete after delete on public.transactions
  referencing old table as old_rows
  for each statement execute function private.transactions_after_delete();

revoke all on all functions in schema private from public;
