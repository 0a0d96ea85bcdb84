-- Rows that raise when a step writes them are left out, where they may be. They are looked for in savepoints: first in
-- parts, then in halves. What was read and merged for the step need not be done again.

create function private.refused_alone() returns integer
language sql stable as $$
  select coalesce(nullif(current_setting('carryover.refused_alone', true), ''), '0')::integer
$$;
comment on function private.refused_alone is 'How many refusals of the mutation were found by savepoints.';

create function private.count_refusal() returns void
language sql as $$
  select set_config('carryover.refused_alone', (private.refused_alone() + 1)::text, true)
$$;

create function private.part_size(p_size integer) returns integer
language sql stable as $$
  -- With one refusal in a hundred, parts of sixteen cost least before they are halved. Each attempt costs as much as
  -- some rows, so many refusals are found one by one.
  select case when private.refused_alone() >= (private.push_limits()).refused_units then 1
    when p_size > 32 then 16 else (p_size + 1) / 2 end
$$;
comment on function private.part_size is 'Into how large parts a set is divided in which something is refused.';

create function private.write_rows(p_kind text, p_rows jsonb[], p_raises boolean default false) returns uuid[]
language plpgsql as $$
declare
  size integer := cardinality(p_rows);
  part integer;
  refused_before integer;
  written uuid[] := '{}';
  refusal jsonb;
  detail text;
begin
  if size = 1 or not p_raises then
    begin
      if p_kind = 'update' then return private.update_rows('transactions', p_rows); end if;
      perform private.insert_rows('transactions', p_rows);
      return array(select (r ->> 'id')::uuid from unnest(p_rows) r);
    exception when others then
      if not private.answers_the_data(sqlstate) then raise; end if;
      get stacked diagnostics detail = pg_exception_detail;
      refusal := private.refusal(sqlstate, detail, sqlerrm);
    end;
  end if;
  if size = 1 then
    perform private.refuse_row((p_rows[1] ->> 'id')::uuid, refusal ->> 'code', refusal ->> 'reason',
      refusal ->> 'message'), private.count_refusal();
    return '{}';
  end if;
  part := private.part_size(size);
  refused_before := private.refused_alone();
  for at in 1 .. size by part loop
    -- If nothing before the last part raises, something in that does.
    written := written || private.write_rows(p_kind, p_rows[at : at + part - 1],
      at + part > size and private.refused_alone() = refused_before);
  end loop;
  return written;
end $$;
comment on function private.write_rows is
  'Updates or inserts transactions without those that raise, and returns the others. p_raises: one of them does.';

revoke all on function private.refused_alone, private.count_refusal, private.part_size, private.write_rows from public;
grant execute on function private.refused_alone, private.count_refusal, private.part_size, private.write_rows
  to authenticated;
