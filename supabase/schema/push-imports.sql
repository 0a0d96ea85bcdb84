-- Push: mutations that name import keys.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Carries out a mutation with operations that name import keys (S69a). Two people may import one file, and a device may
-- import it before it knows what the account has. So operations whose key already stands are taken out, and the verdict
-- says applied or superseded for them. What is left goes on as any mutation, and its keys are written afterwards, for
-- the rows that then stand.
CREATE OR REPLACE FUNCTION private.push_keyed(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
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
end $function$;
grant execute on function private.push_keyed(p_mutation jsonb) to authenticated;

create type private.keyed_operation as (
  n bigint,
  kind text,
  key text,
  row_id uuid,
  account_id uuid,
  import_id uuid,
  again boolean,
  of_schedule boolean
);

-- The operations of a mutation that name an import key, or delete a row of an import, with the account of that key.
CREATE OR REPLACE FUNCTION private.keyed_operations(p_operations jsonb)
 RETURNS SETOF private.keyed_operation
 LANGUAGE sql
 STABLE
AS $function$
  select n, op ->> 'kind', op ->> 'key', row_id,
    -- With the caller's rights. A patch of a row that they may not read is decided without the key.
    -- A later link brings a deleted row back to where it was.
    -- A row that never came, because its key was that of another one, would stand where the key does.
    case op ->> 'kind' when 'patch'
      then coalesce((select t.account_id from public.transactions t where t.transaction_id = row_id),
        (private.removed_transaction(row_id)).account_id,
        (select s.account_id from public.import_keys s
          where s.account_id in (select private.my_accounts()) and s.key = op ->> 'key'
            and extensions.uuid_generate_v5(s.account_id, s.key) = named.row_id),
        -- The same mutation may add a row and give it an occurrence's place.
        private.added_in(p_operations, op, row_id))
      else private.as_uuid(op #>> '{row,accountId}') end,
    coalesce(op ->> 'scheduleId', op #>> '{row,importId}', op #>> '{after,importId}', op ->> 'importId')::uuid,
    coalesce((op ->> 'again')::boolean, false), op ? 'scheduleId'
  from jsonb_array_elements(p_operations) with ordinality o (op, n),
    -- Only a plain value passes the policies of transactions down to the index on the id, and offset makes it one.
    -- Else each link would read its whole account.
    lateral (select coalesce(op ->> 'id', op #>> '{row,id}')::uuid as row_id offset 0) named
  where op ?| '{key,scheduleId}' or (op ->> 'kind' = 'delete' and op ? 'importId')
$function$;
grant execute on function private.keyed_operations(p_operations jsonb) to authenticated;

create type private.key_done as (
  n bigint,
  account_id uuid,
  row_id uuid,
  version bigint,
  is_deleted boolean,
  stands_for uuid
);

-- Operations that need not be done: the account has the row, or had it and gave it away, or it was deleted and nobody
-- asks for it again, which a link does not do, or the mutation names its key twice, or takes an import back that did
-- not bring the row.
CREATE OR REPLACE FUNCTION private.done_already(p_keyed private.keyed_operation[])
 RETURNS SETOF private.key_done
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  mine uuid[] := array(select private.my_accounts('member'));
begin
  return query
    -- A device adds occurrences by itself, and nobody is told of those that stand, were deleted or skipped (S80c).
    select k.n, k.account_id, k.row_id, s.version, s.fate = 'deleted' and not private.is_silent(k),
      case when not private.is_silent(k) then s.row_id end
    from unnest(p_keyed) k join public.import_keys s on s.account_id = k.account_id and s.key = k.key
    where k.account_id = any (mine)
      and case k.kind when 'insert' then s.fate in ('here', 'moved') or (s.fate = 'deleted' and not k.again)
        when 'patch' then (s.fate in ('here', 'moved') and s.row_id <> k.row_id) or (s.fate = 'deleted'
          and not exists (select from public.transactions t where t.transaction_id = k.row_id)) end
    union all
    select k.n, k.account_id, k.row_id, t.version, false, case when not private.is_silent(k) then k.row_id end
    from unnest(p_keyed) k join public.transactions t on t.transaction_id = k.row_id
    where k.account_id = any (mine) and k.kind = 'insert' and t.account_id = k.account_id
    union all
    select twice.n, twice.account_id, twice.row_id, null, false, case when not twice.silent then twice.first end from (
      select k.n, k.account_id, k.row_id, private.is_silent(k) as silent, row_number() over named as nth,
        first_value(k.row_id) over named as first
      from unnest(p_keyed) k where k.kind <> 'delete' window named as (partition by k.account_id, k.key order by k.n)
      ) twice
    where nth > 1
    union all
    select k.n, t.account_id, k.row_id, t.version, false, null
    from unnest(p_keyed) k join public.transactions t on t.transaction_id = k.row_id
      left join public.transaction_details d on d.transaction_id = t.transaction_id
    where k.kind = 'delete' and t.account_id = any (mine) and d.import_id is distinct from k.import_id
    union all
    -- A link writes nothing in its row, so it does not bring it back.
    select k.n, k.account_id, k.row_id, removal.version, true, null
    from unnest(p_keyed) k cross join lateral (
      select max(r.version) as version from private.removals r
      where r.row_id = k.row_id and r.account_id = k.account_id and r.kind = 'transaction' and r.budget_id is null
    ) removal
    where k.of_schedule and k.kind = 'patch' and k.account_id = any (mine) and removal.version is not null
      and not exists (select from public.transactions t where t.transaction_id = k.row_id)
      -- Unless the same mutation adds it again.
      and not exists (select from unnest(p_keyed) i where i.kind = 'insert' and i.row_id = k.row_id);
end $function$;
grant execute on function private.done_already(p_keyed private.keyed_operation[]) to authenticated;

-- Links of rows of a file whose two rows already are sides of one transfer: both rows, as they stand.
CREATE OR REPLACE FUNCTION private.linked_already(p_operations jsonb, p_keyed private.keyed_operation[])
 RETURNS SETOF private.key_done
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  -- With the caller's rights. Nobody learns whether a row that they may not read is a side.
  return query
    with sides as (
      select o.n, private.as_uuid(op ->> 'id') as row_id, op #>> '{after,transferId}' as transfer_id
      from jsonb_array_elements(p_operations) with ordinality o (op, n)
      where op ->> 'kind' = 'patch' and op #>> '{after,transferId}' is not null
    )
    select k.n, side.account_id, side.transaction_id, side.version, false, null::uuid
    from unnest(p_keyed) k join sides s on s.n = k.n
      join sides o on o.transfer_id = s.transfer_id and o.row_id <> s.row_id
      join public.import_keys i on i.account_id = k.account_id and i.key = k.key and i.row_id = k.row_id
      join public.transactions t on t.transaction_id = s.row_id
      join public.transactions other on other.transaction_id = o.row_id and other.transfer_id = t.transfer_id
      cross join lateral (values (t.account_id, t.transaction_id, t.version),
        (other.account_id, other.transaction_id, other.version)) side (account_id, transaction_id, version)
    where i.fate = 'here';
end $function$;
grant execute on function private.linked_already(p_operations jsonb, p_keyed private.keyed_operation[]) to authenticated;

create type private.kept_of_row as (
  row_id uuid,
  kept jsonb,
  kept_by uuid,
  other uuid
);

-- What stands instead of what operations ask for that need not be done, and by whose deed. other: the row of the key.
CREATE OR REPLACE FUNCTION private.kept_by_keys(p_operations jsonb, p_done private.key_done[])
 RETURNS SETOF private.kept_of_row
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return query
    with done as (
      -- What the account had before goes before what the mutation names twice.
      select distinct on (n) d.row_id, d.stands_for, d.is_deleted, o.op, op ->> 'kind' as kind,
        op #>> '{after,transferId}' as transfer_id
      from unnest(p_done) d join jsonb_array_elements(p_operations) with ordinality o (op, n) using (n)
      where d.stands_for is not null order by n, d.version is null, d.stands_for = d.row_id
    ), lost as (
      -- The other side of a link that was not made stays as it is.
      select private.as_uuid(o.op ->> 'id') as row_id, o.op, d.stands_for
      from jsonb_array_elements(p_operations) with ordinality o (op, n) join done d
        on d.kind = 'patch' and d.transfer_id = o.op #>> '{after,transferId}'
      where o.op ->> 'kind' = 'patch' and o.n not in (select n from unnest(p_done))
    ), standing as materialized (
      select r.* from private.read_rows('transactions', array(
        select row_id from done union select stands_for from done union select row_id from lost)) r
    ), added as (
      select d.row_id, d.stands_for, s.client, s.clocks, array_remove(array[
        case when s.client -> 'amount' <> d.op #> '{row,amount}' or s.client -> 'type' <> d.op #> '{row,type}'
          then 'amount' end,
        case when s.client -> 'type' <> d.op #> '{row,type}' then 'type' end,
        case when s.client -> 'date' <> d.op #> '{row,date}' then 'date' end], null) as differs
      from done d left join standing s on s.id = d.stands_for where d.kind = 'insert' and not d.is_deleted
    )
    select a.row_id,
      case when 'amount' = any (differs) then jsonb_build_object('amount', client -> 'amount', 'type', client -> 'type')
        else '{}' end
      || case when 'date' = any (differs) then jsonb_build_object('date', client -> 'date') else '{}' end,
      case when client is null then (private.find_removal(a.stands_for)).removed_by
        else (private.latest_clock(clocks, differs, client)).author end,
      case when client is not null then nullif(a.stands_for, a.row_id) end
    -- What went to another account, where this person does not see it, may be anything.
    from added a where differs <> '{}' or client is null
    union all
    select linked.row_id, coalesce((
        select jsonb_object_agg(key, r.client -> key) from jsonb_each(op -> 'after')
        where r.client ? key and r.client -> key <> value and (linked.names_all or key = any (
          array['amount', 'type', 'category', 'lines', 'nature', 'transferId']))), '{}'),
      case when s.client is null then (private.find_removal(stands_for)).removed_by
        else (s.client ->> 'userId')::uuid end,
      case when linked.names_all then s.id end
    from (
      select row_id, op, stands_for, true as names_all from done
      where kind = 'patch' and stands_for <> row_id and not is_deleted
      union all select row_id, op, stands_for, false from lost) linked
      left join standing r on r.id = linked.row_id left join standing s on s.id = linked.stands_for
    where linked.names_all or r.id is not null;
end $function$;
grant execute on function private.kept_by_keys(p_operations jsonb, p_done private.key_done[]) to authenticated;

-- The operations that are left (S70a, S70b). A side whose other side need not be made is regular, because no side
-- stands alone.
CREATE OR REPLACE FUNCTION private.without_lost_sides(p_operations jsonb, p_dropped bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  with named as (
    select n, op, coalesce(op #>> '{row,transferId}', op #>> '{after,transferId}') as transfer_id
    from jsonb_array_elements(p_operations) with ordinality o (op, n)
  ), lost as (
    select transfer_id from named where n = any (p_dropped) and transfer_id is not null
  )
  -- Nothing is left of a link of a row that is gone.
  select coalesce(jsonb_agg(meant order by n) filter (where meant is not null), '[]') from (
    select n, case when transfer_id is null or transfer_id not in (select l.transfer_id from lost l) then op
      when op ? 'row' then jsonb_set(op, '{row}', (op -> 'row') || '{"nature": "regular", "transferId": null}')
      else private.without_shared(op) end as meant
    from named where n <> all (p_dropped)) meant
$function$;
grant execute on function private.without_lost_sides(p_operations jsonb, p_dropped bigint[]) to authenticated;

-- The rows of these operations have these keys from now on, if they stand (S69a, S69e). It runs after the operations,
-- because only then is it known which rows stand, and under which numbers. Only links and restores send the key to
-- devices under a number of its own; an added row brings the key with its own number.
CREATE OR REPLACE FUNCTION private.note_keys(p_keyed private.keyed_operation[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine uuid[] := array(select private.my_accounts('member'));
begin
  with numbered as materialized (
    select account_id, private.next_version(account_id) as number
    from (select distinct k.account_id from unnest(p_keyed) k where k.kind in ('patch', 'restore') offset 0) accounts
    where account_id = any (mine)
  )
  insert into public.import_keys (account_id, key, row_id, import_id, fate, made, version, of_schedule)
  select k.account_id, k.key, k.row_id, k.import_id, 'here', t.version,
    case k.kind when 'insert' then t.version else n.number end, k.of_schedule
  -- One row after the other, by its id: the planner would go through all rows of the account.
  from unnest(p_keyed) k cross join lateral (
      select t.account_id, t.version from public.transactions t where t.transaction_id = k.row_id offset 0) t
    left join numbered n on n.account_id = k.account_id
  where t.account_id = k.account_id and k.account_id = any (mine)
    -- Who may not name the import brings the row back without it.
    and (k.kind <> 'restore' or exists (
      select from public.transaction_details d where d.transaction_id = k.row_id and d.import_id = k.import_id))
  on conflict (account_id, key) do update
    set row_id = excluded.row_id, import_id = excluded.import_id, fate = excluded.fate, made = excluded.made,
      version = excluded.version;
end $function$;
grant execute on function private.note_keys(p_keyed private.keyed_operation[]) to authenticated;

-- Notes who asks for an occurrence whose row is there already. No undo of another takes it from them (S67n).
CREATE OR REPLACE FUNCTION private.note_asked(p_mutation jsonb, p_operations jsonb, p_done private.key_done[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;
grant execute on function private.note_asked(p_mutation jsonb, p_operations jsonb, p_done private.key_done[]) to authenticated;
