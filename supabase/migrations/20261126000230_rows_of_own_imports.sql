-- Who says that a row is of an import has made the import, in the row's account. What a row is or was before it may be
-- again, so an undo and a restore bring its own origin back. An import that is not there, as one that was taken back,
-- is nobody's.

create function private.may_name_import(p_import uuid, p_account uuid, p_row uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.imports i where i.import_id = p_import and not (
    i.account_id = p_account and (coalesce(i.created_by = auth.uid(), false)
      or exists (select from public.transaction_details d
        where d.transaction_id = p_row and d.import_id = p_import)
      or exists (select from private.changes c
        where c.row_id = p_row and c.of_table = 'transactions' and c.before ->> 'importId' = p_import::text))))
$$;

-- A restore that names an import which its author may not name brings the row back without it.
create function private.with_own_import(p_row jsonb) returns jsonb
language plpgsql stable as $$
declare
  account uuid := private.as_uuid(p_row ->> 'accountId');
begin
  if p_row ->> 'importId' is null or private.may_name_import((p_row ->> 'importId')::uuid, account,
    (p_row ->> 'id')::uuid)
  then
    return p_row;
  end if;
  return p_row || '{"bankId": null, "importId": null, "importedText": null}';
end $$;

create or replace function private.push_restores(p_rows jsonb[]) returns private.outcome
language plpgsql as $$
declare
  whole jsonb[] := array(
    select private.with_own_import(private.with_removal(item, removal))
    from (select item, n, (item ->> 'id')::uuid as id from unnest(p_rows) with ordinality rows (item, n)) named
      left join private.removed_transactions(array(select (item ->> 'id')::uuid from unnest(p_rows) item)) removal
        on removal.row_id = named.id
    order by n);
  result private.outcome;
begin
  perform set_config('carryover.restores', 'on', true);
  result := private.push_insert('transactions', whole);
  perform set_config('carryover.restores', '', true);
  return result;
end $$;

create function private.strange_imports(p_rows jsonb[]) returns uuid[]
language plpgsql stable as $$
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
end $$;
comment on function private.strange_imports is
  'The rows which say that they are of an import of somebody else or of another account.';

create function private.refuse_import() returns void
language sql as $$
  select private.refuse('PT403', 'forbidden', 'Somebody else made this import, or it is of another account.')
$$;

create or replace function private.write_origins(p_rows jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted private.client_transaction[] := array(
    select r from jsonb_populate_recordset(null::private.client_transaction, to_jsonb(p_rows)) r);
  changes private.detail_change[];
begin
  if exists (
    select from (
      select distinct t.account_id from unnest(wanted) w join public.transactions t on t.transaction_id = w.id
      offset 0) placed
    where not coalesce(private.may_write_status(placed.account_id, 'open', 'open'), false))
  then
    perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
  end if;
  if private.strange_imports(p_rows) <> '{}' then perform private.refuse_import(); end if;
  with numbered as materialized (
    select placed.*, private.next_version(placed.account_id) as number
    from (
      select w.id, w."bankId", w."importId", w."importedText", t.account_id, d.bank_id, d.import_id, d.imported_text,
        d.field_clocks
      from unnest(wanted) with ordinality w join public.transactions t on t.transaction_id = w.id
        left join public.transaction_details d on d.transaction_id = w.id
      order by w.ordinality) placed
  ), written as (
    insert into public.transaction_details (transaction_id, account_id, bank_id, import_id, imported_text,
      field_clocks)
    select id, account_id, "bankId", "importId", "importedText",
      private.stamp(coalesce(field_clocks, '{}'), '{bankId}', number)
    from numbered
    on conflict (transaction_id) do update
      set bank_id = excluded.bank_id, import_id = excluded.import_id, imported_text = excluded.imported_text,
        field_clocks = excluded.field_clocks
  )
  select array_agg(row(id, account_id, number, jsonb_build_object('bankId', bank_id, 'importId', import_id,
    'importedText', imported_text))::private.detail_change)
  into changes from numbered;
  perform private.note_details(changes, 'bankId');
  -- A row that gets its origin back has its key back.
  update public.import_keys k set fate = 'here', version = private.next_version(k.account_id)
  from unnest(wanted) w join public.transactions t on t.transaction_id = w.id
  where w."importId" is not null and k.row_id = w.id and k.account_id = t.account_id and k.fate = 'reverted'
    and private.may_become(k, 'here');
end $$;

revoke all on function private.may_name_import, private.with_own_import, private.strange_imports,
  private.refuse_import from public;
grant execute on function private.may_name_import, private.with_own_import, private.strange_imports,
  private.refuse_import to authenticated;
