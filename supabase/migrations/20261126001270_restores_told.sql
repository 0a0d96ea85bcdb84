-- Whoever deletes a row without having seen an edit of it, and then brings their own copy back, writes over that edit.
-- The author was told that the row is deleted, but that notice ends when the row is back. So they are told anew.

create index notices_deleted on private.notices (row_id) where kind = 'deleted';

create function private.tell_of_restores(p_removals private.changes[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one record;
begin
  for one in
    select n.user_id, there.client, r.clocks || coalesce(r.status_clock, '{}') as clocks,
      private.changed_fields(private.since_removal(r), there.client) as differing
    from unnest(p_removals) r
      join private.notices n on n.row_id = r.row_id and n.kind = 'deleted' and n.at > r.at
      cross join lateral private.read_rows('transactions', array[r.row_id]) there
    where private.account_of(there.client) = r.account_id
  loop
    perform private.tell_of_edit(one.user_id, one.client, one.clocks, 'transactions', theirs.lost, theirs.stands)
    from (
      select jsonb_object_agg(key, value) as lost, jsonb_object_agg(key, one.client -> key) as stands
      from jsonb_each(one.differing)
      where one.clocks #>> array[private.field_group('transactions', key), 'by'] = one.user_id::text) theirs
    where theirs.lost is not null;
  end loop;
end $$;
comment on function private.tell_of_restores is
  'Tells those whose edits the deletions did not know which of their values the restored rows write over (S39h).';

create or replace function private.push_restores(p_rows jsonb[]) returns private.outcome
language plpgsql as $$
declare
  removals private.changes[] := array(
    select r from private.removed_transactions(array(select (item ->> 'id')::uuid from unnest(p_rows) item)) r);
  whole jsonb[] := array(
    select private.with_own_import(private.with_removal(item, removal))
    from (select item, n, (item ->> 'id')::uuid as id from unnest(p_rows) with ordinality rows (item, n)) named
      left join unnest(removals) removal on removal.row_id = named.id
    order by n);
  result private.outcome;
begin
  perform set_config('carryover.restores', 'on', true);
  result := private.push_insert('transactions', whole);
  perform set_config('carryover.restores', '', true);
  perform private.tell_of_restores(removals);
  return result;
end $$;

revoke all on function private.tell_of_restores(private.changes[]) from public;
grant execute on function private.tell_of_restores(private.changes[]) to authenticated;
