-- Clocks of field groups: who wrote each last and when, and what the author of an operation had seen of it.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

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
    -- Releases before 0.3.0 say of both texts what they had seen of the description.
    if p_group = 'notes' and not coalesce(p_seen #> '{hidden}' ? 'notes', false) then
      seen_number := least(seen_number, (p_seen #>> '{hidden,description}')::bigint);
    end if;
    -- Of a group that lay under own edits, only the lower number was seen.
    -- The one of a schedule's money has the name of its first field.
    seen_number := coalesce(
      (p_seen #>> array['hidden', case when p_group = 'type' and not p_seen -> 'hidden' ? 'type' then 'amount'
        else p_group end])::bigint, seen_number);
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
-- author; v = number of the change; d, n = the device and its number of the mutation. p_along: of them those whose
-- value was only taken along (S37d).
CREATE OR REPLACE FUNCTION private.stamp(p_clocks jsonb, p_groups text[], p_version bigint, p_along text[] DEFAULT '{}'::text[])
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

-- field_clocks after somebody wrote the value that stands in these groups already (S36g).
CREATE OR REPLACE FUNCTION private.raise(p_clocks jsonb, p_groups text[])
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
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
    when 'schedules' then update public.schedules
      set field_clocks = private.raise(field_clocks, p_groups) where schedule_id = p_id and account_id = any (mine);
  end case;
end $function$;
grant execute on function private.raise_clocks(p_table text, p_id uuid, p_groups text[]) to authenticated;

-- private.raise_clocks for a row that the caller may change; nothing for another one.
CREATE OR REPLACE FUNCTION private.raise_own(p_table text, p_id uuid, p_groups text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  case p_table
    when 'transactions' then perform from public.transactions where transaction_id = p_id for update;
    when 'accounts' then perform from public.accounts where account_id = p_id for update;
    when 'categories' then perform from public.categories where category_id = p_id for update;
    when 'budgets' then perform from public.budgets where budget_id = p_id for update;
    when 'schedules' then perform from public.schedules where schedule_id = p_id for update;
    else return;
  end case;
  if found then perform private.raise_clocks(p_table, p_id, p_groups); end if;
end $function$;
grant execute on function private.raise_own(p_table text, p_id uuid, p_groups text[]) to authenticated;

-- Whether the caller may be noted as who asks for a row that somebody else has made, too (S67n). Of several people one
-- is enough, and the one who made the row must not take the other's place.
CREATE OR REPLACE FUNCTION private.is_asked_by_none_else(p_clocks jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(p_clocks #>> '{row,raised,by}' = auth.uid()::text, true)
$function$;
grant execute on function private.is_asked_by_none_else(p_clocks jsonb) to authenticated;

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

-- Who has chosen the value that stands under this clock: not who only took it along (S37d).
CREATE OR REPLACE FUNCTION private.choosers(p_clock jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array_remove(case when p_clock ? 'along' then array(select jsonb_array_elements_text(p_clock -> 'along'))
    else array[p_clock ->> 'by'] end || (p_clock #>> '{raised,by}'), null)
$function$;
grant execute on function private.choosers(p_clock jsonb) to authenticated;

-- Who is told when somebody writes over what stands under this clock unseen (S36e).
CREATE OR REPLACE FUNCTION private.authors(p_clock jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array(select distinct author from unnest(private.choosers(p_clock) || (p_clock ->> 'by')) author
    where author is not null)
$function$;
grant execute on function private.authors(p_clock jsonb) to authenticated;

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

-- The number that its device gave the mutation that is being carried out; null where there is none.
CREATE OR REPLACE FUNCTION private.device_number()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('carryover.device_number', true), '')::bigint
$function$;
grant execute on function private.device_number() to authenticated;
grant execute on function private.device_number() to service_role;

-- Whether a later mutation of this very device wrote what stands under this clock, or wrote it again (S36b).
CREATE OR REPLACE FUNCTION private.is_outdated(p_clock jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select private.device_number() is not null and exists (
    select from (values (p_clock), (p_clock -> 'raised')) own (stamp)
    where (stamp ->> 'n')::bigint > private.device_number() and stamp ->> 'd' = private.device()::text)
$function$;
grant execute on function private.is_outdated(p_clock jsonb) to authenticated;

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
