-- Imports of bank files. A row of a file has a key, which tells that it is the same row when the file
-- comes again. An account keeps every key for ever, with the row that it made or was linked to, and what became of it.
-- So no file makes a row twice, and nothing that somebody deleted comes back by itself.

-- Regular expressions would take as long as the rest of what is done for a row.

create function private.is_key(p_text text) returns boolean
language sql immutable as $$
  select length(p_text) = 40 and translate(p_text, '0123456789abcdef', '') = ''
$$;
comment on function private.is_key is 'Whether this is the key of a row of a file: 40 hexadecimal digits.';

create or replace function private.as_uuid(p_text text) returns uuid
language sql immutable as $$
  select case
    when p_text like '________-____-____-____-____________' and translate(p_text, '0123456789abcdefABCDEF', '') = '----'
    then p_text::uuid end
$$;

create table public.imports (
  import_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts on delete cascade,
  file_name text not null check (btrim(file_name) <> '' and private.fits(file_name, 300)),
  format text not null check (format in ('csv', 'ofx', 'qif', 'camt', 'ynab', 'actual', 'firefly')),
  created_by uuid,
  created_at timestamptz(3) not null default now() check (private.is_nameable(created_at)),
  version bigint not null
);
comment on table public.imports is
  'What somebody imported from one file into one account. How many rows it brought is the number of its keys.';
create index imports_account_version on public.imports (account_id, version);
create index imports_author on public.imports (created_by) where created_by is not null;

create table public.import_keys (
  account_id uuid not null references public.accounts on delete cascade,
  key text not null check (private.is_key(key)),
  row_id uuid not null,
  import_id uuid not null,
  fate text not null default 'here' check (fate in ('here', 'moved', 'deleted', 'reverted')),
  made bigint not null,
  version bigint not null,
  primary key (account_id, key)
);
comment on table public.import_keys is
  'Kept for ever. Written by functions only. No foreign key to rows and imports: a key outlives both.';
comment on column public.import_keys.row_id is 'What the key made, or what somebody linked it to.';
comment on column public.import_keys.made is
  'The row''s number when it got the key. A higher one tells that the row has changed.';
comment on column public.import_keys.version is 'Rises with each change of the fate, so that devices are told.';
create index import_keys_account_version on public.import_keys (account_id, version);
create index import_keys_row on public.import_keys (row_id, account_id);
create index import_keys_import on public.import_keys (import_id);

alter table public.transaction_details
  add column bank_id text check (bank_id <> '' and private.fits(bank_id, 300)),
  add column import_id uuid,
  add column imported_text text check (private.fits(imported_text, 2000));
comment on column public.transaction_details.bank_id is 'What the bank calls the transaction. It is not always unique.';
comment on column public.transaction_details.import_id is 'The last import that brought it or was linked to it.';
comment on column public.transaction_details.imported_text is 'Its text as it stood in the file.';

alter table public.imports enable row level security;
alter table public.import_keys enable row level security;
revoke all on public.imports, public.import_keys from public, anon, authenticated;
grant select, delete, insert (import_id, account_id, file_name, format, created_at) on public.imports to authenticated;
grant select on public.import_keys to authenticated;
grant all on public.imports, public.import_keys to service_role;

create policy read on public.imports for select to authenticated
  using (account_id = any (array(select private.my_accounts())));
create policy add on public.imports for insert to authenticated
  with check (account_id = any (array(select private.my_accounts('member'))));
create policy remove on public.imports for delete to authenticated
  using (account_id = any (array(select private.my_accounts('admin')))
    or (created_by = (select auth.uid()) and account_id = any (array(select private.my_accounts('member')))));
create policy read on public.import_keys for select to authenticated
  using (account_id = any (array(select private.my_accounts())));

alter table private.removals drop constraint removals_kind_check;
alter table private.removals add constraint removals_kind_check check (kind in
  ('account', 'transaction', 'category', 'budget', 'membership', 'invitation', 'reconciliation', 'import'));

alter type private.client_transaction
  add attribute "bankId" text, add attribute "importId" uuid, add attribute "importedText" text;

create type private.client_import as (
  id uuid, version bigint, "createdAt" text, "accountId" uuid, "fileName" text, format text, "userId" uuid,
  "userEmail" text);

create function private.to_client(i public.imports) returns private.client_import
language sql stable as $$
  select row(i.import_id, i.version, private.iso(i.created_at), i.account_id, i.file_name, i.format, i.created_by,
    private.email_of(i.created_by))::private.client_import
$$;

create function private.imports_before_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.created_by := auth.uid();
  new.created_at := least(new.created_at, now());
  new.version := private.next_version(new.account_id);
  return new;
end $$;

-- Its rows go before it, by ordinary deletions. Those that stay are rows like all others.
create function private.imports_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  number bigint;
begin
  if not exists (select from public.accounts a where a.account_id = old.account_id) then return null; end if;
  number := private.next_version(old.account_id);
  update public.import_keys k set fate = 'reverted', version = number
  where k.account_id = old.account_id and k.import_id = old.import_id
    and (k.fate = 'deleted' or (k.fate = 'here' and not private.is_made_by(k)));
  return null;
end $$;
comment on function private.imports_after_delete is
  'What the import brought and is gone may come again, and what it was only linked to may be linked again.';

create function private.is_made_by(k public.import_keys) returns boolean
language sql immutable as $$ select k.row_id = extensions.uuid_generate_v5(k.account_id, k.key) $$;
comment on function private.is_made_by is 'Whether the key made the row. Otherwise it was linked to it.';

create function private.end_keys(p_rows uuid[], p_account uuid, p_fate text) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.end_keys is
  'Says what became of rows of an account. A row that left it, or was deleted, can only come back.';

-- A row that a reverted import was only linked to is no longer the bank's, unless it says again that it is.
create function private.may_become(k public.import_keys, p_fate text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when p_fate <> 'here' then k.fate = 'here'
    when k.fate <> 'reverted' then k.fate <> 'here'
    else private.is_made_by(k) or exists (select from public.transaction_details d
      where d.transaction_id = k.row_id and d.import_id = k.import_id) end
$$;

create trigger before_insert before insert on public.imports
  for each row execute function private.imports_before_insert();
create trigger after_insert_ids after insert on public.imports
  referencing new table as new_rows
  for each statement execute function private.check_ids('import');
create trigger after_delete_ids after delete on public.imports
  referencing old table as old_rows
  for each statement execute function private.remember_ids('import');
create trigger after_delete_keys after delete on public.imports
  for each row execute function private.imports_after_delete();
create trigger after_insert after insert on public.imports
  for each statement execute function private.after_statement();
create trigger after_update after update on public.imports
  for each statement execute function private.after_statement();
create trigger after_delete after delete on public.imports
  referencing old table as old_rows
  for each statement execute function private.log_deletes('import', 'import_id');

-- Whose e-mail an import shows: devices are told to forget it.
create function private.forget_in_imports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.account_log l
  where l.account_id in (select i.account_id from public.imports i where i.created_by = old.id)
  order by l.account_id for update;
  update public.imports i set version = private.next_version(i.account_id), created_by = null
  where i.created_by = old.id;
  return old;
end $$;
create trigger forget_in_imports before delete on auth.users
  for each row execute function private.forget_in_imports();

-- Who knows a name can compute the id that is made of it. Two rows of different accounts cannot have one id, so its
-- refusal would tell that somebody else imported such a row. So such an id is taken only with the proof that it was
-- made for this account, or where the account had it already.
create function private.check_named_id() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then return new; end if;
  if new.account_id in (select private.my_accounts()) and (
    exists (select from public.import_keys k
      where k.row_id = new.transaction_id and k.account_id = new.account_id)
    or exists (select from private.removals r
      where r.row_id = new.transaction_id and r.kind = 'transaction' and r.account_id = new.account_id))
  then
    return new;
  end if;
  perform private.refuse_id(tg_table_name, 'transaction_id', new.transaction_id);
  return null;
end $$;
comment on function private.check_named_id is
  'For ids of UUID version 5. Refuses in the words for an id that is in use.';
create trigger named_id before insert on public.transactions
  for each row when (substr(new.transaction_id::text, 15, 1) = '5'
    and current_setting('carryover.keyed', true) is distinct from 'on')
  execute function private.check_named_id();

revoke all on function private.is_key, private.to_client(public.imports), private.imports_before_insert,
  private.imports_after_delete, private.is_made_by, private.end_keys, private.may_become, private.forget_in_imports,
  private.check_named_id
  from public;
grant execute on function private.is_key to authenticated, service_role;
grant execute on function private.to_client(public.imports), private.is_made_by to authenticated;
