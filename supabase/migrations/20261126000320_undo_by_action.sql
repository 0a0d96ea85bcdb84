-- An undo names the action that it takes back, and does nothing where another one has the last word (S67a to S67c). An
-- action is what one command did: one mutation, or several that name the same action.

create function private.action()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('carryover.action', true), '')::uuid
$function$;

create function private.undoes()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('carryover.undoes', true), '')::uuid
$function$;

grant execute on function private.action(), private.undoes() to authenticated, service_role;

-- Rows of before have none, and nobody writes them again for that.
alter table private.changes add column action uuid, add column undoes uuid;
alter table private.changes alter column action set default private.action(),
  alter column undoes set default private.undoes();

create or replace function private.begin_mutation(p_mutation jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  select
    set_config('carryover.edited_at', least((p_mutation ->> 'editedAt')::timestamptz, clock_timestamp())::text, true),
    set_config('carryover.device', coalesce((p_mutation ->> 'device')::uuid::text, ''), true),
    set_config('carryover.action', coalesce(p_mutation ->> 'action', p_mutation ->> 'id')::uuid::text, true),
    set_config('carryover.undoes', coalesce((p_mutation ->> 'undoes')::uuid::text, ''), true),
    set_config('carryover.cursors', coalesce(p_mutation ->> 'cursors', ''), true);
$function$;

create or replace function private.push_mutation(p_mutation jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  id text := p_mutation ->> 'id';
  edited_at timestamptz := least((p_mutation ->> 'editedAt')::timestamptz, clock_timestamp());
  counters jsonb := private.counters();
  step record;
  result private.outcome := (null, '{}', null, '{}');
begin
  perform private.begin_mutation(p_mutation), set_config('carryover.sides', '{}', true);
  -- Operations of one kind on one table that follow each other are one step: n and their own count rise together. An
  -- operation waits for an earlier one on the same transaction.
  for step in
    select kind, of_table, array_agg(op order by n) as operations
    from (
      select *, row_number() over (partition by kind, of_table, run, row_id order by n) as turn
      from (
        select op, n, op ->> 'kind' as kind, op ->> 'table' as of_table,
          case when op ->> 'kind' <> 'insert' then private.as_uuid(coalesce(op ->> 'id', op #>> '{row,id}')) end
            as row_id,
          n - row_number() over (partition by op ->> 'kind', op ->> 'table' order by n) as run
        from jsonb_array_elements(p_mutation -> 'operations') with ordinality o (op, n)) operations) turns
    group by kind, of_table, run, case when kind = 'insert' then 0 when of_table = 'transactions' then turn else n end
    order by min(n)
  loop
    result := private.joined(result, private.push_step(step.kind, step.of_table, step.operations, edited_at));
  end loop;
  perform private.check_sides(), set_config('carryover.sides', '', true);
  -- What took a number just now counts before what was already there.
  result.versions := result.versions || private.numbers_since(counters);
  if result.superseded is null then
    return jsonb_build_object('id', id, 'status', 'applied', 'versions', result.versions);
  end if;
  return jsonb_build_object('id', id, 'status', 'superseded', 'reason', result.superseded, 'kept', result.kept,
    'by', private.email_of(result.kept_by), 'versions', result.versions);
end $function$;

create or replace function public.sync_push(p_user uuid, p_schema integer, p_mutations jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '60s'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
    verdicts := case when batch.together
        and not exists (select from unnest(batch.mutations) m where private.is_too_large(m))
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
  perform set_config('carryover.push', '', true), set_config('carryover.edited_at', '', true),
    set_config('carryover.device', '', true), set_config('carryover.action', '', true),
    set_config('carryover.undoes', '', true), set_config('carryover.cursors', '', true);
  -- What was decided before, or stands twice, is put in its places.
  if cardinality(fresh) <> jsonb_array_length(p_mutations) then
    known := known || (select coalesce(jsonb_object_agg(v ->> 'id', v), '{}') from unnest(fresh) v);
    fresh := array(select known -> (m ->> 'id') from jsonb_array_elements(p_mutations) m);
  end if;
  return jsonb_build_object('user', p_user, 'epoch', private.epoch(), 'serverNow', private.iso(clock_timestamp()),
    'verdicts', to_jsonb(fresh));
end $function$;

create or replace function private.delete_again(p_row uuid, p_edited_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.changes c set edited_at = p_edited_at, author = auth.uid(), author_email = auth.email(),
    device = private.device(), action = private.action(), undoes = private.undoes()
  from private.removed_transaction(p_row) r
  where c.change_id = r.change_id and private.is_later(p_edited_at, auth.uid(), c.edited_at, c.author)
    and (c.before ->> 'userId' = auth.uid()::text or c.account_id in (select private.my_accounts('admin')))
$function$;

-- What was undone since does not count, and neither does what undid it. Beyond the limit nothing tells.
create function private.has_last_word(p_row uuid, p_groups text[])
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
  return null;
end $function$;

create or replace function private.is_of_another(p_clocks jsonb, p_group text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p_clocks #> array[p_group, 'v'] is not null
    and (private.device() is null or p_clocks #>> array[p_group, 'd'] is distinct from private.device()::text)
$function$;

create function private.may_be_undone(p_row uuid, p_groups text[], p_clocks jsonb)
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

drop function private.undo_addition(jsonb, jsonb);

create function private.undo_addition(p_operation jsonb, p_clocks jsonb, OUT stays boolean, OUT kept_by uuid)
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

create or replace function private.undo_patch(p_operation jsonb, p_current jsonb, p_clocks jsonb, OUT operation jsonb,
  OUT kept jsonb, OUT kept_by uuid)
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
    continue when part.stands and private.may_be_undone((p_operation ->> 'id')::uuid,
      case part.field_group when 'type' then array['amount', 'type', 'category', 'lines']
        else array[part.field_group] end, p_clocks);
    operation := jsonb_set(jsonb_set(operation, '{before}', (operation -> 'before') - part.fields),
      '{after}', (operation -> 'after') - part.fields);
    continue when part.current = part.after;
    kept := kept || part.current;
    kept_by := coalesce((p_clocks #>> array[part.field_group, 'by'])::uuid, kept_by);
  end loop;
end $function$;

create or replace function private.resolve_undo(p_operation jsonb, p_client jsonb, p_clocks jsonb,
  p_removal private.changes, OUT operation jsonb, OUT result private.outcome)
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
      result.versions := private.versions_of(p_client);
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

create function private.may_come_back(p_removal private.changes)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    case when private.undoes() is not null then private.has_last_word(p_removal.row_id, null) end,
    p_removal.device = private.device() and (private.undoes() is null or p_removal.action is null),
    false)
$function$;

create or replace function private.give_details_back(p_rows uuid[])
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

revoke all on function private.action(), private.undoes(), private.has_last_word(uuid, text[]),
  private.may_be_undone(uuid, text[], jsonb), private.undo_addition(jsonb, jsonb),
  private.may_come_back(private.changes) from public;
grant execute on function private.has_last_word(uuid, text[]), private.may_be_undone(uuid, text[], jsonb),
  private.undo_addition(jsonb, jsonb), private.may_come_back(private.changes) to authenticated;

comment on column private.changes.action is
  'What one command did: the mutation, or the action of several that it names.';
comment on column private.changes.undoes is
  'The action that the change took back.';
comment on function private.action() is
  'The action that the mutation belongs to which is being carried out; null where there is none.';
comment on function private.undoes() is
  'The action that the mutation takes back which is being carried out; null where it names none.';
comment on function private.has_last_word(uuid, text[]) is
  'Whether the action that the mutation takes back, and so this very user, has the last word on these field '
  'groups of the row; null where no change tells. p_groups: null for the whole row. What was undone since does not '
  'count, and neither does what undid it.';
comment on function private.may_be_undone(uuid, text[], jsonb) is
  'Whether nobody but the named action wrote these field groups of the row last (S67a), and nobody else the same '
  'values again. Where an undo names no action (v0.2.0), or nothing is recorded, this very device has to be the '
  'writer. p_groups: null for the whole row.';
comment on function private.may_come_back(private.changes) is
  'Whether the named action, or this very device where none is named, was the last to delete the row (S67c).';
comment on function private.is_of_another(jsonb, text) is
  'Whether another device than the mutation''s wrote what stands in the field group.';
comment on function private.undo_addition(jsonb, jsonb) is
  'Whether an added row stays when its addition is undone (S67b): something was done to it that stands, or somebody else '
  'has added it or asked for it, too (S67n). A budget also stays when somebody contributed to it or was given it, '
  'because their rows refer to it.';
comment on function private.give_details_back(uuid[]) is
  'Gives transactions that are back in an account what the user''s move took from them there (S67j). A device does not '
  'know it for sure: others may have ticked the row before the move came. A row whose reconciliation is gone, or that '
  'only an admin may reconcile, comes back cleared.';
