-- A push locked every account that it named, if its user saw anything of it. So somebody who was only invited could
-- stop all writing to an account for as long as their pushes took. Now a push locks the accounts that its user may
-- write. Others it locks for the few things that a guest may do there, and then it is small and waits for nobody.

create function private.operations_of(p_mutations jsonb) returns setof jsonb
language sql immutable as $$
  select op from jsonb_array_elements(p_mutations) m, jsonb_array_elements(m -> 'operations') op
$$;
comment on function private.operations_of is 'The operations of all these mutations.';

create function private.visited_by(p_mutations jsonb) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  budgets text[] := array(select private.my_budget_keys());
  led text[] := array(select private.my_budget_keys('admin'));
  named uuid[];
begin
  return query
    select i.account_id from private.operations_of(p_mutations) op
      join public.invitations i on i.invitation_id = private.as_uuid(op #>> '{arguments,id}')
    where i.status = 'pending' and (
      (op ->> 'name' in ('invitation.accept', 'invitation.decline') and i.email = private.my_email())
      or (op ->> 'name' = 'invitation.revoke' and i.account_id || '/' || i.budget_id = any (led)))
    union
    select m.account_id from private.operations_of(p_mutations) op
      join public.memberships m on m.membership_id = private.as_uuid(op #>> '{arguments,id}')
    where (op ->> 'name' in ('membership.leave', 'membership.remove') and m.user_id = auth.uid())
      or (op ->> 'name' in ('membership.remove', 'membership.change_role')
        and m.account_id || '/' || m.budget_id = any (led));
  if budgets = '{}' then return; end if;
  named := array(select private.as_uuid(coalesce(op ->> 'id', op #>> '{row,id}'))
    from private.operations_of(p_mutations) op where op ->> 'table' = 'transactions');
  return query
    select m.account_id from private.operations_of(p_mutations) op
      join public.memberships m on m.user_id = auth.uid() and m.target = 'budget'
        and m.account_id::text = coalesce(op #>> '{row,accountId}', op #>> '{after,accountId}')
        and m.budget_id::text = coalesce(op #>> '{row,budgetId}', op #>> '{after,budgetId}')
    where op ->> 'table' = 'transactions'
    union
    select t.account_id from public.transactions t
    where t.transaction_id = any (named) and t.created_by = auth.uid()
      and t.account_id || '/' || t.budget_id = any (budgets)
    union
    -- An edit may bring back what they contributed.
    select removed.account_id from unnest(named) one (id), lateral (
      select c.account_id, c.before from private.changes c
      where c.row_id = one.id and c.kind = 'removal' and c.of_table = 'transactions' offset 0) removed
    where removed.before ->> 'userId' = auth.uid()::text
      and removed.account_id || '/' || (removed.before ->> 'budgetId') = any (budgets);
end $$;
comment on function private.visited_by is
  'The accounts in which these mutations do what a guest may: answer an invitation, leave, lead a budget, contribute. '
  'They may be accounts of the caller, too.';

create function private.begin_visit() returns void
language sql as $$
  select set_config('lock_timeout', '200ms', true)
$$;
comment on function private.begin_visit is
  'For who holds an account''s log as a guest. From now on they wait for nobody: else a second push, in an account of '
  'their own, would hold the first one and with it the account.';

create function private.may_hold(p_account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_account = any (nullif(current_setting('carryover.held', true), '')::uuid[]), false)
    or p_account in (select private.my_accounts('member'))
$$;
comment on function private.may_hold is
  'Whether this transaction holds the account''s log already, or its user writes there as a member.';

create function private.hold(p_accounts uuid[]) returns void
language sql as $$
  select set_config('carryover.held',
    (coalesce(nullif(current_setting('carryover.held', true), '')::uuid[], '{}') || p_accounts)::text, true)
$$;
comment on function private.hold is 'Notes that this transaction holds the logs of these accounts.';

drop function private.lock_accounts(uuid[]);
create function private.lock_accounts(p_accounts uuid[], p_mutations jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  written uuid[] := array(select unnest(p_accounts) intersect select private.my_accounts('member'));
  visited uuid[] := '{}';
  one uuid;
begin
  if not p_accounts <@ written then
    visited := private.bearable(p_mutations, array(select private.visited_by(p_mutations) except select unnest(written)));
  end if;
  if visited = '{}' then
    perform from private.account_log where account_id = any (written) order by account_id for update;
  else
    -- One after the other, in the same order: after a log that is held as a guest, this waits for nobody.
    foreach one in array array(select a from unnest(written || visited) a order by a) loop
      perform from private.account_log where account_id = one for update;
      if one = any (visited) then perform private.begin_visit(); end if;
    end loop;
  end if;
  -- After the logs, as the balances are written in the end. Were a savepoint the first to lock them, for a foreign key,
  -- each push would make a multixact.
  perform from public.accounts where account_id = any (written || visited) order by account_id for no key update;
  perform private.hold(written || visited);
end $$;
comment on function private.lock_accounts is
  'Locks those of the accounts that the caller may write, and those in which the mutations do what a guest may. In '
  'sorted order, so that pushes wait for each other and never in a ring (S48f). Raises PT413.';

create or replace function private.open_log(p_account uuid) returns void
language plpgsql as $$
begin
  insert into private.account_log (account_id) values (p_account)
  on conflict (account_id) do update set deleted_at = null, floor = account_log.version, grant_id = gen_random_uuid();
  -- Below the new floor, so no device is told of them any more.
  update private.removals set version = 0 where account_id = p_account and version > 0;
  perform private.hold(array[p_account]);
end $$;

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
      update private.account_log set floor = version, history = now_in where account_id = p_account;
      number := private.number_after_restore(number);
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

create function private.bearable(p_mutations jsonb, p_visited uuid[]) returns uuid[]
language plpgsql stable as $$
declare
  limits record := private.push_limits();
  is_one boolean := jsonb_array_length(p_mutations) = 1;
begin
  if p_visited = '{}' or not exists (
    select from private.operations_of(p_mutations) op
    having count(*) > case when is_one then limits.operations else limits.operations_of_guest end
      or bool_or(private.is_wide(op)))
  then
    return p_visited;
  end if;
  if not is_one then
    perform private.refuse('PT413', 'too_many', 'Too much in one push that writes as a guest of an account.');
  end if;
  return '{}';
end $$;
comment on function private.bearable is
  'The accounts in which these mutations write as those of a guest, if they do not hold them for long. Raises PT413 '
  'otherwise, so that a device sends less. No device makes one mutation of that kind: none, so it is refused.';

create function private.is_wide(p_operation jsonb) returns boolean
language sql immutable as $$
  select coalesce(p_operation ->> 'name' = 'category.rename'
    or (p_operation ->> 'kind' = 'delete' and p_operation ->> 'table' <> 'transactions'), false)
$$;
comment on function private.is_wide is 'Whether an operation may write more rows than the one that it names.';

drop function private.push_limits;
create function private.push_limits(
  out mutations integer, out operations_in_all integer, out operations integer, out refused_units integer,
  out operations_of_guest integer
)
language sql immutable as $$ select 1000, 5000, 1000, 32, 200 $$;
comment on function private.push_limits is
  'mutations: of one request. operations_in_all: of one request with several mutations. operations: of one mutation. '
  'refused_units: after so many of one mutation that is decided apart, its units are tried one by one. '
  'operations_of_guest: of one request with several mutations that writes in an account as a guest.';

create or replace function public.sync_push(p_user uuid, p_schema integer, p_mutations jsonb)
returns jsonb
language plpgsql
set search_path = ''
set statement_timeout = '60s'
set plan_cache_mode = force_generic_plan
as $$
declare
  named record;
  locked uuid[];
  known jsonb;
  batch record;
  mutation jsonb;
  verdicts jsonb[];
  decided jsonb[] := '{}';
  fresh jsonb[] := '{}';
begin
  perform private.check_caller(p_user, p_schema);
  perform private.check_size(p_mutations);
  named := private.find_named(p_mutations);
  locked := named.accounts || private.accounts_of(named.rows, named.called, named.all_owned);
  perform private.lock_accounts(locked, p_mutations);
  if not private.accounts_of(named.rows, named.called, named.all_owned) <@ locked then
    raise serialization_failure using message = 'A row moved to another account at the same moment.';
  end if;
  known := private.known_verdicts(p_mutations);
  perform set_config('carryover.push', 'on', true);
  for batch in select * from private.batches(p_mutations, known) loop
    verdicts := case when batch.together
        and not exists (select from unnest(batch.mutations) m where private.is_too_large(m))
      and not private.names_renamed(batch.mutations, named.accounts)
      then private.push_together(batch.mutations) end;
    if verdicts is null then
      foreach mutation in array batch.mutations loop
        fresh := fresh || private.decide(mutation);
      end loop;
    else
      fresh := fresh || verdicts;
    end if;
    decided := decided || batch.mutations;
  end loop;
  perform private.check_weight(decided, fresh);
  perform private.remember(decided, fresh);
  perform private.settle();
  perform set_config('carryover.push', '', true), set_config('carryover.edited_at', '', true),
    set_config('carryover.device', '', true), set_config('carryover.action', '', true),
    set_config('carryover.undoes', '', true), set_config('carryover.cursors', '', true);
  -- What was decided before, or stands twice, is put in its places.
  if cardinality(fresh) <> jsonb_array_length(p_mutations) then
    known := known || (select coalesce(jsonb_object_agg(v ->> 'id', v), '{}') from unnest(fresh) v);
    fresh := array(select known -> (m ->> 'id') from jsonb_array_elements(p_mutations) m);
  end if;
  return jsonb_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()),
    'verdicts', to_jsonb(fresh));
end $$;

revoke all on function private.operations_of, private.visited_by, private.begin_visit, private.may_hold, private.hold,
  private.lock_accounts, private.bearable, private.is_wide, private.push_limits from public;
grant execute on function private.operations_of, private.lock_accounts, private.push_limits to authenticated;
