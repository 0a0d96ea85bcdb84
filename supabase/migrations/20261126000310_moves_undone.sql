-- The undo of a move gives the row back what the move took from it: status, reconciliation, origin (S67j).

create or replace function private.push_undo(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  step record;
  resolved record;
  remaining jsonb[] := '{}';
  stays private.outcome := (null, '{}', null, '{}');
  verdict jsonb := jsonb_build_object('id', p_mutation -> 'id', 'status', 'applied', 'versions', '{}'::jsonb);
  -- Rows that go back to the account from which they came.
  moved uuid[] := '{}';
  counters jsonb;
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
    if step.op ->> 'table' = 'transactions' and resolved.operation -> 'after' ? 'accountId' then
      moved := moved || (step.op ->> 'id')::uuid;
    end if;
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
  if moved <> '{}' then
    counters := private.counters();
    perform private.give_details_back(moved);
    verdict := jsonb_set(verdict, '{versions}', (verdict -> 'versions') || private.numbers_since(counters));
  end if;
  return private.with_what_stays(verdict, stays);
end $function$;

create or replace function private.undo_patch(p_operation jsonb, p_current jsonb, p_clocks jsonb,
  OUT operation jsonb, OUT kept jsonb, OUT kept_by uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  of_table text := p_operation ->> 'table';
  meant jsonb;
  turns boolean;
  part record;
begin
  if of_table = 'transactions' and p_operation -> 'after' ? 'accountId' then
    -- What the move took from the row is given back after it.
    p_operation := private.without_details(p_operation);
  end if;
  meant := case of_table when 'transactions' then private.carry_patch(p_operation, p_current) else p_operation end;
  turns := of_table = 'transactions'
    and (meant #> '{before,type}' is distinct from meant #> '{after,type}' or meant -> 'after' ? 'lines');
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
end $function$;

create function private.without_details(p_patch jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_patch || jsonb_build_object(
    'before', (p_patch -> 'before') - details, 'after', (p_patch -> 'after') - details)
  from (select '{status,reconciliationId,bankId,importId,importedText}'::text[]) fields (details)
$function$;
revoke all on function private.without_details from public;
grant execute on function private.without_details to authenticated;

create function private.give_details_back(p_rows uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken jsonb[] := array(
    select c.before || jsonb_build_object('id', t.transaction_id, 'accountId', t.account_id)
    from public.transactions t cross join lateral (
      select * from private.changes c
      where c.row_id = t.transaction_id and c.account_id = t.account_id and c.moved_to is not null
      order by c.at desc limit 1) c
    where t.transaction_id = any (p_rows) and c.device = private.device() and c.groups && '{status,bankId}'
    order by t.transaction_id);
  statuses jsonb[] := array(
    select case when stays then row else row || '{"status": "cleared", "reconciliationId": null}' end
    from unnest(taken) row, lateral (
      select row ->> 'status' <> 'reconciled' or (
        private.may_write_status((row ->> 'accountId')::uuid, 'open', 'reconciled')
        and private.is_reconciled_here((row ->> 'reconciliationId')::uuid, (row ->> 'accountId')::uuid))) known (stays)
    where row ->> 'status' <> 'open');
  origins jsonb[] := array(
    select row from unnest(taken) row
    where coalesce(row ->> 'bankId', row ->> 'importId', row ->> 'importedText') is not null);
begin
  if statuses <> '{}' then perform private.write_statuses(statuses); end if;
  if origins <> '{}' then perform private.write_origins(origins); end if;
end $function$;
revoke all on function private.give_details_back from public;
grant execute on function private.give_details_back to authenticated;

comment on function private.without_details(jsonb) is
  'The patch without the fields that a row loses when it goes to another account (S68d, S69c).';
comment on function private.give_details_back(uuid[]) is
  'Gives transactions that are back in an account what this device''s move took from them there (S67j). A device does '
  'not know it for sure: others may have ticked the row before the move came. A row whose reconciliation is gone, or '
  'that only an admin may reconcile, comes back cleared.';
