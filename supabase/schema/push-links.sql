-- Push: links of lines of files, to which rows give way that only a file has made.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

create type private.way as (
  n bigint,
  row_id uuid,
  import_id uuid,
  other uuid,
  of_schedule boolean
);

-- Links whose key stands for a row that a file has made of the same money, and that nobody has touched since (S69o).
CREATE OR REPLACE FUNCTION private.ways_of_keys(p_operations jsonb, p_keyed private.keyed_operation[])
 RETURNS SETOF private.way
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function private.ways_of_keys(p_operations jsonb, p_keyed private.keyed_operation[]) to authenticated;

-- The same with the caller's rights: only a row that they may delete gives way.
CREATE OR REPLACE FUNCTION private.ways_in(p_operations jsonb, p_keyed private.keyed_operation[])
 RETURNS SETOF private.way
 LANGUAGE plpgsql
AS $function$
declare
  found private.way[] := '{}';
  mine uuid[];
begin
  if exists (select from unnest(p_keyed) k where k.kind = 'patch') then
    found := array(select w from private.ways_of_keys(p_operations, p_keyed) w);
  end if;
  if found = '{}' then return; end if;
  mine := array(
    select t.transaction_id from public.transactions t
    where t.transaction_id = any (array(select other from unnest(found))) for update);
  return query select w.* from unnest(found) w where w.other = any (mine);
end $function$;
grant execute on function private.ways_in(p_operations jsonb, p_keyed private.keyed_operation[]) to authenticated;

-- Deletes the rows that give way to links which stand now. Returns the rows of the other links.
CREATE OR REPLACE FUNCTION private.clear_ways(p_ways private.way[])
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
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
end $function$;
grant execute on function private.clear_ways(p_ways private.way[]) to authenticated;

-- Tells who brought the rows that give way to links which date and category stand instead (S69o).
CREATE OR REPLACE FUNCTION private.tell_of_ways(p_ways private.way[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform private.tell_of_edit((made.client ->> 'userId')::uuid, own.client, '{}', 'transactions',
    (select jsonb_object_agg(f, made.client -> f) from unnest(fields) f),
    (select jsonb_object_agg(f, own.client -> f) from unnest(fields) f))
  from unnest(p_ways) w
    join private.read_rows('transactions', array(select other from unnest(p_ways))) made on made.id = w.other
    join private.read_rows('transactions', array(select row_id from unnest(p_ways))) own on own.id = w.row_id
    cross join lateral (
      select made.client ->> 'category' not in ('Uncategorized', own.client ->> 'category') as other_category) differs
    cross join lateral (select array_remove(array[
      case when made.client ->> 'date' <> own.client ->> 'date' then 'date' end,
      case when other_category then 'category' end,
      case when other_category and own.client ->> 'lines' is not null then 'lines' end], null) as fields) named
  where fields <> '{}';
end $function$;
grant execute on function private.tell_of_ways(p_ways private.way[]) to authenticated;
