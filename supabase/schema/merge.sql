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
  turns boolean := p_table = 'transactions' and p_after ? 'type'
    and p_before -> 'type' is distinct from p_after -> 'type';
  splits boolean := p_table = 'transactions' and p_after ? 'lines';
  unseen_lines boolean := p_table = 'transactions' and jsonb_typeof(p_current -> 'lines') = 'array' and not splits;
  reconciles boolean := coalesce(p_after ->> 'status' = 'reconciled', false);
  part record;
  groups text[];
  standing record;
  lost jsonb;
  author text;
  stood jsonb;
begin
  taken := '{}';
  kept := '{}';
  raised := '{}';
  told := '{}';
  -- Only a change of the type, or of the lines, writes it.
  if p_table = 'transactions' and not turns and not splits then p_after := p_after - 'type'; end if;
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
    if part.current = part.after then
      if standing.at < p_edited_at then raised := raised || part.named; end if;
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
    -- What is only taken along is no answer to a notice. So it is told once more, with what stands now (S40d).
    for lost in select n.lost from private.my_notices() n
      where n.row_id = (p_current ->> 'id')::uuid and n.kind = 'edited'
    loop
      lost := (select jsonb_object_agg(key, value) from jsonb_each(lost)
        where p_before -> key = p_after -> key and taken -> key <> value);
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
  carries boolean := p_table = 'transactions' and private.has_renames(array(
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
    when p_table = 'transactions' and p_field in ('amount', 'type') then 'amount'
    when p_table = 'transactions' and p_field in ('description', 'notes') then 'description'
    when p_table = 'transactions' and p_field in ('nature', 'transferId') then 'nature'
    when p_table = 'transactions' and p_field in ('status', 'reconciliationId') then 'status'
    when p_table = 'transactions' and p_field in ('bankId', 'importId', 'importedText') then 'bankId'
    when p_field = any (case p_table
      when 'transactions' then array['date', 'category', 'budgetId', 'accountId', 'lines']
      when 'accounts' then array['name', 'type', 'description', 'accountNumber', 'kind', 'archived', 'position']
      when 'categories' then array['name', 'group', 'archived']
      when 'budgets' then array['name', 'amount', 'categoryId', 'description', 'startDate'] end) then p_field
  end
$function$;
grant execute on function private.field_group(p_table text, p_field text) to authenticated;

-- Whether the author of an operation, who had seen p_seen, knew what stands in this group: they saw it, or this very
-- device wrote it (S36a–c). p_account: the account in which the row is now.
CREATE OR REPLACE FUNCTION private.knows(p_clocks jsonb, p_group text, p_seen jsonb, p_account text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  clock jsonb := p_clocks -> p_group;
  number bigint := clock ->> 'v';
  seen_in text;
  seen_number bigint;
begin
  if number is null then return true; end if;
  if clock ->> 'd' = private.device()::text then return true; end if;
  if jsonb_typeof(p_seen) = 'object' then
    seen_in := p_seen ->> 'accountId';
    seen_number := p_seen ->> 'number';
    -- Of a group that lay under own edits, only the lower number was seen.
    seen_number := coalesce(
      (p_seen #>> array['hidden', case p_group when 'type' then 'amount' else p_group end])::bigint, seen_number);
    return coalesce((seen_in = p_account and number <= seen_number)
      or (seen_in = clock #>> '{was,a}' and (clock #>> '{was,v}')::bigint <= seen_number), false);
  end if;
  -- Protocol 4: the row's number as it was seen, in whatever account.
  if jsonb_typeof(p_seen) = 'number' then return number <= p_seen::bigint and not p_clocks ? 'accountId'; end if;
  return false;
end $function$;
grant execute on function private.knows(p_clocks jsonb, p_group text, p_seen jsonb, p_account text) to authenticated;

-- Whether the author of an operation knew what stands in all these field groups (private.knows).
CREATE OR REPLACE FUNCTION private.knows_all(p_clocks jsonb, p_groups text[], p_seen jsonb, p_account text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  for at in 1 .. cardinality(p_groups) loop
    if not private.knows(p_clocks, p_groups[at], p_seen, p_account) then return false; end if;
  end loop;
  return true;
end $function$;
grant execute on function private.knows_all(p_clocks jsonb, p_groups text[], p_seen jsonb, p_account text) to authenticated;

-- When and by whom these groups were last written. A group without a clock is as it was inserted. That is no edit, so
-- its time counts only where none of the groups has a clock.
CREATE OR REPLACE FUNCTION private.latest_clock(p_clocks jsonb, p_groups text[], p_row jsonb, OUT at timestamp with time zone, OUT author uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  select greatest(written_at, raised_at),
    case when raised_at > written_at then (clock #>> '{raised,by}')::uuid else written_by end
  into at, author
  from unnest(p_groups) g, lateral (
    select p_clocks -> g as clock, coalesce((p_clocks #>> array[g, 'at']), p_row ->> 'createdAt')::timestamptz as written_at,
      coalesce(p_clocks #>> array[g, 'by'], p_row ->> 'userId', p_row ->> 'ownerId')::uuid as written_by,
      (p_clocks #>> array[g, 'raised', 'at'])::timestamptz as raised_at) stamps
  -- Another device may have added the same row of a file long after the edits that decide.
  order by clock is null, 1 desc, 2 desc nulls last limit 1;
end $function$;
grant execute on function private.latest_clock(p_clocks jsonb, p_groups text[], p_row jsonb, OUT at timestamp with time zone, OUT author uuid) to authenticated;

-- Whether one deed is later than another (S36d). A tie goes to the greater user id.
CREATE OR REPLACE FUNCTION private.is_later(p_edited_at timestamp with time zone, p_by uuid, p_than_at timestamp with time zone, p_than_by uuid)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(p_edited_at > p_than_at or (p_edited_at = p_than_at and p_by > p_than_by), false)
$function$;
grant execute on function private.is_later(p_edited_at timestamp with time zone, p_by uuid, p_than_at timestamp with time zone, p_than_by uuid) to authenticated;

-- field_clocks with these groups changed now: at = the device's edited_at in a push, else the server's time; by =
-- author; v = number of the change.
CREATE OR REPLACE FUNCTION private.stamp(p_clocks jsonb, p_groups text[], p_version bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  edited_at timestamptz := private.edited_at();
  field text;
begin
  foreach field in array p_groups loop
    p_clocks := p_clocks || jsonb_build_object(field, jsonb_build_object(
      'at', greatest(edited_at, (p_clocks #>> array[field, 'at'])::timestamptz, (p_clocks #>> array[field, 'raised', 'at'])::timestamptz),
      'by', auth.uid(), 'v', p_version, 'd', private.device()));
  end loop;
  return p_clocks;
end $function$;

-- field_clocks after somebody wrote the value that stands in these groups already (S36g).
CREATE OR REPLACE FUNCTION private.raise(p_clocks jsonb, p_groups text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  raised jsonb := jsonb_build_object('at', private.edited_at(), 'by', auth.uid(), 'd', private.device());
  field text;
begin
  foreach field in array p_groups loop
    p_clocks := p_clocks
      || jsonb_build_object(field, coalesce(p_clocks -> field, '{}') || jsonb_build_object('raised', raised));
  end loop;
  return p_clocks;
end $function$;

-- Somebody else made the same edit: the later time counts from now on (S36g). Nothing else changes, so it takes no
-- number. Whether the caller may edit the row is push_patch's to ask first.
CREATE OR REPLACE FUNCTION private.raise_clocks(p_table text, p_id uuid, p_groups text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine uuid[] := array(select private.my_reach());
  -- Their clocks stand in the details.
  hidden text[] := '{status,bankId}';
begin
  case p_table
    when 'transactions' then
      perform set_config('carryover.forgetting', 'on', true);
      update public.transactions t
      set field_clocks = private.raise(t.field_clocks, array(select g from unnest(p_groups) g where g <> all (hidden)))
      where t.transaction_id = p_id and t.account_id = any (mine) and not p_groups <@ hidden;
      perform set_config('carryover.forgetting', '', true);
      insert into public.transaction_details (transaction_id, account_id, field_clocks)
      select t.transaction_id, t.account_id, private.raise('{}', array(
        select g from unnest(p_groups) g where g = any (hidden)))
      from public.transactions t
      where t.transaction_id = p_id and p_groups && hidden and t.account_id in (select private.my_accounts('member'))
      on conflict (transaction_id) do update
        set field_clocks = private.raise(transaction_details.field_clocks, array(
          select g from unnest(p_groups) g where g = any (hidden)));
    when 'accounts' then update public.accounts
      set field_clocks = private.raise(field_clocks, p_groups) where account_id = p_id and account_id = any (mine);
    when 'categories' then update public.categories
      set field_clocks = private.raise(field_clocks, p_groups) where category_id = p_id and account_id = any (mine);
    when 'budgets' then update public.budgets
      set field_clocks = private.raise(field_clocks, p_groups) where budget_id = p_id and account_id = any (mine);
  end case;
end $function$;
grant execute on function private.raise_clocks(p_table text, p_id uuid, p_groups text[]) to authenticated;

-- Whether another device has written the value that stands in one of these groups again, later than the edit (S36g).
CREATE OR REPLACE FUNCTION private.is_raised_since(p_clocks jsonb, p_groups text[], p_edited_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from unnest(p_groups) g, lateral (select p_clocks #> array[g, 'raised'] as raised) one
    where (raised ->> 'at')::timestamptz > p_edited_at
      -- Clocks from before 0.3.0 do not say on which device.
      and (raised ->> 'by' <> auth.uid()::text or raised ->> 'd' <> private.device()::text))
$function$;
grant execute on function private.is_raised_since(p_clocks jsonb, p_groups text[], p_edited_at timestamp with time zone) to authenticated;

-- field_clocks after the row left p_account and got number p_version of another account's log (S36f).
CREATE OR REPLACE FUNCTION private.renumber(p_clocks jsonb, p_account uuid, p_version bigint)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_object_agg(key, case when value ? 'v'
    then value || jsonb_build_object('v', p_version, 'was', jsonb_build_object('a', p_account, 'v', value -> 'v')) else value end), '{}')
  from jsonb_each(p_clocks)
$function$;

-- Who wrote the values that the author of an operation did not know (S36e).
CREATE OR REPLACE FUNCTION private.unknown_authors(p_clocks jsonb, p_groups text[], p_seen jsonb, p_account text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return array(
    select distinct author from unnest(p_groups) g,
      unnest(array[p_clocks #>> array[g, 'by'], p_clocks #>> array[g, 'raised', 'by']]) author
    where author is not null and not private.knows(p_clocks, g, p_seen, p_account));
end $function$;
grant execute on function private.unknown_authors(p_clocks jsonb, p_groups text[], p_seen jsonb, p_account text) to authenticated;

-- The edits of a transaction that the author of a deletion did not know; wins: it is later than the deletion (S39a,
-- S39b).
CREATE OR REPLACE FUNCTION private.unknown_edits(p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamp with time zone)
 RETURNS TABLE(field_group text, at timestamp with time zone, author uuid, wins boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select g, written_at, written_by, private.is_later(written_at, written_by, p_edited_at, auth.uid())
    from jsonb_object_keys(p_clocks) g, lateral (
      select (p_clocks #>> array[g, 'at'])::timestamptz as written_at,
        (p_clocks #>> array[g, 'by'])::uuid as written_by) stamps
    where written_by is not null and not private.knows(p_clocks, g, p_seen, p_client ->> 'accountId')
      -- Protocol 4 does not say what the author of a deletion saw. They cannot have seen what came to the server later.
      and (p_seen is not null or written_at >= p_edited_at or exists (
        select from private.changes c
        where c.row_id = (p_client ->> 'id')::uuid and g = any (c.groups) and c.at > p_edited_at));
end $function$;
grant execute on function private.unknown_edits(p_client jsonb, p_clocks jsonb, p_seen jsonb, p_edited_at timestamp with time zone) to authenticated;

-- The device of the mutation that is being carried out; null where there is none.
CREATE OR REPLACE FUNCTION private.device()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('carryover.device', true), '')::uuid
$function$;
grant execute on function private.device() to authenticated;
grant execute on function private.device() to service_role;

-- The action that the mutation belongs to which is being carried out; null where there is none.
CREATE OR REPLACE FUNCTION private.action()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('carryover.action', true), '')::uuid
$function$;
grant execute on function private.action() to authenticated;
grant execute on function private.action() to service_role;

-- The action that the mutation takes back which is being carried out; null where it names none.
CREATE OR REPLACE FUNCTION private.undoes()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('carryover.undoes', true), '')::uuid
$function$;
grant execute on function private.undoes() to authenticated;
grant execute on function private.undoes() to service_role;

-- When the user made this change: the mutation's time, or now outside of a push.
CREATE OR REPLACE FUNCTION private.edited_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select least(coalesce(nullif(current_setting('carryover.edited_at', true), '')::timestamptz, clock_timestamp()), clock_timestamp())
$function$;
grant execute on function private.edited_at() to authenticated;
grant execute on function private.edited_at() to service_role;
