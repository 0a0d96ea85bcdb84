-- Operations with keys: who may not name one is refused, of a mutation that is decided apart by the row, and each key
-- that stands for other content is told.

drop function private.check_keyed;
create function private.strange_keys(p_operations jsonb, p_keyed private.keyed_operation[])
returns table (n bigint, row_id uuid, code text, reason text, message text)
language plpgsql stable as $$
declare
  mine uuid[] := array(select private.my_accounts('member'));
  strange private.keyed_operation[] := array(
    select k from unnest(p_keyed) k where k.account_id is not null and k.account_id <> all (mine));
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
  return query
    select k.n, k.row_id, 'PT403', 'forbidden', 'Somebody else made this import, or it is of another account.'
    from unnest(p_keyed) k
    where k.kind in ('insert', 'patch') and k.row_id = any (private.strange_imports(array(
      select jsonb_build_object('id', i.row_id, 'accountId', i.account_id, 'importId', i.import_id)
      from unnest(p_keyed) i where i.kind in ('insert', 'patch') and i.account_id is not null)));
end $$;
comment on function private.strange_keys is
  'Operations that are refused for their keys. Members name keys of their account, for imports of their own. An id '
  'that is made of a name is that of its key, or the push would tell whether another account has such a row.';

create or replace function private.note_keys(p_keyed private.keyed_operation[]) returns void
language plpgsql security definer set search_path = '' as $$
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
    -- Who may not name the import brings the row back without it.
    and (k.kind <> 'restore' or exists (
      select from public.transaction_details d where d.transaction_id = k.row_id and d.import_id = k.import_id))
  on conflict (account_id, key) do update
    set row_id = excluded.row_id, import_id = excluded.import_id, fate = excluded.fate, made = excluded.made,
      version = excluded.version;
end $$;

create or replace function private.push_keyed(p_mutation jsonb) returns jsonb
language plpgsql as $$
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
  dropped := refused || array(select (d).n from unnest(done) d);
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
  end if;
  verdict := private.with_what_stays(verdict, stays);
  return verdict || jsonb_build_object('versions', (verdict -> 'versions') || private.numbers_since(counters));
end $$;

revoke all on function private.strange_keys from public;
grant execute on function private.strange_keys to authenticated;
