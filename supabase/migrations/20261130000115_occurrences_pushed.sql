-- How pushes link and skip occurrences (S80b, S80d, S80e).

create function private.is_occurrence(p_operation jsonb) returns boolean
language sql immutable as $$
  select coalesce(p_operation ? 'scheduleId' or p_operation ->> 'name' like 'occurrence.%', false)
$$;
comment on function private.is_occurrence is 'Whether an operation is about an occurrence of a schedule.';

create function private.ahead_of_time(p_operations jsonb, p_keyed private.keyed_operation[]) returns bigint[]
language sql stable as $$
  select coalesce(array_agg(k.n), '{}')
  from unnest(p_keyed) k, lateral (select p_operations #>> array[(k.n - 1)::text, 'row', 'date'] as date) op
  -- Somewhere on earth it is tomorrow already.
  where private.is_silent(k) and op.date ~ '^\d{4}-\d{2}-\d{2}$'
    and op.date > to_char((now() at time zone 'utc') + interval '1 day', 'YYYY-MM-DD')
$$;
comment on function private.ahead_of_time is
  'Occurrences that a device with a wrong clock adds before they are due anywhere. They will come on their day (S80j).';

create function private.note_asked(p_mutation jsonb, p_operations jsonb, p_done private.key_done[]) returns void
language plpgsql as $$
declare
  asked uuid[] := array(
    select d.stands_for from unnest(p_done) d, lateral (select p_operations -> (d.n - 1)::integer as op) o
    where d.stands_for is not null and not d.is_deleted and op ->> 'kind' = 'insert' and private.is_occurrence(op));
begin
  if asked = '{}' then return; end if;
  perform private.begin_mutation(p_mutation);
  -- Who made the row needs no note, and must not take the place of who asks after them.
  perform private.raise_clocks('transactions', r.id, '{row}') from private.read_rows('transactions', asked) r
  where private.is_asked_by_none_else(r.clocks)
    and not exists (select from public.transactions t where t.transaction_id = r.id and t.created_by = auth.uid());
end $$;
comment on function private.note_asked is
  'Notes who asks for an occurrence whose row is there already. No undo of another takes it from them (S67n).';

create or replace function private.push_keyed(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $$
declare
  operations jsonb := p_mutation -> 'operations';
  keyed private.keyed_operation[] := array(select k from private.keyed_operations(operations) k);
  counters jsonb := private.counters();
  strange record;
  refused bigint[] := '{}';
  done private.key_done[];
  one private.key_done;
  kept private.kept_of_row;
  dropped bigint[];
  left_out uuid[];
  ways private.way[];
  stays private.outcome := (null, '{}', null, '{}');
  verdict jsonb := jsonb_build_object('id', p_mutation -> 'id', 'status', 'applied', 'versions', '{}'::jsonb);
begin
  for strange in select * from private.strange_keys(operations, keyed) s where s.n <> all (refused) loop
    perform private.refuse_row(strange.row_id, strange.code, strange.reason, strange.message);
    refused := refused || strange.n;
  end loop;
  if refused <> '{}' then
    keyed := array(select k from unnest(keyed) k where k.n <> all (refused));
  end if;
  ways := array(select w from private.ways_in(operations, keyed) w);
  done := array(select d from private.done_already(keyed) d where d.n not in (select n from unnest(ways)))
    || array(select d from private.linked_already(operations, keyed) d where exists (
      select from unnest(keyed) k where k.kind = 'patch'));
  foreach one in array done loop
    if one.is_deleted then
      stays.superseded := 'deleted';
      stays.kept_by := (private.find_removal(one.row_id)).removed_by;
      perform private.note_kept(one.row_id, 'deleted', '{}', stays.kept_by);
    end if;
    if one.version is not null then
      stays.versions := stays.versions || jsonb_build_object(one.account_id,
        greatest(one.version, (stays.versions ->> one.account_id::text)::bigint));
    end if;
  end loop;
  dropped := refused || private.ahead_of_time(operations, keyed) || array(select (d).n from unnest(done) d);
  if dropped <> '{}' then
    p_mutation := p_mutation || jsonb_build_object('operations', private.without_lost_sides(operations, dropped));
    keyed := array(select k from unnest(keyed) k where k.n <> all (dropped));
  end if;
  if p_mutation -> 'operations' <> '[]' then
    perform set_config('carryover.keyed', 'on', true);
    verdict := private.push_sides(p_mutation);
    perform set_config('carryover.keyed', '', true);
    left_out := private.refused_rows();
    if ways <> '{}' then left_out := left_out || private.clear_ways(ways); end if;
    perform private.note_keys(case left_out when '{}' then keyed
      else array(select k from unnest(keyed) k where k.row_id <> all (left_out)) end);
  end if;
  if done <> '{}' then
    for kept in select * from private.kept_by_keys(operations, done) loop
      stays := (coalesce(stays.superseded, 'newer'), stays.kept || kept.kept, coalesce(stays.kept_by, kept.kept_by),
        stays.versions);
      perform private.note_kept(kept.row_id, 'newer', kept.kept, kept.kept_by, kept.other);
    end loop;
    perform private.note_choices(operations, array(select d from unnest(done) d where not private.is_occurrence(
      operations -> (d.n - 1)::integer)));
    perform private.note_asked(p_mutation, operations, done);
  end if;
  verdict := private.with_what_stays(verdict, stays);
  return verdict || jsonb_build_object('versions', (verdict -> 'versions') || private.numbers_since(counters));
end $$;

create or replace function private.ways_of_keys(p_operations jsonb, p_keyed private.keyed_operation[])
 RETURNS SETOF private.way
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
  select k.n, k.row_id, k.import_id, s.row_id, k.of_schedule
  from unnest(p_keyed) k
    join public.import_keys s on s.account_id = k.account_id and s.key = k.key
    cross join lateral (
      select * from public.transactions t where t.transaction_id = s.row_id offset 0) other
    cross join lateral (
      select t.account_id, t.amount, t.type from public.transactions t where t.transaction_id = k.row_id
      union all
      -- The same mutation adds it.
      select private.as_uuid(op #>> '{row,accountId}'), null, private.stored_type(op #>> '{row,type}')
      from jsonb_array_elements(p_operations) op
      where k.of_schedule and op ->> 'kind' = 'insert' and op #>> '{row,id}' = k.row_id::text
        and not exists (select from public.transactions t where t.transaction_id = k.row_id)
      offset 0) own
    left join public.transaction_details d on d.transaction_id = s.row_id
    left join public.transaction_details own_details on own_details.transaction_id = k.row_id
  where k.kind = 'patch' and k.account_id in (select private.my_accounts('member'))
    and p_operations #>> array[(k.n - 1)::text, 'after', 'transferId'] is null
    and s.fate = 'here' and s.row_id <> k.row_id
    and s.row_id = extensions.uuid_generate_v5(s.account_id, s.key)
    and other.account_id = s.account_id and own.account_id = s.account_id
    -- A row of another line is the money of that one.
    and (k.of_schedule or (own_details.import_id is null and other.amount = own.amount and other.lines is null))
    and other.type = own.type and other.nature = 'regular' and other.budget_id is null
    -- A row of a file that took an occurrence's place stays.
    and (not k.of_schedule or d.import_id is null)
    and other.field_clocks - 'row' = '{}' and coalesce(d.field_clocks, '{}') = '{}'
    and coalesce(d.status, 'open') <> 'reconciled'
    -- Of operations with one key, only the first one is carried out.
    and not exists (
      select from unnest(p_keyed) first
      where first.n < k.n and first.key = k.key and first.account_id = k.account_id)
$$;

create or replace function private.clear_ways(p_ways private.way[])
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $$
declare
  linked uuid[] := array(
    select w.row_id from unnest(p_ways) w left join public.transaction_details d on d.transaction_id = w.row_id
    -- The row does not name a schedule. Who may not link it was refused.
    where d.import_id = w.import_id or (w.of_schedule and w.row_id <> all (private.refused_rows())
      and exists (select from public.transactions t where t.transaction_id = w.row_id)));
begin
  -- A device made the row of an occurrence by itself.
  perform private.tell_of_ways(array(
    select w from unnest(p_ways) w where w.row_id = any (linked) and not w.of_schedule));
  delete from public.transactions t
  where t.transaction_id = any (array(select w.other from unnest(p_ways) w where w.row_id = any (linked)));
  return array(select w.row_id from unnest(p_ways) w where w.row_id <> all (linked));
end $$;

create function private.require_member(p_account uuid) returns void
language plpgsql stable as $$
begin
  if p_account in (select private.my_accounts('member')) then return; end if;
  -- In the words for every row that this person may not add.
  if exists (select from public.accounts a where a.account_id = p_account)
    or exists (select from public.budgets b where b.account_id = p_account)
  then
    perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
  end if;
  perform private.refuse('PT404', 'gone', 'The account is not there any more.');
end $$;
comment on function private.require_member is 'Refuses who does not write in the account.';

create function private.note_skip(p_account uuid, p_schedule uuid, p_key text) returns void
language sql security definer set search_path = '' as $$
  insert into public.import_keys (account_id, key, row_id, import_id, fate, made, version, of_schedule)
  select p_account, p_key, extensions.uuid_generate_v5(p_account, p_key), p_schedule, 'deleted', number, number, true
  from (select private.next_version(p_account) as number
    where p_account in (select private.my_accounts('member')) offset 0) log
  on conflict (account_id, key) do update
    set row_id = excluded.row_id, fate = excluded.fate, made = excluded.made, version = excluded.version
    where import_keys.fate = 'reverted' and import_keys.of_schedule
$$;
comment on function private.note_skip is 'The occurrence will not be added: it counts as deleted (S80d).';

create function private.skip_occurrence(p_account uuid, p_schedule uuid, p_key text) returns private.outcome
language plpgsql as $$
declare
  standing public.import_keys;
begin
  perform private.require_member(p_account);
  if not private.is_key(p_key) then
    perform private.refuse('PT400', 'invalid', 'This is no key.');
  elsif not private.has_schedule(p_account, p_schedule) then
    perform private.refuse('PT404', 'gone', 'The schedule is not there any more.');
  end if;
  select * into standing from public.import_keys k where k.account_id = p_account and k.key = p_key;
  if standing.import_id <> p_schedule or not standing.of_schedule then
    perform private.refuse('PT400', 'invalid', 'The key does not belong to the schedule.');
  elsif standing.fate in ('here', 'moved') then
    return ('newer', '{}', coalesce(
        (select t.created_by from public.transactions t where t.transaction_id = standing.row_id),
        (private.find_removal(standing.row_id)).removed_by),
      jsonb_build_object(p_account, standing.version))::private.outcome;
  elsif standing.fate = 'deleted' then
    return (null, '{}', null, jsonb_build_object(p_account, standing.version))::private.outcome;
  end if;
  perform private.note_skip(p_account, p_schedule, p_key);
  return (null, '{}', null, '{}')::private.outcome;
end $$;
comment on function private.skip_occurrence is
  'Skips an occurrence. One that has come already stands, and its author is told (S80d).';

create function private.unskip_occurrence(p_account uuid, p_schedule uuid, p_key text) returns private.outcome
language plpgsql security definer set search_path = '' as $$
begin
  update public.import_keys k set fate = 'reverted', version = private.next_version(p_account)
  where k.account_id = p_account and k.key = p_key and k.import_id = p_schedule and k.of_schedule
    and k.fate = 'deleted' and p_account in (select private.my_accounts('member'));
  return (null, '{}', null, '{}')::private.outcome;
end $$;
comment on function private.unskip_occurrence is
  'A skipped or deleted occurrence may be added again. Of any other nothing changes (S80e).';


create or replace function private.push_call(p_name text, p_arguments jsonb)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $$
declare
  id uuid := p_arguments ->> 'id';
begin
  case p_name
    when 'occurrence.skip' then
      return private.skip_occurrence((p_arguments ->> 'accountId')::uuid, (p_arguments ->> 'scheduleId')::uuid,
        p_arguments ->> 'key');
    when 'occurrence.unskip' then
      perform private.require_member((p_arguments ->> 'accountId')::uuid);
      return private.unskip_occurrence((p_arguments ->> 'accountId')::uuid, (p_arguments ->> 'scheduleId')::uuid,
        p_arguments ->> 'key');
    when 'category.rename' then
      return private.rename_category(p_arguments ->> 'type', p_arguments ->> 'from', p_arguments ->> 'to',
        (p_arguments ->> 'accountId')::uuid);
    when 'category.merge' then
      return private.merge_category(p_arguments ->> 'type', p_arguments ->> 'from', p_arguments ->> 'to',
        (p_arguments ->> 'accountId')::uuid, p_arguments -> 'seen');
    when 'category.unmerge' then
      return private.unmerge_category(p_arguments ->> 'type', (p_arguments ->> 'accountId')::uuid);
    when 'invitation.accept' then
      return (null, '{}', null, private.answer_invitation(id, 'accepted'))::private.outcome;
    when 'invitation.decline' then
      return (null, '{}', null, private.answer_invitation(id, 'declined'))::private.outcome;
    when 'invitation.revoke' then return private.revoke_invitation(id);
    when 'membership.leave' then return private.end_membership(id, true);
    when 'membership.remove' then return private.end_membership(id, false);
    when 'membership.change_role' then return private.change_role(id, p_arguments ->> 'role');
    when 'notice.read' then return private.read_notice(id);
    else raise invalid_parameter_value using message = format('There is no command %L.', p_name);
  end case;
end $$;

create or replace function private.carry_out(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $$
begin
  if jsonb_path_exists(p_mutation,
    '$.operations[*] ? (exists(@.key) || exists(@.scheduleId) || (@.kind == "delete" && exists(@.importId)))')
  then
    return private.push_keyed(p_mutation);
  end if;
  if jsonb_array_length(p_mutation -> 'operations') > 1 then return private.push_sides(p_mutation); end if;
  return private.push_undo(p_mutation);
end $$;

create or replace function private.batches(p_mutations jsonb, p_known jsonb)
 RETURNS TABLE(mutations jsonb[], together boolean)
 LANGUAGE plpgsql
 STABLE
AS $$
declare
  other_work constant jsonpath :=
    '$.operations[*] ? (@.kind != "insert" || @.table != "transactions" || !exists(@.row) || exists(@.key)
      || exists(@.scheduleId))';
begin
  -- A day offline: nothing but new transactions, none of them known.
  if p_known = '{}' and (
    select count(distinct m ->> 'id') = count(*) and not bool_or(jsonb_path_exists(m, other_work))
    from jsonb_array_elements(p_mutations) m
  ) then
    return query select array(select jsonb_array_elements(p_mutations)), jsonb_array_length(p_mutations) > 1;
    return;
  end if;
  return query
    select array_agg(m order by n), adds and count(*) > 1
    from (
      select m, n, adds, n - row_number() over (partition by adds order by n) as island from (
        select distinct on (m ->> 'id') m, n, not jsonb_path_exists(m, other_work) as adds
        from jsonb_array_elements(p_mutations) with ordinality ms (m, n) where not p_known ? (m ->> 'id')
        order by m ->> 'id', n) undecided
      ) islands
    group by adds, island order by min(n);
end $$;

create function private.names_schedules(p_mutation jsonb) returns boolean
language sql immutable as $$
  select exists (select from jsonb_array_elements(p_mutation -> 'operations') op
    where op ->> 'table' = 'schedules' or private.is_occurrence(op))
$$;
comment on function private.names_schedules is 'Whether a mutation is about a schedule or an occurrence.';

create or replace function private.decide(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $$
declare
  reason text;
begin
  if private.is_too_large(p_mutation) then
    perform private.refuse('PT413', 'invalid', 'At most 1,000 operations a mutation.');
  end if;
  if private.spoken_protocol() < 6 and private.names_schedules(p_mutation) then
    perform private.refuse('PT400', 'invalid', 'This version of the app knows no schedules.');
  end if;
  if p_mutation -> 'apart' = 'true' then return private.push_apart(p_mutation); end if;
  return private.carry_out(p_mutation);
exception when others then
  if not private.answers_the_data(sqlstate) then raise; end if;
  get stacked diagnostics reason = pg_exception_detail;
  return private.refusal(sqlstate, reason, sqlerrm) || jsonb_build_object('id', p_mutation -> 'id');
end $$;

revoke all on function private.is_occurrence, private.ahead_of_time, private.note_asked, private.require_member,
  private.note_skip, private.skip_occurrence, private.unskip_occurrence, private.names_schedules from public;
grant execute on function private.is_occurrence, private.ahead_of_time, private.note_asked, private.require_member,
  private.note_skip, private.skip_occurrence, private.unskip_occurrence, private.names_schedules to authenticated;
