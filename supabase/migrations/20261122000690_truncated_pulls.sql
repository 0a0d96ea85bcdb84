-- A truncated answer is the state of one moment: it has all rows and removals up to the number that it reaches, and
-- what each account shows sums to its balance. So removals above that number wait, and those of rows that are still to
-- come wait for their rows.

create function private.removals_between(
  p_account uuid, p_budget uuid, p_since bigint, p_reached bigint, p_truncated boolean, p_delivered uuid[]
) returns json
language sql stable security definer set search_path = '' as $$
  with coming as materialized (
    select t.transaction_id as id from private.scope_transactions(p_account, p_budget) t where p_truncated and t.version > p_reached
  ), fresh as (
    select r.* from private.removals r
    where r.account_id = p_account and r.budget_id is not distinct from p_budget and r.version > p_since
      and (r.version <= p_reached or r.kind <> 'transaction')
  ), held as (
    -- An earlier answer may have held these back: their rows come now, or have been removed again.
    select distinct r.* from (select unnest(p_delivered) union select row_id from fresh where kind = 'transaction') touched (id)
      join private.removals r on r.row_id = touched.id
    where r.account_id = p_account and r.budget_id is not distinct from p_budget and r.kind = 'transaction'
      and r.version between 1 and p_since
  )
  select coalesce(json_agg(json_build_object('version', r.version, 'kind', r.kind, 'id', r.row_id, 'date', r.was_date) order by r.version), '[]')
  from (select * from fresh union all select * from held) r
  where (r.kind <> 'transaction' or not exists (select from coming c where c.id = r.row_id))
    and exists (select from private.my_scopes() s where s.account_id = p_account and s.budget_id is not distinct from p_budget)
$$;
comment on function private.removals_between is
  'The removals that belong to the rows with numbers above p_since and up to p_reached, which are p_delivered; p_truncated: more rows are to come.';

create or replace function private.pull_scope(p_scope text, p_cursor jsonb, p_reset boolean, p_room integer, out answer json, out delivered integer)
language plpgsql stable as $$
declare
  s record;
  reset boolean;
  since bigint := 0;
  loaded date := 'infinity';
  oldest date;
  transactions json;
  changed uuid[];
  totals json;
  reached bigint;
  more boolean := false;
begin
  select * into s from private.my_scopes() where scope = p_scope;
  -- A cursor names the protocol under which its rows were brought; without one it is 4. Once rows have fields that an
  -- older protocol does not have, the first pull under a newer one must bring again, here, the rows in which these
  -- fields are not as a device assumes. So far no protocol has added any.
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
      'userEmail', json_agg("userEmail")), max(version), count(*), array_agg(id) filter (where not reset and version > since)
    into transactions, reached, delivered, changed from (
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
    'removals', case when reset then '[]'
      else private.removals_between(s.account_id, s.budget_id, since, reached, loaded is null and more, changed) end,
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
    'cursor', private.cursor_of(reached, s.grant_id, oldest),
    'more', more);
end $$;

create function private.cursor_of(p_version bigint, p_grant uuid, p_oldest date) returns json
language sql stable as $$
  select case when private.spoken_protocol() < 5
    then json_build_object('version', p_version, 'grantId', p_grant, 'before', to_char(p_oldest, 'YYYY-MM'))
    else json_build_object('version', p_version, 'grantId', p_grant, 'before', to_char(p_oldest, 'YYYY-MM'),
      'protocol', private.spoken_protocol()) end
$$;
comment on function private.cursor_of is 'Cursor of sync/protocol.ts. Protocol 4 does not know `protocol`.';

drop function private.removals_above;

create or replace function public.sync_pull(p_user uuid, p_cursors jsonb, p_limit integer default 5000) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' set statement_timeout = '60s' as $$
declare
  reset_all boolean := p_cursors ->> 'epoch' is distinct from private.epoch()::text;
  room integer := least(greatest(p_limit, 1), 50000);
  one text;
  scope record;
  scopes json[] := '{}';
  invitations json;
  budget_roles json;
begin
  perform private.check_caller(p_user, (p_cursors ->> 'protocol')::integer);
  for one in select s.scope from private.my_scopes() s loop
    scope := private.pull_scope(one, p_cursors #> array['scopes', one], reset_all, room);
    room := greatest(room - scope.delivered, 1);
    scopes := scopes || scope.answer;
  end loop;
  select coalesce(json_agg(private.to_client(i) order by i.created_at desc), '[]') into invitations from public.invitations i
  where i.status = 'pending' and i.expires_at > now();
  select coalesce(json_agg(json_build_object('budgetId', m.budget_id, 'role', m.role)), '[]') into budget_roles
  from public.memberships m where m.user_id = auth.uid() and m.target = 'budget';
  if private.spoken_protocol() < 5 then
    return json_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()),
      'scopes', to_json(scopes), 'invitations', invitations, 'budgetRoles', budget_roles);
  end if;
  return json_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()),
    'scopes', to_json(scopes), 'invitations', invitations, 'budgetRoles', budget_roles, 'notices', private.pulled_notices());
end $$;

revoke all on function private.removals_between, private.cursor_of from public;
grant execute on function private.removals_between, private.cursor_of to authenticated;
