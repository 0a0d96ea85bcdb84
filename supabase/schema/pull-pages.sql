-- Pull: which transactions a scope has, and where a page of them ends.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- The transactions that a scope shows as they are: all of an account, or those without lines that one budget covers.
CREATE OR REPLACE FUNCTION private.scope_whole(p_account uuid, p_budget uuid)
 RETURNS SETOF transactions
 LANGUAGE sql
 STABLE
AS $function$
  select t.* from public.transactions t
  where t.account_id = p_account and (p_budget is null or (t.nature = 'regular' and t.lines is null
    and (t.budget_id = p_budget
      or exists (select from public.budgets b
        where b.account_id = p_account and b.budget_id = p_budget and b.category_id is null)
      or private.category_type(t.type, t.refund) || '/' || t.category_name = any (array(
        select c.type || '/' || c.name from public.budgets b join public.categories c using (account_id, category_id)
        where b.account_id = p_account and b.budget_id = p_budget)))))
$function$;
grant execute on function private.scope_whole(p_account uuid, p_budget uuid) to authenticated;

-- All of an account, or what one budget covers (S64c, S66f).
CREATE OR REPLACE FUNCTION private.scope_transactions(p_account uuid, p_budget uuid)
 RETURNS SETOF transactions
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;
grant execute on function private.scope_transactions(p_account uuid, p_budget uuid) to authenticated;

-- reached: the number of the last of p_room transactions that changed since, null when there are fewer; more: whether
-- others follow.
CREATE OR REPLACE FUNCTION private.page_end(p_account uuid, p_budget uuid, p_since bigint, p_room integer, OUT reached bigint, OUT more boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
declare
  numbers bigint[];
begin
  if p_budget is null then
    numbers := array(
      select version from private.scope_whole(p_account, null) where version > p_since
      order by version offset p_room - 1 limit 2);
  else
    numbers := array(
      select version from (
        (select version from private.scope_whole(p_account, p_budget) where version > p_since
          order by version limit p_room + 1)
        union all
        (select version from private.scope_lines(p_account, p_budget) where version > p_since
          group by version order by version limit p_room + 1)) changed
      order by version offset p_room - 1 limit 2);
  end if;
  reached := numbers[1];
  more := cardinality(numbers) = 2;
end $function$;
grant execute on function private.page_end(p_account uuid, p_budget uuid, p_since bigint, p_room integer, OUT reached bigint, OUT more boolean) to authenticated;

-- Whole months before p_before, newest first, until p_room rows are reached: the first day of the last of them; null
-- when none remains after it.
CREATE OR REPLACE FUNCTION private.oldest_month(p_account uuid, p_budget uuid, p_before date, p_room integer)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
declare
  month date;
begin
  if p_budget is null then
    month := private.month_in_account(p_account, p_before, p_room - 1);
    return case when private.month_in_account(p_account, month, 0) is not null then month end;
  end if;
  select date_trunc('month', transaction_date::timestamp) into month from (
    (select transaction_date from private.scope_whole(p_account, p_budget) where transaction_date < p_before
      order by transaction_date desc limit p_room)
    union all
    (select transaction_date from private.scope_lines(p_account, p_budget) where transaction_date < p_before
      group by transaction_id, transaction_date order by transaction_date desc limit p_room)) newest
  order by transaction_date desc offset p_room - 1 limit 1;
  return case when exists (
    select from private.scope_transactions(p_account, p_budget) where transaction_date < month) then month end;
end $function$;
grant execute on function private.oldest_month(p_account uuid, p_budget uuid, p_before date, p_room integer) to authenticated;

-- The month of the newest transaction before p_before, after so many skipped ones.
CREATE OR REPLACE FUNCTION private.month_in_account(p_account uuid, p_before date, p_skipped integer)
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
begin
  if not exists (select from private.my_accounts() mine where mine = p_account) then return null; end if;
  return (
    select date_trunc('month', transaction_date::timestamp)
    from public.transactions where account_id = p_account and transaction_date < p_before
    order by transaction_date desc offset p_skipped limit 1);
end $function$;
grant execute on function private.month_in_account(p_account uuid, p_before date, p_skipped integer) to authenticated;
