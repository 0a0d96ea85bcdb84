-- A server that was put back to an earlier time is known as such without anybody's help. PostgreSQL itself tells: a
-- restored cluster goes on in another timeline, a dump that was read into a new cluster has another system identifier,
-- and one that was read into the same cluster made the tables anew. Together they name a history of the data.
-- `sync_pull` only reads, so nothing has to be written before it answers: another history is another epoch, and the
-- floor of a log is its head until the log takes its first number in that history.

create function private.current_history() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  cluster bigint;
begin
  -- A replica answers as its primary did, and so does a server that keeps these functions to itself.
  if pg_catalog.pg_is_in_recovery() or not pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'execute')
    or not pg_catalog.has_function_privilege('pg_catalog.pg_walfile_name(pg_lsn)', 'execute')
    or not pg_catalog.has_function_privilege('pg_catalog.pg_current_wal_lsn()', 'execute')
  then
    return null;
  end if;
  select system_identifier into cluster from pg_catalog.pg_control_system();
  -- The name of a log file begins with its timeline. The control file learns of another one only at a checkpoint.
  return concat_ws('/', cluster, left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8),
    'private.server'::regclass::oid);
end $$;
comment on function private.current_history is
  'Names the history of this data: system identifier, timeline and the oid of private.server. Null where it cannot be told.';

alter table private.server add history text;
update private.server set history = private.current_history() where one;
comment on column private.server.history is 'The history in which the epoch was made. In another one, private.epoch() differs.';

create function private.history() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.current_history(), (select s.history from private.server s));
end $$;
comment on function private.history is 'private.current_history(), or the one that the epoch was made in where that cannot be told.';

alter table private.account_log add history text default private.history();
comment on column private.account_log.history is
  'The history in which the log took its last number. In another one, the floor is the head until the next number.';

create or replace function private.epoch() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  made record;
  now_in text := private.history();
begin
  select s.epoch, s.history into made from private.server s;
  if made.history is not distinct from now_in then return made.epoch; end if;
  return extensions.uuid_generate_v5(made.epoch, now_in);
end $$;
comment on function private.epoch is 'The epoch of the server in this history: the stored one where that was made, else one that follows from both.';

create function private.number_after_restore(p_number bigint) returns bigint
language sql volatile set search_path = '' as $$
  select case when clock.number > p_number then clock.number else p_number + 1000000000 end
  from (select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint) clock (number)
$$;
comment on function private.number_after_restore is
  'Where a log goes on after a restore, above every number that it ever lost. A mutation from before the restore names '
  'numbers that devices have seen. Given anew, they would count as seen. The same backup may be restored twice, so the '
  'number is the clock in microseconds: no log takes a million numbers a second for as long as a restored server runs. '
  'It stays exact in JavaScript until the year 2255. A server whose clock was set back leaves a gap.';

-- As before, but for the history and the gap.
create or replace function private.next_version(p_account uuid) returns bigint
language plpgsql as $$
declare
  counters jsonb := coalesce(nullif(current_setting('carryover.counters', true), ''), '{}');
  number bigint := counters ->> p_account::text;
  written_in text;
  now_in text;
  gathered text;
begin
  if number is null then
    select l.version, l.history into number, written_in from private.account_log l where l.account_id = p_account for update;
    -- There is no such account: RLS refuses the row, or its foreign key does.
    if not found then return 0; end if;
    now_in := private.history();
    if written_in is distinct from now_in then
      update private.account_log set floor = version, history = now_in where account_id = p_account;
      number := private.number_after_restore(number);
    end if;
  end if;
  number := number + 1;
  -- Assigned, not performed: an expression, and no query for each row.
  gathered := set_config('carryover.counters', (counters || jsonb_build_object(p_account, number))::text, true);
  return number;
end $$;
comment on function private.next_version is
  'The next number of an account''s log; locks the log when it is the transaction''s first. The first one after a restore sets the floor.';

-- As before, but for the floor.
create or replace function private.my_scopes()
returns table (scope text, account_id uuid, budget_id uuid, role text, grant_id uuid, head bigint, floor bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  now_in text := private.history();
begin
  return query
    with mine as (
      select a.account_id as account, null::uuid as budget, 'owner' as as_role, null::uuid as grant_of
      from public.accounts a where a.owner_id = auth.uid()
      union all
      select m.account_id, m.budget_id, m.role, m.grant_id from public.memberships m
      where m.user_id = auth.uid()
        and (m.target = 'account' or m.account_id <> all (array(select private.my_accounts())))
    )
    select coalesce('budget:' || mine.budget, 'account:' || mine.account), mine.account, mine.budget, mine.as_role,
      coalesce(mine.grant_of, l.grant_id), l.version,
      case when l.history is not distinct from now_in then l.floor else l.version end
    from mine join private.account_log l on l.account_id = mine.account
    order by 1;
end $$;

create or replace function public.change_epoch() returns uuid
language sql security definer set search_path = '' set statement_timeout = '60s' as $$
  update private.account_log
  set floor = version, version = private.number_after_restore(version), history = private.history()
  where account_id is not null;
  update private.server set epoch = gen_random_uuid(), history = private.history() where one returning epoch
$$;
comment on function public.change_epoch is
  'After a restore that left no trace in PostgreSQL: a copy of the data folder, or rows that were copied back. Any other '
  'restore is noticed without it. Each floor says up to which number devices and server agree. Service role only.';

revoke all on function private.current_history, private.history, private.number_after_restore from public;
