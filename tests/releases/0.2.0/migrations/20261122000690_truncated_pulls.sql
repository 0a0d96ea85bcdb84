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
