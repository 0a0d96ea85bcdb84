-- Somebody takes a revert back, so the import and its rows are there again. An older revert that knew nothing of that
-- arrives later. The rows stay, for their return counts as an edit (S39j). But the import went, and nobody was told.
-- Now its return counts, too. To undos it is none of the row's edits: what was undone has no word (S67l).

alter table public.imports add column returned jsonb not null default '{}';
comment on column public.imports.returned is
  'Who brought it back, after it had been taken back: a clock as in field_clocks, named ''row''.';

create or replace function private.imports_before_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.created_by := auth.uid();
  new.created_at := least(new.created_at, now());
  new.version := private.next_version(new.account_id);
  if exists (
    select from private.removals r
    where r.row_id = new.import_id and r.account_id = new.account_id and r.kind = 'import'
  ) then
    new.returned := private.stamp('{}', '{row}', new.version);
  end if;
  return new;
end $$;

create function private.push_import_deletion(p_operation jsonb, p_edited_at timestamptz) returns private.outcome
language plpgsql as $$
declare
  there record;
begin
  select i.import_id as id, i.account_id, i.version, edits.author into there
  from public.imports i cross join lateral private.unknown_edits(
    jsonb_build_object('id', i.import_id, 'accountId', i.account_id), i.returned, p_operation -> 'seen', p_edited_at)
    edits
  where i.import_id = (p_operation ->> 'id')::uuid and edits.wins
    -- Who may not delete it is refused.
    and (i.account_id in (select private.my_accounts('admin'))
      or (i.created_by = auth.uid() and i.account_id in (select private.my_accounts('member'))));
  if there.id is null then return private.push_delete('imports', (p_operation ->> 'id')::uuid); end if;
  perform private.note_kept(there.id, 'newer', '{}', there.author);
  return ('newer', '{}', there.author, jsonb_build_object(there.account_id, there.version))::private.outcome;
end $$;
comment on function private.push_import_deletion(jsonb, timestamptz) is
  'Deletes an import, unless it came back by a later deed that the author of the deletion did not know (S39j).';

create or replace function private.push_set(p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamptz)
returns private.outcome
language plpgsql as $$
declare
  rows jsonb[] := array(select op -> 'row' from unnest(p_operations) with ordinality o (op, n) order by n);
begin
  if p_kind = 'insert' and p_table = 'transactions' then
    return private.add_transactions(private.carry_rows(rows));
  elsif p_kind = 'insert' then
    return private.push_insert(p_table, rows);
  elsif p_kind = 'patch' then
    return private.push_patches(p_table, p_operations, p_edited_at);
  elsif p_kind = 'delete' and p_table = 'transactions' then
    return private.push_deletions(p_operations, p_edited_at);
  elsif p_kind = 'delete' and p_table = 'imports' then
    return private.push_import_deletion(p_operations[1], p_edited_at);
  elsif p_kind = 'delete' then
    return private.push_delete(p_table, (p_operations[1] ->> 'id')::uuid);
  elsif p_kind = 'restore' then
    return private.restore_by_hand(private.carry_rows(rows));
  elsif p_kind = 'call' then
    return private.push_call(p_operations[1] ->> 'name', p_operations[1] -> 'arguments');
  end if;
  raise invalid_parameter_value using message = 'There is no such kind of operation.';
end $$;

revoke execute on function private.push_import_deletion from public;
grant execute on function private.push_import_deletion to authenticated;
