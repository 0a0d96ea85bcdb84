-- Push: verdicts on mutations, and how long the server remembers them.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- The verdicts on mutations; a mutation that comes again gets the same one. Those without a device (protocol 4) are
-- kept for ever.
create table private.mutation_ledger (
  user_id uuid not null,
  mutation_id uuid not null,
  payload_hash bigint not null,
  verdict jsonb not null,
  at timestamp with time zone default now() not null,
  device uuid,
  number bigint,
  constraint mutation_ledger_pkey PRIMARY KEY (user_id, mutation_id)
);
CREATE INDEX mutation_ledger_at ON private.mutation_ledger USING brin (at);
CREATE INDEX mutation_ledger_by ON private.mutation_ledger USING btree (lower((verdict ->> 'by'::text))) WHERE ((verdict ->> 'by'::text) IS NOT NULL);

-- Devices of whose mutations the server forgot some.
create table private.devices (
  user_id uuid not null,
  device uuid not null,
  -- The highest number of a forgotten mutation.
  collected bigint not null,
  constraint devices_pkey PRIMARY KEY (user_id, device)
);

-- The verdicts on mutations that came before, by their ids (S3). An id with other content is refused as
-- payload_mismatch, and so is what was taken in part and comes again without `apart` (S71e). A mutation that the server
-- may have forgotten is refused as forgotten, and not done again (S52b).
CREATE OR REPLACE FUNCTION private.known_verdicts(p_mutations jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known jsonb;
begin
  with known_ones as materialized (
    select l.mutation_id, l.payload_hash, l.verdict from private.mutation_ledger l
    where l.user_id = auth.uid()
      and l.mutation_id = any (array(select (m ->> 'id')::uuid from jsonb_array_elements(p_mutations) m))
  )
  select coalesce(jsonb_object_agg(l.mutation_id, case
    when l.payload_hash = private.payload_hash(m) and (m ? 'apart' or not l.verdict ? 'notTaken') then l.verdict
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
end $function$;
grant execute on function private.known_verdicts(p_mutations jsonb) to authenticated;

-- Without editedAt: a device may have measured its clock again meanwhile. It tells a device's mistake, so 64 bits do;
-- PostgreSQL cannot change them, for hash partitions rest on them.
CREATE OR REPLACE FUNCTION private.payload_hash(p_mutation jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_hash_extended(p_mutation -> 'operations', 0)
$function$;
grant execute on function private.payload_hash(p_mutation jsonb) to authenticated;

-- Writes the verdict on each of the mutations, given in the same order, into the ledger.
CREATE OR REPLACE FUNCTION private.remember(p_mutations jsonb[], p_verdicts jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  writer uuid := auth.uid();
begin
  insert into private.mutation_ledger (user_id, mutation_id, payload_hash, verdict, device, number)
  select writer, (v ->> 'id')::uuid, private.payload_hash(m), v, (m ->> 'device')::uuid,
    case when m ? 'device' then (m ->> 'number')::bigint end
  from unnest(p_mutations, p_verdicts) decided (m, v);
exception when unique_violation then
  raise serialization_failure using message = 'The same mutation was decided at the same moment.';
end $function$;
grant execute on function private.remember(p_mutations jsonb[], p_verdicts jsonb[]) to authenticated;

-- Whether an SQLSTATE is a verdict. 40001 and 40P01 ask for a retry; anything else is nothing that the data did.
CREATE OR REPLACE FUNCTION private.answers_the_data(p_state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select p_state ~ '^(22...|23...|42501|PT4..)$' $function$;
grant execute on function private.answers_the_data(p_state text) to authenticated;

-- The verdict that an error stands for, with a reason of src/domain/mutations/verdicts.ts.
CREATE OR REPLACE FUNCTION private.refusal(p_state text, p_detail text, p_message text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('status', 'rejected', 'code', p_state, 'message', p_message, 'reason', case
    when p_state like 'PT4__' then p_detail
    when p_state = '42501' then 'forbidden'
    when p_state = '23505' then 'duplicate'
    when p_state = '23503' then 'reference'
    else 'invalid' end)
$function$;
grant execute on function private.refusal(p_state text, p_detail text, p_message text) to authenticated;

create type private.outcome as (
  superseded text,
  kept jsonb,
  kept_by uuid,
  versions jsonb
);

-- What became of two parts of a mutation, as one outcome. The later part has the last word.
CREATE OR REPLACE FUNCTION private.joined(p_one private.outcome, p_next private.outcome)
 RETURNS private.outcome
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select row(coalesce((p_next).superseded, (p_one).superseded), (p_one).kept || (p_next).kept,
    coalesce((p_next).kept_by, (p_one).kept_by), (p_one).versions || (p_next).versions)::private.outcome
$function$;
grant execute on function private.joined(p_one private.outcome, p_next private.outcome) to authenticated;

-- The verdict on what was left of a mutation, with what was taken out of it before.
CREATE OR REPLACE FUNCTION private.with_what_stays(p_verdict jsonb, p_stays private.outcome)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select p_verdict || jsonb_build_object('versions', (p_stays).versions || (p_verdict -> 'versions'))
    || case when (p_stays).superseded is null then '{}' else jsonb_build_object('status', 'superseded',
      'reason', coalesce(p_verdict ->> 'reason', (p_stays).superseded),
      'kept', (p_stays).kept || coalesce(p_verdict -> 'kept', '{}'),
      'by', coalesce(private.email_of((p_stays).kept_by), p_verdict ->> 'by')) end
$function$;
grant execute on function private.with_what_stays(p_verdict jsonb, p_stays private.outcome) to authenticated;
