-- A device may miss a restore, and then meet the next one. What it has from the history between is lost as well, though
-- the floor of the last restore is above it. So each log remembers the numbers that it never gave in this history
-- (S62d).

alter table private.account_log add column skipped int8multirange not null default '{}';
comment on column private.account_log.skipped is
  'The numbers that restores left out: those that the log gave in a history that was lost, and more.';

-- The next number of an account's log; locks the log when it is the transaction's first (S62b, S62c, S62d). The first
-- one after a restore sets the floor.
create or replace function private.next_version(p_account uuid) returns bigint
language plpgsql as $$
declare
  counters jsonb := coalesce(nullif(current_setting('carryover.counters', true), ''), '{}');
  number bigint := counters ->> p_account::text;
  visits text := nullif(current_setting('carryover.visiting', true), '');
  written_in text;
  now_in text;
  gathered text;
  visiting boolean;
begin
  if number is null then
    visiting := auth.uid() is not null and not private.may_hold(p_account);
    -- A push has locked all that it may write. Row-level security would refuse the rest in the same words.
    if visiting and private.pushing() then
      raise insufficient_privilege using message = 'Your role does not allow this.';
    end if;
    select l.version, l.history into number, written_in from private.account_log l where l.account_id = p_account for update;
    -- There is no such account: RLS refuses the row, or its foreign key does.
    if not found then return 0; end if;
    if visiting and visits is null then
      perform private.begin_visit();
      visits := '0';
    end if;
    now_in := private.history();
    if written_in is distinct from now_in then
      number := private.skip_numbers(p_account, now_in);
    end if;
  end if;
  -- A push is bounded before it begins (private.bearable); this bounds the table API.
  if visits is not null then
    if visits::integer >= (private.push_limits()).operations then
      perform private.refuse('PT413', 'invalid', 'Too many rows at once for a guest of an account.');
    end if;
    gathered := set_config('carryover.visiting', (visits::integer + 1)::text, true);
  end if;
  number := number + 1;
  -- Assigned, not performed: an expression, and no query for each row.
  gathered := set_config('carryover.counters', (counters || jsonb_build_object(p_account, number))::text, true);
  return number;
end $$;

create function private.skip_numbers(p_account uuid, p_history text) returns bigint
language sql as $$
  update private.account_log l
  set floor = l.version, history = p_history, skipped =
    l.skipped + int8multirange(int8range(l.version, n.number, '(]'))
  from (
    select private.number_after_restore(o.version) as number from private.account_log o where o.account_id = p_account) n
  where l.account_id = p_account
  returning n.number
$$;
revoke all on function private.skip_numbers(uuid, text) from public;
comment on function private.skip_numbers is
  'Begins a log anew in another history, above every number that it ever gave. Returns where it goes on.';

create function private.agreed(p_account uuid, p_floor bigint, p_cursor bigint) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(min(lower(r.numbers) - 1), p_floor)
  from private.account_log l, unnest(l.skipped) r (numbers)
  where l.account_id = p_account and r.numbers @> p_cursor
$$;
comment on function private.agreed is
  'Up to which number a device agrees with a log that was restored: the number before the skipped ones among which '
  'its cursor is, or else the floor.';
revoke all on function private.agreed(uuid, bigint, bigint) from public;
grant execute on function private.agreed(uuid, bigint, bigint) to authenticated;

create or replace function public.change_epoch() returns uuid
language sql security definer set search_path = '' set statement_timeout = '60s' as $$
  update private.account_log l
  set floor = l.version, version = n.number, history = private.history(),
    skipped = l.skipped + int8multirange(int8range(l.version, n.number, '(]'))
  from (select o.account_id, private.number_after_restore(o.version) as number from private.account_log o) n
  where l.account_id = n.account_id;
  update private.server set epoch = gen_random_uuid(), history = private.history() where one returning epoch
$$;

create or replace function public.sync_pull(p_user uuid, p_cursors jsonb, p_limit integer default 5000) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set statement_timeout = '60s' as $$
declare
  reset_all boolean := p_cursors ->> 'epoch' is distinct from private.epoch()::text;
  room integer := least(greatest(p_limit, 1), 50000);
  one private.scope;
  known jsonb;
  pulled record;
  scopes json[] := '{}';
  invitations json;
  budget_roles json;
begin
  perform private.check_caller(p_user, (p_cursors ->> 'protocol')::integer);
  for one in select * from private.my_scopes() loop
    perform private.look_at(one.account_id);
    known := p_cursors #> array['scopes', one.scope];
    if reset_all then
      one.floor := private.agreed(one.account_id, one.floor, (known ->> 'version')::bigint);
    end if;
    pulled := private.pull_scope(one, known, reset_all, room);
    room := greatest(room - pulled.delivered, 1);
    scopes := scopes || pulled.answer;
  end loop;
  perform private.look_at(null);
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
