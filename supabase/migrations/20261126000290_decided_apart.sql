-- A mutation that says so is decided apart: each of its units by itself. All that is not refused is carried out as one
-- set. If something in the set raises, the set is halved in savepoints, down to one unit.

create or replace function private.push_step(
  p_kind text, p_table text, p_operations jsonb[], p_edited_at timestamptz
) returns private.outcome
language plpgsql as $$
declare
  result private.outcome := (null, '{}', null, '{}');
  operation jsonb;
begin
  -- What raises in a set that is decided apart is looked for by its units.
  if p_kind = 'insert' or cardinality(p_operations) = 1 or private.decides_apart() then
    return private.push_set(p_kind, p_table, p_operations, p_edited_at);
  end if;
  begin
    return private.push_set(p_kind, p_table, p_operations, p_edited_at);
  exception when others then
    if not private.answers_the_data(sqlstate) then raise; end if;
  end;
  -- The author is told what is wrong with the first one.
  foreach operation in array p_operations loop
    result := private.joined(result, private.push_set(p_kind, p_table, array[operation], p_edited_at));
  end loop;
  return result;
end $$;

create function private.carry_out(p_mutation jsonb) returns jsonb
language plpgsql as $$
begin
  if jsonb_path_exists(p_mutation, '$.operations[*] ? (exists(@.key) || (@.kind == "delete" && exists(@.importId)))')
  then
    return private.push_keyed(p_mutation);
  end if;
  if jsonb_array_length(p_mutation -> 'operations') > 1 then return private.push_sides(p_mutation); end if;
  return private.push_undo(p_mutation);
end $$;
comment on function private.carry_out is 'Carries out all operations of a mutation and returns the verdict, or raises.';

create function private.carry_out_units(p_mutation jsonb, p_operations private.unit_operation[], p_is_one boolean)
returns jsonb
language plpgsql as $$
begin
  -- A unit that goes alone is refused whole. Of several, a row that shares its unit with others is.
  perform set_config('carryover.bound', case when p_is_one then '' else array(
    select o.row_id from (select row_id, count(*) over (partition by unit) as size from unnest(p_operations)) o
    where size > 1)::text end, true);
  -- To write all operations once more would take half as long as what they do.
  if cardinality(p_operations) < jsonb_array_length(p_mutation -> 'operations') then
    p_mutation := p_mutation || jsonb_build_object('operations', (
      select jsonb_agg(op order by n) from unnest(p_operations)));
  end if;
  return private.carry_out(p_mutation) -> 'versions';
end $$;

create function private.refuse_unit(p_operations private.unit_operation[], p_reason text) returns void
language plpgsql as $$
begin
  perform private.note_untaken(jsonb_build_object('id', row_id, 'status', 'rejected', 'reason', p_reason))
  from (select distinct o.row_id from unnest(p_operations) o) rows;
  perform private.count_refusal();
end $$;

create function private.push_units(
  p_mutation jsonb, p_operations private.unit_operation[], p_raises boolean default false
) returns jsonb
language plpgsql as $$
declare
  -- Where each unit begins, and where the last one ends.
  starts integer[] := array(
    select place::integer from (
      select place, unit <> lag(unit, 1, 0::bigint) over (order by place) as begins
      from unnest(p_operations) with ordinality o (n, unit, row_id, transfer_id, key, op, place)) places
    where begins order by place) || cardinality(p_operations) + 1;
  size integer := cardinality(starts) - 1;
  part integer;
  refused_before integer;
  versions jsonb := '{}';
  reason text;
begin
  if size = 1 or not p_raises then
    begin
      return private.carry_out_units(p_mutation, p_operations, size = 1);
    exception when others then
      if not private.answers_the_data(sqlstate) then raise; end if;
      get stacked diagnostics reason = pg_exception_detail;
      reason := private.refusal(sqlstate, reason, sqlerrm) ->> 'reason';
    end;
  end if;
  if size = 1 then
    perform private.refuse_unit(p_operations, reason);
    return '{}';
  end if;
  part := private.part_size(size);
  refused_before := private.refused_alone();
  for at in 1 .. size by part loop
    -- If nothing before the last part raises, something in that does.
    versions := versions || private.push_units(p_mutation,
      p_operations[starts[at] : starts[least(at + part, size + 1)] - 1],
      at + part > size and private.refused_alone() = refused_before);
  end loop;
  return versions;
end $$;
comment on function private.push_units is
  'Carries out the units that are not refused; their operations stand together. p_raises: one of them is refused. '
  'Returns the numbers of what stands.';

create function private.push_apart(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  operations jsonb[] := array(select op from jsonb_array_elements(p_mutation -> 'operations') op);
  of_others jsonb[] := array(select op from unnest(operations) op where not private.is_of_transaction(op));
  of_rows jsonb[] := case when of_others = '{}' then operations
    else array(select op from unnest(operations) op where private.is_of_transaction(op)) end;
  -- An import, a reconciliation or an account goes after its rows.
  ends jsonb[] := array(select op from unnest(of_others) op where op ->> 'kind' = 'delete');
  first jsonb[] := array(select op from unnest(of_others) op where op ->> 'kind' is distinct from 'delete');
  counters jsonb := private.counters();
  versions jsonb := '{}';
  untaken jsonb;
begin
  perform set_config('carryover.untaken', '[', true), set_config('carryover.refused_alone', '', true);
  if first <> '{}' then
    versions := private.carry_out(p_mutation || jsonb_build_object('operations', to_jsonb(first))) -> 'versions';
  end if;
  if of_rows <> '{}' then
    perform private.begin_mutation(p_mutation);
    versions := versions || private.push_units(p_mutation, array(
      select u from private.units_in(of_rows) u));
    perform set_config('carryover.bound', '', true);
  end if;
  if ends <> '{}' then
    versions := versions
      || (private.carry_out(p_mutation || jsonb_build_object('operations', to_jsonb(ends))) -> 'versions');
  end if;
  if current_setting('carryover.untaken') <> '[' then
    untaken := private.rows_not_taken(p_mutation -> 'operations');
  end if;
  perform set_config('carryover.untaken', '', true);
  return jsonb_build_object('id', p_mutation -> 'id', 'status', 'applied',
      'versions', versions || private.numbers_since(counters))
    || case when untaken is null then '{}' else jsonb_build_object('notTaken', untaken) end;
end $$;
comment on function private.push_apart is
  'Decides on each unit of a mutation by itself. Operations on other tables are refused with the whole mutation.';

create or replace function private.decide(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  reason text;
begin
  if private.is_too_large(p_mutation) then
    perform private.refuse('PT413', 'invalid', 'At most 1,000 operations a mutation.');
  end if;
  if p_mutation -> 'apart' = 'true' then return private.push_apart(p_mutation); end if;
  return private.carry_out(p_mutation);
exception when others then
  if not private.answers_the_data(sqlstate) then raise; end if;
  get stacked diagnostics reason = pg_exception_detail;
  return private.refusal(sqlstate, reason, sqlerrm) || jsonb_build_object('id', p_mutation -> 'id');
end $$;

revoke all on function private.carry_out, private.carry_out_units, private.refuse_unit, private.push_units,
  private.push_apart from public;
grant execute on function private.carry_out, private.carry_out_units, private.refuse_unit, private.push_units,
  private.push_apart to authenticated;
