-- The steps of a push go on without the rows that are refused by themselves, where the mutation is decided apart.

create or replace function private.push_patches(p_table text, p_operations jsonb[], p_edited_at timestamptz)
returns private.outcome
language plpgsql as $$
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
  for one in select r.*, p.taken from unnest(removals) r join unnest(patches) p on p.id = r.row_id loop
    perform private.tell(one.author, one.account_id, p_table, one.row_id, 'revived', '{}', one.taken);
  end loop;
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
end $$;

create or replace function private.push_deletions(p_operations jsonb[], p_edited_at timestamptz)
returns private.outcome
language plpgsql as $$
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
end $$;

create or replace function private.push_insert(p_table text, p_rows jsonb[]) returns private.outcome
language plpgsql as $$
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
    select r.id, r.client, item
    from private.read_rows(p_table, array(select (one ->> 'id')::uuid from unnest(p_rows) one)) r
    join unnest(p_rows) item on r.id::text = item ->> 'id'
  loop
    p_rows := array_remove(p_rows, there.item);
    select jsonb_object_agg(key, there.client -> key) into differing from jsonb_each(there.item)
    where there.client ? key and key not in ('createdAt', 'ownerId') and value <> there.client -> key;
    if differing is not null and p_table in ('transactions', 'budgets') then
      perform private.refuse_row(there.id, 'PT409', 'duplicate', 'The id is taken by something else.');
      continue;
    elsif differing is not null then
      result.superseded := 'newer';
      result.kept := result.kept || differing;
      perform private.note_kept(there.id, 'newer', differing, null);
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
end $$;
