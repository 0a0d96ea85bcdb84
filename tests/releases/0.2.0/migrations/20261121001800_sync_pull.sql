-- sync_pull: what is above the device's cursors, of one snapshot (the functions are stable, so every query in them sees
-- what the call saw), as one value. Runs with the rights of the caller.

create function private.my_scopes()
returns table (scope text, account_id uuid, budget_id uuid, role text, grant_id uuid, head bigint, floor bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    with mine as (
      select a.account_id as account, null::uuid as budget, 'owner' as as_role, null::uuid as grant_of
      from public.accounts a where a.owner_id = auth.uid()
      union all
      select m.account_id, m.budget_id, m.role, m.grant_id from public.memberships m
      where m.user_id = auth.uid()
        and (m.target = 'account' or m.account_id <> all (array(select private.my_accounts())))
    )
    select coalesce('budget:' || mine.budget, 'account:' || mine.account), mine.account, mine.budget, mine.as_role,
      coalesce(mine.grant_of, l.grant_id), l.version, l.floor
    from mine join private.account_log l on l.account_id = mine.account
    order by 1;
end $$;
comment on function private.my_scopes is 'What the signed-in user sees: whole accounts, and budgets of accounts that they do not have.';

create function private.removals_above(p_account uuid, p_budget uuid, p_version bigint) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('version', r.version, 'kind', r.kind, 'id', r.row_id, 'date', r.was_date) order by r.version), '[]')
  from private.removals r
  where r.account_id = p_account and r.version > p_version and r.budget_id is not distinct from p_budget
    and exists (select from private.my_scopes() s where s.account_id = p_account and s.budget_id is not distinct from p_budget)
$$;

create function private.scope_transactions(p_account uuid, p_budget uuid) returns setof public.transactions
language sql stable as $$
  select t.* from public.transactions t
  where t.account_id = p_account and (p_budget is null or t.budget_id = p_budget or exists (
    select from public.budgets b left join public.categories c using (category_id)
    where b.budget_id = p_budget and (b.category_id is null or c.name = t.category_name)))
$$;
comment on function private.scope_transactions is 'All of an account, or what one budget covers.';

-- These two are planned with their arguments known; a plan for any scope would sort all its rows.

create function private.month_totals(p_account uuid, p_budget uuid, p_before date) returns json
language plpgsql stable set plan_cache_mode = 'force_custom_plan' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('month', to_char(first, 'YYYY-MM'), 'type', case type when 'credit' then 'income' else 'expense' end,
      'category', category_name, 'budgetId', budget_id, 'cents', (dollars * 100)::bigint, 'count', number)), '[]')
    from (
      -- To a timestamp first: to cut the month out of a date asks for its time zone, for every row.
      select date_trunc('month', transaction_date::timestamp) as first, type, category_name, budget_id, sum(amount) as dollars, count(*) as number
      from private.scope_transactions(p_account, p_budget) where transaction_date < p_before
      group by first, type, category_name, budget_id) lines);
end $$;
comment on function private.month_totals is 'Totals (sync/protocol.ts) of the months before the one that begins at p_before.';

create function private.oldest_month(p_account uuid, p_budget uuid, p_before date, p_room integer) returns date
language plpgsql stable set plan_cache_mode = 'force_custom_plan' as $$
declare
  month date;
begin
  select date_trunc('month', transaction_date::timestamp) into month
  from private.scope_transactions(p_account, p_budget) where transaction_date < p_before
  order by transaction_date desc offset p_room - 1 limit 1;
  return case when exists (select from private.scope_transactions(p_account, p_budget) where transaction_date < month) then month end;
end $$;
comment on function private.oldest_month is
  'Whole months before p_before, newest first, until p_room rows are reached: the first day of the last of them; null when none remains after it.';

create function private.pull_scope(p_scope text, p_cursor jsonb, p_reset boolean, p_room integer, out answer json, out delivered integer)
language plpgsql stable as $$
declare
  s record;
  reset boolean;
  since bigint := 0;
  loaded date := 'infinity';
  oldest date;
  transactions json;
  totals json;
  reached bigint;
  more boolean := false;
begin
  select * into s from private.my_scopes() where scope = p_scope;
  reset := p_reset or p_cursor is null or p_cursor ->> 'grantId' is distinct from s.grant_id::text
    or (p_cursor ->> 'version')::bigint not between s.floor and s.head;
  if not reset then
    since := p_cursor ->> 'version';
    loaded := (p_cursor ->> 'before') || '-01';
  end if;
  -- Months are still missing: what changed in those that are there, and the next ones whole.
  if loaded is not null then
    oldest := private.oldest_month(s.account_id, s.budget_id, loaded, p_room);
  end if;
  select json_build_object('id', json_agg(id), 'version', json_agg(version), 'createdAt', json_agg("createdAt"),
      'type', json_agg(type), 'amount', json_agg(amount), 'date', json_agg(date), 'description', json_agg(description),
      'category', json_agg(category), 'notes', json_agg(notes), 'budgetId', json_agg("budgetId"), 'userId', json_agg("userId"),
      'userEmail', json_agg("userEmail")), max(version), count(*)
    into transactions, reached, delivered from (
    (select (private.to_client(t)).* from private.scope_transactions(s.account_id, s.budget_id) t
      where not reset and t.version > since and (loaded is null or t.transaction_date >= loaded)
      order by t.version limit case when loaded is null then p_room end)
    union all
    (select (private.to_client(t)).* from private.scope_transactions(s.account_id, s.budget_id) t
      where t.transaction_date < loaded and t.transaction_date >= coalesce(oldest, '-infinity')
      order by t.transaction_date desc)) rows;
  if loaded is null then
    more := delivered = p_room
      and exists (select from private.scope_transactions(s.account_id, s.budget_id) t where t.version > reached);
  elsif oldest is not null then
    more := true;
    if reset or since < s.head then totals := private.month_totals(s.account_id, s.budget_id, oldest); end if;
  end if;
  if loaded is not null or not more then reached := s.head; end if;
  answer := json_build_object(
    'scope', s.scope, 'accountId', s.account_id, 'role', s.role, 'reset', reset, 'head', s.head, 'floor', s.floor,
    'removals', case when reset then '[]' else private.removals_above(s.account_id, s.budget_id, since) end,
    'accounts', (select coalesce(json_agg(private.to_client(a)), '[]') from public.accounts a
      where s.budget_id is null and a.account_id = s.account_id and a.version > since),
    'categories', (select coalesce(json_agg(private.to_client(c)), '[]') from public.categories c
      where c.account_id = s.account_id and c.version > since
        and (s.budget_id is null or c.category_id = (select b.category_id from public.budgets b where b.budget_id = s.budget_id))),
    'budgets', (select coalesce(json_agg(private.to_client(b)), '[]') from public.budgets b
      where b.account_id = s.account_id and b.version > since and (s.budget_id is null or b.budget_id = s.budget_id)),
    'memberships', (select coalesce(json_agg(private.to_client(m)), '[]') from public.memberships m
      where m.account_id = s.account_id and m.version > since and (s.budget_id is null or m.budget_id = s.budget_id)),
    'transactions', case when delivered > 0 then transactions end, 'totals', totals,
    'cursor', json_build_object('version', reached, 'grantId', s.grant_id, 'before', to_char(oldest, 'YYYY-MM')),
    'more', more);
end $$;
comment on function private.pull_scope is 'answer: ScopeAnswer of sync/protocol.ts; delivered: its number of transactions, which come field by field.';

-- Everything else is planned once a connection: planning anew under all the policies takes three times as long as finding what
-- a device asks for every day.
create function public.sync_pull(p_user uuid, p_cursors jsonb, p_limit integer default 5000) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  reset_all boolean := p_cursors ->> 'epoch' is distinct from private.epoch()::text;
  room integer := least(greatest(p_limit, 1), 50000);
  one text;
  scope record;
  scopes json[] := '{}';
begin
  perform private.check_caller(p_user, (p_cursors ->> 'protocol')::integer);
  for one in select s.scope from private.my_scopes() s loop
    scope := private.pull_scope(one, p_cursors #> array['scopes', one], reset_all, room);
    room := greatest(room - scope.delivered, 1);
    scopes := scopes || scope.answer;
  end loop;
  return json_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()),
    'scopes', to_json(scopes),
    'invitations', (select coalesce(json_agg(private.to_client(i) order by i.created_at desc), '[]') from public.invitations i
      where i.status = 'pending' and i.expires_at > now()),
    'budgetRoles', (select coalesce(json_agg(json_build_object('budgetId', m.budget_id, 'role', m.role)), '[]') from public.memberships m
      where m.user_id = auth.uid() and m.target = 'budget'));
end $$;
comment on function public.sync_pull is
  'p_cursors: PullCursors, answer: PullAnswer of sync/protocol.ts. p_limit transactions over all scopes, but at least one month or row of each.';

create function public.sync_heads() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(scope, head), '{}') from private.my_scopes()
$$;
comment on function public.sync_heads is 'The cheap question whether anything is new: {scope: head}.';

revoke all on all functions in schema private from public;
revoke all on function public.sync_pull, public.sync_heads from public, anon;
grant execute on function public.sync_pull, public.sync_heads to authenticated;
grant execute on function private.my_scopes, private.removals_above, private.scope_transactions, private.month_totals,
  private.oldest_month, private.pull_scope to authenticated;
