-- Somebody had deleted a row, and brought it back. The server had refused the deletion meanwhile, so the row was still
-- there, and nothing noted that it shall be. Then came a deletion of somebody else, from before, and nobody was told
-- (S39a). Now the return of a row that is there is noted, as an edit that changes nothing is. It asks for the same
-- right as any other return.

create or replace function private.restore_by_hand(p_rows jsonb[]) returns private.outcome
language plpgsql as $$
declare
  named uuid[] := array(select (r ->> 'id')::uuid from unnest(p_rows) r);
  unknown jsonb := (select jsonb_agg(d) from private.unknown_deleters(named) d);
  there uuid[] := array(select t.transaction_id from public.transactions t where t.transaction_id = any (named));
  mine uuid[];
  refused uuid[];
  result private.outcome;
begin
  if there <> '{}' then
    -- Finds only what this person may change.
    mine := array(select t.transaction_id from public.transactions t where t.transaction_id = any (there) for update);
    perform private.refuse_row(row_id, 'PT403', 'forbidden', 'Your role does not allow this.')
    from unnest(there) row_id where row_id <> all (mine);
    p_rows := array(
      select r from unnest(p_rows) with ordinality rows (r, n)
      where (r ->> 'id')::uuid <> all (there) or (r ->> 'id')::uuid = any (mine) order by n);
  end if;
  result := private.push_restores(p_rows);
  refused := private.refused_rows();
  perform private.raise_clocks('transactions', row_id, '{row}') from unnest(mine) row_id where row_id <> all (refused);
  perform private.tell(d.person, t.account_id, 'transactions', d.row_id, 'revived', '{}', '{}')
  from jsonb_to_recordset(unknown) d (row_id uuid, person uuid)
    join public.transactions t on t.transaction_id = d.row_id;
  return result;
end $$;
comment on function private.restore_by_hand is
  'Brings removed transactions back, and tells those whose deletions the author did not know (S39i). That a row which '
  'is there shall stay counts against deletions (S39j).';

-- Somebody undid a deletion. A restored server had forgotten it, and another person had brought the row back, without
-- the import that the server had lost. The undo found the row, and was told nothing of what it lacked (S67c). Where the
-- server knows of a deletion, whoever brought the row back has said how it is.

create function private.was_removed(p_row uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.changes c where c.row_id = p_row and c.kind = 'removal')
$$;
comment on function private.was_removed is 'Whether the server knows of a deletion of the row.';
revoke all on function private.was_removed from public;
grant execute on function private.was_removed to authenticated;

create function private.undo_return(p_row jsonb, p_client jsonb, p_clocks jsonb) returns private.outcome
language sql stable as $$
  select case when kept is not null then 'newer' end, coalesce(kept, '{}'),
    case when kept is not null then (private.latest_clock(p_clocks, groups, p_client)).author end,
    private.versions_of(p_client)
  from (
    select jsonb_object_agg(key, p_client -> key) as kept,
      array_agg(distinct private.field_group('transactions', key)) as groups
    from jsonb_each((private.carry_rows(array[p_row]))[1])
    where p_client ? key and key <> 'createdAt' and value <> p_client -> key
      and not private.was_removed((p_client ->> 'id')::uuid)) differing
$$;
comment on function private.undo_return is
  'What of a row that is there is otherwise than the undo of a deletion, which the server forgot, brings it back.';
revoke all on function private.undo_return from public;
grant execute on function private.undo_return to authenticated;

create or replace function private.resolve_undo(
  p_operation jsonb, p_client jsonb, p_clocks jsonb, p_removal private.changes,
  out operation jsonb, out result private.outcome) returns record
language plpgsql as $$
declare
  kind text := p_operation ->> 'kind';
  row_id uuid := coalesce(p_operation ->> 'id', p_operation #>> '{row,id}');
  part record;
begin
  operation := p_operation - 'undo';
  result := (null, '{}', null, '{}');
  if kind = 'restore' then
    if p_client is not null then
      operation := null;
      result := private.undo_return(p_operation -> 'row', p_client, p_clocks);
      -- That it shall be there counts against deletions (S39j), if the caller may change it.
      perform private.raise_clocks('transactions', t.transaction_id, '{row}')
      from (select transaction_id from public.transactions where transaction_id = row_id for update) t;
      return;
    end if;
    if p_removal.change_id is not null and not private.may_come_back(p_removal) then
      operation := null;
      result := ('deleted', '{}', p_removal.author, jsonb_build_object(p_removal.account_id, p_removal.version));
    elsif p_removal.change_id is not null then
      -- As it was deleted, and not as its device had seen it: an edit that the deletion did not know comes back, too.
      operation := jsonb_set(operation, '{row}', (
        select jsonb_object_agg(key, coalesce(held -> key, value))
        from private.since_removal(p_removal) held, jsonb_each(operation -> 'row')));
    end if;
  elsif p_client is null then
    -- A later edit would bring a deleted row back; an undo leaves it deleted.
    if kind = 'patch' then
      operation := null;
      result := private.untouched(row_id, false);
    end if;
  elsif kind = 'patch' then
    select * into part from private.undo_patch(p_operation, p_client, p_clocks);
    operation := nullif(part.operation, part.operation || '{"after": {}}');
    result := (case when part.kept <> '{}' then 'newer' end, part.kept, part.kept_by, private.versions_of(p_client));
  elsif kind = 'delete' then
    select * into part from private.undo_addition(p_operation, p_clocks);
    if part.stays then
      operation := null;
      result := ('newer', '{}', part.kept_by, private.versions_of(p_client));
    end if;
  end if;
end $$;
