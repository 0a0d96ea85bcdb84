-- A mutation that is decided apart tells which of its rows were not, or not wholly, taken. While such a mutation is
-- carried out, `carryover.untaken` gathers them, and `carryover.bound` has the rows that stand or fall with others. A
-- row that is not among those may be left out; any other mutation is refused as a whole. Both end with a savepoint.

create function private.decides_apart() returns boolean
language sql stable as $$ select coalesce(current_setting('carryover.bound', true), '') <> '' $$;
comment on function private.decides_apart is 'Whether rows may be left out of the mutation that is carried out.';

create function private.may_leave_out(p_row uuid) returns boolean
language sql stable as $$
  select coalesce(p_row <> all (nullif(current_setting('carryover.bound', true), '')::uuid[]), false)
$$;
comment on function private.may_leave_out is 'Whether the mutation goes on without the row.';

create function private.bind_row(p_row uuid) returns void
language sql as $$
  select set_config('carryover.bound', array_append(current_setting('carryover.bound')::uuid[], p_row)::text, true)
  where private.decides_apart()
$$;
comment on function private.bind_row is 'From now on, a refusal of the row takes back what was done to it.';

create function private.note_untaken(p_note jsonb) returns void
language plpgsql as $$
declare
  notes text := current_setting('carryover.untaken', true);
begin
  -- Nobody asks for the rows of a mutation that is decided whole.
  if coalesce(notes, '') = '' then return; end if;
  perform set_config('carryover.untaken', notes || case when length(notes) > 1 then ',' else '' end || p_note::text,
    true);
end $$;

create function private.note_kept(p_row uuid, p_reason text, p_kept jsonb, p_by uuid, p_other uuid default null)
returns void
language sql as $$
  select private.note_untaken(jsonb_build_object('id', p_row, 'status', 'superseded', 'reason', p_reason,
    'kept', p_kept, 'by', p_by, 'other', p_other))
$$;
comment on function private.note_kept is 'Somebody''s deed stands against what the mutation asks of the row.';

create function private.refuse_row(p_row uuid, p_code text, p_reason text, p_message text) returns void
language plpgsql as $$
begin
  if not private.may_leave_out(p_row) then
    perform private.refuse(p_code, p_reason, p_message);
  end if;
  perform private.note_untaken(jsonb_build_object('id', p_row, 'status', 'rejected', 'reason', p_reason));
end $$;
comment on function private.refuse_row is
  'Raises, or notes that the row is left out. Who calls it goes on without the row.';

create or replace function private.untouched(p_row uuid, p_readable boolean) returns private.outcome
language plpgsql as $$
declare
  removal private.removals;
begin
  if p_readable then
    perform private.refuse_row(p_row, 'PT403', 'forbidden', 'Your role does not allow this.');
    return (null, '{}', null, '{}')::private.outcome;
  end if;
  removal := private.find_removal(p_row);
  if removal.row_id is null then
    perform private.refuse_row(p_row, 'PT404', 'gone', 'This is not there any more.');
    return (null, '{}', null, '{}')::private.outcome;
  end if;
  return ('deleted', '{}', removal.removed_by,
    jsonb_build_object(removal.account_id, removal.version))::private.outcome;
end $$;

create function private.notes_on_untaken() returns table (n bigint, note jsonb)
language sql stable as $$
  select ordinality, value
  from jsonb_array_elements((coalesce(nullif(current_setting('carryover.untaken', true), ''), '[') || ']')::jsonb)
    with ordinality
$$;

create function private.refused_rows() returns uuid[]
language sql stable as $$
  select array(select (note ->> 'id')::uuid from private.notes_on_untaken() where note ->> 'status' = 'rejected')
$$;

create function private.rows_not_taken(p_operations jsonb) returns jsonb
language sql stable as $$
  with notes as materialized (
    select n, note, note ->> 'id' as id from private.notes_on_untaken()
  ), places as (
    select coalesce(op ->> 'id', op #>> '{row,id}') as id, min(n) as place
    from jsonb_array_elements(p_operations) with ordinality o (op, n) group by 1
  ), rows as (
    -- Several deeds may stand against one row. The last word on a field is that of the last one.
    select id, (array_agg(note order by n) filter (where note ->> 'status' = 'rejected'))[1] as refused,
      (array_agg(note ->> 'reason' order by n desc))[1] as reason,
      (array_agg(note ->> 'by' order by n) filter (where note ->> 'by' is not null))[1] as by,
      (array_agg(note ->> 'other' order by n) filter (where note ->> 'other' is not null))[1] as other
    from notes group by id
  ), kept as (
    select id, jsonb_object_agg(key, value order by n) as kept from notes, jsonb_each(note -> 'kept') group by id
  )
  select jsonb_agg(coalesce(refused, jsonb_build_object('id', id, 'status', 'superseded', 'reason', reason,
    'kept', coalesce(kept, '{}'), 'by', private.email_of(by::uuid))
      || case when other is null then '{}' else jsonb_build_object('other', other) end) order by place)
  from rows join places using (id) left join kept using (id)
$$;
comment on function private.rows_not_taken is
  'NotTaken of src/domain/verdicts.ts for each row that was noted, in the order of the operations; null where all was '
  'taken.';

revoke all on function private.decides_apart, private.may_leave_out, private.bind_row, private.note_untaken,
  private.note_kept,
  private.refuse_row, private.notes_on_untaken, private.refused_rows, private.rows_not_taken from public;
grant execute on function private.decides_apart, private.may_leave_out, private.bind_row, private.note_untaken,
  private.note_kept,
  private.refuse_row, private.notes_on_untaken, private.refused_rows, private.rows_not_taken to authenticated;
