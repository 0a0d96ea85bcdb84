-- Push: mutations that are decided apart, unit by unit.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Decides on each unit of a mutation by itself. Operations on other tables are refused with the whole mutation.
CREATE OR REPLACE FUNCTION private.push_apart(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  operations jsonb[] := array(select op from jsonb_array_elements(p_mutation -> 'operations') op);
  of_others jsonb[] := array(select op from unnest(operations) op where not private.is_of_transaction(op));
  of_rows jsonb[] := case when of_others = '{}' then operations
    else array(select op from unnest(operations) op where private.is_of_transaction(op)) end;
  -- An import, a reconciliation or an account goes after its rows.
  ends jsonb[] := array(select op from unnest(of_others) op where op ->> 'kind' = 'delete');
  first jsonb[] := array(select op from unnest(of_others) op where op ->> 'kind' is distinct from 'delete');
  counters jsonb := private.counters();
  versions jsonb := '{}';
  untaken jsonb;
begin
  perform set_config('carryover.untaken', '[', true), set_config('carryover.refused_alone', '', true);
  if first <> '{}' then
    versions := private.carry_out(p_mutation || jsonb_build_object('operations', to_jsonb(first))) -> 'versions';
  end if;
  if of_rows <> '{}' then
    perform private.begin_mutation(p_mutation);
    versions := versions || private.push_units(p_mutation, array(
      select u from private.units_in(of_rows) u));
    perform set_config('carryover.bound', '', true);
  end if;
  if ends <> '{}' then
    versions := versions
      || (private.carry_out(p_mutation || jsonb_build_object('operations', to_jsonb(ends))) -> 'versions');
  end if;
  if current_setting('carryover.untaken') <> '[' then
    untaken := private.rows_not_taken(p_mutation -> 'operations');
  end if;
  perform set_config('carryover.untaken', '', true);
  return jsonb_build_object('id', p_mutation -> 'id', 'status', 'applied',
      'versions', versions || private.numbers_since(counters))
    || case when untaken is null then '{}' else jsonb_build_object('notTaken', untaken) end;
end $function$;
grant execute on function private.push_apart(p_mutation jsonb) to authenticated;

-- Carries out the units that are not refused; their operations stand together. p_raises: one of them is refused.
-- Returns the numbers of what stands.
CREATE OR REPLACE FUNCTION private.push_units(p_mutation jsonb, p_operations private.unit_operation[], p_raises boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  -- Where each unit begins, and where the last one ends.
  starts integer[] := array(
    select place::integer from (
      select place, unit <> lag(unit, 1, 0::bigint) over (order by place) as begins
      from unnest(p_operations) with ordinality o (n, unit, row_id, transfer_id, key, op, place)) places
    where begins order by place) || cardinality(p_operations) + 1;
  size integer := cardinality(starts) - 1;
  part integer;
  refused_before integer;
  versions jsonb := '{}';
  reason text;
begin
  if size = 1 or not p_raises then
    begin
      return private.carry_out_units(p_mutation, p_operations, size = 1);
    exception when others then
      if not private.answers_the_data(sqlstate) then raise; end if;
      get stacked diagnostics reason = pg_exception_detail;
      reason := private.refusal(sqlstate, reason, sqlerrm) ->> 'reason';
    end;
  end if;
  if size = 1 then
    perform private.refuse_unit(p_operations, reason);
    return '{}';
  end if;
  part := private.part_size(size);
  refused_before := private.refused_alone();
  for at in 1 .. size by part loop
    -- If nothing before the last part raises, something in that does.
    versions := versions || private.push_units(p_mutation,
      p_operations[starts[at] : starts[least(at + part, size + 1)] - 1],
      at + part > size and private.refused_alone() = refused_before);
  end loop;
  return versions;
end $function$;
grant execute on function private.push_units(p_mutation jsonb, p_operations private.unit_operation[], p_raises boolean) to authenticated;

-- Carries out all operations of a mutation and returns the verdict, or raises.
CREATE OR REPLACE FUNCTION private.carry_out(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  if jsonb_path_exists(p_mutation,
    '$.operations[*] ? (exists(@.key) || exists(@.scheduleId) || (@.kind == "delete" && exists(@.importId)))')
  then
    return private.push_keyed(p_mutation);
  end if;
  if jsonb_array_length(p_mutation -> 'operations') > 1 then return private.push_sides(p_mutation); end if;
  return private.push_undo(p_mutation);
end $function$;
grant execute on function private.carry_out(p_mutation jsonb) to authenticated;

-- Carries out these units as one set and returns the numbers of what stands, or raises. p_is_one: a unit that goes
-- alone is refused whole.
CREATE OR REPLACE FUNCTION private.carry_out_units(p_mutation jsonb, p_operations private.unit_operation[], p_is_one boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
begin
  -- A unit that goes alone is refused whole. Of several, a row that shares its unit with others is.
  perform set_config('carryover.bound', case when p_is_one then '' else array(
    select o.row_id from (select row_id, count(*) over (partition by unit) as size from unnest(p_operations)) o
    where size > 1)::text end, true);
  -- To write all operations once more would take half as long as what they do.
  if cardinality(p_operations) < jsonb_array_length(p_mutation -> 'operations') then
    p_mutation := p_mutation || jsonb_build_object('operations', (
      select jsonb_agg(op order by n) from unnest(p_operations)));
  end if;
  return private.carry_out(p_mutation) -> 'versions';
end $function$;
grant execute on function private.carry_out_units(p_mutation jsonb, p_operations private.unit_operation[], p_is_one boolean) to authenticated;

create type private.unit_operation as (
  n bigint,
  unit bigint,
  row_id uuid,
  transfer_id text,
  key text,
  op jsonb
);

-- Operations on transactions, one unit after the other.
CREATE OR REPLACE FUNCTION private.units_in(p_operations jsonb[])
 RETURNS SETOF private.unit_operation
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  named private.unit_operation[] := array(
    select row(n, n, coalesce(op ->> 'id', op #>> '{row,id}')::uuid, coalesce(op #>> '{row,transferId}',
      op #>> '{after,transferId}', op #>> '{before,transferId}'), op ->> 'key', op)::private.unit_operation
    from unnest(p_operations) with ordinality o (op, n) order by n);
  found private.unit_operation[] := array(select s from private.with_sides(named) s order by s.n);
  lowered private.unit_operation[];
begin
  -- Each takes the lowest number among those with which it shares something, and that one's own.
  while (select count(*) > count(distinct row_id) or count(transfer_id) > count(distinct transfer_id)
    or count(key) > count(distinct key) from unnest(found))
  loop
    lowered := array(
      select row(n, least(lowest, (found[lowest]).unit), row_id, transfer_id, key, op)::private.unit_operation
      from (
        select *, least(min(unit) over (partition by row_id),
          case when transfer_id is not null then min(unit) over (partition by transfer_id) end,
          case when key is not null then min(unit) over (partition by key) end) as lowest
        from unnest(found)) shared
      order by n);
    exit when (select sum(unit) from unnest(lowered)) = (select sum(unit) from unnest(found));
    found := lowered;
  end loop;
  return query select f.* from unnest(found) f order by f.unit, f.n;
end $function$;
grant execute on function private.units_in(p_operations jsonb[]) to authenticated;

-- The operations with the transfers of the rows that they change or delete without naming them.
CREATE OR REPLACE FUNCTION private.with_sides(p_operations private.unit_operation[])
 RETURNS SETOF private.unit_operation
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- They may write what sides share, and do not say of which transfer.
  unsaid uuid[] := array(
    select row_id from unnest(p_operations) where transfer_id is null and (op ->> 'kind' = 'delete'
      or op -> 'after' ?| array['amount', 'type', 'lines', 'nature', 'transferId']));
begin
  if unsaid = '{}' then
    return query select * from unnest(p_operations);
    return;
  end if;
  return query
    -- With the caller's rights: nobody learns whether a row that they may not read is a side.
    with standing as materialized (
      select t.transaction_id, t.transfer_id from public.transactions t where t.transaction_id = any (unsaid)
    ), named as (
      select transaction_id as row_id, transfer_id::text as transfer_id from standing where transfer_id is not null
      union all
      select gone.row_id, (private.removed_transaction(gone.row_id)).before ->> 'transferId'
      from (select unnest(unsaid) as row_id except select transaction_id from standing) gone
    )
    select o.n, o.unit, o.row_id, coalesce(o.transfer_id, named.transfer_id), o.key, o.op
    from unnest(p_operations) o left join named on named.row_id = o.row_id and o.row_id = any (unsaid)
    order by o.n;
end $function$;
grant execute on function private.with_sides(p_operations private.unit_operation[]) to authenticated;

-- Whether the operation is about a transaction.
CREATE OR REPLACE FUNCTION private.is_of_transaction(p_operation jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(p_operation ->> 'kind' in ('insert', 'patch', 'delete', 'restore')
    and p_operation ->> 'table' = 'transactions'
    and private.as_uuid(coalesce(p_operation ->> 'id', p_operation #>> '{row,id}')) is not null, false)
$function$;
grant execute on function private.is_of_transaction(p_operation jsonb) to authenticated;

-- Into how large parts a set is divided in which something is refused.
CREATE OR REPLACE FUNCTION private.part_size(p_size integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  -- With one refusal in a hundred, parts of sixteen cost least before they are halved. Each attempt costs as much as
  -- some rows, so many refusals are found one by one.
  select case when private.refused_alone() >= (private.push_limits()).refused_units then 1
    when p_size > 32 then 16 else (p_size + 1) / 2 end
$function$;
grant execute on function private.part_size(p_size integer) to authenticated;

-- Raises PT413 for a push of which too much is refused: a refused row weighs double.
CREATE OR REPLACE FUNCTION private.check_weight(p_mutations jsonb[], p_verdicts jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if cardinality(p_mutations) > 1 and (
    select sum(jsonb_array_length(m -> 'operations')) from unnest(p_mutations) m
  ) + (
    select count(*) from unnest(p_verdicts) v, jsonb_array_elements(v -> 'notTaken') row
    where row ->> 'status' = 'rejected'
  ) > (private.push_limits()).operations_in_all then
    perform private.refuse('PT413', 'too_many', 'Too much of this push is refused.');
  end if;
end $function$;
grant execute on function private.check_weight(p_mutations jsonb[], p_verdicts jsonb[]) to authenticated;
