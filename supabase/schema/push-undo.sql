-- Push: mutations that undo. An undo takes back only what its action wrote and nobody changed since.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Carries out a mutation whose operations may undo (S67a). An undo must not destroy what others did since. So each
-- operation that undoes is first turned into the ordinary operation of what may still be taken back. What stands
-- instead is joined to the verdict. A mutation without an undo passes unchanged.
CREATE OR REPLACE FUNCTION private.push_undo(p_mutation jsonb)
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
grant execute on function private.push_undo(p_mutation jsonb) to authenticated;

-- All operations, those that undo with their rows as the caller reads them. removal: what a restore brings back.
CREATE OR REPLACE FUNCTION private.rows_to_undo(p_operations jsonb)
 RETURNS TABLE(n bigint, op jsonb, undoes boolean, client jsonb, clocks jsonb, removal private.changes)
 LANGUAGE sql
 STABLE
AS $function$
  with named as (
    select n, op, undoes, case when undoes then op ->> 'table' end as of_table,
      case when undoes then coalesce(op ->> 'id', op #>> '{row,id}')::uuid end as row_id
    from jsonb_array_elements(p_operations) with ordinality o (op, n),
      lateral (select op -> 'undo' is not distinct from 'true' as undoes) undo
  ), there as (
    select of_table, r.*
    from (select of_table, array_agg(row_id) as ids from named where undoes group by of_table) tables,
      lateral private.read_rows(of_table, ids) r
  ), removed as (
    select 'transactions' as of_table, r.row_id, r::private.changes as removal
    from private.removed_transactions(array(
      select row_id from named where undoes and op ->> 'kind' = 'restore')) r
  )
  select n.n, n.op, n.undoes, t.client, t.clocks, r.removal
  from named n left join there t on t.of_table = n.of_table and t.id = n.row_id
    left join removed r on r.of_table = n.of_table and r.row_id = n.row_id
$function$;
grant execute on function private.rows_to_undo(p_operations jsonb) to authenticated;

-- p_client, p_clocks: the row as it stands, null where there is none; p_removal: what a restore brings back. operation:
-- the ordinary operation of what may be taken back, null for nothing; result: what stays instead.
CREATE OR REPLACE FUNCTION private.resolve_undo(p_operation jsonb, p_client jsonb, p_clocks jsonb, p_removal private.changes, OUT operation jsonb, OUT result private.outcome)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  kind text := p_operation ->> 'kind';
  row_id uuid := coalesce(p_operation ->> 'id', p_operation #>> '{row,id}');
  part record;
begin
  operation := p_operation - 'undo';
  result := (null, '{}', null, '{}');
  if kind = 'restore' then
    if p_client is not null then
      operation := null;
      result := private.undo_return(p_operation -> 'row', p_client, p_clocks);
      -- That it shall be there counts against deletions (S39j).
      perform private.raise_own('transactions', row_id, '{row}');
      return;
    end if;
    if p_removal.change_id is not null and not private.may_come_back(p_removal) then
      operation := null;
      result := ('deleted', '{}', p_removal.author, jsonb_build_object(p_removal.account_id, p_removal.version));
    elsif p_removal.change_id is not null then
      -- As it was deleted, and not as its device had seen it: an edit that the deletion did not know comes back, too.
      operation := jsonb_set(operation, '{row}', (
        select jsonb_object_agg(key, coalesce(held -> key, value))
        from private.since_removal(p_removal) held, jsonb_each(operation -> 'row')));
    end if;
  elsif p_client is null then
    -- A later edit would bring a deleted row back; an undo leaves it deleted.
    if kind = 'patch' then
      operation := null;
      result := private.untouched(row_id, false);
    end if;
  elsif kind = 'patch' then
    select * into part from private.undo_patch(p_operation, p_client, p_clocks);
    -- A restored server may have forgotten what is taken back. Its author wants what stands.
    if part.raised <> '{}' then perform private.raise_own(p_operation ->> 'table', row_id, part.raised); end if;
    operation := nullif(part.operation, part.operation || '{"after": {}}');
    result := (case when part.kept <> '{}' then 'newer' end, part.kept, part.kept_by, private.versions_of(p_client));
  elsif kind = 'delete' then
    select * into part from private.undo_addition(p_operation, p_clocks);
    if part.stays then
      operation := null;
      result := ('newer', '{}', part.kept_by, private.versions_of(p_client));
    end if;
  end if;
end $function$;
grant execute on function private.resolve_undo(p_operation jsonb, p_client jsonb, p_clocks jsonb, p_removal private.changes, OUT operation jsonb, OUT result private.outcome) to authenticated;

-- Splits the undo of an edit by field groups (S67a). operation: the patch of the groups that show what is taken back,
-- and that this very device wrote. kept: what stands in the others; raised: those that show already what is wanted. A
-- time cannot decide it: an undo is always later than what it takes back, so it would overwrite others' edits. Type and
-- lines bind amount, type, category and lines, as they do in the edit.
CREATE OR REPLACE FUNCTION private.undo_patch(p_operation jsonb, p_current jsonb, p_clocks jsonb, OUT operation jsonb, OUT kept jsonb, OUT kept_by uuid, OUT raised text[])
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
  meant := case when of_table in ('transactions', 'schedules') then private.carry_patch(p_operation, p_current)
    else p_operation end;
  turns := of_table = 'transactions'
    and (meant #> '{before,type}' is distinct from meant #> '{after,type}' or meant -> 'after' ? 'lines'
      or meant #> '{before,refund}' is distinct from meant #> '{after,refund}');
  operation := p_operation - 'undo';
  kept := '{}';
  raised := '{}';
  for part in
    select own.field_group, array_agg(key) as fields,
      array_agg(distinct private.field_group(of_table, key)) as named,
      jsonb_object_agg(key, p_current -> key) as current, jsonb_object_agg(key, value) as after,
      bool_and(p_current -> key is not distinct from meant -> 'before' -> key) as stands
    from jsonb_each(meant -> 'after') fields, lateral (
      -- A change of the type or of lines binds amount, type, category and lines, and so does its undo.
      select case when turns and key in ('amount', 'type', 'refund', 'category', 'lines') then 'type'
        else private.field_group(of_table, key) end as field_group) own
    group by 1
  loop
    continue when part.stands and private.may_be_undone((p_operation ->> 'id')::uuid,
      case part.field_group when 'type' then array['amount', 'type', 'category', 'lines']
        else array[part.field_group] end, p_clocks);
    operation := jsonb_set(jsonb_set(operation, '{before}', (operation -> 'before') - part.fields),
      '{after}', (operation -> 'after') - part.fields);
    if part.current = part.after then
      raised := raised || part.named;
      continue;
    end if;
    kept := kept || part.current;
    kept_by := coalesce((p_clocks #>> array[part.field_group, 'by'])::uuid, kept_by);
  end loop;
end $function$;
grant execute on function private.undo_patch(p_operation jsonb, p_current jsonb, p_clocks jsonb, OUT operation jsonb, OUT kept jsonb, OUT kept_by uuid, OUT raised text[]) to authenticated;

-- Whether an added row stays when its addition is undone (S67b): something was done to it that stands, or somebody else
-- has added it or asked for it, too (S67n). A budget also stays when somebody contributed to it or was given it,
-- because their rows refer to it.
CREATE OR REPLACE FUNCTION private.undo_addition(p_operation jsonb, p_clocks jsonb, OUT stays boolean, OUT kept_by uuid)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select not private.may_be_undone((p_operation ->> 'id')::uuid, null, p_clocks)
      or (p_operation ->> 'table' = 'budgets' and (
        exists (select from public.transactions t where t.budget_id = (p_operation ->> 'id')::uuid)
        or exists (select from public.memberships m where m.budget_id = (p_operation ->> 'id')::uuid)))
      or other is not null,
    coalesce(max(p_clocks #>> array[g, 'by']) filter (where private.is_of_another(p_clocks, g)),
      max(p_clocks #>> array[g, 'raised', 'by']) filter (where p_clocks #>> array[g, 'raised', 'by'] <> auth.uid()::text),
      max(p_clocks #>> array[g, 'by']), other::text)::uuid
  from (
    -- Rows of files say of which import they are (S69j). What a change tells of needs no author: a deletion that is
    -- done again takes the rows of others, too.
    select (
      select t.created_by from public.transactions t
      where p_operation ->> 'table' = 'transactions' and not p_operation ? 'importId'
        and t.transaction_id = (p_operation ->> 'id')::uuid and t.created_by <> auth.uid()
        and (private.undoes() is null or private.has_last_word(t.transaction_id, null) is not true)) as other) added
    left join jsonb_object_keys(p_clocks) g on true
  group by other
$function$;
grant execute on function private.undo_addition(p_operation jsonb, p_clocks jsonb, OUT stays boolean, OUT kept_by uuid) to authenticated;

-- Whether the server knows of a deletion of the row.
CREATE OR REPLACE FUNCTION private.was_removed(p_row uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.changes c where c.row_id = p_row and c.kind = 'removal')
$function$;
grant execute on function private.was_removed(p_row uuid) to authenticated;

-- What of a row that is there is otherwise than the undo of a deletion, which the server forgot, brings it back.
CREATE OR REPLACE FUNCTION private.undo_return(p_row jsonb, p_client jsonb, p_clocks jsonb)
 RETURNS private.outcome
 LANGUAGE sql
AS $function$
  select case when kept is not null then 'newer' end, coalesce(kept, '{}'),
    case when kept is not null then (private.latest_clock(p_clocks, groups, p_client)).author end,
    private.versions_of(p_client)
  from (
    select jsonb_object_agg(key, p_client -> key) as kept,
      array_agg(distinct private.field_group('transactions', key)) as groups
    from jsonb_each((private.carry_rows(array[p_row]))[1])
    where p_client ? key and key <> 'createdAt' and value <> p_client -> key
      and not private.was_removed((p_client ->> 'id')::uuid)) differing
$function$;
grant execute on function private.undo_return(p_row jsonb, p_client jsonb, p_clocks jsonb) to authenticated;

-- Whether the named action, or this very device where none is named, was the last to delete the row (S67c).
CREATE OR REPLACE FUNCTION private.may_come_back(p_removal private.changes)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    case when private.undoes() is not null then private.has_last_word(p_removal.row_id, null) end,
    p_removal.device = private.device() and (private.undoes() is null or p_removal.action is null),
    false)
$function$;
grant execute on function private.may_come_back(p_removal private.changes) to authenticated;

-- Whether nobody but the named action wrote these field groups of the row last (S67a), and nobody else the same values
-- again. Where an undo names no action (v0.2.0), or nothing is recorded, this very device has to be the writer.
-- p_groups: null for the whole row.
CREATE OR REPLACE FUNCTION private.may_be_undone(p_row uuid, p_groups text[], p_clocks jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
      case when private.undoes() is not null then private.has_last_word(p_row, p_groups) end,
      not exists (select from unnest(named) g where private.is_of_another(p_clocks, g)))
    and not exists (select from unnest(named) g where p_clocks #>> array[g, 'raised', 'by'] <> auth.uid()::text)
  from (select coalesce(p_groups, array(select jsonb_object_keys(p_clocks)))) of_row (named)
$function$;
grant execute on function private.may_be_undone(p_row uuid, p_groups text[], p_clocks jsonb) to authenticated;

-- Whether the action that the mutation takes back, and so this very user, has the last word on these field groups of
-- the row; null where no change tells. p_groups: null for the whole row. What was undone since does not count, and
-- neither does what undid it.
CREATE OR REPLACE FUNCTION private.has_last_word(p_row uuid, p_groups text[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named uuid := private.undoes();
  -- Each with its author: nobody takes the word from somebody else.
  undone text[] := '{}';
  change record;
begin
  for change in
    select c.action, c.undoes, c.kind, c.author, c.author = auth.uid() as is_own, c.device = private.device() as is_here
    from private.changes c
    where c.row_id = p_row and (p_groups is null or c.groups && p_groups)
    order by c.at desc limit 100
  loop
    continue when change.action || ' ' || change.author = any (undone);
    if named in (change.action, change.undoes) then return coalesce(change.is_own, false); end if;
    -- Of before, or of nobody's mutation.
    if change.action is null then return case when change.is_here then null else false end; end if;
    -- What was added after a removal was added anew, and no change tells of it.
    if change.undoes is null then return case when change.kind <> 'removal' then false end; end if;
    undone := undone || (change.undoes || ' ' || change.author);
  end loop;
  -- The row is again as its author added it.
  if p_groups is null and undone <> '{}' then
    perform from public.transactions t where t.transaction_id = p_row and t.created_by = auth.uid();
    if found then return true; end if;
  end if;
  return null;
end $function$;
grant execute on function private.has_last_word(p_row uuid, p_groups text[]) to authenticated;

-- Whether another device than the mutation's wrote what stands in the field group.
CREATE OR REPLACE FUNCTION private.is_of_another(p_clocks jsonb, p_group text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p_clocks #> array[p_group, 'v'] is not null
    and (private.device() is null or p_clocks #>> array[p_group, 'd'] is distinct from private.device()::text)
$function$;
grant execute on function private.is_of_another(p_clocks jsonb, p_group text) to authenticated;

-- The patch without the fields that a row loses when it goes to another account (S68d, S69c).
CREATE OR REPLACE FUNCTION private.without_details(p_patch jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_patch || jsonb_build_object(
    'before', (p_patch -> 'before') - details, 'after', (p_patch -> 'after') - details)
  from (select '{status,reconciliationId,bankId,importId,importedText}'::text[]) fields (details)
$function$;
grant execute on function private.without_details(p_patch jsonb) to authenticated;

-- Gives transactions that are back in an account what the user's move took from them there (S67j). A device does not
-- know it for sure: others may have ticked the row before the move came. A row whose reconciliation is gone, or that
-- only an admin may reconcile, comes back cleared.
CREATE OR REPLACE FUNCTION private.give_details_back(p_rows uuid[])
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
    where t.transaction_id = any (p_rows) and c.groups && '{status,bankId}'
      and case when private.undoes() is null then c.device = private.device() else c.author = auth.uid() end
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
grant execute on function private.give_details_back(p_rows uuid[]) to authenticated;
