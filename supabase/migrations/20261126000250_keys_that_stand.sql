-- A key that stands for a row makes the operation that names it needless. Its author is told when that row is not what
-- the operation asks for: another row is linked, or somebody has made or changed it with other content.

create type private.key_done as (
  n bigint, account_id uuid, row_id uuid, version bigint, is_deleted boolean,
  -- The row for which the key stands. Null where there is nothing to tell.
  stands_for uuid);

drop function private.done_already;
create function private.done_already(p_keyed private.keyed_operation[]) returns setof private.key_done
-- The tables grow while this runs again and again, so an old plan would go through all rows of the account.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  mine uuid[] := array(select private.my_accounts('member'));
begin
  return query
    select k.n, k.account_id, k.row_id, s.version, s.fate = 'deleted', s.row_id
    from unnest(p_keyed) k join public.import_keys s on s.account_id = k.account_id and s.key = k.key
    where k.account_id = any (mine)
      and case k.kind when 'insert' then s.fate in ('here', 'moved') or (s.fate = 'deleted' and not k.again)
        when 'patch' then (s.fate in ('here', 'moved') and s.row_id <> k.row_id) or (s.fate = 'deleted'
          and not exists (select from public.transactions t where t.transaction_id = k.row_id)) end
    union all
    select k.n, k.account_id, k.row_id, t.version, false, k.row_id
    from unnest(p_keyed) k join public.transactions t on t.transaction_id = k.row_id
    where k.account_id = any (mine) and k.kind = 'insert' and t.account_id = k.account_id
    union all
    select twice.n, twice.account_id, twice.row_id, null, false, twice.first from (
      select k.n, k.account_id, k.row_id, row_number() over named as nth, first_value(k.row_id) over named as first
      from unnest(p_keyed) k where k.kind <> 'delete' window named as (partition by k.account_id, k.key order by k.n)
      ) twice
    where nth > 1
    union all
    select k.n, t.account_id, k.row_id, t.version, false, null
    from unnest(p_keyed) k join public.transactions t on t.transaction_id = k.row_id
      left join public.transaction_details d on d.transaction_id = t.transaction_id
    where k.kind = 'delete' and t.account_id = any (mine) and d.import_id is distinct from k.import_id;
end $$;
comment on function private.done_already is
  'Operations that need not be done: the account has the row, or had it and gave it away, or it was deleted and nobody '
  'asks for it again, which a link does not do, or the mutation names its key twice, or takes an import back that '
  'did not bring the row.';

drop function private.linked_already;
create function private.linked_already(p_operations jsonb, p_keyed private.keyed_operation[])
returns setof private.key_done
language plpgsql stable set plan_cache_mode = 'force_custom_plan' as $$
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
end $$;
comment on function private.linked_already is
  'Links of rows of a file whose two rows already are sides of one transfer: both rows, as they stand.';

create type private.kept_of_row as (row_id uuid, kept jsonb, kept_by uuid, other uuid);

-- With the caller's rights, after the rest of the mutation.
create function private.kept_by_keys(p_operations jsonb, p_done private.key_done[]) returns setof private.kept_of_row
language plpgsql stable as $$
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
end $$;
comment on function private.kept_by_keys is
  'What stands instead of what operations ask for that need not be done, and by whose deed. other: the row of the key.';

revoke all on function private.done_already, private.linked_already, private.kept_by_keys from public;
grant execute on function private.done_already, private.linked_already, private.kept_by_keys to authenticated;
