-- Somebody moved a row to another account. A device that had not seen that deleted the row, and brought it back where
-- it had been. The mover was told of the deletion, and that notice ended with the return. Nobody told them that their
-- move was lost (S39h), nor others that the row is back which they had deleted in that other account (S39i).

drop function private.tell_of_restores(private.changes[]);
drop function private.told_removals(uuid[]);
create function private.told_removals(p_rows uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select last.change_id from (select distinct n.row_id from private.notices n
      where n.kind = 'deleted' and n.row_id = any (p_rows)) told
    cross join lateral (
      select c.change_id from private.changes c
      where c.row_id = told.row_id and c.kind = 'removal' and c.of_table = 'transactions'
      order by c.at desc limit 1) last
  where not exists (select from public.transactions t where t.transaction_id = told.row_id offset 0)
$$;
comment on function private.told_removals is
  'The last deletions of which somebody was told, of those of these rows that stand nowhere now.';
revoke all on function private.told_removals from public;
grant execute on function private.told_removals to authenticated;

create function private.tell_of_restores(p_removals uuid[])
returns void
language plpgsql security definer set search_path = '' as $$
declare
  one record;
begin
  for one in
    select n.user_id, there.client, r.clocks || coalesce(r.status_clock, '{}') as clocks,
      private.changed_fields(private.since_removal(r), there.client) as differing,
      -- What a row has in one account ends in another one anyway.
      case when private.account_of(there.client) = r.account_id then '{}' else jsonb_build_object('status', 'open',
        'reconciliationId', null, 'bankId', null, 'importId', null, 'importedText', null, 'budgetId', null)
      end as ended
    from private.changes r
      join private.notices n on n.row_id = r.row_id and n.kind = 'deleted' and n.at > r.at
      cross join lateral private.read_rows('transactions', array[r.row_id]) there
    where r.change_id = any (p_removals)
  loop
    perform private.tell_of_edit(one.user_id, one.client, one.clocks, 'transactions', theirs.lost, theirs.stands)
    from (
      select jsonb_object_agg(key, value) as lost, jsonb_object_agg(key, one.client -> key) as stands
      from jsonb_each(one.differing)
      where one.user_id::text = any (private.authors(one.clocks -> private.field_group('transactions', key)))
        and one.ended -> key is distinct from value) theirs
    where theirs.lost is not null;
  end loop;
end $$;
comment on function private.tell_of_restores is
  'Tells those whose edits the deletions did not know which of their values the restored rows write over (S39h). '
  'p_removals: the deletions, as private.told_removals named them before.';
revoke all on function private.tell_of_restores from public;
grant execute on function private.tell_of_restores to authenticated;

create or replace function private.add_transactions(p_rows jsonb[])
returns private.outcome
language plpgsql as $$
declare
  removals uuid[] := array(
    select r from private.told_removals(array(select (item ->> 'id')::uuid from unnest(p_rows) item)) r);
  result private.outcome := private.push_insert('transactions', p_rows);
begin
  perform private.tell_of_restores(removals);
  return result;
end $$;

create or replace function private.push_restores(p_rows jsonb[])
returns private.outcome
language plpgsql as $$
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
end $$;

create or replace function private.unknown_deleters(p_rows uuid[])
returns TABLE(row_id uuid, account_id uuid, person uuid)
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
  where people.person <> auth.uid()
    and not exists (select from public.transactions t where t.transaction_id = one.id)
$$;

create or replace function private.restore_by_hand(p_rows jsonb[])
returns private.outcome
language plpgsql as $$
declare
  unknown jsonb := (
    select jsonb_agg(d) from private.unknown_deleters(array(select (r ->> 'id')::uuid from unnest(p_rows) r)) d);
  result private.outcome := private.push_restores(p_rows);
begin
  perform private.tell(d.person, t.account_id, 'transactions', d.row_id, 'revived', '{}', '{}')
  from jsonb_to_recordset(unknown) d (row_id uuid, person uuid)
    join public.transactions t on t.transaction_id = d.row_id;
  return result;
end $$;
