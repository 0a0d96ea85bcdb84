-- sync_sums: what a device compares its replica with when it has nothing better to do and believes to have everything.

create function private.scope_sums(p_account uuid, p_budget uuid, p_head bigint) returns json
language plpgsql stable as $$
begin
  return (
    select json_build_object('head', p_head, 'transactions', count(*),
      'income', (coalesce(sum(amount) filter (where type = 'credit'), 0) * 100)::bigint,
      'expenses', (coalesce(sum(amount) filter (where type = 'debit'), 0) * 100)::bigint,
      'others', case when p_budget is null then
        (select count(*) from public.categories c where c.account_id = p_account)
        + (select count(*) from public.budgets b where b.account_id = p_account)
        + (select count(*) from public.memberships m where m.account_id = p_account) end)
    from private.scope_transactions(p_account, p_budget));
end $$;
comment on function private.scope_sums is 'In PL/pgSQL because it plans with the arguments known, as month_totals is.';

create function public.sync_sums() returns json
language sql stable set search_path = '' as $$
  select coalesce(json_object_agg(scope, private.scope_sums(account_id, budget_id, head)), '{}') from private.my_scopes()
$$;
comment on function public.sync_sums is
  'Of each scope the head, the number of transactions, their income and expenses in cents, and of an account the number of its categories, budgets and memberships (sync/sums.ts).';

revoke all on function private.scope_sums, public.sync_sums from public, anon;
grant execute on function private.scope_sums, public.sync_sums to authenticated;
