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
  done record;
  dropped bigint[] := '{}';
  stays private.outcome := (null, '{}', null, '{}');
  verdict jsonb := jsonb_build_object('id', p_mutation -> 'id', 'status', 'applied', 'versions', '{}'::jsonb);
begin
  perform private.check_keyed(operations, keyed);
  for done in
    select * from private.done_already(keyed)
    union all select * from private.linked_already(operations, keyed) where exists (
      select from unnest(keyed) k where k.kind = 'patch')
  loop
    dropped := dropped || done.n;
    if done.is_deleted then
      stays.superseded := 'deleted';
      stays.kept_by := (private.find_removal(done.row_id)).removed_by;
    end if;
    if done.version is not null then
      stays.versions := stays.versions || jsonb_build_object(done.account_id,
        greatest(done.version, (stays.versions ->> done.account_id::text)::bigint));
    end if;
  end loop;
  if dropped <> '{}' then
    operations := private.without_lost_sides(operations, dropped);
    keyed := array(select k from unnest(keyed) k where k.n <> all (dropped));
    p_mutation := p_mutation || jsonb_build_object('operations', operations);
  end if;
  if operations <> '[]' then
    perform set_config('carryover.keyed', 'on', true);
    verdict := private.push_sides(p_mutation);
    perform set_config('carryover.keyed', '', true), private.note_keys(keyed);
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
  again boolean
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
            and extensions.uuid_generate_v5(s.account_id, s.key) = named.row_id))
      else private.as_uuid(op #>> '{row,accountId}') end,
    coalesce(op #>> '{row,importId}', op #>> '{after,importId}', op ->> 'importId')::uuid,
    coalesce((op ->> 'again')::boolean, false)
  from jsonb_array_elements(p_operations) with ordinality o (op, n),
    -- Only a plain value passes the policies of transactions down to the index on the id, and offset makes it one.
    -- Else each link would read its whole account.
    lateral (select coalesce(op ->> 'id', op #>> '{row,id}')::uuid as row_id offset 0) named
  where op ? 'key' or (op ->> 'kind' = 'delete' and op ? 'importId')
$function$;
grant execute on function private.keyed_operations(p_operations jsonb) to authenticated;

-- Refuses keys that the caller may not name: only members name keys of their account, and others are refused in the
-- words for any row that they may not add (S69f). An id that is made of a name must be that of its key and account
-- (S69g). Otherwise a refusal would tell whether another account has such a row.
CREATE OR REPLACE FUNCTION private.check_keyed(p_operations jsonb, p_keyed private.keyed_operation[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  strange uuid;
begin
  select k.account_id into strange from unnest(p_keyed) k
  where k.account_id is not null and k.account_id not in (select private.my_accounts('member')) limit 1;
  if strange is not null then
    -- In the words for every row that this person may not add, whatever keys there are.
    if exists (select from public.accounts a where a.account_id = strange)
      or exists (select from public.budgets b where b.account_id = strange)
    then
      perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
    end if;
    perform private.refuse('PT404', 'gone', 'The account is not there any more.');
  end if;
  if exists (
    select from unnest(p_keyed) k where k.kind not in ('insert', 'patch', 'restore', 'delete')
      or k.import_id is null or (k.kind = 'delete') <> (k.key is null) or not private.is_key(k.key))
    or exists (
      select from jsonb_array_elements(p_operations) with ordinality o (op, n) left join unnest(p_keyed) k using (n)
      where substr(op #>> '{row,id}', 15, 1) = '5' and op ->> 'table' = 'transactions'
        and (op #>> '{row,id}')::uuid is distinct from extensions.uuid_generate_v5(k.account_id, k.key))
  then
    perform private.refuse('PT400', 'invalid', 'The key does not belong to the row.');
  end if;
end $function$;
grant execute on function private.check_keyed(p_operations jsonb, p_keyed private.keyed_operation[]) to authenticated;

-- Operations that need not be done, because a key stands for one row for ever (S69a). The account has the row, or had
-- it and gave it away. Or it was deleted, and nobody asks for it again, which a link does not do (S69b). Or the
-- mutation names its key twice, or takes an import back that did not bring the row (S69j).
CREATE OR REPLACE FUNCTION private.done_already(p_keyed private.keyed_operation[])
 RETURNS TABLE(n bigint, account_id uuid, row_id uuid, version bigint, is_deleted boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  mine uuid[] := array(select private.my_accounts('member'));
begin
  return query
    select k.n, k.account_id, k.row_id, s.version, s.fate = 'deleted'
    from unnest(p_keyed) k join public.import_keys s on s.account_id = k.account_id and s.key = k.key
    where k.account_id = any (mine)
      and case k.kind when 'insert' then s.fate in ('here', 'moved') or (s.fate = 'deleted' and not k.again)
        when 'patch' then (s.fate in ('here', 'moved') and s.row_id <> k.row_id) or (s.fate = 'deleted'
          and not exists (select from public.transactions t where t.transaction_id = k.row_id)) end
    union all
    select k.n, k.account_id, k.row_id, t.version, false
    from unnest(p_keyed) k join public.transactions t on t.transaction_id = k.row_id
    where k.account_id = any (mine) and k.kind = 'insert' and t.account_id = k.account_id
    union all
    select twice.n, twice.account_id, null, null, false from (
      select k.n, k.account_id, row_number() over (partition by k.account_id, k.key order by k.n) as nth
      from unnest(p_keyed) k where k.kind <> 'delete') twice
    where nth > 1
    union all
    select k.n, t.account_id, k.row_id, t.version, false
    from unnest(p_keyed) k join public.transactions t on t.transaction_id = k.row_id
      left join public.transaction_details d on d.transaction_id = t.transaction_id
    where k.kind = 'delete' and t.account_id = any (mine) and d.import_id is distinct from k.import_id;
end $function$;
grant execute on function private.done_already(p_keyed private.keyed_operation[]) to authenticated;

-- Links of rows of a file whose two rows already are sides of one transfer: both rows, as they stand (S70d).
CREATE OR REPLACE FUNCTION private.linked_already(p_operations jsonb, p_keyed private.keyed_operation[])
 RETURNS TABLE(n bigint, account_id uuid, row_id uuid, version bigint, is_deleted boolean)
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
    select k.n, side.account_id, side.transaction_id, side.version, false
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
  insert into public.import_keys (account_id, key, row_id, import_id, fate, made, version)
  select k.account_id, k.key, k.row_id, k.import_id, 'here', t.version,
    case k.kind when 'insert' then t.version else n.number end
  -- One row after the other, by its id: the planner would go through all rows of the account.
  from unnest(p_keyed) k cross join lateral (
      select t.account_id, t.version from public.transactions t where t.transaction_id = k.row_id offset 0) t
    left join numbered n on n.account_id = k.account_id
  where t.account_id = k.account_id and k.account_id = any (mine)
  on conflict (account_id, key) do update
    set row_id = excluded.row_id, import_id = excluded.import_id, fate = excluded.fate, made = excluded.made,
      version = excluded.version;
end $function$;
grant execute on function private.note_keys(p_keyed private.keyed_operation[]) to authenticated;
