-- What was decided apart and comes again without saying so is from an app that reads no `notTaken` (S71e). It would
-- take the rows that were not taken as taken, and nobody would be told of them.

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
end $$;
comment on function private.known_verdicts(jsonb) is
  'The verdicts on mutations that came before, by their ids (S3). An id with other content is refused as '
  'payload_mismatch, and so is what was taken in part and comes again without `apart` (S71e). A mutation that the server '
  'may have forgotten is refused as forgotten, and not done again (S52b).';
