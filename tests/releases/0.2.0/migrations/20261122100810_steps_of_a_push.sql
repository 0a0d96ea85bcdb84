-- Deletions and restores of a mutation are carried out together, as its patches are. A step of a push is what can be.

drop function private.push_restore;

create function private.push_deletions(p_operations jsonb[], p_edited_at timestamptz) returns private.outcome
language plpgsql as $$
declare
  there private.named_row[] := array(select r from private.rows_named('transactions', p_operations) r);
  result private.outcome := (null, '{}', null, '{}');
  -- Somebody has edited these, and the author of the deletion did not know.
  edited private.named_row[] := '{}';
  standing uuid[] := '{}';
  standing_by uuid[] := '{}';
  gone uuid[];
  one record;
  other private.outcome;
begin
  for one in
    select r as named, edits.stands_by
    from unnest(there) r, lateral (
      select count(*) as number, (array_agg(e.author order by e.at desc, e.author desc) filter (where e.wins))[1]
        as stands_by
      from private.unknown_edits(r.client, r.clocks, r.operation -> 'seen', p_edited_at) e) edits
    where r.clocks <> '{}' and edits.number > 0
  loop
    if one.stands_by is null then
      edited := edited || one.named;
    else
      standing := standing || (one.named).id;
      standing_by := standing_by || one.stands_by;
    end if;
  end loop;
  if standing <> '{}' and cardinality(standing) > (
    -- Finds only what this person may delete.
    select count(*) from (
      select from public.transactions t where t.transaction_id = any (standing) for update) deletable)
  then
    return private.untouched(standing[1], true);
  end if;
  with deleted as (
    delete from public.transactions t using unnest(there) r
    where t.transaction_id = r.id and r.id <> all (standing) returning t.transaction_id
  )
  select coalesce(array_agg(transaction_id), '{}') into gone from deleted;
  for one in select * from unnest(there) r where r.id <> all (gone) order by r.n loop
    if one.id = any (standing) then
      other := ('newer', '{}', standing_by[array_position(standing, one.id)], private.versions_of(one.client));
    else
      other := private.untouched(one.id, one.client is not null);
      -- Somebody deleted it before: that is what was wanted.
      other.superseded := null;
      perform private.delete_again(one.id, p_edited_at);
    end if;
    result := private.joined(result, other);
  end loop;
  perform private.tell_of_deletion(r.client, r.clocks, r.operation -> 'seen', p_edited_at)
  from unnest(edited) r where r.id = any (gone);
  return result;
end $$;

-- What a restore does not name, a device of an older version may not know: it comes from the removal. Lines do not,
-- when the restore names another amount, type or category than they belong to.
create function private.with_removal(p_row jsonb) returns jsonb
language plpgsql stable as $$
declare
  removal private.changes := private.removed_transaction((p_row ->> 'id')::uuid);
  removed jsonb;
begin
  if removal.change_id is null or removal.account_id is distinct from private.as_uuid(p_row ->> 'accountId') then
    return p_row;
  end if;
  removed := private.since_removal(removal);
  if not (removed || p_row) @> jsonb_build_object(
    'amount', removed -> 'amount', 'type', removed -> 'type', 'category', removed -> 'category')
  then
    removed := removed - 'lines';
  end if;
  return removed || p_row;
end $$;

create function private.push_restores(p_rows jsonb[]) returns private.outcome
language plpgsql as $$
declare
  whole jsonb[] := array(select private.with_removal(r) from unnest(p_rows) with ordinality rows (r, n) order by n);
  result private.outcome;
begin
  perform set_config('carryover.restores', 'on', true);
  result := private.push_insert('transactions', whole);
  perform set_config('carryover.restores', '', true);
  return result;
end $$;

create function private.push_set(p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamptz)
returns private.outcome
language plpgsql as $$
declare
  rows jsonb[] := array(select op -> 'row' from unnest(p_operations) with ordinality o (op, n) order by n);
begin
  if p_kind = 'insert' and p_table = 'transactions' then
    return private.push_insert(p_table, private.carry_rows(rows));
  elsif p_kind = 'insert' then
    return private.push_insert(p_table, rows);
  elsif p_kind = 'patch' then
    return private.push_patches(p_table, p_operations, p_edited_at);
  elsif p_kind = 'delete' and p_table = 'transactions' then
    return private.push_deletions(p_operations, p_edited_at);
  elsif p_kind = 'delete' then
    return private.push_delete(p_table, (p_operations[1] ->> 'id')::uuid);
  elsif p_kind = 'restore' then
    return private.push_restores(private.carry_rows(rows));
  elsif p_kind = 'call' then
    return private.push_call(p_operations[1] ->> 'name', p_operations[1] -> 'arguments');
  end if;
  raise invalid_parameter_value using message = 'There is no such kind of operation.';
end $$;

create function private.push_step(p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamptz)
returns private.outcome
language plpgsql as $$
declare
  result private.outcome := (null, '{}', null, '{}');
  operation jsonb;
begin
  if p_kind = 'insert' or cardinality(p_operations) = 1 then
    return private.push_set(p_kind, p_table, p_operations, p_edited_at);
  end if;
  begin
    return private.push_set(p_kind, p_table, p_operations, p_edited_at);
  exception when others then
    if not private.answers_the_data(sqlstate) then raise; end if;
  end;
  -- The author is told what is wrong with the first one.
  foreach operation in array p_operations loop
    result := private.joined(result, private.push_set(p_kind, p_table, array[operation], p_edited_at));
  end loop;
  return result;
end $$;
comment on function private.push_step is
  'Carries out operations of one kind on one table. Several are insertions, or name different transactions each.';

revoke all on function private.push_deletions, private.with_removal, private.push_restores, private.push_set,
  private.push_step from public;
grant execute on function private.push_deletions, private.with_removal, private.push_restores, private.push_set,
  private.push_step to authenticated;
