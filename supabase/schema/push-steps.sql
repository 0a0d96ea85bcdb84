-- Push: the steps of a mutation. A step is operations of one kind on one table.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Carries out operations of one kind on one table. Several are insertions, or name different transactions each.
CREATE OR REPLACE FUNCTION private.push_step(p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamp with time zone)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  result private.outcome := (null, '{}', null, '{}');
  operation jsonb;
begin
  -- What raises in a set that is decided apart is looked for by its units.
  if p_kind = 'insert' or cardinality(p_operations) = 1 or private.decides_apart() then
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
end $function$;
grant execute on function private.push_step(p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamp with time zone) to authenticated;

-- Carries out one step: operations of one kind on one table.
CREATE OR REPLACE FUNCTION private.push_set(p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamp with time zone)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  rows jsonb[] := array(select op -> 'row' from unnest(p_operations) with ordinality o (op, n) order by n);
begin
  if p_kind = 'insert' and p_table = 'transactions' then
    return private.add_transactions(private.carry_rows(rows));
  elsif p_kind = 'insert' then
    -- Schedules name categories, too (S80g).
    return private.push_insert(p_table, case p_table when 'schedules' then private.carry_rows(rows) else rows end);
  elsif p_kind = 'patch' and p_table = 'schedules' and exists (
    select from unnest(p_operations) op
    where op -> 'after' ? 'userId' and op #>> '{after,userId}' is distinct from auth.uid()::text)
  then
    perform private.refuse('PT403', 'forbidden', 'Nobody makes somebody else keep a schedule going.');
  elsif p_kind = 'patch' then
    return private.push_patches(p_table, p_operations, p_edited_at);
  elsif p_kind = 'delete' and p_table = 'transactions' then
    return private.push_deletions(p_operations, p_edited_at);
  elsif p_kind = 'delete' and p_table = 'imports' then
    return private.push_import_deletion(p_operations[1], p_edited_at);
  elsif p_kind = 'delete' then
    return private.push_small_deletion(p_table, p_operations[1], p_edited_at);
  elsif p_kind = 'restore' then
    return private.restore_by_hand(private.carry_rows(rows));
  elsif p_kind = 'call' then
    return private.push_call(p_operations[1] ->> 'name', p_operations[1] -> 'arguments');
  end if;
  raise invalid_parameter_value using message = 'There is no such kind of operation.';
end $function$;
grant execute on function private.push_set(p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamp with time zone) to authenticated;

-- Adds rows. A row that the caller already has in the same form counts as added, because a push may come again.
CREATE OR REPLACE FUNCTION private.push_insert(p_table text, p_rows jsonb[])
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  result private.outcome := (null, '{}', null, '{}');
  there record;
  differing jsonb;
begin
  if p_table <> 'accounts' and not private.decides_apart() and exists (
    select from (
      select private.as_uuid(account) as id
      from (select distinct r ->> 'accountId' as account from unnest(p_rows) r) named) wanted
    where not exists (select from public.accounts a where a.account_id = wanted.id)
      and not exists (select from public.budgets b where b.account_id = wanted.id)
  ) then
    perform private.refuse('PT404', 'gone', 'The account is not there any more.');
  end if;
  for there in
    select r.id, r.client, r.clocks, item
    from private.read_rows(p_table, array(select (one ->> 'id')::uuid from unnest(p_rows) one)) r
    join unnest(p_rows) item on r.id::text = item ->> 'id'
  loop
    p_rows := array_remove(p_rows, there.item);
    select jsonb_object_agg(key, there.client -> key) into differing from jsonb_each(there.item)
    where there.client ? key and key not in ('createdAt', 'ownerId') and value <> there.client -> key;
    if differing is not null and p_table in ('transactions', 'budgets', 'schedules') then
      perform private.refuse_row(there.id, 'PT409', 'duplicate', 'The id is taken by something else.');
      continue;
    elsif differing is not null then
      result.superseded := 'newer';
      result.kept := result.kept || differing;
      perform private.note_kept(there.id, 'newer', differing, null);
    end if;
    -- Two people may make one category, and its undo takes it from neither of them (S67n).
    if p_table = 'categories' and private.is_asked_by_none_else(there.clocks) then
      perform private.raise_own(p_table, there.id, '{row}');
    end if;
    result.versions := result.versions || private.versions_of(there.client);
  end loop;
  if private.decides_apart() then
    p_rows := private.rows_left(p_rows);
    if p_rows <> '{}' then perform private.write_rows('insert', p_rows); end if;
    return result;
  end if;
  if p_table = 'transactions' and current_setting('carryover.restores', true) is distinct from 'on'
    and private.strange_imports(p_rows) <> '{}'
  then
    perform private.refuse_import();
  end if;
  if p_rows <> '{}' then
    perform private.insert_rows(p_table, p_rows);
  end if;
  return result;
end $function$;
grant execute on function private.push_insert(p_table text, p_rows jsonb[]) to authenticated;

-- Adds transactions. A file may bring a line again whose row was deleted (S39h).
CREATE OR REPLACE FUNCTION private.add_transactions(p_rows jsonb[])
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  removals uuid[] := array(
    select r from private.told_removals(array(select (item ->> 'id')::uuid from unnest(p_rows) item)) r);
  result private.outcome := private.push_insert('transactions', p_rows);
begin
  perform private.tell_of_restores(removals);
  return result;
end $function$;
grant execute on function private.add_transactions(p_rows jsonb[]) to authenticated;

-- Edits rows group by group (S36a, S36d), and tells those whose values it overtakes unseen (S36e). An edit that is
-- later than the removal of its transaction brings the row back first (S39c).
CREATE OR REPLACE FUNCTION private.push_patches(p_table text, p_operations jsonb[], p_edited_at timestamp with time zone)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  there private.named_row[] := array(select r from private.rows_named(p_table, p_operations) r);
  outcomes private.outcome[] := array_fill((null, '{}', null, '{}')::private.outcome, array[cardinality(p_operations)]);
  result private.outcome := (null, '{}', null, '{}');
  removals private.changes[] := '{}';
  removal private.changes;
  patches private.merged_patch[];
  touched uuid[];
  refused uuid[] := '{}';
  strange uuid;
  one record;
begin
  for one in select * from unnest(there) t where t.client is null loop
    removal := null;
    if p_table = 'transactions' then removal := private.removed_transaction(one.id); end if;
    if private.is_later(p_edited_at, auth.uid(), removal.edited_at, removal.author) then
      perform private.bind_row(one.id), private.push_restores(array[private.since_removal(removal)]);
      removals := removals || removal;
    else
      outcomes[one.n] := private.untouched(one.id, false);
    end if;
  end loop;
  if removals <> '{}' then
    there := array(select r from private.rows_named(p_table, p_operations) r);
  end if;
  patches := array(select m from private.merged_patches(p_table, there, p_edited_at) m);
  if private.decides_apart() then
    patches := array(select p from private.patches_left(patches) p);
    touched := private.write_rows('update', array(select client || taken from unnest(patches) order by n));
    refused := private.refused_rows();
  else
    touched := private.update_rows(p_table, array(select client || taken from unnest(patches) order by n));
  end if;
  -- Also with nothing taken: that no row is touched is how RLS says that this person may not edit it.
  if cardinality(touched) < cardinality(patches) then
    for strange in select id from unnest(patches) where id <> all (touched) and id <> all (refused) order by n loop
      perform private.untouched(strange, true);
    end loop;
    patches := array(select p from unnest(patches) p where p.id = any (touched) order by p.n);
  end if;
  if p_table = 'transactions' then perform private.write_details(patches); end if;
  for one in select * from unnest(patches) where raised <> '{}' loop
    perform private.raise_clocks(p_table, one.id, one.raised);
  end loop;
  for one in
    select p.*, author, value -> 'lost' as lost, value -> 'stands' as stands
    from unnest(patches) p, jsonb_each(p.told) overtaken (author, value) order by p.n
  loop
    perform private.tell_of_edit(one.author::uuid, one.client, one.clocks, p_table, one.lost, one.stands);
  end loop;
  perform private.tell_of_return(r, p.taken) from unnest(removals) r join unnest(patches) p on p.id = r.row_id;
  for one in select * from unnest(patches) loop
    outcomes[one.n] := (case when one.kept <> '{}' then 'newer' end, one.kept, one.kept_by,
      private.versions_of(one.client));
  end loop;
  for at in 1 .. cardinality(outcomes) loop
    if (outcomes[at]).superseded is not null then
      perform private.note_kept((p_operations[at] ->> 'id')::uuid, (outcomes[at]).superseded, (outcomes[at]).kept,
        (outcomes[at]).kept_by);
    end if;
    result := private.joined(result, outcomes[at]);
  end loop;
  return result;
end $function$;
grant execute on function private.push_patches(p_table text, p_operations jsonb[], p_edited_at timestamp with time zone) to authenticated;

-- Deletes transactions, except those with a later edit that the author had not seen (S39a, S39b). A row that is gone
-- already counts as deleted, from the later of the two times (S39e).
CREATE OR REPLACE FUNCTION private.push_deletions(p_operations jsonb[], p_edited_at timestamp with time zone)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  there private.named_row[] := array(select r from private.rows_named('transactions', p_operations) r);
  result private.outcome := (null, '{}', null, '{}');
  -- Somebody has edited these, and the author of the deletion did not know.
  edited private.named_row[] := '{}';
  standing uuid[] := '{}';
  standing_by uuid[] := '{}';
  deletable uuid[];
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
  if standing <> '{}' then
    -- Finds only what this person may delete.
    deletable := array(
      select t.transaction_id from public.transactions t where t.transaction_id = any (standing) for update);
  end if;
  with deleted as (
    delete from public.transactions t using unnest(there) r
    where t.transaction_id = r.id and r.id <> all (standing) returning t.transaction_id
  )
  select coalesce(array_agg(transaction_id), '{}') into gone from deleted;
  for one in select * from unnest(there) r where r.id <> all (gone) order by r.n loop
    if one.id = any (standing) and one.id = any (deletable) then
      other := ('newer', '{}', standing_by[array_position(standing, one.id)], private.versions_of(one.client));
      perform private.note_kept(one.id, 'newer', '{}', other.kept_by);
    else
      other := private.untouched(one.id, one.client is not null);
      -- Somebody deleted it before: that is what was wanted.
      other.superseded := null;
      if one.client is null then perform private.delete_again(one.id, p_edited_at); end if;
    end if;
    result := private.joined(result, other);
  end loop;
  perform private.tell_of_deletion(r.client, r.clocks, r.operation -> 'seen', p_edited_at)
  from unnest(edited) r where r.id = any (gone);
  return result;
end $function$;
grant execute on function private.push_deletions(p_operations jsonb[], p_edited_at timestamp with time zone) to authenticated;

-- Deletes one row that is no transaction, and tells those whose edits of it the author did not know (S39a).
CREATE OR REPLACE FUNCTION private.push_small_deletion(p_table text, p_operation jsonb, p_edited_at timestamp with time zone)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  row_id uuid := p_operation ->> 'id';
  there record;
  result private.outcome;
begin
  select r.client, r.clocks into there from private.read_rows(p_table, array[row_id]) r;
  result := private.push_delete(p_table, row_id);
  if there.client is not null then
    perform private.tell_of_deletion(there.client, there.clocks, p_operation -> 'seen', p_edited_at, p_table);
  end if;
  return result;
end $function$;
grant execute on function private.push_small_deletion(p_table text, p_operation jsonb, p_edited_at timestamp with time zone) to authenticated;

-- Deletes one row that is no transaction. A row that is gone already counts as deleted.
CREATE OR REPLACE FUNCTION private.push_delete(p_table text, p_id uuid)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
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
end $function$;
grant execute on function private.push_delete(p_table text, p_id uuid) to authenticated;

-- Carries out a call: a command that is no plain write of rows.
CREATE OR REPLACE FUNCTION private.push_call(p_name text, p_arguments jsonb)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  id uuid := p_arguments ->> 'id';
begin
  case p_name
    when 'occurrence.skip' then
      return private.skip_occurrence((p_arguments ->> 'accountId')::uuid, (p_arguments ->> 'scheduleId')::uuid,
        p_arguments ->> 'key');
    when 'occurrence.unskip' then
      perform private.require_member((p_arguments ->> 'accountId')::uuid);
      return private.unskip_occurrence((p_arguments ->> 'accountId')::uuid, (p_arguments ->> 'scheduleId')::uuid,
        p_arguments ->> 'key');
    when 'category.rename' then
      return private.rename_category(p_arguments ->> 'type', p_arguments ->> 'from', p_arguments ->> 'to',
        (p_arguments ->> 'accountId')::uuid);
    when 'category.merge' then
      return private.merge_category(p_arguments ->> 'type', p_arguments ->> 'from', p_arguments ->> 'to',
        (p_arguments ->> 'accountId')::uuid, p_arguments -> 'seen');
    when 'category.unmerge' then
      return private.unmerge_category(p_arguments ->> 'type', (p_arguments ->> 'accountId')::uuid);
    when 'invitation.accept' then
      return (null, '{}', null, private.answer_invitation(id, 'accepted'))::private.outcome;
    when 'invitation.decline' then
      return (null, '{}', null, private.answer_invitation(id, 'declined'))::private.outcome;
    when 'invitation.revoke' then return private.revoke_invitation(id);
    when 'membership.leave' then return private.end_membership(id, true);
    when 'membership.remove' then return private.end_membership(id, false);
    when 'membership.change_role' then return private.change_role(id, p_arguments ->> 'role');
    when 'notice.read' then return private.read_notice(id);
    else raise invalid_parameter_value using message = format('There is no command %L.', p_name);
  end case;
end $function$;
grant execute on function private.push_call(p_name text, p_arguments jsonb) to authenticated;

create type private.named_row as (
  n bigint,
  operation jsonb,
  id uuid,
  client jsonb,
  clocks jsonb
);

-- The operations in their order, each with its row as the caller reads it; client: null where there is none.
CREATE OR REPLACE FUNCTION private.rows_named(p_table text, p_operations jsonb[])
 RETURNS SETOF private.named_row
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return query
    select o.n, o.op, (o.op ->> 'id')::uuid, r.client, r.clocks
    from unnest(p_operations) with ordinality o (op, n)
      left join private.read_rows(p_table, array(select (op ->> 'id')::uuid from unnest(p_operations) op)) r
        on r.id = (o.op ->> 'id')::uuid
    order by o.n;
end $function$;
grant execute on function private.rows_named(p_table text, p_operations jsonb[]) to authenticated;

-- What it means that a statement touched no row: forbidden, deleted, or gone.
CREATE OR REPLACE FUNCTION private.untouched(p_row uuid, p_readable boolean)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  removal private.removals;
begin
  if p_readable then
    perform private.refuse_row(p_row, 'PT403', 'forbidden', 'Your role does not allow this.');
    return (null, '{}', null, '{}')::private.outcome;
  end if;
  removal := private.find_removal(p_row);
  if removal.row_id is null then
    perform private.refuse_row(p_row, 'PT404', 'gone', 'This is not there any more.');
    return (null, '{}', null, '{}')::private.outcome;
  end if;
  return ('deleted', '{}', removal.removed_by,
    jsonb_build_object(removal.account_id, removal.version))::private.outcome;
end $function$;
grant execute on function private.untouched(p_row uuid, p_readable boolean) to authenticated;
