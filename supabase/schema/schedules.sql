-- Schedules, and their occurrences. What a push does with keys stands in push-imports.sql.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- What a member of an account repeats. The first columns are those of the transactions that it adds.
create table public.schedules (
  schedule_id uuid default gen_random_uuid() not null,
  account_id uuid not null,
  type text not null,
  amount numeric(14,2) not null,
  refund boolean default false not null,
  category_name text not null,
  -- As in public.transactions.
  lines jsonb,
  description text default ''::text not null,
  notes text default ''::text not null,
  -- RhythmText in src/domain/rows.ts.
  rhythm text not null,
  -- Where an occurrence goes that falls on a Saturday or Sunday.
  weekend text default 'as_is'::text not null,
  start_date date not null,
  end_date date,
  -- How many there are from the start, skipped ones included. Null for no end.
  occurrences integer,
  -- Whether devices add what is due, or only say so.
  mode text default 'remind'::text not null,
  -- Which amount another transaction must have to take an occurrence's place.
  amount_match text default 'exact'::text not null,
  -- Shared by the two schedules of a transfer.
  pair_id uuid,
  -- Who keeps it going, from the session. Null after that person left the account or may only look (S80f).
  created_by uuid,
  created_at timestamp(3) with time zone default now() not null,
  version bigint not null,
  field_clocks jsonb default '{}'::jsonb not null,
  constraint schedules_pkey PRIMARY KEY (schedule_id),
  constraint schedules_amount_check CHECK (((amount > (0)::numeric) AND (amount <= 999999999.99))),
  constraint schedules_amount_match_check CHECK ((amount_match = ANY (ARRAY['exact'::text, 'near'::text, 'any'::text]))),
  constraint schedules_category_name_check CHECK (((btrim(category_name) <> ''::text) AND private.fits(category_name, 200))),
  constraint schedules_created_at_check CHECK (private.is_nameable(created_at)),
  constraint schedules_dates CHECK ((start_date <= end_date)),
  constraint schedules_description_check CHECK (private.fits(description, 2000)),
  constraint schedules_end_date_check CHECK ((end_date <= '9999-12-31'::date)),
  constraint schedules_lines CHECK (((lines IS NULL) OR (private.lines_fit(lines, amount) AND (category_name = 'Split'::text) AND (NOT refund)))),
  constraint schedules_mode_check CHECK ((mode = ANY (ARRAY['add'::text, 'remind'::text]))),
  constraint schedules_notes_check CHECK (private.fits(notes, 10000)),
  constraint schedules_occurrences_check CHECK (((occurrences >= 1) AND (occurrences <= 10000))),
  constraint schedules_rhythm_check CHECK ((rhythm ~ (('^(day [1-9][0-9]{0,2}|week [1-9][0-9]? [1-7](,[1-7]){0,6}'::text || '|month [1-9][0-9]? (on ([1-9]|[12][0-9]|3[01])|nth ([1-4]|last) [1-7]|workday (first|last))'::text) || '|year [1-9][0-9]? on (0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))$'::text))),
  constraint schedules_start_date_check CHECK (((start_date >= '0001-01-01'::date) AND (start_date <= '9999-12-31'::date))),
  constraint schedules_type_check CHECK ((type = ANY (ARRAY['credit'::text, 'debit'::text]))),
  constraint schedules_weekend_check CHECK ((weekend = ANY (ARRAY['before'::text, 'after'::text, 'as_is'::text]))),
  constraint schedules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE
);
CREATE INDEX schedules_account_version ON public.schedules USING btree (account_id, version);
CREATE INDEX schedules_maker ON public.schedules USING btree (created_by) WHERE (created_by IS NOT NULL);
alter table public.schedules enable row level security;
grant delete, select on public.schedules to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.schedules to service_role;
grant insert (schedule_id, account_id, type, amount, refund, category_name, lines, description, notes, rhythm, weekend, start_date, end_date, occurrences, mode, amount_match, pair_id, created_at) on public.schedules to authenticated;
grant update (type, amount, refund, category_name, lines, description, notes, rhythm, weekend, start_date, end_date, occurrences, mode, amount_match, pair_id, created_by) on public.schedules to authenticated;
CREATE TRIGGER after_delete AFTER DELETE ON public.schedules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_deletes('schedule', 'schedule_id');
CREATE TRIGGER after_delete_changes AFTER DELETE ON public.schedules FOR EACH ROW EXECUTE FUNCTION private.record_change();
CREATE TRIGGER after_delete_ids AFTER DELETE ON public.schedules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.remember_ids('schedule');
CREATE TRIGGER after_insert AFTER INSERT ON public.schedules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.schedules_after_insert();
CREATE TRIGGER after_insert_changes AFTER INSERT ON public.schedules FOR EACH ROW EXECUTE FUNCTION private.record_change();
CREATE TRIGGER after_insert_ids AFTER INSERT ON public.schedules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_ids('schedule');
CREATE TRIGGER after_update AFTER UPDATE ON public.schedules FOR EACH STATEMENT EXECUTE FUNCTION private.after_statement();
CREATE TRIGGER after_update_changes AFTER UPDATE ON public.schedules FOR EACH ROW WHEN (((old.version <> new.version) AND (current_setting('carryover.renaming'::text, true) IS DISTINCT FROM 'on'::text) AND (current_setting('carryover.forgetting'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION private.record_change();
CREATE TRIGGER before_write BEFORE INSERT OR UPDATE ON public.schedules FOR EACH ROW EXECUTE FUNCTION private.schedules_before_write();

-- Gives a schedule its maker, its number, and clocks to what changed in it. Nobody names another maker (S80a).
CREATE OR REPLACE FUNCTION private.schedules_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    new.created_by := auth.uid();
    new.created_at := least(new.created_at, now());
    new.field_clocks := '{}';
    new.version := private.next_version(new.account_id);
    return new;
  end if;
  -- Without a maker only private.release_schedules leaves it.
  if new.created_by is distinct from old.created_by and new.created_by is distinct from auth.uid()
    and current_setting('carryover.forgetting', true) is distinct from 'on'
  then
    raise insufficient_privilege using message = 'Nobody makes somebody else keep a schedule going.';
  end if;
  changed := array_remove(array[
    case when (new.type, new.amount, new.refund, new.category_name, new.lines)
      is distinct from (old.type, old.amount, old.refund, old.category_name, old.lines) then 'type' end,
    case when new.description <> old.description then 'description' end,
    case when new.notes <> old.notes then 'notes' end,
    case when (new.rhythm, new.weekend, new.start_date, new.end_date, new.occurrences)
      is distinct from (old.rhythm, old.weekend, old.start_date, old.end_date, old.occurrences) then 'rhythm' end,
    case when new.mode <> old.mode then 'mode' end,
    case when new.amount_match <> old.amount_match then 'amountMatch' end,
    case when new.pair_id is distinct from old.pair_id then 'pairId' end,
    case when new.created_by is distinct from old.created_by then 'userId' end], null);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    -- A rename of a category is no edit (S38d), and nobody takes a schedule from its maker.
    if current_setting('carryover.renaming', true) is distinct from 'on'
      and current_setting('carryover.forgetting', true) is distinct from 'on'
    then
      new.field_clocks := private.stamp(old.field_clocks, changed, new.version);
    end if;
  end if;
  return new;
end $function$;

-- Bounds the schedules of an account (S80i).
CREATE OR REPLACE FUNCTION private.schedules_after_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 500;
begin
  if auth.uid() is not null and exists (
    select from (select distinct n.account_id from new_rows n) places
    where (select count(*) from public.schedules s where s.account_id = places.account_id) > most)
  then
    perform private.refuse_quota(format('At most %s schedules an account.', most));
  end if;
  perform private.end_statement();
  return null;
end $function$;

-- Schedules of who does not write in the account any more have no maker. Devices are told (S80f).
CREATE OR REPLACE FUNCTION private.release_schedules(p_person uuid, p_account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform set_config('carryover.forgetting', 'on', true);
  update public.schedules s set created_by = null
  where s.account_id = p_account and s.created_by = p_person
    and exists (select from public.accounts a where a.account_id = p_account and a.owner_id <> p_person)
    and not exists (select from public.memberships m
      where m.account_id = p_account and m.user_id = p_person and m.target = 'account' and m.role <> 'viewer');
  perform set_config('carryover.forgetting', '', true);
end $function$;

-- After members left, or may only look: their schedules (S80f).
CREATE OR REPLACE FUNCTION private.memberships_release()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one record;
begin
  -- Who becomes the owner leaves the members (private.move_ownership).
  if current_setting('carryover.handing_over', true) = 'on' then return null; end if;
  for one in
    select o.user_id, o.account_id from old_rows o where o.target = 'account' and o.role <> 'viewer'
    order by o.account_id
  loop
    perform private.release_schedules(one.user_id, one.account_id);
  end loop;
  return null;
end $function$;

-- Before a user is deleted: their schedules in accounts of others have no maker any more (S80f).
CREATE OR REPLACE FUNCTION private.forget_in_schedules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from private.account_log l
  where l.account_id in (select s.account_id from public.schedules s where s.created_by = old.id)
  order by l.account_id for update;
  perform set_config('carryover.forgetting', 'on', true);
  update public.schedules s set created_by = null where s.created_by = old.id;
  perform set_config('carryover.forgetting', '', true);
  update private.changes set before = before
    || case kind when 'removal' then '{"userId": null, "userEmail": null}' else '{"userId": null}' end::jsonb
  where of_table = 'schedules' and before ->> 'userId' = old.id::text;
  return old;
end $function$;

CREATE TRIGGER forget_in_schedules BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.forget_in_schedules();

-- Whether an account in which the caller writes has or had the schedule. Of others it tells nothing.
CREATE OR REPLACE FUNCTION private.has_schedule(p_account uuid, p_schedule uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_account in (select private.my_accounts('member')) and (
    exists (select from public.schedules s where s.schedule_id = p_schedule and s.account_id = p_account)
    -- What was due before the schedule went may come after that.
    or exists (select from private.removals r
      where r.row_id = p_schedule and r.account_id = p_account and r.kind = 'schedule'))
$function$;
grant execute on function private.has_schedule(p_account uuid, p_schedule uuid) to authenticated;

-- Whether an operation is about an occurrence of a schedule.
CREATE OR REPLACE FUNCTION private.is_occurrence(p_operation jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(p_operation ? 'scheduleId' or p_operation ->> 'name' like 'occurrence.%', false)
$function$;
grant execute on function private.is_occurrence(p_operation jsonb) to authenticated;

-- Whether a device adds the occurrence by itself. Nobody asked for it (S80c).
CREATE OR REPLACE FUNCTION private.is_silent(k private.keyed_operation)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select (k).of_schedule and (k).kind = 'insert' and not (k).again $function$;
grant execute on function private.is_silent(k private.keyed_operation) to authenticated;

-- The account to which the operations add the row that takes an occurrence's place.
CREATE OR REPLACE FUNCTION private.added_in(p_operations jsonb, p_link jsonb, p_row uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select private.as_uuid(op #>> '{row,accountId}') from jsonb_array_elements(p_operations) op
  where p_link ? 'scheduleId' and op ->> 'kind' = 'insert' and op #>> '{row,id}' = p_row::text
  limit 1
$function$;
grant execute on function private.added_in(p_operations jsonb, p_link jsonb, p_row uuid) to authenticated;

-- Occurrences that a device with a wrong clock adds before they are due anywhere. They will come on their day (S80j).
CREATE OR REPLACE FUNCTION private.ahead_of_time(p_operations jsonb, p_keyed private.keyed_operation[])
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(k.n), '{}')
  from unnest(p_keyed) k, lateral (select p_operations #>> array[(k.n - 1)::text, 'row', 'date'] as date) op
  -- Somewhere on earth it is tomorrow already.
  where private.is_silent(k) and op.date ~ '^\d{4}-\d{2}-\d{2}$'
    and op.date > to_char((now() at time zone 'utc') + interval '1 day', 'YYYY-MM-DD')
$function$;
grant execute on function private.ahead_of_time(p_operations jsonb, p_keyed private.keyed_operation[]) to authenticated;

-- Whether a mutation is about a schedule or an occurrence.
CREATE OR REPLACE FUNCTION private.names_schedules(p_mutation jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select exists (select from jsonb_array_elements(p_mutation -> 'operations') op
    where op ->> 'table' = 'schedules' or private.is_occurrence(op))
$function$;
grant execute on function private.names_schedules(p_mutation jsonb) to authenticated;

-- Refuses who does not write in the account.
CREATE OR REPLACE FUNCTION private.require_member(p_account uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if p_account in (select private.my_accounts('member')) then return; end if;
  -- In the words for every row that this person may not add.
  if exists (select from public.accounts a where a.account_id = p_account)
    or exists (select from public.budgets b where b.account_id = p_account)
  then
    perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
  end if;
  perform private.refuse('PT404', 'gone', 'The account is not there any more.');
end $function$;
grant execute on function private.require_member(p_account uuid) to authenticated;

-- Skips an occurrence. One that has come already stands, and its author is told (S80d).
CREATE OR REPLACE FUNCTION private.skip_occurrence(p_account uuid, p_schedule uuid, p_key text)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  standing public.import_keys;
begin
  perform private.require_member(p_account);
  if not private.is_key(p_key) then
    perform private.refuse('PT400', 'invalid', 'This is no key.');
  elsif not private.has_schedule(p_account, p_schedule) then
    perform private.refuse('PT404', 'gone', 'The schedule is not there any more.');
  end if;
  select * into standing from public.import_keys k where k.account_id = p_account and k.key = p_key;
  if standing.import_id <> p_schedule or not standing.of_schedule then
    perform private.refuse('PT400', 'invalid', 'The key does not belong to the schedule.');
  elsif standing.fate in ('here', 'moved') then
    return ('newer', '{}', coalesce(
        (select t.created_by from public.transactions t where t.transaction_id = standing.row_id),
        (private.find_removal(standing.row_id)).removed_by),
      jsonb_build_object(p_account, standing.version))::private.outcome;
  elsif standing.fate = 'deleted' then
    return (null, '{}', null, jsonb_build_object(p_account, standing.version))::private.outcome;
  end if;
  perform private.note_skip(p_account, p_schedule, p_key);
  return (null, '{}', null, '{}')::private.outcome;
end $function$;
grant execute on function private.skip_occurrence(p_account uuid, p_schedule uuid, p_key text) to authenticated;

-- The occurrence will not be added: it counts as deleted (S80d).
CREATE OR REPLACE FUNCTION private.note_skip(p_account uuid, p_schedule uuid, p_key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.import_keys (account_id, key, row_id, import_id, fate, made, version, of_schedule)
  select p_account, p_key, extensions.uuid_generate_v5(p_account, p_key), p_schedule, 'deleted', number, number, true
  from (select private.next_version(p_account) as number
    where p_account in (select private.my_accounts('member')) offset 0) log
  on conflict (account_id, key) do update
    set row_id = excluded.row_id, fate = excluded.fate, made = excluded.made, version = excluded.version
    where import_keys.fate = 'reverted' and import_keys.of_schedule
$function$;
grant execute on function private.note_skip(p_account uuid, p_schedule uuid, p_key text) to authenticated;

-- A skipped or deleted occurrence may be added again. Of any other nothing changes (S80e).
CREATE OR REPLACE FUNCTION private.unskip_occurrence(p_account uuid, p_schedule uuid, p_key text)
 RETURNS private.outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.import_keys k set fate = 'reverted', version = private.next_version(p_account)
  where k.account_id = p_account and k.key = p_key and k.import_id = p_schedule and k.of_schedule
    and k.fate = 'deleted' and p_account in (select private.my_accounts('member'));
  return (null, '{}', null, '{}')::private.outcome;
end $function$;
grant execute on function private.unskip_occurrence(p_account uuid, p_schedule uuid, p_key text) to authenticated;

-- Up to which number a device has all keys. An older protocol brought none of occurrences, so all since the first one
-- come.
CREATE OR REPLACE FUNCTION private.keys_known(p_account uuid, p_cursor jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select least(coalesce((p_cursor ->> 'keys')::bigint, 0), (
      select min(k.version) - 1 from public.import_keys k
      where k.account_id = p_account and k.of_schedule
        and coalesce((p_cursor ->> 'protocol')::integer, 0) < 6 and private.spoken_protocol() >= 6)));
end $function$;
grant execute on function private.keys_known(p_account uuid, p_cursor jsonb) to authenticated;
