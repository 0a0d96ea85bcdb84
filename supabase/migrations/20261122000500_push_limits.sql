-- How much one push may ask for. supabase/embedded/http/limits.ts gives the reasons, and a test compares the numbers.

create function private.check_size(p_mutations jsonb) returns void
language plpgsql stable as $$
begin
  if jsonb_array_length(p_mutations) > 1000 then
    perform private.refuse('PT413', 'too_many', 'At most 1,000 mutations a push.');
  end if;
  -- A device halves a batch that is refused so; a single mutation gets a verdict instead.
  if jsonb_array_length(p_mutations) > 1
    and (select sum(jsonb_array_length(m -> 'operations')) from jsonb_array_elements(p_mutations) m) > 5000 then
    perform private.refuse('PT413', 'too_many', 'At most 5,000 operations a push.');
  end if;
end $$;
comment on function private.check_size is 'Raises PT413 for a push that asks for too much.';

create function private.is_too_large(p_mutation jsonb) returns boolean
language sql immutable as $$
  select jsonb_array_length(p_mutation -> 'operations') > 1000
$$;
comment on function private.is_too_large is
  'Whether a mutation has more operations than any device makes; it is rejected.';

create or replace function private.decide(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  reason text;
begin
  if private.is_too_large(p_mutation) then
    perform private.refuse('PT413', 'invalid', 'At most 1,000 operations a mutation.');
  end if;
  return private.push_mutation(p_mutation);
exception when others then
  if not private.answers_the_data(sqlstate) then raise; end if;
  get stacked diagnostics reason = pg_exception_detail;
  return private.refusal(sqlstate, reason, sqlerrm) || jsonb_build_object('id', p_mutation -> 'id');
end $$;

create or replace function public.sync_push(p_user uuid, p_schema integer, p_mutations jsonb) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s' as $$
declare
  named record;
  locked uuid[];
  known jsonb;
  batch record;
  mutation jsonb;
  verdicts jsonb[];
  decided jsonb[] := '{}';
  fresh jsonb[] := '{}';
begin
  perform private.check_caller(p_user, p_schema);
  perform private.check_size(p_mutations);
  named := private.find_named(p_mutations);
  locked := named.accounts || private.accounts_of(named.rows, named.called, named.all_owned);
  perform private.lock_accounts(locked);
  if not private.accounts_of(named.rows, named.called, named.all_owned) <@ locked then
    raise serialization_failure using message = 'A row moved to another account at the same moment.';
  end if;
  known := private.known_verdicts(p_mutations);
  perform set_config('carryover.push', 'on', true);
  for batch in select * from private.batches(p_mutations, known) loop
    verdicts := case when batch.together and not exists (select from unnest(batch.mutations) m where private.is_too_large(m))
      then private.push_together(batch.mutations) end;
    if verdicts is null then
      foreach mutation in array batch.mutations loop
        fresh := fresh || private.decide(mutation);
      end loop;
    else
      fresh := fresh || verdicts;
    end if;
    decided := decided || batch.mutations;
  end loop;
  perform private.remember(decided, fresh);
  perform private.settle();
  perform set_config('carryover.push', '', true);
  perform set_config('carryover.edited_at', '', true);
  -- What was decided before, or stands twice, is put in its places.
  if cardinality(fresh) <> jsonb_array_length(p_mutations) then
    known := known || (select coalesce(jsonb_object_agg(v ->> 'id', v), '{}') from unnest(fresh) v);
    fresh := array(select known -> (m ->> 'id') from jsonb_array_elements(p_mutations) m);
  end if;
  return jsonb_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()), 'verdicts', to_jsonb(fresh));
end $$;

revoke all on function private.check_size, private.is_too_large from public;
grant execute on function private.check_size, private.is_too_large to authenticated;
