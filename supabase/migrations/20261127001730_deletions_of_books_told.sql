-- Somebody changed a budget on one device, and had deleted it before on another. The deletion came later, and nobody
-- said that the change was lost; nor did anybody to other people. Only transactions told of that (S39a). Now whose
-- edits a deletion of a budget or a category had not seen is told, with the row.

drop function private.tell_of_deletion(jsonb, jsonb, jsonb, timestamptz);
create function private.tell_of_deletion(
  p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamptz, p_table text default 'transactions'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := p_client ->> 'accountId';
  content jsonb := p_client - array['version', 'userEmail'];
  one record;
begin
  for one in
    select person as author, array_agg(e.field_group) as groups
    from private.unknown_edits(p_client, p_clocks, p_seen, p_edited_at) e cross join lateral unnest(e.authors) person
    group by person
  loop
    perform private.tell(one.author, account, p_table, (p_client ->> 'id')::uuid, 'deleted', case
      when private.has_account(one.author, account) then content
      else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(content)
        where private.field_group(p_table, key) = any (one.groups)) end, '{}');
  end loop;
end $$;
comment on function private.tell_of_deletion is
  'Tells those whose edits the deletion did not know (S39a, S40g). Members of the account get the whole row, others '
  'only the fields that they wrote.';
revoke all on function private.tell_of_deletion from public;
grant execute on function private.tell_of_deletion to authenticated;

create function private.push_small_deletion(p_table text, p_operation jsonb, p_edited_at timestamptz)
returns private.outcome
language plpgsql as $$
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
end $$;
comment on function private.push_small_deletion is
  'Deletes one row that is no transaction, and tells those whose edits of it the author did not know (S39a).';
revoke all on function private.push_small_deletion from public;
grant execute on function private.push_small_deletion to authenticated;

create or replace function private.push_set(
  p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamptz) returns private.outcome
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
    return private.push_small_deletion(p_table, p_operations[1], p_edited_at);
  elsif p_kind = 'restore' then
    return private.restore_by_hand(private.carry_rows(rows));
  elsif p_kind = 'call' then
    return private.push_call(p_operations[1] ->> 'name', p_operations[1] -> 'arguments');
  end if;
  raise invalid_parameter_value using message = 'There is no such kind of operation.';
end $$;
