-- Mutations of one device may come in another order than they were made: one that was under way when the server failed
-- or was restored comes again after a later one. So the clock of a field group remembers the number that the device
-- gave the mutation, and an earlier one of the same device does not write over a later one (S36b). And an undo that
-- finds what it wants says that it wants it (S36g): the server may have forgotten what was to be taken back.

create function private.device_number() returns bigint
language sql stable as $$
  select nullif(current_setting('carryover.device_number', true), '')::bigint
$$;
comment on function private.device_number() is
  'The number that its device gave the mutation that is being carried out; null where there is none.';
revoke all on function private.device_number from public;
grant execute on function private.device_number to authenticated, service_role;

create function private.is_outdated(p_clock jsonb) returns boolean
language sql stable as $$
  select private.device_number() is not null and exists (
    select from (values (p_clock), (p_clock -> 'raised')) own (stamp)
    where (stamp ->> 'n')::bigint > private.device_number() and stamp ->> 'd' = private.device()::text)
$$;
comment on function private.is_outdated(jsonb) is
  'Whether a later mutation of this very device wrote what stands under this clock, or wrote it again (S36b).';
revoke all on function private.is_outdated from public;
grant execute on function private.is_outdated to authenticated;

-- field_clocks after somebody wrote the value that stands in these groups already (S36g).
create or replace function private.raise(p_clocks jsonb, p_groups text[]) returns jsonb
language plpgsql as $$
declare
  raised jsonb := jsonb_strip_nulls(jsonb_build_object('at', private.edited_at(), 'by', auth.uid(),
    'd', private.device(), 'n', private.device_number()));
  field text;
begin
  foreach field in array p_groups loop
    continue when (p_clocks #>> array[field, 'raised', 'at'])::timestamptz > private.edited_at();
    p_clocks := p_clocks
      || jsonb_build_object(field, coalesce(p_clocks -> field, '{}') || jsonb_build_object('raised', raised));
  end loop;
  return p_clocks;
end $$;

create or replace function private.begin_mutation(p_mutation jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  select
    set_config('carryover.edited_at', least((p_mutation ->> 'editedAt')::timestamptz, clock_timestamp())::text, true),
    set_config('carryover.device', coalesce((p_mutation ->> 'device')::uuid::text, ''), true),
    set_config('carryover.device_number', coalesce(p_mutation ->> 'number', ''), true),
    set_config('carryover.action', coalesce(p_mutation ->> 'action', p_mutation ->> 'id')::uuid::text, true),
    set_config('carryover.undoes', coalesce((p_mutation ->> 'undoes')::uuid::text, ''), true),
    set_config('carryover.cursors', coalesce(p_mutation ->> 'cursors', ''), true);
$function$;

create or replace function private.stamp(
  p_clocks jsonb, p_groups text[], p_version bigint, p_along text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  edited_at timestamptz := private.edited_at();
  number bigint := private.device_number();
  field text;
begin
  foreach field in array p_groups loop
    p_clocks := p_clocks || jsonb_build_object(field, jsonb_build_object(
      'at', greatest(edited_at, (p_clocks #>> array[field, 'at'])::timestamptz,
        (p_clocks #>> array[field, 'raised', 'at'])::timestamptz),
      'by', auth.uid(), 'v', p_version, 'd', private.device())
      || case when number is null then '{}' else jsonb_build_object('n', number) end
      || case when field = any (p_along)
        then jsonb_build_object('along', to_jsonb(private.choosers(p_clocks -> field))) else '{}' end);
  end loop;
  return p_clocks;
end $function$;
comment on function private.stamp is
  'field_clocks with these groups changed now: at = the device''s edited_at in a push, else the server''s time; by = '
  'author; v = number of the change; d, n = the device and its number of the mutation. p_along: of them those whose '
  'value was only taken along (S37d).';

create or replace function private.merge_patch(
  p_table text, p_current jsonb, p_clocks jsonb, p_seen jsonb, p_before jsonb, p_after jsonb,
  p_edited_at timestamp with time zone,
  OUT taken jsonb, OUT kept jsonb, OUT kept_by uuid, OUT raised text[], OUT told jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  account text := coalesce(p_current ->> 'accountId', p_current ->> 'id');
  turns boolean := p_table = 'transactions' and p_after ? 'type'
    and p_before -> 'type' is distinct from p_after -> 'type';
  splits boolean := p_table = 'transactions' and p_after ? 'lines';
  unseen_lines boolean := p_table = 'transactions' and jsonb_typeof(p_current -> 'lines') = 'array' and not splits;
  reconciles boolean := coalesce(p_after ->> 'status' = 'reconciled', false);
  unchanged text[];
  part record;
  groups text[];
  standing record;
  lost jsonb;
  author text;
  stood jsonb;
  newer text[];
  -- Groups that the same device has written since, where its mutations come in another order (S36b).
  late text[] := array(select key from jsonb_each(p_clocks) clocks where private.is_outdated(value));
  outdated text[];
begin
  taken := '{}';
  kept := '{}';
  raised := '{}';
  told := '{}';
  -- Only a change of the type, or of the lines, writes it.
  if p_table = 'transactions' and not turns and not splits then p_after := p_after - 'type'; end if;
  -- Releases before 0.3.0 name both texts when one of them changed.
  if p_table = 'transactions' and p_after ?& array['description', 'notes'] then
    unchanged := array(
      select key from unnest(array['description', 'notes']) key where p_before -> key = p_after -> key);
    if cardinality(unchanged) = 1 then p_after := p_after - unchanged; end if;
  end if;
  for part in
    select field_group, array_agg(distinct own_group) as named, jsonb_object_agg(key, value) as after,
      jsonb_object_agg(key, p_before -> key) as before, jsonb_object_agg(key, p_current -> key) as current
    from (
      -- A category's name belongs to a type. So a change of the type takes amount, type and category or none of them.
      select case when (turns or splits) and own_group in ('category', 'lines') then 'amount' else own_group end
        as field_group, own_group, key, value
      from (select private.field_group(p_table, key) as own_group, key, value from jsonb_each(p_after) fields) named
    ) fields
    group by 1
  loop
    if part.field_group is null then
      raise invalid_parameter_value using message = 'A patch names a field that devices do not write.';
    end if;
    groups := case when (turns or splits) and part.field_group = 'amount'
      then array['amount', 'type', 'category', 'lines'] else array[part.field_group] end;
    standing := private.latest_clock(p_clocks, groups, p_current);
    outdated := array(select key from jsonb_object_keys(part.after) key
      where case when p_table = 'transactions' and key = 'type' then key
        else private.field_group(p_table, key) end = any (late));
    if outdated <> '{}' then
      -- Its author has written over it already.
      continue when cardinality(groups) = 1 or 'type' = any (outdated) or 'lines' = any (outdated)
        or not exists (select from jsonb_object_keys(part.after - outdated) key
          where part.before -> key is distinct from part.after -> key);
      if splits then
        -- Lines add up to an amount that is no longer there.
        kept := kept || part.current;
        kept_by := standing.author;
        continue;
      end if;
      part.after := part.after - outdated;
      part.before := part.before - outdated;
      part.current := part.current - outdated;
    end if;
    if part.current = part.after then
      raised := raised || part.named;
    elsif unseen_lines and part.field_group in ('amount', 'category') then
      kept := kept || part.current;
      kept_by := (private.latest_clock(p_clocks, array['lines'], p_current)).author;
    elsif part.field_group = 'category' and not private.knows(p_clocks, 'type', p_seen, account) then
      -- The name belongs to the type that the row no longer has.
      kept := kept || part.current;
      kept_by := p_clocks #>> '{type,by}';
    elsif part.field_group = 'status' and not private.knows(p_clocks, 'accountId', p_seen, account) then
      -- A status is about the account that the row has left.
      kept := kept || part.current;
      kept_by := p_clocks #>> '{accountId,by}';
    elsif (private.knows_all(p_clocks, groups, p_seen, account)
        and not private.is_raised_since(p_clocks, groups, p_edited_at))
      or (jsonb_typeof(p_seen) is distinct from 'object' and part.current = part.before and standing.at <= p_edited_at)
    then
      taken := taken || part.after;
    elsif (case
      -- Whoever reconciled the row has counted it, and knows more of it than who has ticked it (S68i).
      when part.field_group = 'status' and reconciles <> (p_current ->> 'status' = 'reconciled') then reconciles
      else private.is_later(p_edited_at, auth.uid(), standing.at, standing.author) end)
    then
      taken := taken || part.after;
      lost := private.changed_fields(part.current, part.after);
      foreach author in array private.unknown_authors(p_clocks, groups, p_seen, account) loop
        told := told || jsonb_build_object(author, jsonb_build_object(
          'lost', coalesce(told #> array[author, 'lost'], '{}') || lost,
          'stands',
          coalesce(told #> array[author, 'stands'], '{}') || private.changed_fields(part.after, part.current)));
      end loop;
    else
      kept := kept || part.current;
      kept_by := standing.author;
    end if;
  end loop;
  if turns or splits then
    -- What is only taken along is no answer to a notice. So it is told once more, with what stands now (S40d). What its
    -- user chose since, and loses now, is the newer one of two.
    newer := array(select key from jsonb_object_keys(told #> array[auth.uid()::text, 'lost']) key
      where auth.uid()::text = any (private.choosers(p_clocks -> case key when 'type' then key
        else private.field_group(p_table, key) end)));
    for lost in select n.lost from private.my_notices() n
      where n.row_id = (p_current ->> 'id')::uuid and n.kind = 'edited'
    loop
      lost := (select jsonb_object_agg(key, value) from jsonb_each(lost)
        where p_before -> key = p_after -> key and taken -> key <> value and key <> all (newer));
      continue when lost is null;
      author := auth.uid();
      stood := (select jsonb_object_agg(key, taken -> key) from jsonb_object_keys(lost) key);
      told := told || jsonb_build_object(author, jsonb_build_object(
        'lost', coalesce(told #> array[author, 'lost'], '{}') || lost,
        'stands', coalesce(told #> array[author, 'stands'], '{}') || stood));
    end loop;
  end if;
  if p_table = 'transactions' and taken ? 'accountId' then
    for author, lost, stood in
      select e.author, e.lost, e.stands from private.ended_by_move(
        case when taken ? 'budgetId' then p_current - 'budgetId' else p_current end, p_clocks, p_seen, account) e
    loop
      told := told || jsonb_build_object(author, jsonb_build_object(
        'lost', coalesce(told #> array[author, 'lost'], '{}') || lost,
        'stands', coalesce(told #> array[author, 'stands'], '{}') || stood));
    end loop;
    -- A contribution ends, whoever wrote it later.
    if p_after ->> 'budgetId' is null then kept := kept - 'budgetId'; end if;
  end if;
end $function$;

create function private.raise_own(p_table text, p_id uuid, p_groups text[]) returns void
language plpgsql as $$
begin
  case p_table
    when 'transactions' then perform from public.transactions where transaction_id = p_id for update;
    when 'accounts' then perform from public.accounts where account_id = p_id for update;
    when 'categories' then perform from public.categories where category_id = p_id for update;
    when 'budgets' then perform from public.budgets where budget_id = p_id for update;
    else return;
  end case;
  if found then perform private.raise_clocks(p_table, p_id, p_groups); end if;
end $$;
comment on function private.raise_own(text, uuid, text[]) is
  'private.raise_clocks for a row that the caller may change; nothing for another one.';
revoke all on function private.raise_own from public;
grant execute on function private.raise_own to authenticated;

drop function private.undo_patch(jsonb, jsonb, jsonb);
create function private.undo_patch(
  p_operation jsonb, p_current jsonb, p_clocks jsonb,
  OUT operation jsonb, OUT kept jsonb, OUT kept_by uuid, OUT raised text[])
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
  raised := '{}';
  for part in
    select own.field_group, array_agg(key) as fields,
      array_agg(distinct private.field_group(of_table, key)) as named,
      jsonb_object_agg(key, p_current -> key) as current, jsonb_object_agg(key, value) as after,
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
    if part.current = part.after then
      raised := raised || part.named;
      continue;
    end if;
    kept := kept || part.current;
    kept_by := coalesce((p_clocks #>> array[part.field_group, 'by'])::uuid, kept_by);
  end loop;
end $function$;
comment on function private.undo_patch(jsonb, jsonb, jsonb) is
  'Splits the undo of an edit by field groups (S67a). operation: the patch of the groups that show what is taken back, '
  'and that this very device wrote. kept: what stands in the others; raised: those that show already what is wanted. '
  'A time cannot decide it: an undo is always later than what it takes back, so it would overwrite others'' edits. '
  'Type and lines bind amount, type, category and lines, as they do in the edit.';
revoke all on function private.undo_patch from public;
grant execute on function private.undo_patch to authenticated;

create or replace function private.resolve_undo(
  p_operation jsonb, p_client jsonb, p_clocks jsonb, p_removal private.changes,
  OUT operation jsonb, OUT result private.outcome)
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
