-- How two edits of a row are merged: field groups, their clocks, and what an author had seen.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Decides each field group of an edit by what its author had seen (S36a). Devices are offline for days, so their clocks
-- alone would let an unread value win. An author who had seen what stands is taken, whatever the clocks say. Otherwise
-- the later edit wins, in whatever order the two arrive (S36d), and the loser is told (S36e). Type, amount, category
-- and lines go together, because a category's name belongs to a type, and lines add up to the amount (S37a, S37c,
-- S66b). An edit that does not name lines leaves them their amount, type and category (S66c). A repeated value only
-- gets the later time (S36g). taken: fields to write; kept: fields of which another edit (by kept_by) stands, with its
-- values; raised: groups that have the value already; told: {user: {lost, stands}} for those whose values are
-- overwritten unseen. p_seen: Seen or a number, as in operations.ts.
CREATE OR REPLACE FUNCTION private.merge_patch(p_table text, p_current jsonb, p_clocks jsonb, p_seen jsonb, p_before jsonb, p_after jsonb, p_edited_at timestamp with time zone, OUT taken jsonb, OUT kept jsonb, OUT kept_by uuid, OUT raised text[], OUT told jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  account text := coalesce(p_current ->> 'accountId', p_current ->> 'id');
  turns boolean := p_table = 'transactions' and (
    (p_after ? 'type' and p_before -> 'type' is distinct from p_after -> 'type')
    or (p_after ? 'refund' and p_before -> 'refund' is distinct from p_after -> 'refund'));
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
  if p_table = 'transactions' and not turns and not splits then p_after := p_after - array['type', 'refund']; end if;
  if p_table = 'transactions' and turns and private.with_refund(p_after, p_current) <> p_after then
    p_after := private.with_refund(p_after, p_current);
    p_before := p_before || '{"refund": true}';
  end if;
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
      where private.field_clock(p_table, key) = any (late));
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
      where auth.uid()::text = any (private.choosers(p_clocks -> private.field_clock(p_table, key))));
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
grant execute on function private.merge_patch(p_table text, p_current jsonb, p_clocks jsonb, p_seen jsonb, p_before jsonb, p_after jsonb, p_edited_at timestamp with time zone, OUT taken jsonb, OUT kept jsonb, OUT kept_by uuid, OUT raised text[], OUT told jsonb) to authenticated;

create type private.merged_patch as (
  n bigint,
  id uuid,
  client jsonb,
  clocks jsonb,
  taken jsonb,
  kept jsonb,
  kept_by uuid,
  raised text[],
  told jsonb
);

-- What private.merge_patch makes of each patch whose row the caller reads, with the names that categories have now.
CREATE OR REPLACE FUNCTION private.merged_patches(p_table text, p_rows private.named_row[], p_edited_at timestamp with time zone)
 RETURNS SETOF private.merged_patch
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- Hardly any account has renames, and asking for each row whether it has one takes long.
  carries boolean := p_table in ('transactions', 'schedules') and private.has_renames(array(
    select private.as_uuid(account) from (
      select r.client ->> 'accountId' as account from unnest(p_rows) r
      union select r.operation #>> '{after,accountId}' from unnest(p_rows) r) named));
begin
  return query
    select r.n, r.id, r.client, r.clocks, m.*
    from unnest(p_rows) r,
      lateral (
        select case when carries then private.carry_patch(r.operation, r.client) else r.operation end) carried (op),
      lateral private.merge_patch(p_table, r.client, r.clocks, op -> 'seen', op -> 'before', op -> 'after',
        p_edited_at) m
    where r.client is not null
    order by r.n;
end $function$;
grant execute on function private.merged_patches(p_table text, p_rows private.named_row[], p_edited_at timestamp with time zone) to authenticated;

-- The group that a field is merged with; null for what no device may patch. The names are those of field_clocks.
CREATE OR REPLACE FUNCTION private.field_group(p_table text, p_field text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when p_table = 'transactions' and p_field in ('amount', 'type', 'refund') then 'amount'
    when p_table = 'transactions' and p_field in ('nature', 'transferId') then 'nature'
    when p_table = 'transactions' and p_field in ('status', 'reconciliationId') then 'status'
    when p_table = 'transactions' and p_field in ('bankId', 'importId', 'importedText') then 'bankId'
    when p_table = 'schedules' and p_field in ('type', 'amount', 'refund', 'category', 'lines') then 'type'
    when p_table = 'schedules' and p_field in ('rhythm', 'weekend', 'startDate', 'endDate', 'count') then 'rhythm'
    when p_field = any (case p_table
      when 'transactions' then array['date', 'category', 'description', 'notes', 'budgetId', 'accountId', 'lines']
      when 'accounts' then array['name', 'type', 'description', 'accountNumber', 'kind', 'archived', 'position']
      when 'categories' then array['name', 'group', 'archived']
      when 'budgets' then array['name', 'amount', 'categoryId', 'description', 'startDate']
      when 'schedules' then array['description', 'notes', 'mode', 'amountMatch', 'pairId', 'userId'] end) then p_field
  end
$function$;
grant execute on function private.field_group(p_table text, p_field text) to authenticated;

-- The clock that tells who wrote this very field last. Type and refund have one beside that of their group.
CREATE OR REPLACE FUNCTION private.field_clock(p_table text, p_field text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_field = 'type' or (p_table = 'transactions' and p_field = 'refund') then 'type'
    else private.field_group(p_table, p_field) end
$function$;
grant execute on function private.field_clock(p_table text, p_field text) to authenticated;

-- The fields of a patch. Another type ends a refund, unless the patch says otherwise (S78c).
CREATE OR REPLACE FUNCTION private.with_refund(p_fields jsonb, p_current jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_current -> 'refund' = 'true' and not p_fields ? 'refund' and p_fields ? 'type'
      and p_fields -> 'type' is distinct from p_current -> 'type'
    then p_fields || '{"refund": false}' else p_fields end
$function$;
grant execute on function private.with_refund(p_fields jsonb, p_current jsonb) to authenticated;

-- Who wrote the values that the author of an operation did not know (S36e).
CREATE OR REPLACE FUNCTION private.unknown_authors(p_clocks jsonb, p_groups text[], p_seen jsonb, p_account text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return array(
    select distinct author from unnest(p_groups) g, unnest(private.authors(p_clocks -> g)) author
    where not private.knows(p_clocks, g, p_seen, p_account));
end $function$;
grant execute on function private.unknown_authors(p_clocks jsonb, p_groups text[], p_seen jsonb, p_account text) to authenticated;

-- The edits of a transaction that the author of a deletion did not know, and later repetitions of those that they knew;
-- authors: who is told; wins: it is later than the deletion (S39a, S39b).
CREATE OR REPLACE FUNCTION private.unknown_edits(p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamp with time zone)
 RETURNS TABLE(field_group text, at timestamp with time zone, author uuid, wins boolean, authors uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select g, coalesce(written_at, raised_at), coalesce(written_by, raised_by),
      coalesce(private.is_later(written_at, written_by, p_edited_at, auth.uid()), false),
      case when written_by is null then array[raised_by] else private.authors(p_clocks -> g)::uuid[] end
    from jsonb_object_keys(p_clocks) g
      cross join lateral (select p_clocks -> g as clock) one
      left join lateral (
        select (clock ->> 'at')::timestamptz as written_at, (clock ->> 'by')::uuid as written_by
        where clock ? 'by' and not private.knows(p_clocks, g, p_seen, p_client ->> 'accountId')
          -- Protocol 4 does not say what the author of a deletion saw. They cannot have seen what came to the server
          -- later.
          and (p_seen is not null or (clock ->> 'at')::timestamptz >= p_edited_at or exists (
            select from private.changes c
            where c.row_id = (p_client ->> 'id')::uuid and g = any (c.groups) and c.at > p_edited_at))) written on true
      left join lateral (
        select (clock #>> '{raised,at}')::timestamptz as raised_at, (clock #>> '{raised,by}')::uuid as raised_by
        where private.is_raised_since(p_clocks, array[g], p_edited_at)) raised on true
    where written_by is not null or raised_by is not null;
end $function$;
grant execute on function private.unknown_edits(p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamp with time zone) to authenticated;
