-- One operation of a mutation, done with the rights of the signed-in user. RLS refuses silently, by touching no row, so
-- each of these decides what that means.

create type private.outcome as (
  -- null, or why it did not take: `newer`, `deleted`
  superseded text,
  kept jsonb,
  kept_by uuid,
  -- {account: number} of rows that were already as wanted
  versions jsonb
);

create function private.versions_of(p_client jsonb) returns jsonb
language sql stable as $$
  select jsonb_build_object(coalesce(p_client ->> 'accountId', p_client ->> 'id'), p_client -> 'version')
$$;
comment on function private.versions_of is 'An account''s own row has no accountId.';

create function private.find_removal(p_row uuid) returns private.removals
language sql stable security definer set search_path = '' as $$
  select * from private.removals r
  where r.row_id = p_row and (
    (r.budget_id is null and r.account_id in (select private.my_accounts()))
    or r.budget_id in (select private.my_budgets())
    or (r.kind = 'account' and r.created_by = auth.uid()))
  order by r.version desc limit 1
$$;
comment on function private.find_removal is 'The last removal of the row, if the signed-in user may know of it.';

create function private.untouched(p_row uuid, p_readable boolean) returns private.outcome
language plpgsql as $$
declare
  removal private.removals;
begin
  if p_readable then
    perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
  end if;
  removal := private.find_removal(p_row);
  if removal.row_id is null then
    perform private.refuse('PT404', 'gone', 'This is not there any more.');
  end if;
  return ('deleted', '{}', removal.removed_by, jsonb_build_object(removal.account_id, removal.version))::private.outcome;
end $$;
comment on function private.untouched is 'What it means that a statement touched no row: forbidden, deleted, or gone.';

create function private.push_insert(p_table text, p_rows jsonb[]) returns private.outcome
language plpgsql as $$
declare
  result private.outcome := (null, '{}', null, '{}');
  there record;
  differing jsonb;
begin
  if p_table <> 'accounts' and exists (
    select from (
      select private.as_uuid(account) as id from (select distinct r ->> 'accountId' as account from unnest(p_rows) r) named) wanted
    where not exists (select from public.accounts a where a.account_id = wanted.id)
      and not exists (select from public.budgets b where b.account_id = wanted.id)
  ) then
    perform private.refuse('PT404', 'gone', 'The account is not there any more.');
  end if;
  for there in
    select r.client, item from private.read_rows(p_table, array(select (one ->> 'id')::uuid from unnest(p_rows) one)) r
    join unnest(p_rows) item on r.id::text = item ->> 'id'
  loop
    select jsonb_object_agg(key, there.client -> key) into differing from jsonb_each(there.item)
    where there.client ? key and key not in ('createdAt', 'ownerId') and value <> there.client -> key;
    if differing is not null and p_table in ('transactions', 'budgets') then
      perform private.refuse('PT409', 'duplicate', 'The id is taken by something else.');
    elsif differing is not null then
      result.superseded := 'newer';
      result.kept := result.kept || differing;
    end if;
    result.versions := result.versions || private.versions_of(there.client);
    p_rows := array_remove(p_rows, there.item);
  end loop;
  if p_rows <> '{}' then
    perform private.insert_rows(p_table, p_rows);
  end if;
  return result;
end $$;

create function private.push_patch(p_operation jsonb, p_edited_at timestamptz) returns private.outcome
language plpgsql as $$
declare
  of_table text := p_operation ->> 'table';
  row_id uuid := p_operation ->> 'id';
  there record;
  merged record;
begin
  select * into there from private.read_rows(of_table, array[row_id]);
  if not found then
    return private.untouched(row_id, false);
  end if;
  merged := private.merge_patch(of_table, there.client, there.clocks, (p_operation ->> 'seen')::bigint,
    p_operation -> 'before', p_operation -> 'after', p_edited_at);
  -- Also with nothing taken: that no row is touched is how RLS says that this person may not edit it.
  if not private.update_row(of_table, there.client || merged.taken) then
    return private.untouched(row_id, true);
  end if;
  if merged.raised <> '{}' then
    perform private.raise_clocks(of_table, row_id, merged.raised);
  end if;
  return (case when merged.kept <> '{}' then 'newer' end, merged.kept, merged.kept_by, private.versions_of(there.client))::private.outcome;
end $$;

create function private.push_delete(p_table text, p_id uuid) returns private.outcome
language plpgsql as $$
declare
  result private.outcome := (null, '{}', null, '{}');
begin
  if private.delete_row(p_table, p_id) then
    return result;
  end if;
  result := private.untouched(p_id, exists (select from private.read_rows(p_table, array[p_id])));
  -- Somebody deleted it before: that is what was wanted.
  result.superseded := null;
  return result;
exception when foreign_key_violation then
  if p_table <> 'categories' then raise; end if;
  perform private.refuse('PT409', 'category_in_use', 'This category is being used in one or more budgets.');
end $$;

create function private.push_restore(p_row jsonb) returns private.outcome
language plpgsql as $$
declare
  result private.outcome;
begin
  perform set_config('carryover.restores', 'on', true);
  result := private.push_insert('transactions', array[p_row]);
  perform set_config('carryover.restores', '', true);
  return result;
end $$;
comment on function private.push_restore is 'Brings a transaction back with the contributor that its removal remembers.';

revoke all on all functions in schema private from public;
grant execute on function private.versions_of, private.find_removal, private.untouched, private.push_insert, private.push_patch,
  private.push_delete, private.push_restore to authenticated;
