-- A sum of many large amounts can be more cents than a device can count exactly (2^53 - 1). A pull with such a sum
-- could not be read. Now a sum stops at the most that a device can count.

create function private.countable(p_dollars numeric) returns bigint
language sql immutable as $$
  select least(p_dollars * 100, 9007199254740991)::bigint
$$;
comment on function private.countable is 'Dollars in cents, at most Number.MAX_SAFE_INTEGER of them.';

create or replace function private.month_totals(p_account uuid, p_budget uuid, p_before date) returns json
language plpgsql stable set plan_cache_mode = 'force_custom_plan' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('month', to_char(first, 'YYYY-MM'), 'type', case type when 'credit' then 'income' else 'expense' end,
      'category', category_name, 'budgetId', budget_id, 'cents', private.countable(dollars), 'count', number)), '[]')
    from (
      -- To a timestamp first: to cut the month out of a date asks for its time zone, for every row.
      select date_trunc('month', transaction_date::timestamp) as first, type, category_name, budget_id, sum(amount) as dollars, count(*) as number
      from private.scope_transactions(p_account, p_budget) where transaction_date < p_before
      group by first, type, category_name, budget_id) lines);
end $$;

create or replace function private.scope_sums(p_account uuid, p_budget uuid, p_head bigint) returns json
language plpgsql stable as $$
begin
  return (
    select json_build_object('head', p_head, 'transactions', count(*),
      'income', private.countable(coalesce(sum(amount) filter (where type = 'credit'), 0)),
      'expenses', private.countable(coalesce(sum(amount) filter (where type = 'debit'), 0)),
      'others', case when p_budget is null then
        (select count(*) from public.categories c where c.account_id = p_account)
        + (select count(*) from public.budgets b where b.account_id = p_account)
        + (select count(*) from public.memberships m where m.account_id = p_account) end)
    from private.scope_transactions(p_account, p_budget));
end $$;

revoke all on function private.countable from public;
grant execute on function private.countable to authenticated, service_role;
