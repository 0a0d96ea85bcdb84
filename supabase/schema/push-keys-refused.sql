-- Push: keys of imports and schedules that somebody may not name.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Operations that are refused for their keys. Members name keys of their account, for imports of their own. An id that
-- is made of a name is that of its key, or the push would tell whether another account has such a row.
CREATE OR REPLACE FUNCTION private.strange_keys(p_operations jsonb, p_keyed private.keyed_operation[])
 RETURNS TABLE(n bigint, row_id uuid, code text, reason text, message text)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  mine uuid[] := array(select private.my_accounts('member'));
  strange private.keyed_operation[] := array(
    select k from unnest(p_keyed) k where k.account_id is not null and k.account_id <> all (mine));
  of_others uuid[];
begin
  if strange <> '{}' then
    -- In the words for every row that this person may not add, whatever keys there are.
    return query
      select k.n, k.row_id, said.code, said.reason, said.message
      from unnest(strange) k join (
          select account.id, exists (select from public.accounts a where a.account_id = account.id)
            or exists (select from public.budgets b where b.account_id = account.id) as is_reached
          from (select distinct s.account_id as id from unnest(strange) s) account) reached
        on reached.id = k.account_id
        cross join lateral (select * from (values
          (true, 'PT403', 'forbidden', 'Your role does not allow this.'),
          (false, 'PT404', 'gone', 'The account is not there any more.')) v (reached, code, reason, message)
          where v.reached = is_reached) said
      order by k.n;
  end if;
  return query
    select wrong.n, wrong.row_id, 'PT400', 'invalid', 'The key does not belong to the row.' from (
      select k.n, k.row_id from unnest(p_keyed) k where k.kind not in ('insert', 'patch', 'restore', 'delete')
        or k.import_id is null or (k.kind = 'delete') <> (k.key is null) or not private.is_key(k.key)
      union
      select o.n, (op #>> '{row,id}')::uuid
      from jsonb_array_elements(p_operations) with ordinality o (op, n) left join unnest(p_keyed) k using (n)
      where substr(op #>> '{row,id}', 15, 1) = '5' and op ->> 'table' = 'transactions'
        and (op #>> '{row,id}')::uuid is distinct from extensions.uuid_generate_v5(k.account_id, k.key)) wrong;
  -- Asked once: in the condition below it would be asked again for each row.
  of_others := private.strange_imports(array(
    select jsonb_build_object('id', i.row_id, 'accountId', i.account_id, 'importId', i.import_id)
    from unnest(p_keyed) i where i.kind in ('insert', 'patch') and not i.of_schedule and i.account_id is not null));
  return query
    select k.n, k.row_id, 'PT403', 'forbidden', 'Somebody else made this import, or it is of another account.'
    from unnest(p_keyed) k
    where k.kind in ('insert', 'patch') and not k.of_schedule and k.row_id = any (of_others);
  return query
    select s.* from private.strange_occurrences(p_operations, array(
      select k from unnest(p_keyed) k where k.account_id is null or k.account_id = any (mine))) s;
end $function$;
grant execute on function private.strange_keys(p_operations jsonb, p_keyed private.keyed_operation[]) to authenticated;

-- Operations whose key is of another schedule, or of a file instead of a schedule. Asked under the policy of keys, a
-- server without statistics looks through all keys of the account for each of them.
CREATE OR REPLACE FUNCTION private.keys_of_others(p_keyed private.keyed_operation[])
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  mine uuid[] := array(select private.my_accounts('member'));
begin
  return query
    select k.n from unnest(p_keyed) k join public.import_keys s on s.account_id = k.account_id and s.key = k.key
    where k.account_id = any (mine)
      and (s.of_schedule is distinct from k.of_schedule or (k.of_schedule and s.import_id <> k.import_id));
end $function$;
grant execute on function private.keys_of_others(p_keyed private.keyed_operation[]) to authenticated;

-- Operations that are refused because of the schedule whose occurrence they name. Their authors write in the account.
CREATE OR REPLACE FUNCTION private.strange_occurrences(p_operations jsonb, p_keyed private.keyed_operation[])
 RETURNS TABLE(n bigint, row_id uuid, code text, reason text, message text)
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return query
    select k.n, k.row_id, 'PT400', 'invalid', 'The key does not belong to the row.'
    from unnest(p_keyed) k
    where (k.of_schedule and (k.kind not in ('insert', 'patch')
        or (k.kind = 'insert' and k.row_id is distinct from extensions.uuid_generate_v5(k.account_id, k.key))))
      -- The hash of a schedule is no key of a file, nor of another schedule.
      or k.n in (select private.keys_of_others(p_keyed));
  return query
    select k.n, k.row_id, 'PT404', 'gone', 'The schedule is not there any more.'
    from unnest(p_keyed) k
    where k.of_schedule and not private.has_schedule(k.account_id, k.import_id) and not exists (
      select from jsonb_array_elements(p_operations) op
      where op ->> 'kind' = 'insert' and op ->> 'table' = 'schedules' and op #>> '{row,id}' = k.import_id::text
        and op #>> '{row,accountId}' = k.account_id::text);
end $function$;
grant execute on function private.strange_occurrences(p_operations jsonb, p_keyed private.keyed_operation[]) to authenticated;
