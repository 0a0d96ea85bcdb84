-- Push: transactions that come back.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Brings removed transactions back. Fields that an operation does not name come from the removal (S43e).
CREATE OR REPLACE FUNCTION private.push_restores(p_rows jsonb[])
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  removals private.changes[] := array(
    select r from private.removed_transactions(array(select (item ->> 'id')::uuid from unnest(p_rows) item)) r);
  whole jsonb[] := array(
    select private.with_own_import(private.with_removal(item, removal))
    from (select item, n, (item ->> 'id')::uuid as id from unnest(p_rows) with ordinality rows (item, n)) named
      left join unnest(removals) removal on removal.row_id = named.id
    order by n);
  told uuid[] := array(
    select r from private.told_removals(array(select (item ->> 'id')::uuid from unnest(p_rows) item)) r);
  result private.outcome;
begin
  perform set_config('carryover.restores', 'on', true);
  result := private.push_insert('transactions', whole);
  perform set_config('carryover.restores', '', true);
  perform private.tell_of_restores(told);
  return result;
end $function$;
grant execute on function private.push_restores(p_rows jsonb[]) to authenticated;

-- Brings removed transactions back, and tells those whose deletions the author did not know (S39i). That a row which is
-- there shall stay counts against deletions (S39j).
CREATE OR REPLACE FUNCTION private.restore_by_hand(p_rows jsonb[])
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
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
end $function$;
grant execute on function private.restore_by_hand(p_rows jsonb[]) to authenticated;
