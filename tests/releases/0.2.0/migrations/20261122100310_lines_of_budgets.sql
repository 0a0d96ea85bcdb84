-- What of a split row the people of a shared budget see, and how it counts.

-- A shared budget covers the lines in its category, whatever the row's own category is called.

create function private.is_in_view(
  p_view uuid, p_covered text, p_nature text, p_budget uuid, p_category text, p_lines jsonb
) returns boolean
language sql immutable as $$
  select p_nature = 'regular' and coalesce(p_covered is null or p_view = p_budget or case when p_lines is null
    then p_covered = p_category
    else p_lines @> jsonb_build_array(jsonb_build_object('category', p_covered)) end, false)
$$;
comment on function private.is_in_view is
  'Whether the shared budget p_view, which covers the category p_covered or all of them, shows something of such a '
  'transaction.';

create function private.scope_lines(p_account uuid, p_budget uuid) returns setof public.transaction_lines
language sql stable as $$
  select l.* from public.transaction_lines l
  where l.account_id = p_account and (p_budget is null
    or exists (select from public.budgets b
      where b.account_id = p_account and b.budget_id = p_budget and b.category_id is null)
    or l.category_name = any (array(
      select c.name from public.budgets b join public.categories c using (account_id, category_id)
      where b.account_id = p_account and b.budget_id = p_budget)))
$$;
comment on function private.scope_lines is 'The lines of an account, or those that one budget covers.';

-- What people who have only a budget get of a split row: a row of the lines that the budget covers, with their sum. Its
-- moment is its date, because when the row was entered is not for them. Protocol 4 counts it by the budget's category.
create or replace function private.scope_transactions(p_account uuid, p_budget uuid) returns setof public.transactions
language sql stable as $$
  select t.* from public.transactions t
  where t.account_id = p_account and (p_budget is null or (t.nature = 'regular' and t.lines is null
    and (t.budget_id = p_budget
      or exists (select from public.budgets b
        where b.account_id = p_account and b.budget_id = p_budget and b.category_id is null)
      or t.category_name = any (array(
        select c.name from public.budgets b join public.categories c using (account_id, category_id)
        where b.account_id = p_account and b.budget_id = p_budget)))))
  union all
  select r.* from (
    select transaction_id, account_id, type, transaction_date, created_by, created_by_email, version,
      sum(l.amount) as amount, '' as description, '' as notes, 'regular' as nature, '{}'::jsonb as field_clocks,
      transaction_date::timestamp at time zone 'UTC' as created_at,
      coalesce((select c.name from public.budgets b join public.categories c using (account_id, category_id)
        where b.account_id = p_account and b.budget_id = p_budget), 'Split') as category_name,
      jsonb_agg(jsonb_build_object('id', l.line_id, 'category', l.category_name, 'cents', (l.amount * 100)::bigint,
        'note', l.note) order by l.line_id) as lines
    from private.scope_lines(p_account, p_budget) l
    group by transaction_id, account_id, type, transaction_date, created_by, created_by_email, version) split,
  jsonb_populate_record(null::public.transactions, to_jsonb(split)) r
  -- Out here, it lets the planner forget this part for an account, and read the other in the order of an index.
  where p_budget is not null
$$;

-- Whoever has an account reads all of its rows, so these two ask that once and not for each row. Then an index alone
-- answers them. For a first pull, they count all the rows that it leaves out.

drop index public.transactions_account_date;
create index transactions_account_date on public.transactions (account_id, transaction_date)
  include (type, amount, category_name, budget_id, nature);

create function private.month_in_account(p_account uuid, p_before date, p_skipped integer) returns date
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if not exists (select from private.my_accounts() mine where mine = p_account) then return null; end if;
  return (
    select date_trunc('month', transaction_date::timestamp)
    from public.transactions where account_id = p_account and transaction_date < p_before
    order by transaction_date desc offset p_skipped limit 1);
end $$;
comment on function private.month_in_account is
  'The month of the newest transaction before p_before, after so many skipped ones.';

-- Month by month, because then each has only few groups, and the index brings them one after the other.
create function private.counts_of_account(p_account uuid, p_before date)
returns table (month date, nature text, type text, category_name text, budget_id uuid, number bigint, dollars numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
#variable_conflict use_column
begin
  if not exists (select from private.my_accounts() mine where mine = p_account) then return; end if;
  return query
    with recursive months (first) as (
      select date_trunc('month', max(t.transaction_date)::timestamp)::date
      from public.transactions t where t.account_id = p_account and t.transaction_date < p_before
      union all
      select (select date_trunc('month', max(t.transaction_date)::timestamp)::date
        from public.transactions t where t.account_id = p_account and t.transaction_date < m.first)
      from months m where m.first is not null
    )
    select m.first, c.* from months m cross join lateral (
      select t.nature, t.type, t.category_name, t.budget_id, count(*), sum(t.amount)
      from public.transactions t
      where t.account_id = p_account and t.transaction_date >= m.first
        and t.transaction_date < (m.first + interval '1 month')::date
      group by t.nature, t.type, t.category_name, t.budget_id) c;
end $$;
comment on function private.counts_of_account is
  'The transactions of the months before the one that begins at p_before. Split ones count whole.';

create or replace function private.oldest_month(p_account uuid, p_budget uuid, p_before date, p_room integer)
returns date
language plpgsql stable set plan_cache_mode = 'force_custom_plan' as $$
declare
  month date;
begin
  if p_budget is null then
    month := private.month_in_account(p_account, p_before, p_room - 1);
    return case when private.month_in_account(p_account, month, 0) is not null then month end;
  end if;
  select date_trunc('month', transaction_date::timestamp) into month
  from private.scope_transactions(p_account, p_budget) where transaction_date < p_before
  order by transaction_date desc offset p_room - 1 limit 1;
  return case when exists (
    select from private.scope_transactions(p_account, p_budget) where transaction_date < month) then month end;
end $$;

-- A split row counts as a row under its own category, with no cents, and its lines count under theirs. Protocol 4 knows
-- no lines.
create or replace function private.month_totals(p_account uuid, p_budget uuid, p_before date) returns json
language plpgsql stable set plan_cache_mode = 'force_custom_plan' as $$
declare
  -- To protocol 4, every transaction is income or expense, and whole.
  apart boolean := private.spoken_protocol() >= 5;
begin
  return (
    with lines as materialized (
      -- To a timestamp first: to cut the month out of a date asks for its time zone, for every row.
      select date_trunc('month', transaction_date::timestamp)::date as month, transaction_id, type, category_name,
        amount
      from private.scope_lines(p_account, p_budget) where apart and transaction_date < p_before
    ), counted as (
      select month, nature, type, category_name, budget_id, number, dollars, number as parts
      from private.counts_of_account(p_account, p_before) where p_budget is null
      union all
      -- All splits of an account are under one category, without a budget: so says their constraint.
      select month, 'regular', type, 'Split', null, 0, -sum(dollars), -count(*)
      from (select month, transaction_id, type, sum(amount) as dollars
        from lines where p_budget is null group by month, transaction_id, type) splits
      group by month, type
      union all
      select date_trunc('month', transaction_date::timestamp)::date, nature, type, category_name, budget_id, count(*),
        coalesce(sum(amount) filter (where lines is null or not apart), 0),
        count(*) filter (where lines is null or not apart)
      from private.scope_transactions(p_account, p_budget) where p_budget is not null and transaction_date < p_before
      group by 1, nature, type, category_name, budget_id
      union all
      select month, 'regular', type, category_name, null, 0, sum(amount), count(*)
      from lines group by month, type, category_name
    ), totals as (
      select to_char(month, 'YYYY-MM') as month, case when apart then nature end as kind,
        case type when 'credit' then 'income' else 'expense' end as type, category_name as category,
        budget_id as budget, private.countable(sum(dollars)) as cents, sum(number) as number, sum(parts) as parts
      from counted group by counted.month, kind, counted.type, category_name, budget_id
    )
    -- Nature and lines are left out where they hold their defaults (Total in sync/protocol.ts).
    select coalesce(json_agg(case
      when not apart or (kind = 'regular' and parts = number) then json_build_object('month', month, 'type', type,
        'category', category, 'budgetId', budget, 'cents', cents, 'count', number)
      else json_build_object('month', month, 'nature', kind, 'type', type,
        'category', category, 'budgetId', budget, 'cents', cents, 'count', number, 'lines', parts) end), '[]')
    from totals);
end $$;

create or replace function private.transactions_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The account that a row left; then the month that it left; then each shared budget that no longer sees it, or sees
  -- it in another month. A budget's record has the number that the row now has, so it comes and goes in one answer.
  with moved as materialized (
    select private.next_version(o.account_id) as number, o.*
    from old_rows o join new_rows n using (transaction_id) join public.accounts a on a.account_id = o.account_id
    where n.account_id <> o.account_id
  ), stayed as (
    select n.version, o.account_id, o.transaction_id, o.transaction_date, o.category_name, o.budget_id, o.nature,
      o.lines, o.created_by, o.created_by_email,
      n.category_name as now_category, n.budget_id as now_budget, n.nature as now_nature, n.lines as now_lines,
      date_trunc('month', n.transaction_date) <> date_trunc('month', o.transaction_date) as left_month
    from old_rows o join new_rows n using (transaction_id, account_id) where n.version <> o.version
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
  where private.is_in_view(v.budget_id, v.category_name, o.nature, o.budget_id, o.category_name, o.lines)
  union all
  select s.account_id, s.version, 'transaction', s.transaction_id, s.transaction_date, v.budget_id, auth.uid(),
    s.created_by, s.created_by_email
  from stayed s join views v using (account_id)
  where private.is_in_view(v.budget_id, v.category_name, s.nature, s.budget_id, s.category_name, s.lines)
    and (s.left_month
      or not private.is_in_view(v.budget_id, v.category_name, s.now_nature, s.now_budget, s.now_category, s.now_lines));
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
  where private.is_in_view(v.budget_id, v.category_name, g.nature, g.budget_id, g.category_name, g.lines);
  perform private.add_to_balances((
    select jsonb_object_agg(account_id, delta) from (
      select account_id, -sum(case type when 'credit' then amount else -amount end) as delta
      from old_rows group by account_id) d));
  perform private.end_statement();
  return null;
end $$;

revoke all on function private.is_in_view, private.scope_lines, private.month_in_account, private.counts_of_account
  from public;
grant execute on function private.scope_lines, private.month_in_account, private.counts_of_account to authenticated;
