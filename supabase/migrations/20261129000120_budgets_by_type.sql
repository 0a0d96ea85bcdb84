-- Two categories may have one name and another type. A budget of one covers the rows of that name and type alone, with
-- the refunds in it (S78e). Until now it covered those of both.

create or replace view private.shared_views as
  select b.account_id, b.budget_id, c.name as category_name, c.type as category_type
  from public.budgets b left join public.categories c using (account_id, category_id)
  where exists (
    select from public.memberships m where m.account_id = b.account_id and m.budget_id = b.budget_id);

create function private.is_in_view(
  p_view uuid, p_covered text, p_covered_type text, p_nature text, p_budget uuid, p_category text, p_type text,
  p_lines jsonb
) returns boolean
language sql immutable as $$
  select p_nature = 'regular' and coalesce(p_covered is null or p_view = p_budget or (p_covered_type = p_type and
    case when p_lines is null then p_covered = p_category
      else p_lines @> jsonb_build_array(jsonb_build_object('category', p_covered)) end), false)
$$;
comment on function private.is_in_view(uuid, text, text, text, uuid, text, text, jsonb) is
  'Whether the shared budget p_view, which covers the category p_covered of p_covered_type or all of them, shows '
  'something of such a transaction; p_type: private.category_type (S64c, S66f, S78e).';

create or replace function private.my_views()
returns setof text language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select b.account_id || coalesce('/' || c.type || '/' || c.name, '')
    from private.my_memberships() m join public.budgets b using (account_id, budget_id)
      left join public.categories c using (account_id, category_id)
    where m.target = 'budget';
end $$;

comment on function private.my_views is
  'What the budgets given to the signed-in user cover: `<account>` for all of it, `<account>/<type>/<name>` for one '
  'category.';

alter policy read on public.transactions
  using (account_id = any (array(select private.my_accounts()))
    or (nature = 'regular' and lines is null and (
      (budget_id = any (array(select private.my_budgets()))
        and account_id || '/' || budget_id = any (array(select private.my_budget_keys())))
      or array[account_id::text, account_id || '/' || private.category_type(type, refund) || '/' || category_name]
        && array(select private.my_views()))));

alter policy read on public.transaction_lines
  using (account_id = any (array(select private.my_accounts()))
    or array[account_id::text, account_id || '/' || private.category_type(type, false) || '/' || category_name]
      && array(select private.my_views()));

create or replace function private.scope_whole(p_account uuid, p_budget uuid) returns setof public.transactions
language sql stable as $$
  select t.* from public.transactions t
  where t.account_id = p_account and (p_budget is null or (t.nature = 'regular' and t.lines is null
    and (t.budget_id = p_budget
      or exists (select from public.budgets b
        where b.account_id = p_account and b.budget_id = p_budget and b.category_id is null)
      or private.category_type(t.type, t.refund) || '/' || t.category_name = any (array(
        select c.type || '/' || c.name from public.budgets b join public.categories c using (account_id, category_id)
        where b.account_id = p_account and b.budget_id = p_budget)))))
$$;

create or replace function private.scope_lines(p_account uuid, p_budget uuid) returns setof public.transaction_lines
language sql stable as $$
  select l.* from public.transaction_lines l
  where l.account_id = p_account and (p_budget is null
    or exists (select from public.budgets b
      where b.account_id = p_account and b.budget_id = p_budget and b.category_id is null)
    or private.category_type(l.type, false) || '/' || l.category_name = any (array(
      select c.type || '/' || c.name from public.budgets b join public.categories c using (account_id, category_id)
      where b.account_id = p_account and b.budget_id = p_budget)))
$$;

create or replace function private.scope_transactions(p_account uuid, p_budget uuid) returns setof public.transactions
language sql stable as $$
  select * from private.scope_whole(p_account, p_budget)
  union all
  select transaction_id, account_id, type, amount, transaction_date, '', null, null, category_name, '', null,
    (transaction_date::timestamp at time zone 'UTC')::timestamptz(3), created_by, created_by_email, version,
    '{}'::jsonb, 'regular', null, lines, false
  from (
    select transaction_id, account_id, type, transaction_date, created_by, created_by_email, version,
      sum(l.amount)::numeric(14, 2) as amount,
      coalesce((select c.name from public.budgets b join public.categories c using (account_id, category_id)
        where b.account_id = p_account and b.budget_id = p_budget), 'Split') as category_name,
      jsonb_agg(jsonb_build_object('id', l.line_id, 'category', l.category_name, 'cents', (l.amount * 100)::bigint,
        'note', l.note) order by l.line_id) as lines
    from private.scope_lines(p_account, p_budget) l
    group by transaction_id, account_id, type, transaction_date, created_by, created_by_email, version) split
  -- Out here, it lets the planner forget this part for an account, and read the other in the order of an index.
  where p_budget is not null
$$;

create or replace function private.transactions_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The account that a row left; then the month that it left; then each shared budget that no longer sees it, or sees
  -- it in another month. A budget's record has the number that the row now has, so it comes and goes in one answer.
  with pairs as materialized (
    select transaction_id, o.account_id, o.transaction_date, o.category_name, o.budget_id, o.nature, o.lines,
      private.category_type(o.type, o.refund) as category_type,
      private.category_type(n.type, n.refund) as now_category_type, o.created_by,
      o.created_by_email, o.version as old_version, n.version, n.account_id as now_account,
      n.category_name as now_category, n.budget_id as now_budget, n.nature as now_nature, n.lines as now_lines,
      date_trunc('month', n.transaction_date) <> date_trunc('month', o.transaction_date) as left_month
    from old_rows o full join new_rows n using (transaction_id)
  ), moved as materialized (
    select private.next_version(p.account_id) as number, p.*
    from pairs p join public.accounts using (account_id) where p.now_account <> p.account_id
  ), stayed as (
    select * from pairs where now_account = account_id and version <> old_version
  ), views as (
    select * from private.shared_views where account_id in (select account_id from old_rows)
  )
  insert into private.removals
    (account_id, version, kind, row_id, was_date, budget_id, removed_by, created_by, created_by_email)
  select account_id, number, 'transaction', transaction_id, transaction_date, null::uuid, auth.uid(), created_by,
    created_by_email
  from moved
  union all
  select account_id, version, 'transaction', transaction_id, transaction_date, null, auth.uid(), created_by,
    created_by_email
  from stayed where left_month
  union all
  select o.account_id, o.number, 'transaction', o.transaction_id, o.transaction_date, v.budget_id, auth.uid(),
    o.created_by, o.created_by_email
  from moved o join views v using (account_id)
  where private.is_in_view(v.budget_id, v.category_name, v.category_type, o.nature, o.budget_id, o.category_name,
    o.category_type, o.lines)
  union all
  select s.account_id, s.version, 'transaction', s.transaction_id, s.transaction_date, v.budget_id, auth.uid(),
    s.created_by, s.created_by_email
  from stayed s join views v using (account_id)
  where private.is_in_view(v.budget_id, v.category_name, v.category_type, s.nature, s.budget_id, s.category_name,
    s.category_type, s.lines)
    and (s.left_month
      or not private.is_in_view(v.budget_id, v.category_name, v.category_type, s.now_nature, s.now_budget,
        s.now_category, s.now_category_type, s.now_lines));
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

create or replace function private.transactions_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with gone as materialized (
    select private.next_version(o.account_id) as number, o.* from old_rows o join public.accounts using (account_id)
  ), views as (
    select * from private.shared_views where account_id in (select account_id from gone)
  )
  insert into private.removals
    (account_id, version, kind, row_id, was_date, budget_id, removed_by, created_by, created_by_email)
  select g.account_id, g.number, 'transaction', g.transaction_id, g.transaction_date, null, auth.uid(), g.created_by,
    g.created_by_email
  from gone g
  union all
  select g.account_id, g.number, 'transaction', g.transaction_id, g.transaction_date, v.budget_id, auth.uid(),
    g.created_by, g.created_by_email
  from gone g join views v using (account_id)
  where private.is_in_view(v.budget_id, v.category_name, v.category_type, g.nature, g.budget_id, g.category_name,
    private.category_type(g.type, g.refund), g.lines);
  perform private.add_to_balances((
    select jsonb_object_agg(account_id, delta) from (
      select account_id, -sum(case type when 'credit' then amount else -amount end) as delta
      from old_rows group by account_id) d));
  perform private.end_statement();
  return null;
end $$;

drop function private.is_in_view(uuid, text, text, uuid, text, jsonb);

-- Who has a budget that covered rows of both types starts its scope afresh.
update public.memberships m set grant_id = gen_random_uuid()
from public.budgets b join public.categories c using (account_id, category_id)
where m.account_id = b.account_id and m.budget_id = b.budget_id and (
  exists (select from public.transactions t
    where t.account_id = b.account_id and t.category_name = c.name and t.lines is null and t.nature = 'regular'
      and t.budget_id is distinct from b.budget_id and private.category_type(t.type, t.refund) <> c.type)
  or exists (select from public.transaction_lines l
    where l.account_id = b.account_id and l.category_name = c.name and private.category_type(l.type, false) <> c.type));

revoke all on function private.is_in_view(uuid, text, text, text, uuid, text, text, jsonb) from public;
