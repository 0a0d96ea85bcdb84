-- The units of a mutation that is decided apart: operations on one transaction, on the sides of one transfer, or with
-- one import key stand or fall together. A unit has the number of its first operation.

create type private.unit_operation as (
  n bigint, unit bigint, row_id uuid, transfer_id text, key text, op jsonb);

create function private.is_of_transaction(p_operation jsonb) returns boolean
language sql immutable as $$
  select coalesce(p_operation ->> 'kind' in ('insert', 'patch', 'delete', 'restore')
    and p_operation ->> 'table' = 'transactions'
    and private.as_uuid(coalesce(p_operation ->> 'id', p_operation #>> '{row,id}')) is not null, false)
$$;

create function private.with_sides(p_operations private.unit_operation[]) returns setof private.unit_operation
language plpgsql stable as $$
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
end $$;

create function private.units_in(p_operations jsonb[]) returns setof private.unit_operation
language plpgsql stable as $$
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
end $$;
comment on function private.units_in is 'Operations on transactions, one unit after the other.';

revoke all on function private.is_of_transaction, private.with_sides, private.units_in from public;
grant execute on function private.is_of_transaction, private.with_sides, private.units_in to authenticated;
