-- Totals of months and sums of scopes, against which devices check theirs.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Of each scope the head, the number of transactions, their sums in cents, and of an account the number of its
-- categories, budgets and memberships (sync/sums.ts) (S32a). income and expenses are of every nature, as v0.1.0 counts.
CREATE OR REPLACE FUNCTION public.sync_sums()
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
declare
  one private.scope;
  scopes text[] := '{}';
  sums json[] := '{}';
begin
  for one in select * from private.my_scopes() loop
    perform private.look_at(one.account_id);
    scopes := scopes || one.scope;
    sums := sums || private.scope_sums(one.account_id, one.budget_id, one.head);
  end loop;
  perform private.look_at(null);
  return (select coalesce(json_object_agg(scope, sum), '{}') from unnest(scopes, sums) summed (scope, sum));
end $function$;
grant execute on function public.sync_sums() to authenticated;

-- In PL/pgSQL because it plans with the arguments known, as month_totals is (S64b).
CREATE OR REPLACE FUNCTION private.scope_sums(p_account uuid, p_budget uuid, p_head bigint)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select json_build_object('head', p_head, 'transactions', count(*),
      'income', private.countable(coalesce(sum(amount) filter (where type = 'credit'), 0)),
      'expenses', private.countable(coalesce(sum(amount) filter (where type = 'debit'), 0)),
      'regular', json_build_object(
        'income', private.countable(coalesce(sum(amount) filter (where type = 'credit' and nature = 'regular'), 0)),
        'expenses', private.countable(coalesce(sum(amount) filter (where type = 'debit' and nature = 'regular'), 0))),
      -- Of these, what is money back. A device that knows no refunds does not look here.
      'refunds', json_build_object(
        'income', private.countable(coalesce(sum(amount) filter (where type = 'credit' and refund), 0)),
        'expenses', private.countable(coalesce(sum(amount) filter (where type = 'debit' and refund), 0))),
      'others', case when p_budget is null then
        (select count(*) from public.categories c where c.account_id = p_account)
        + (select count(*) from public.budgets b where b.account_id = p_account)
        + (select count(*) from public.memberships m where m.account_id = p_account) end)
    from private.scope_transactions(p_account, p_budget));
end $function$;
grant execute on function private.scope_sums(p_account uuid, p_budget uuid, p_head bigint) to authenticated;

-- Totals (sync/protocol.ts) of the months before the one that begins at p_before (S64b, S66g).
CREATE OR REPLACE FUNCTION private.month_totals(p_account uuid, p_budget uuid, p_before date)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  -- To protocol 4, every transaction is income or expense, and whole.
  apart boolean := private.spoken_protocol() >= 5;
  with_refunds boolean := private.spoken_protocol() >= 6;
begin
  return (
    with lines as materialized (
      -- To a timestamp first: to cut the month out of a date asks for its time zone, for every row.
      select date_trunc('month', transaction_date::timestamp)::date as month, transaction_id, type, category_name,
        amount
      from private.scope_lines(p_account, p_budget) where apart and transaction_date < p_before
    ), counted as (
      select month, nature, type, category_name, budget_id, refund, number, dollars, number as parts
      from private.counts_of_account(p_account, p_before) where p_budget is null
      union all
      -- All splits of an account are under one category, without a budget: so says their constraint.
      select month, 'regular', type, 'Split', null, false, 0, -sum(dollars), -count(*)
      from (select month, transaction_id, type, sum(amount) as dollars
        from lines where p_budget is null group by month, transaction_id, type) splits
      group by month, type
      union all
      select date_trunc('month', transaction_date::timestamp)::date, nature, type, category_name, budget_id, refund,
        count(*), coalesce(sum(amount) filter (where lines is null or not apart), 0),
        count(*) filter (where lines is null or not apart)
      from private.scope_transactions(p_account, p_budget) where p_budget is not null and transaction_date < p_before
      group by 1, nature, type, category_name, budget_id, refund
      union all
      select month, 'regular', type, category_name, null, false, 0, sum(amount), count(*)
      from lines group by month, type, category_name
    ), totals as (
      select to_char(month, 'YYYY-MM') as month, case when apart then nature end as kind,
        case type when 'credit' then 'income' else 'expense' end as type, category_name as category,
        budget_id as budget, with_refunds and refund as back, private.countable(sum(dollars)) as cents,
        sum(number) as number, sum(parts) as parts
      from counted group by counted.month, kind, counted.type, category_name, budget_id, back
    )
    -- Nature, refund and lines are left out where they hold their defaults (Total in sync/protocol.ts).
    select coalesce(json_agg(case
      when back then json_build_object('month', month, 'refund', true, 'type', type,
        'category', category, 'budgetId', budget, 'cents', cents, 'count', number)
      when not apart or (kind = 'regular' and parts = number) then json_build_object('month', month, 'type', type,
        'category', category, 'budgetId', budget, 'cents', cents, 'count', number)
      else json_build_object('month', month, 'nature', kind, 'type', type,
        'category', category, 'budgetId', budget, 'cents', cents, 'count', number, 'lines', parts) end), '[]')
    from totals);
end $function$;
grant execute on function private.month_totals(p_account uuid, p_budget uuid, p_before date) to authenticated;

-- The transactions of the months before the one that begins at p_before. Split ones count whole.
CREATE OR REPLACE FUNCTION private.counts_of_account(p_account uuid, p_before date)
 RETURNS TABLE(month date, nature text, type text, category_name text, budget_id uuid, refund boolean, number bigint, dollars numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
      select t.nature, t.type, t.category_name, t.budget_id, t.refund, count(*), sum(t.amount)
      from public.transactions t
      where t.account_id = p_account and t.transaction_date >= m.first
        and t.transaction_date < (m.first + interval '1 month')::date
      group by t.nature, t.type, t.category_name, t.budget_id, t.refund) c;
end $function$;
grant execute on function private.counts_of_account(p_account uuid, p_before date) to authenticated;
