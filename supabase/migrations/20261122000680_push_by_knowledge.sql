-- A push carries out what its author meant: with the device and the cursors that each mutation names.

create or replace function private.push_mutation(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  id text := p_mutation ->> 'id';
  edited_at timestamptz := least((p_mutation ->> 'editedAt')::timestamptz, clock_timestamp());
  counters jsonb := private.counters();
  step record;
  result private.outcome;
  superseded text;
  kept jsonb := '{}';
  kept_by uuid;
  versions jsonb := '{}';
begin
  perform set_config('carryover.edited_at', edited_at::text, true),
    set_config('carryover.device', coalesce((p_mutation ->> 'device')::uuid::text, ''), true),
    set_config('carryover.cursors', coalesce(p_mutation ->> 'cursors', ''), true);
  -- Inserts into one table that follow each other are one step: n and their own count rise together.
  for step in
    select kind, of_table, (array_agg(op order by n))[1] as op, array_agg(op -> 'row' order by n) as rows
    from (
      select op, n, op ->> 'kind' as kind, op ->> 'table' as of_table,
        n - row_number() over (partition by op ->> 'kind', op ->> 'table' order by n) as run
      from jsonb_array_elements(p_mutation -> 'operations') with ordinality o (op, n)) operations
    group by kind, of_table, run, case when kind <> 'insert' then n end
    order by min(n)
  loop
    if step.kind = 'insert' and step.of_table = 'transactions' then
      result := private.push_insert(step.of_table, array(select private.carry_row(r) from unnest(step.rows) with ordinality rows (r, n) order by n));
    elsif step.kind = 'insert' then
      result := private.push_insert(step.of_table, step.rows);
    elsif step.kind = 'patch' then
      result := private.push_patch(step.op, edited_at);
    elsif step.kind = 'delete' then
      result := private.push_delete(step.op, edited_at);
    elsif step.kind = 'restore' then
      result := private.push_restore(private.carry_row(step.op -> 'row'));
    elsif step.kind = 'call' then
      result := private.push_call(step.op ->> 'name', step.op -> 'arguments');
    else
      raise invalid_parameter_value using message = 'There is no such kind of operation.';
    end if;
    superseded := coalesce(result.superseded, superseded);
    kept := kept || result.kept;
    kept_by := coalesce(result.kept_by, kept_by);
    versions := versions || result.versions;
  end loop;
  -- What took a number just now counts before what was already there.
  versions := versions || private.numbers_since(counters);
  if superseded is null then
    return jsonb_build_object('id', id, 'status', 'applied', 'versions', versions);
  end if;
  return jsonb_build_object('id', id, 'status', 'superseded', 'reason', superseded, 'kept', kept,
    'by', private.email_of(kept_by), 'versions', versions);
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
