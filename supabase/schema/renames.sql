-- Renames of categories, and how they reach mutations of people who did not know them.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Whether an operation gives a category's transactions another name.
CREATE OR REPLACE FUNCTION private.is_rename(p_operation jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(p_operation ->> 'name' in ('category.rename', 'category.merge', 'category.unmerge'), false)
$function$;
grant execute on function private.is_rename(p_operation jsonb) to authenticated;
grant execute on function private.is_rename(p_operation jsonb) to public;

-- In one of the caller's accounts (S38d, S66d). In all of them when p_account is null, as v0.1.0 asks.
CREATE OR REPLACE FUNCTION private.rename_category(p_type text, p_from text, p_to text, p_account uuid)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  owned uuid[] := array(select account_id from public.accounts where owner_id = auth.uid() order by account_id);
  meant uuid[] := array(select mine from unnest(owned) mine where p_account is null or mine = p_account);
  wanted text := btrim(p_to);
  one uuid;
begin
  if p_account is not null then perform private.require_own(p_account); end if;
  -- Categories first: a shared budget then already covers the new name when the transactions come to carry it.
  update public.categories set name = wanted where account_id = any (meant) and type = p_type and name = p_from;
  if not found and not exists (
    select from public.categories where account_id = any (owned) and type = p_type and name = wanted
  ) then
    perform private.refuse('PT404', 'gone', 'This category is not there any more.');
  end if;
  perform private.log_rename(meant, p_type, p_from, wanted);
  foreach one in array meant loop
    perform private.rename_rows(one, p_type, p_from, wanted);
  end loop;
  return (null, '{}', null, '{}')::private.outcome;
end $function$;
grant execute on function private.rename_category(p_type text, p_from text, p_to text, p_account uuid) to authenticated;

-- Gives transactions and schedules of one category, and lines, another name: all, or only these whole ones (S38d, S66d,
-- S80g).
CREATE OR REPLACE FUNCTION private.rename_rows(p_account uuid, p_type text, p_from text, p_to text, p_only uuid[] DEFAULT NULL::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  stored text := case p_type when 'income' then 'credit' else 'debit' end;
  month date;
begin
  perform set_config('carryover.renaming', 'on', true);
  -- The newest month first. So the numbers follow the months, and each page of a pull changes few pages of the device.
  for month in
    select distinct date_trunc('month', transaction_date::timestamp)::date as first from (
      select transaction_date from public.transactions
      where account_id = p_account and private.category_type(type, refund) = p_type and category_name = p_from
        and lines is null and (p_only is null or transaction_id = any (p_only))
      union all
      select transaction_date from public.transaction_lines
      where p_only is null and account_id = p_account and type = stored and category_name = p_from) dates
    order by first desc
  loop
    update public.transactions set metadata = metadata || jsonb_build_object('category_name', p_to)
    where account_id = p_account and private.category_type(type, refund) = p_type and category_name = p_from
      and lines is null and transaction_date >= month and transaction_date < (month + interval '1 month')::date
      and (p_only is null or transaction_id = any (p_only));
    update public.transactions set lines = private.renamed_lines(lines, p_from, p_to)
    where p_only is null and transaction_id = any (array(
      select l.transaction_id from public.transaction_lines l
      where l.account_id = p_account and l.type = stored and l.category_name = p_from
        and l.transaction_date >= month and l.transaction_date < (month + interval '1 month')::date));
  end loop;
  update public.schedules set category_name = p_to
  where account_id = p_account and private.category_type(type, refund) = p_type and category_name = p_from
    and lines is null and (p_only is null or schedule_id = any (p_only));
  update public.schedules set lines = private.renamed_lines(lines, p_from, p_to)
  where p_only is null and account_id = p_account and type = stored
    and lines @> jsonb_build_array(jsonb_build_object('category', p_from));
  perform set_config('carryover.renaming', '', true);
end $function$;
grant execute on function private.rename_rows(p_account uuid, p_type text, p_from text, p_to text, p_only uuid[]) to authenticated;
grant execute on function private.rename_rows(p_account uuid, p_type text, p_from text, p_to text, p_only uuid[]) to public;

-- Refuses who does not own the account.
CREATE OR REPLACE FUNCTION private.require_own(p_account uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.accounts where account_id = p_account and owner_id = auth.uid()) then return; end if;
  -- Somebody handed it over, or never owned it.
  if p_account in (select private.my_accounts()) then
    perform private.refuse('PT403', 'forbidden', 'Only the owner of an account renames its categories.');
  end if;
  perform private.refuse('PT404', 'gone', 'The account is not there any more.');
end $function$;
grant execute on function private.require_own(p_account uuid) to authenticated;
grant execute on function private.require_own(p_account uuid) to public;

-- In each account of the owner who renamed. Kept a year. Each takes a number of the account's log, so a cursor tells
-- whether a device knows it.
create table private.renames (
  account_id uuid not null,
  version bigint not null,
  type text not null,
  from_name text not null,
  to_name text not null,
  device uuid,
  -- When the rename reached the server: nobody else knew of it before.
  at timestamp with time zone default clock_timestamp() not null,
  -- Of a merge: the action that did it. Null for a plain rename.
  action uuid,
  -- Of a merge: the category that had the old name, in the form of clients. Null where the account had none.
  went jsonb,
  -- Of a merge: the budgets that named the old category, each with the clock of its category after the merge.
  budgets jsonb,
  constraint renames_pkey PRIMARY KEY (account_id, version),
  constraint renames_type_check CHECK ((type = ANY (ARRAY['income'::text, 'expense'::text]))),
  constraint renames_account_id_fkey FOREIGN KEY (account_id) REFERENCES private.account_log(account_id) ON DELETE CASCADE
);
CREATE INDEX renames_at ON private.renames USING btree (at);
CREATE INDEX renames_name ON private.renames USING btree (account_id, type, from_name);

-- Notes a rename in each of these accounts, so that later mutations of people who did not know it can follow (S38a).
CREATE OR REPLACE FUNCTION private.log_rename(p_accounts uuid[], p_type text, p_from text, p_to text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.renames (account_id, version, type, from_name, to_name, device)
  select one, private.next_version(one), p_type, p_from, p_to, private.device()
  from unnest(p_accounts) one where p_from <> p_to and one in (select private.my_accounts('owner'))
$function$;
grant execute on function private.log_rename(p_accounts uuid[], p_type text, p_from text, p_to text) to authenticated;

-- Nearly always nothing was renamed within a year.
CREATE OR REPLACE FUNCTION private.has_renames(p_accounts uuid[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.renames r where r.account_id = any (p_accounts))
$function$;
grant execute on function private.has_renames(p_accounts uuid[]) to authenticated;

-- Whether mutations that only add transactions name a category that was renamed without their author's knowing.
CREATE OR REPLACE FUNCTION private.names_renamed(p_mutations jsonb[], p_accounts uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_renames(p_accounts) then return false; end if;
  return exists (
    select from unnest(p_mutations) m, jsonb_array_elements(m -> 'operations') op,
      private.unknown_renames(private.as_uuid(op #>> '{row,accountId}'), private.category_type(op -> 'row'),
        m -> 'cursors', (m ->> 'editedAt')::timestamptz, private.as_uuid(m ->> 'device')) r
    where r.from_name = op #>> '{row,category}'
      or op #> '{row,lines}' @> jsonb_build_array(jsonb_build_object('category', r.from_name)));
end $function$;
grant execute on function private.names_renamed(p_mutations jsonb[], p_accounts uuid[]) to authenticated;

-- The renames that the author of a mutation did not know (S38b, S38c). Without a cursor of the account, time decides:
-- protocol 4 sends none.
CREATE OR REPLACE FUNCTION private.unknown_renames(p_account uuid, p_type text, p_cursors jsonb, p_edited_at timestamp with time zone, p_device uuid)
 RETURNS SETOF private.renames
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select * from private.renames r
  where r.account_id = p_account and r.type = p_type
    and (p_device is null or r.device is distinct from p_device)
    and case when p_cursors ? p_account::text then r.version > (p_cursors ->> p_account::text)::bigint else r.at > p_edited_at end;
end $function$;
grant execute on function private.unknown_renames(p_account uuid, p_type text, p_cursors jsonb, p_edited_at timestamp with time zone, p_device uuid) to authenticated;

-- The name that a category has now which its author knew as p_name (S38a).
CREATE OR REPLACE FUNCTION private.carried(p_account uuid, p_type text, p_name text, p_cursors jsonb, p_edited_at timestamp with time zone, p_device uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  step record;
begin
  for step in
    select r.from_name, r.to_name from private.unknown_renames(p_account, p_type, p_cursors, p_edited_at, p_device) r order by r.version
  loop
    if p_name = step.from_name then p_name := step.to_name; end if;
  end loop;
  return p_name;
end $function$;
grant execute on function private.carried(p_account uuid, p_type text, p_name text, p_cursors jsonb, p_edited_at timestamp with time zone, p_device uuid) to authenticated;

-- The same for a name in the mutation that is being carried out (S38a).
CREATE OR REPLACE FUNCTION private.carried_name(p_account uuid, p_type text, p_name text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select private.carried(p_account, p_type, p_name, nullif(current_setting('carryover.cursors', true), '')::jsonb,
    private.edited_at(), private.device())
$function$;
grant execute on function private.carried_name(p_account uuid, p_type text, p_name text) to authenticated;

-- Lines with the names that their categories have now (private.carried) (S66d).
CREATE OR REPLACE FUNCTION private.carried_lines(p_account uuid, p_type text, p_lines jsonb, p_cursors jsonb, p_edited_at timestamp with time zone, p_device uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_agg(one || jsonb_build_object('category',
    private.carried(p_account, p_type, one ->> 'category', p_cursors, p_edited_at, p_device)) order by n)
  from jsonb_array_elements(p_lines) with ordinality lines (one, n)
$function$;
grant execute on function private.carried_lines(p_account uuid, p_type text, p_lines jsonb, p_cursors jsonb, p_edited_at timestamp with time zone, p_device uuid) to authenticated;

-- A transaction's fields with the names that their categories have now (S38a).
CREATE OR REPLACE FUNCTION private.carry_fields(p_account uuid, p_type text, p_fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when jsonb_typeof(p_fields -> 'lines') = 'array' then jsonb_set(p_fields, '{lines}',
      coalesce(private.carried_lines(p_account, p_type, p_fields -> 'lines',
        nullif(current_setting('carryover.cursors', true), '')::jsonb, private.edited_at(), private.device()), '[]'))
    when p_fields ->> 'category' is not null then jsonb_set(p_fields, '{category}',
      to_jsonb(private.carried_name(p_account, p_type, p_fields ->> 'category')))
    else p_fields end
$function$;
grant execute on function private.carry_fields(p_account uuid, p_type text, p_fields jsonb) to authenticated;

-- A patch of a transaction with the category's names as they are now (S38a). p_current is the row as it stands.
CREATE OR REPLACE FUNCTION private.carry_patch(p_patch jsonb, p_current jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select p_patch || jsonb_build_object(
    'before', private.carry_fields((p_current ->> 'accountId')::uuid,
      private.category_type(p_current || (p_patch -> 'before')), p_patch -> 'before'),
    'after', private.carry_fields(
      coalesce(private.as_uuid(p_patch #>> '{after,accountId}'), (p_current ->> 'accountId')::uuid),
      private.category_type(p_current || private.with_refund(p_patch -> 'after', p_current)), p_patch -> 'after'))
$function$;
grant execute on function private.carry_patch(p_patch jsonb, p_current jsonb) to authenticated;

-- A new transaction with the names that its categories have now (S38a).
CREATE OR REPLACE FUNCTION private.carry_row(p_row jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  type text := private.category_type(p_row);
  carried jsonb := private.carry_fields(private.as_uuid(p_row ->> 'accountId'), type, p_row);
begin
  if carried is distinct from p_row then perform private.note_carried(p_row, type); end if;
  return carried;
end $function$;
grant execute on function private.carry_row(p_row jsonb) to authenticated;

-- New transactions with the names that their categories have now (S38a). Nearly always nothing was renamed.
CREATE OR REPLACE FUNCTION private.carry_rows(p_rows jsonb[])
 RETURNS jsonb[]
 LANGUAGE sql
AS $function$
  select case
    when private.has_renames(array(
      select private.as_uuid(account) from (select distinct r ->> 'accountId' as account from unnest(p_rows) r) named))
    then array(select private.carry_row(r) from unnest(p_rows) with ordinality rows (r, n) order by n)
    else p_rows end
$function$;
grant execute on function private.carry_rows(p_rows jsonb[]) to authenticated;

-- Lines with a category's new name: all, or only these (S66d).
CREATE OR REPLACE FUNCTION private.renamed_lines(p_lines jsonb, p_from text, p_to text, p_only text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_agg(case when one ->> 'category' = p_from and (p_only is null or one ->> 'id' = any (p_only))
    then one || jsonb_build_object('category', p_to) else one end order by n)
  from jsonb_array_elements(p_lines) with ordinality lines (one, n)
$function$;
grant execute on function private.renamed_lines(p_lines jsonb, p_from text, p_to text, p_only text[]) to authenticated;
grant execute on function private.renamed_lines(p_lines jsonb, p_from text, p_to text, p_only text[]) to public;
