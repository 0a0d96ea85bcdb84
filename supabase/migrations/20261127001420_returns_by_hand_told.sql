-- Several people delete a row, and one of them brings it back by hand. The others were told only of a return by an edit
-- (S39c). They are told now, unless whoever brings the row back knew of their deletion.

create function private.unknown_deleters(p_rows uuid[]) returns table (row_id uuid, account_id uuid, person uuid)
language sql stable security definer set search_path = '' as $$
  select removal.row_id, removal.account_id, people.person
  from unnest(p_rows) one (id)
    cross join lateral (
      select c.*, nullif(current_setting('carryover.cursors', true), '')::jsonb ->> c.account_id::text as cursor
      from private.changes c
      where c.row_id = one.id and c.kind = 'removal' and c.of_table = 'transactions'
      order by c.at desc limit 1) removal
    cross join lateral (
      select d.user_id as person from private.deleters d where d.change_id = removal.change_id
      union
      -- Only of the first one does a device hear.
      select removal.author where case when removal.cursor is null then removal.at > private.edited_at()
        else removal.version > removal.cursor::bigint end) people
  where removal.account_id in (select private.my_reach()) and people.person <> auth.uid()
    and not exists (select from public.transactions t where t.transaction_id = one.id)
$$;
comment on function private.unknown_deleters is
  'Whose deletions of these transactions the author of the mutation did not know, where they are gone (S39i).';

create function private.restore_by_hand(p_rows jsonb[]) returns private.outcome
language plpgsql as $$
declare
  unknown jsonb := (
    select jsonb_agg(d) from private.unknown_deleters(array(select (r ->> 'id')::uuid from unnest(p_rows) r)) d);
  result private.outcome := private.push_restores(p_rows);
begin
  perform private.tell(d.person, d.account_id, 'transactions', d.row_id, 'revived', '{}', '{}')
  from jsonb_to_recordset(unknown) d (row_id uuid, account_id uuid, person uuid)
    join public.transactions t on t.transaction_id = d.row_id and t.account_id = d.account_id;
  return result;
end $$;
comment on function private.restore_by_hand is
  'Brings removed transactions back, and tells those whose deletions the author did not know (S39i).';

create or replace function private.push_set(p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamptz)
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
    return private.restore_by_hand(private.carry_rows(rows));
  elsif p_kind = 'call' then
    return private.push_call(p_operations[1] ->> 'name', p_operations[1] -> 'arguments');
  end if;
  raise invalid_parameter_value using message = 'There is no such kind of operation.';
end $$;

revoke all on function private.unknown_deleters(uuid[]), private.restore_by_hand(jsonb[]) from public;
grant execute on function private.unknown_deleters(uuid[]), private.restore_by_hand(jsonb[]) to authenticated;
