-- What stays of an undo, and of both sides of a transfer, is noted by the row, for mutations that are decided apart.

create or replace function private.push_undo(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  step record;
  resolved record;
  remaining jsonb[] := '{}';
  stays private.outcome := (null, '{}', null, '{}');
  verdict jsonb := jsonb_build_object('id', p_mutation -> 'id', 'status', 'applied', 'versions', '{}'::jsonb);
begin
  if not jsonb_path_exists(p_mutation, '$.operations[*] ? (@.undo == true)') then
    return private.push_mutation(p_mutation);
  end if;
  perform private.begin_mutation(p_mutation);
  for step in
    select * from private.rows_to_undo(p_mutation -> 'operations') order by n
  loop
    if not step.undoes then
      remaining := remaining || step.op;
      continue;
    end if;
    select * into resolved from private.resolve_undo(step.op, step.client, step.clocks, step.removal);
    if resolved.operation is not null then remaining := remaining || resolved.operation; end if;
    if (resolved.result).superseded is not null then
      perform private.note_kept(coalesce(step.op ->> 'id', step.op #>> '{row,id}')::uuid, (resolved.result).superseded,
        (resolved.result).kept, (resolved.result).kept_by);
    end if;
    stays := (coalesce((resolved.result).superseded, stays.superseded), stays.kept || (resolved.result).kept,
      coalesce((resolved.result).kept_by, stays.kept_by), stays.versions || (resolved.result).versions);
  end loop;
  if remaining <> '{}' then
    verdict := private.push_mutation(p_mutation || jsonb_build_object('operations', to_jsonb(remaining)));
  end if;
  return private.with_what_stays(verdict, stays);
end $$;

create or replace function private.push_sides(p_mutation jsonb) returns jsonb
language plpgsql as $$
declare
  side record;
  operations jsonb[] := array(select op from jsonb_array_elements(p_mutation -> 'operations') op);
  stays private.outcome := (null, '{}', null, '{}');
begin
  perform private.begin_mutation(p_mutation);
  -- What stands against a side has the last word on what was kept.
  for side in
    select n::integer, op, row_id, (against).superseded, (against).kept, (against).kept_by, (against).versions,
      by_other
    from (
      select s.*, bool_or((s.against).superseded is not null) over transfer as is_bound,
        max((s.against).kept_by::text) filter (where (s.against).superseded is not null) over transfer as by_other
      from (
        select i.*, private.against_side(i.op, private.edited_at()) as against
        from private.sides_in(p_mutation -> 'operations') i offset 0) s
      window transfer as (partition by s.transfer_id)) bound
    where is_bound order by (against).superseded is not null, n
  loop
    operations[side.n] := private.without_shared(side.op);
    stays := (coalesce(side.superseded, stays.superseded), stays.kept || side.kept,
      coalesce(case when side.superseded is not null then side.kept_by end, stays.kept_by),
      stays.versions || side.versions);
    -- A side that is already as the edit wants it to be has nothing to tell.
    if side.superseded is not null or side.kept <> '{}' or side.op ->> 'kind' <> 'patch' then
      perform private.note_kept(side.row_id, coalesce(side.superseded, 'newer'), side.kept,
        coalesce(case when side.superseded is not null then side.kept_by end, side.by_other::uuid));
    end if;
  end loop;
  if not found then return private.push_undo(p_mutation); end if;
  p_mutation := p_mutation || jsonb_build_object('operations', to_jsonb(array_remove(operations, null)));
  return private.with_what_stays(private.push_undo(p_mutation), stays);
end $$;
