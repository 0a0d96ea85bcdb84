-- Which server this is, and which protocols it speaks: epochs, restores, and the garbage of a year.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- One row. A new epoch tells every device that the server's past changed (a backup was restored).
create table private.server (
  one boolean default true not null,
  epoch uuid default gen_random_uuid() not null,
  -- Invitations, and mails that repeat one, that a user may send in an hour.
  invitations_an_hour integer default 20 not null,
  -- Invitations, and mails that repeat one, that an address may get in a day, whoever sends them.
  invitations_an_address integer default 5 not null,
  -- The history in which the epoch was made. In another one, private.epoch() differs.
  history text,
  constraint server_pkey PRIMARY KEY (one),
  constraint server_invitations_an_address_check CHECK ((invitations_an_address > 0)),
  constraint server_invitations_an_hour_check CHECK ((invitations_an_hour > 0)),
  constraint server_one_check CHECK (one)
);

-- The epoch of the server in this history: the stored one where that was made, else one that follows from both (S62a).
CREATE OR REPLACE FUNCTION private.epoch()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made record;
  now_in text := private.history();
begin
  select s.epoch, s.history into made from private.server s;
  if made.history is not distinct from now_in then return made.epoch; end if;
  return extensions.uuid_generate_v5(made.epoch, now_in);
end $function$;
grant execute on function private.epoch() to authenticated;
grant execute on function private.epoch() to service_role;

-- private.current_history(), or the one that the epoch was made in where that cannot be told.
CREATE OR REPLACE FUNCTION private.history()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.current_history(), (select s.history from private.server s));
end $function$;

-- Names the history of this data: system identifier, timeline and the oid of private.server (S62a). Null where it
-- cannot be told.
CREATE OR REPLACE FUNCTION private.current_history()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

-- After a restore that left no trace in PostgreSQL: a copy of the data folder, or rows that were copied back. Any other
-- restore is noticed without it. Each floor says up to which number devices and server agree. Service role only.
CREATE OR REPLACE FUNCTION public.change_epoch()
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
  update private.account_log l
  set floor = l.version, version = n.number, history = private.history(),
    skipped = l.skipped + int8multirange(int8range(l.version, n.number, '(]'))
  from (select o.account_id, private.number_after_restore(o.version) as number from private.account_log o) n
  where l.account_id = n.account_id;
  update private.server set epoch = gen_random_uuid(), history = private.history() where one returning epoch
$function$;
grant execute on function public.change_epoch() to service_role;

-- Drops removals older than p_age and raises the floor of their logs. Forgets changes, notices, renames, and verdicts
-- on numbered mutations of that age. Marks invitations that ran out; forgets mails of 14 days ago. Returns the number
-- of removals dropped. Service role only.
CREATE OR REPLACE FUNCTION public.collect_garbage(p_age interval DEFAULT '1 year'::interval)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
declare
  dropped bigint;
begin
  -- The log first, in order, as a push locks it.
  perform from private.account_log l
  where exists (select from private.removals r where r.account_id = l.account_id and r.at < now() - p_age)
  order by l.account_id for update;
  with old as (
    delete from private.removals where at < now() - p_age returning account_id, version
  ), floors as (
    update private.account_log l set floor = greatest(l.floor, o.version)
    from (select account_id, max(version) as version from old group by account_id) o where o.account_id = l.account_id
  )
  select count(*) into dropped from old;
  with old as (
    delete from private.mutation_ledger where at < now() - p_age and device is not null and number is not null
    returning user_id, device, number
  )
  insert into private.devices (user_id, device, collected)
  select user_id, device, max(number) from old group by user_id, device
  on conflict (user_id, device) do update set collected = greatest(devices.collected, excluded.collected);
  delete from private.changes where at < now() - p_age;
  delete from private.notices where at < now() - p_age;
  delete from private.renames where at < now() - p_age;
  delete from private.account_log where deleted_at < now() - p_age;
  update public.invitations set status = 'expired' where status = 'pending' and expires_at <= now();
  delete from private.invitation_mails where granted_at < now() - interval '14 days';
  perform private.recount_sizes();
  return dropped;
end $function$;
grant execute on function public.collect_garbage(p_age interval) to service_role;

-- Equals PROTOCOL_VERSION of sync/protocol.ts (S25).
CREATE OR REPLACE FUNCTION private.protocol()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$ select 6 $function$;
grant execute on function private.protocol() to authenticated;
grant execute on function private.protocol() to service_role;

-- The oldest protocol that the server still speaks (S43a).
CREATE OR REPLACE FUNCTION private.oldest_protocol()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$ select 4 $function$;
grant execute on function private.oldest_protocol() to authenticated;
grant execute on function private.oldest_protocol() to service_role;

-- The protocol of this call, as private.check_caller noted it (S43b).
CREATE OR REPLACE FUNCTION private.spoken_protocol()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('carryover.protocol', true), '')::integer, private.oldest_protocol())
$function$;
grant execute on function private.spoken_protocol() to authenticated;
grant execute on function private.spoken_protocol() to service_role;

-- Refuses a call for another user, and one of a protocol that the server does not speak; the hint then lists those it
-- does, as JSON.
CREATE OR REPLACE FUNCTION private.check_caller(p_user uuid, p_protocol integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  perform private.check_user(p_user);
  if p_protocol is null or p_protocol not between private.oldest_protocol() and private.protocol() then
    raise exception using errcode = 'PT426', detail = 'upgrade_required',
      message = 'This version of the app and the server do not understand each other.',
      hint = array_to_json(array(select generate_series(private.oldest_protocol(), private.protocol())))::text;
  end if;
  perform set_config('carryover.protocol', p_protocol::text, true);
end $function$;
grant execute on function private.check_caller(p_user uuid, p_protocol integer) to authenticated;

-- Refuses a call that was made for somebody else than who is signed in.
CREATE OR REPLACE FUNCTION private.check_user(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if auth.uid() is null then
    perform private.refuse('PT401', 'unauthorized', 'Please log in first.');
  elsif p_user is distinct from auth.uid() then
    perform private.refuse('PT403', 'forbidden_user', 'This device''s data belongs to another user.');
  end if;
end $function$;
grant execute on function private.check_user(p_user uuid) to authenticated;
grant execute on function private.check_user(p_user uuid) to service_role;

-- A row of accounts or categories in the client's form, with the fields that the protocol of this call has (S43b).
CREATE OR REPLACE FUNCTION private.as_spoken(p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select case when private.spoken_protocol() < 5
    then p_row - array['kind', 'archived', 'position', 'group', 'ownerEmail'] else p_row end
$function$;
grant execute on function private.as_spoken(p_row jsonb) to authenticated;

-- Fields of a transaction, without those that the protocol of this call does not have (S43f).
CREATE OR REPLACE FUNCTION private.content_as_spoken(p_content jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select case when private.spoken_protocol() < 6 then p_content - 'refund' else p_content end
$function$;
grant execute on function private.content_as_spoken(p_content jsonb) to authenticated;

-- The verdicts, without fields that the protocol of this call does not have (S43f). The ledger keeps them whole.
CREATE OR REPLACE FUNCTION private.verdicts_as_spoken(p_verdicts jsonb[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select case when private.spoken_protocol() >= 6 then to_jsonb(p_verdicts) else (
    select coalesce(jsonb_agg(case when v ? 'notTaken'
      then (v #- '{kept,refund}') || jsonb_build_object('notTaken', (
        select jsonb_agg(one #- '{kept,refund}' order by at)
        from jsonb_array_elements(v -> 'notTaken') with ordinality rows (one, at)))
      else v #- '{kept,refund}' end order by n), '[]')
    from unnest(p_verdicts) with ordinality verdicts (v, n)) end
$function$;
grant execute on function private.verdicts_as_spoken(p_verdicts jsonb[]) to authenticated;

-- Whether rows came to this cursor under an older protocol than that of this call, so fields of them may be missing
-- (S43d).
CREATE OR REPLACE FUNCTION private.lacks_fields(p_cursor jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((p_cursor ->> 'protocol')::integer, private.oldest_protocol()) < private.spoken_protocol()
$function$;
grant execute on function private.lacks_fields(p_cursor jsonb) to authenticated;
