-- An undo takes back what its own device wrote, as far as it still stands. What somebody changed since stays. Before
-- the ordinary rules decide on a mutation, the operations with `undo` lose whatever is not theirs to take back.

create function private.is_of_another(p_clocks jsonb, p_group text) returns boolean
language sql stable as $$
  select (p_clocks #> array[p_group, 'v'] is not null
      and (private.device() is null or p_clocks #>> array[p_group, 'd'] is distinct from private.device()::text))
    or coalesce(p_clocks #>> array[p_group, 'raised', 'by'] <> auth.uid()::text, false)
$$;
comment on function private.is_of_another is
  'Whether another device than the mutation''s wrote what stands in the field group, or somebody else wrote it again.';

create function private.undo_patch(
  p_operation jsonb, p_current jsonb, p_clocks jsonb, out operation jsonb, out kept jsonb, out kept_by uuid
)
language plpgsql stable as $$
declare
  of_table text := p_operation ->> 'table';
  meant jsonb := case of_table when 'transactions' then private.carry_patch(p_operation, p_current)
    else p_operation end;
  turns boolean := of_table = 'transactions'
    and (meant #> '{before,type}' is distinct from meant #> '{after,type}' or meant -> 'after' ? 'lines');
  part record;
begin
  operation := p_operation - 'undo';
  kept := '{}';
  for part in
    select own.field_group, array_agg(key) as fields, jsonb_object_agg(key, p_current -> key) as current,
      jsonb_object_agg(key, value) as after,
      bool_and(p_current -> key is not distinct from meant -> 'before' -> key) as stands
    from jsonb_each(meant -> 'after') fields, lateral (
      -- A change of the type or of lines binds amount, type, category and lines, and so does its undo.
      select case when turns and key in ('amount', 'type', 'category', 'lines') then 'type'
        else private.field_group(of_table, key) end as field_group) own
    group by 1
  loop
    continue when part.stands and not exists (
      select from unnest(case part.field_group when 'type' then array['amount', 'type', 'category', 'lines']
        else array[part.field_group] end) g where private.is_of_another(p_clocks, g));
    operation := jsonb_set(jsonb_set(operation, '{before}', (operation -> 'before') - part.fields),
      '{after}', (operation -> 'after') - part.fields);
    continue when part.current = part.after;
    kept := kept || part.current;
    kept_by := coalesce((p_clocks #>> array[part.field_group, 'by'])::uuid, kept_by);
  end loop;
end $$;
comment on function private.undo_patch is
  'operation: the ordinary patch of the groups that hold what this device wrote; kept: what stands in the others.';

create function private.undo_addition(p_operation jsonb, p_clocks jsonb, out stays boolean, out kept_by uuid)
language sql stable as $$
  select coalesce(bool_or(private.is_of_another(p_clocks, g)), false)
      or (p_operation ->> 'table' = 'budgets' and (
        exists (select from public.transactions t where t.budget_id = (p_operation ->> 'id')::uuid)
        or exists (select from public.memberships m where m.budget_id = (p_operation ->> 'id')::uuid))),
    max(p_clocks #>> array[g, 'by']) filter (where private.is_of_another(p_clocks, g))::uuid
  from jsonb_object_keys(p_clocks) g
$$;
comment on function private.undo_addition is
  'Whether a row that was added stays, because somebody has edited it since, or uses the budget.';

create function private.resolve_undo(
  p_operation jsonb, p_client jsonb, p_clocks jsonb, out operation jsonb, out result private.outcome
)
language plpgsql as $$
declare
  kind text := p_operation ->> 'kind';
  row_id uuid := coalesce(p_operation ->> 'id', p_operation #>> '{row,id}');
  removal private.changes;
  part record;
begin
  operation := p_operation - 'undo';
  result := (null, '{}', null, '{}');
  if kind = 'restore' then
    if p_client is not null then
      operation := null;
      result.versions := private.versions_of(p_client);
      return;
    end if;
    removal := private.removed_transaction(row_id);
    if removal.device is distinct from private.device() and removal.change_id is not null then
      operation := null;
      result := ('deleted', '{}', removal.author, jsonb_build_object(removal.account_id, removal.version));
    elsif removal.change_id is not null then
      -- As it was deleted, and not as its device had seen it: an edit that the deletion did not know comes back, too.
      operation := jsonb_set(operation, '{row}', (
        select jsonb_object_agg(key, coalesce(held -> key, value))
        from private.since_removal(removal) held, jsonb_each(operation -> 'row')));
    end if;
  elsif p_client is null then
    -- A later edit would bring a deleted row back; an undo leaves it deleted.
    if kind = 'patch' then
      operation := null;
      result := private.untouched(row_id, false);
    end if;
  elsif kind = 'patch' then
    select * into part from private.undo_patch(p_operation, p_client, p_clocks);
    operation := nullif(part.operation, part.operation || '{"after": {}}');
    result := (case when part.kept <> '{}' then 'newer' end, part.kept, part.kept_by, private.versions_of(p_client));
  elsif kind = 'delete' then
    select * into part from private.undo_addition(p_operation, p_clocks);
    if part.stays then
      operation := null;
      result := ('newer', '{}', part.kept_by, private.versions_of(p_client));
    end if;
  end if;
end $$;
comment on function private.resolve_undo is
  'p_client, p_clocks: the row as it stands, null where there is none. operation: the ordinary operation of what may '
  'be taken back, null for nothing; result: what stays instead.';

create function private.begin_mutation(p_mutation jsonb) returns void
language sql as $$
  select
    set_config('carryover.edited_at', least((p_mutation ->> 'editedAt')::timestamptz, clock_timestamp())::text, true),
    set_config('carryover.device', coalesce((p_mutation ->> 'device')::uuid::text, ''), true),
    set_config('carryover.cursors', coalesce(p_mutation ->> 'cursors', ''), true);
$$;
comment on function private.begin_mutation is 'For what looks at the rows before private.push_mutation does.';

create function private.with_what_stays(p_verdict jsonb, p_stays private.outcome) returns jsonb
language sql stable as $$
  select p_verdict || jsonb_build_object('versions', (p_stays).versions || (p_verdict -> 'versions'))
    || case when (p_stays).superseded is null then '{}' else jsonb_build_object('status', 'superseded',
      'reason', coalesce(p_verdict ->> 'reason', (p_stays).superseded),
      'kept', (p_stays).kept || coalesce(p_verdict -> 'kept', '{}'),
      'by', coalesce(private.email_of((p_stays).kept_by), p_verdict ->> 'by')) end
$$;
comment on function private.with_what_stays is
  'The verdict on what was left of a mutation, with what was taken out of it before.';

create function private.rows_to_undo(p_operations jsonb)
returns table (n bigint, op jsonb, undoes boolean, client jsonb, clocks jsonb)
language sql stable as $$
  with named as (
    select n, op, op -> 'undo' is not distinct from 'true' as undoes, op ->> 'table' as of_table,
      coalesce(op ->> 'id', op #>> '{row,id}')::uuid as row_id
    from jsonb_array_elements(p_operations) with ordinality o (op, n)
  ), there as (
    select of_table, r.*
    from (select of_table, array_agg(row_id) as ids from named where undoes group by of_table) tables,
      lateral private.read_rows(of_table, ids) r
  )
  select n.n, n.op, n.undoes, t.client, t.clocks
  from named n left join there t on n.undoes and t.of_table = n.of_table and t.id = n.row_id
$$;
comment on function private.rows_to_undo is 'All operations, those that undo with their rows as the caller reads them.';

create function private.push_undo(p_mutation jsonb) returns jsonb
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
    select * into resolved from private.resolve_undo(step.op, step.client, step.clocks);
    if resolved.operation is not null then remaining := remaining || resolved.operation; end if;
    stays := (coalesce((resolved.result).superseded, stays.superseded), stays.kept || (resolved.result).kept,
      coalesce((resolved.result).kept_by, stays.kept_by), stays.versions || (resolved.result).versions);
  end loop;
  if remaining <> '{}' then
    verdict := private.push_mutation(p_mutation || jsonb_build_object('operations', to_jsonb(remaining)));
  end if;
  return private.with_what_stays(verdict, stays);
end $$;
comment on function private.push_undo is 'Carries out a mutation whose operations may undo.';

revoke all on function private.is_of_another, private.undo_patch, private.undo_addition, private.resolve_undo,
  private.begin_mutation, private.with_what_stays, private.rows_to_undo, private.push_undo from public;
grant execute on function private.is_of_another, private.undo_patch, private.undo_addition, private.resolve_undo,
  private.begin_mutation, private.with_what_stays, private.rows_to_undo, private.push_undo to authenticated;
