-- How long the server remembers mutations. A mutation names its device and the device's running number. After a year,
-- the server forgets the verdict and keeps only the highest number that it forgot, for ever. So it never carries out a
-- mutation twice: at or below that number it refuses what it does not know.

create table private.devices (
  user_id uuid not null,
  device uuid not null,
  collected bigint not null,
  primary key (user_id, device)
);
comment on table private.devices is 'Devices of whose mutations the server forgot some.';
comment on column private.devices.collected is 'The highest number of a forgotten mutation.';

alter table private.mutation_ledger add column device uuid, add column number bigint;
comment on table private.mutation_ledger is
  'The verdicts on mutations; a mutation that comes again gets the same one. Those without a device (protocol 4) are kept for ever.';
create index mutation_ledger_at on private.mutation_ledger using brin (at);

create or replace function private.known_verdicts(p_mutations jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  known jsonb;
begin
  with known_ones as materialized (
    select l.mutation_id, l.payload_hash, l.verdict from private.mutation_ledger l
    where l.user_id = auth.uid()
      and l.mutation_id = any (array(select (m ->> 'id')::uuid from jsonb_array_elements(p_mutations) m))
  )
  select coalesce(jsonb_object_agg(l.mutation_id, case
    when l.payload_hash = private.payload_hash(m) then l.verdict
    else jsonb_build_object('id', l.mutation_id, 'status', 'rejected', 'reason', 'payload_mismatch', 'code', null,
      'message', 'This id was used before for something else.') end), '{}') into known
  from known_ones l join jsonb_array_elements(p_mutations) m on l.mutation_id = (m ->> 'id')::uuid;
  if not exists (select from private.devices d where d.user_id = auth.uid()) then return known; end if;
  return (
    select coalesce(jsonb_object_agg(m ->> 'id', jsonb_build_object('id', m -> 'id', 'status', 'rejected', 'reason', 'forgotten',
      'code', null, 'message', 'The server does not remember any more whether it did this.')), '{}')
    from jsonb_array_elements(p_mutations) m join private.devices d
      on d.user_id = auth.uid() and d.device = private.as_uuid(m ->> 'device') and (m ->> 'number')::bigint <= d.collected
    where not known ? (m ->> 'id')) || known;
end $$;

create or replace function private.remember(p_mutations jsonb[], p_verdicts jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  writer uuid := auth.uid();
begin
  insert into private.mutation_ledger (user_id, mutation_id, payload_hash, verdict, device, number)
  select writer, (v ->> 'id')::uuid, private.payload_hash(m), v, (m ->> 'device')::uuid,
    case when m ? 'device' then (m ->> 'number')::bigint end
  from unnest(p_mutations, p_verdicts) decided (m, v);
exception when unique_violation then
  raise serialization_failure using message = 'The same mutation was decided at the same moment.';
end $$;

create or replace function public.collect_garbage(p_age interval default '1 year') returns bigint
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
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
  return dropped;
end $$;
comment on function public.collect_garbage is
  'Drops removals older than p_age and raises the floor of their logs. Forgets changes, notices, renames, and verdicts on numbered mutations of that age. '
  'Marks invitations that ran out; forgets mails of 14 days ago. Returns the number of removals dropped. Service role only.';
