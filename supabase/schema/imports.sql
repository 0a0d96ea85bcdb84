-- Imports and the keys of their rows. What a push does with keys stands in push-imports.sql.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- What somebody imported from one file into one account. How many rows it brought is the number of its keys.
create table public.imports (
  import_id uuid default gen_random_uuid() not null,
  account_id uuid not null,
  file_name text not null,
  format text not null,
  created_by uuid,
  created_at timestamp(3) with time zone default now() not null,
  version bigint not null,
  -- Who brought it back, after it had been taken back: a clock as in field_clocks, named 'row'.
  returned jsonb default '{}'::jsonb not null,
  constraint imports_pkey PRIMARY KEY (import_id),
  constraint imports_created_at_check CHECK (private.is_nameable(created_at)),
  constraint imports_file_name_check CHECK (((btrim(file_name) <> ''::text) AND private.fits(file_name, 300))),
  constraint imports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'ofx'::text, 'qif'::text, 'camt'::text, 'ynab'::text, 'actual'::text, 'firefly'::text]))),
  constraint imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE
);
CREATE INDEX imports_account_version ON public.imports USING btree (account_id, version);
CREATE INDEX imports_author ON public.imports USING btree (created_by) WHERE (created_by IS NOT NULL);
alter table public.imports enable row level security;
grant delete, select on public.imports to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.imports to service_role;
grant insert (import_id, account_id, file_name, format, created_at) on public.imports to authenticated;
CREATE TRIGGER after_delete AFTER DELETE ON public.imports REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_deletes('import', 'import_id');
CREATE TRIGGER after_delete_ids AFTER DELETE ON public.imports REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.remember_ids('import');
CREATE TRIGGER after_delete_keys AFTER DELETE ON public.imports FOR EACH ROW EXECUTE FUNCTION private.imports_after_delete();
CREATE TRIGGER after_insert AFTER INSERT ON public.imports FOR EACH STATEMENT EXECUTE FUNCTION private.after_statement();
CREATE TRIGGER after_insert_ids AFTER INSERT ON public.imports REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_ids('import');
CREATE TRIGGER after_update AFTER UPDATE ON public.imports FOR EACH STATEMENT EXECUTE FUNCTION private.after_statement();
CREATE TRIGGER before_insert BEFORE INSERT ON public.imports FOR EACH ROW EXECUTE FUNCTION private.imports_before_insert();

-- Gives an import its author, its time and its number.
CREATE OR REPLACE FUNCTION private.imports_before_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.created_by := auth.uid();
  new.created_at := least(new.created_at, now());
  new.version := private.next_version(new.account_id);
  if exists (
    select from private.removals r
    where r.row_id = new.import_id and r.account_id = new.account_id and r.kind = 'import'
  ) then
    new.returned := private.stamp('{}', '{row}', new.version);
  end if;
  return new;
end $function$;

-- What the import brought and is gone may come again, and what it was only linked to may be linked again (S69d).
CREATE OR REPLACE FUNCTION private.imports_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  number bigint;
begin
  if not exists (select from public.accounts a where a.account_id = old.account_id) then return null; end if;
  number := private.next_version(old.account_id);
  update public.import_keys k set fate = 'reverted', version = number
  where k.account_id = old.account_id and k.import_id = old.import_id
    and (k.fate = 'deleted' or (k.fate = 'here' and not private.is_made_by(k)));
  return null;
end $function$;

-- Before a user is deleted: their imports in other accounts name nobody any more, and go to devices again.
CREATE OR REPLACE FUNCTION private.forget_in_imports()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from private.account_log l
  where l.account_id in (select i.account_id from public.imports i where i.created_by = old.id)
  order by l.account_id for update;
  update public.imports i set version = private.next_version(i.account_id), created_by = null
  where i.created_by = old.id;
  return old;
end $function$;

CREATE TRIGGER forget_in_imports BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.forget_in_imports();

-- Kept for ever. Written by functions only. No foreign key to rows and imports: a key outlives both.
create table public.import_keys (
  account_id uuid not null,
  key text not null,
  -- What the key made, or what somebody linked it to.
  row_id uuid not null,
  import_id uuid not null,
  fate text default 'here'::text not null,
  -- The row's number when it got the key. A higher one tells that the row has changed.
  made bigint not null,
  -- Rises with each change of the fate, so that devices are told.
  version bigint not null,
  -- The key is of an occurrence, and import_id is its schedule. A skipped occurrence is deleted and never had a row.
  of_schedule boolean default false not null,
  constraint import_keys_pkey PRIMARY KEY (account_id, key),
  constraint import_keys_fate_check CHECK ((fate = ANY (ARRAY['here'::text, 'moved'::text, 'deleted'::text, 'reverted'::text]))),
  constraint import_keys_key_check CHECK (private.is_key(key)),
  constraint import_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE
);
CREATE INDEX import_keys_account_version ON public.import_keys USING btree (account_id, version);
CREATE INDEX import_keys_import ON public.import_keys USING btree (import_id, account_id);
CREATE INDEX import_keys_row ON public.import_keys USING btree (row_id, account_id);
CREATE INDEX import_keys_schedules ON public.import_keys USING btree (account_id, version) WHERE of_schedule;
alter table public.import_keys enable row level security;
grant select on public.import_keys to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.import_keys to service_role;

-- Whether this is the key of a row of a file: 40 hexadecimal digits.
CREATE OR REPLACE FUNCTION private.is_key(p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select length(p_text) = 40 and translate(p_text, '0123456789abcdef', '') = ''
$function$;
grant execute on function private.is_key(p_text text) to authenticated;
grant execute on function private.is_key(p_text text) to service_role;

-- Whether the key made the row (S69e). Otherwise it was linked to it.
CREATE OR REPLACE FUNCTION private.is_made_by(k import_keys)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select k.row_id = extensions.uuid_generate_v5(k.account_id, k.key) $function$;
grant execute on function private.is_made_by(k import_keys) to authenticated;

-- Whether the fate of a key may change to this one. Only a row that is here leaves; a reverted key comes back only with
-- the row that it made, or that names its import again (S69e).
CREATE OR REPLACE FUNCTION private.may_become(k import_keys, p_fate text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when p_fate <> 'here' then k.fate = 'here'
    when k.fate <> 'reverted' then k.fate <> 'here'
    else private.is_made_by(k) or k.of_schedule or exists (select from public.transaction_details d
      where d.transaction_id = k.row_id and d.import_id = k.import_id) end
$function$;

-- Says what became of rows of an account, for their keys. A deleted row, and one that left, keep their keys, so no
-- later import makes them again by itself (S69b, S69c). Such a row can only come back.
CREATE OR REPLACE FUNCTION private.end_keys(p_rows uuid[], p_account uuid, p_fate text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  number bigint;
begin
  if not exists (select from public.import_keys k
    where k.row_id = any (p_rows) and k.account_id = p_account and private.may_become(k, p_fate))
  then
    return;
  end if;
  number := private.next_version(p_account);
  update public.import_keys k set fate = p_fate, version = number
  where k.row_id = any (p_rows) and k.account_id = p_account and private.may_become(k, p_fate);
end $function$;

-- Whether the caller may say that the row of this account is of the import. An import that is not there is nobody's.
CREATE OR REPLACE FUNCTION private.may_name_import(p_import uuid, p_account uuid, p_row uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (select from public.imports i where i.import_id = p_import and not (
    i.account_id = p_account and (coalesce(i.created_by = auth.uid(), false)
      or exists (select from public.transaction_details d
        where d.transaction_id = p_row and d.import_id = p_import)
      or exists (select from private.changes c
        where c.row_id = p_row and c.of_table = 'transactions' and c.before ->> 'importId' = p_import::text))))
$function$;
grant execute on function private.may_name_import(p_import uuid, p_account uuid, p_row uuid) to authenticated;

-- The row to restore, without an origin that its author may not name.
CREATE OR REPLACE FUNCTION private.with_own_import(p_row jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  account uuid := private.as_uuid(p_row ->> 'accountId');
begin
  if p_row ->> 'importId' is null or private.may_name_import((p_row ->> 'importId')::uuid, account,
    (p_row ->> 'id')::uuid)
  then
    return p_row;
  end if;
  return p_row || '{"bankId": null, "importId": null, "importedText": null}';
end $function$;
grant execute on function private.with_own_import(p_row jsonb) to authenticated;

-- The rows which say that they are of an import of somebody else or of another account.
CREATE OR REPLACE FUNCTION private.strange_imports(p_rows jsonb[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  -- Usually all are of one import, and this person made it.
  if not exists (
    select from (
      select distinct r ->> 'importId' as import, r ->> 'accountId' as account
      from unnest(p_rows) r where r ->> 'importId' is not null offset 0) named
    where not private.may_name_import(import::uuid, account::uuid, null))
  then
    return '{}';
  end if;
  return array(
    select (r ->> 'id')::uuid from unnest(p_rows) r where r ->> 'importId' is not null
      and not private.may_name_import((r ->> 'importId')::uuid, (r ->> 'accountId')::uuid, (r ->> 'id')::uuid));
end $function$;
grant execute on function private.strange_imports(p_rows jsonb[]) to authenticated;

-- Raises: the import is somebody else's, or of another account.
CREATE OR REPLACE FUNCTION private.refuse_import()
 RETURNS void
 LANGUAGE sql
AS $function$
  select private.refuse('PT403', 'forbidden', 'Somebody else made this import, or it is of another account.')
$function$;
grant execute on function private.refuse_import() to authenticated;

-- Deletes an import, unless it came back by a later deed that the author of the deletion did not know (S39j).
CREATE OR REPLACE FUNCTION private.push_import_deletion(p_operation jsonb, p_edited_at timestamp with time zone)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  there record;
begin
  select i.import_id as id, i.account_id, i.version, edits.author into there
  from public.imports i cross join lateral private.unknown_edits(
    jsonb_build_object('id', i.import_id, 'accountId', i.account_id), i.returned, p_operation -> 'seen', p_edited_at)
    edits
  where i.import_id = (p_operation ->> 'id')::uuid and edits.wins
    -- Who may not delete it is refused.
    and (i.account_id in (select private.my_accounts('admin'))
      or (i.created_by = auth.uid() and i.account_id in (select private.my_accounts('member'))));
  if there.id is null then return private.push_delete('imports', (p_operation ->> 'id')::uuid); end if;
  perform private.note_kept(there.id, 'newer', '{}', there.author);
  return ('newer', '{}', there.author, jsonb_build_object(there.account_id, there.version))::private.outcome;
end $function$;
grant execute on function private.push_import_deletion(p_operation jsonb, p_edited_at timestamp with time zone) to authenticated;
