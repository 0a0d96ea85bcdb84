-- A refused row costs several attempts, so it weighs double in the limit of a push. The device halves the batch.

create function private.check_weight(p_mutations jsonb[], p_verdicts jsonb[]) returns void
language plpgsql stable as $$
begin
  if cardinality(p_mutations) > 1 and (
    select sum(jsonb_array_length(m -> 'operations')) from unnest(p_mutations) m
  ) + (
    select count(*) from unnest(p_verdicts) v, jsonb_array_elements(v -> 'notTaken') row
    where row ->> 'status' = 'rejected'
  ) > (private.push_limits()).operations_in_all then
    perform private.refuse('PT413', 'too_many', 'Too much of this push is refused.');
  end if;
end $$;
revoke all on function private.check_weight from public;
grant execute on function private.check_weight to authenticated;

create or replace function public.sync_push(p_user uuid, p_schema integer, p_mutations jsonb) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
set plan_cache_mode = 'force_generic_plan' as $$
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
      and not private.names_renamed(batch.mutations, named.accounts)
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
  perform private.check_weight(decided, fresh);
  perform private.remember(decided, fresh);
  perform private.settle();
  perform set_config('carryover.push', '', true), set_config('carryover.edited_at', '', true), set_config('carryover.device', '', true),
    set_config('carryover.cursors', '', true);
  -- What was decided before, or stands twice, is put in its places.
  if cardinality(fresh) <> jsonb_array_length(p_mutations) then
    known := known || (select coalesce(jsonb_object_agg(v ->> 'id', v), '{}') from unnest(fresh) v);
    fresh := array(select known -> (m ->> 'id') from jsonb_array_elements(p_mutations) m);
  end if;
  return jsonb_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()), 'verdicts', to_jsonb(fresh));
end $$;
