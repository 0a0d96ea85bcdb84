-- What only members of an account read of a transaction: its status, and where a file says it comes from.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- What only members of the account may read of a transaction. Written by pushes only. No foreign key: the triggers
-- after_update_details and after_delete_details of public.transactions keep it, and need the values that a cascade
-- would have deleted.
create table public.transaction_details (
  transaction_id uuid not null,
  account_id uuid not null,
  status text default 'open'::text not null,
  reconciliation_id uuid,
  -- The clock of the status. Beside the other clocks, people who have only a budget would read it.
  field_clocks jsonb default '{}'::jsonb not null,
  -- What the bank calls the transaction. It is not always unique.
  bank_id text,
  -- The last import that brought it or was linked to it.
  import_id uuid,
  -- Its text as it stood in the file.
  imported_text text,
  constraint transaction_details_pkey PRIMARY KEY (transaction_id),
  constraint transaction_details_bank_id_check CHECK (((bank_id <> ''::text) AND private.fits(bank_id, 300))),
  constraint transaction_details_check CHECK (((status = 'reconciled'::text) = (reconciliation_id IS NOT NULL))),
  constraint transaction_details_imported_text_check CHECK (private.fits(imported_text, 2000)),
  constraint transaction_details_status_check CHECK ((status = ANY (ARRAY['open'::text, 'cleared'::text, 'reconciled'::text])))
);
CREATE INDEX transaction_details_reconciliation ON public.transaction_details USING btree (reconciliation_id) WHERE (reconciliation_id IS NOT NULL);
alter table public.transaction_details enable row level security;
grant select on public.transaction_details to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.transaction_details to service_role;

-- In the client's form (src/domain/rows.ts). A transaction without details is open and of no file.
CREATE OR REPLACE FUNCTION private.client_details(p_status text, p_reconciliation uuid, p_bank_id text, p_import uuid, p_text text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_build_object('status', coalesce(p_status, 'open'), 'reconciliationId', p_reconciliation,
    'bankId', p_bank_id, 'importId', p_import, 'importedText', p_text)
$function$;
grant execute on function private.client_details(p_status text, p_reconciliation uuid, p_bank_id text, p_import uuid, p_text text) to authenticated;

-- What only members read of transactions that were just inserted or brought back (S68a, S69f).
CREATE OR REPLACE FUNCTION private.insert_details(p_rows jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named private.client_transaction[];
begin
  if current_setting('carryover.restores', true) is not distinct from 'on' then
    perform private.restore_details(item) from unnest(p_rows) item;
    return;
  end if;
  -- Almost all new rows are open and of no file, and cost nothing here.
  named := array(
    select jsonb_populate_record(null::private.client_transaction,
      case when item ->> 'status' is null then item || '{"status": "open"}' else item end)
    from unnest(p_rows) item
    where item ->> 'status' <> 'open' or item ->> 'reconciliationId' is not null or item ->> 'bankId' is not null
      or item ->> 'importId' is not null or item ->> 'importedText' is not null);
  if named = '{}' then return; end if;
  if exists (select from unnest(named) n where (n.status = 'reconciled') <> (n."reconciliationId" is not null)) then
    perform private.refuse('PT400', 'invalid', 'A reconciled transaction names its reconciliation.');
  end if;
  if exists (
    select from (select distinct n."accountId", n.status from unnest(named) n offset 0) placed
    where not private.may_write_status(placed."accountId", 'open', placed.status))
  then
    perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
  end if;
  insert into public.transaction_details (transaction_id, account_id, status, reconciliation_id, bank_id, import_id,
    imported_text)
  select n.id, n."accountId",
    case when n.status = 'reconciled' and r.reconciliation_id is null then 'cleared' else n.status end,
    r.reconciliation_id, n."bankId", n."importId", n."importedText"
  from unnest(named) n left join public.reconciliations r
    on r.reconciliation_id = n."reconciliationId" and r.account_id = n."accountId";
  perform private.touch_reconciliations(array(select distinct n."reconciliationId" from unnest(named) n));
end $function$;
grant execute on function private.insert_details(p_rows jsonb[]) to authenticated;

-- The details of a transaction that was just brought back (S68e, S69f). Where the restore does not name them, or names
-- some that its author may not write, they come from the removal.
CREATE OR REPLACE FUNCTION private.restore_details(p_row jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one public.transactions;
  removal private.changes;
  was private.client_transaction;
  named private.client_transaction;
  becomes private.client_transaction;
  clock jsonb;
begin
  select * into one from public.transactions t where t.transaction_id = (p_row ->> 'id')::uuid;
  select * into removal from private.changes c
  where c.row_id = one.transaction_id and c.kind = 'removal' and c.account_id = one.account_id
  order by c.at desc limit 1;
  was := jsonb_populate_record(null::private.client_transaction, removal.before);
  was.status := coalesce(was.status, 'open');
  -- Protocol 4 does not know these fields.
  named := jsonb_populate_record(was, p_row);
  if p_row ->> 'status' is not null then named."reconciliationId" := (p_row ->> 'reconciliationId')::uuid; end if;
  named.status := coalesce(named.status, was.status);
  becomes := named;
  if (named.status = 'reconciled') <> (named."reconciliationId" is not null) then
    perform private.refuse('PT400', 'invalid', 'A reconciled transaction names its reconciliation.');
  end if;
  if (named.status, named."reconciliationId") is distinct from (was.status, was."reconciliationId")
    and not private.may_write_status(one.account_id, was.status, named.status)
  then
    becomes.status := was.status;
    becomes."reconciliationId" := was."reconciliationId";
  end if;
  if not private.may_write_status(one.account_id, 'open', 'open') then
    becomes."bankId" := was."bankId";
    becomes."importId" := was."importId";
    becomes."importedText" := was."importedText";
  end if;
  if becomes."reconciliationId" is not null
    and not private.is_reconciled_here(becomes."reconciliationId", one.account_id)
  then
    becomes.status := 'cleared';
    becomes."reconciliationId" := null;
  end if;
  clock := private.stamp(coalesce(removal.status_clock, '{}'), array_remove(array[
    case when removal.change_id is null
      or (becomes.status, becomes."reconciliationId") is distinct from (was.status, was."reconciliationId")
      then 'status' end,
    case when (becomes."bankId", becomes."importId", becomes."importedText")
      is distinct from (was."bankId", was."importId", was."importedText") then 'bankId' end], null), one.version);
  if becomes.status <> 'open' or becomes."importId" is not null or becomes."bankId" is not null
    or becomes."importedText" is not null or clock <> '{}'
  then
    insert into public.transaction_details (transaction_id, account_id, status, reconciliation_id, bank_id, import_id,
      imported_text, field_clocks)
    values (one.transaction_id, one.account_id, becomes.status, becomes."reconciliationId", becomes."bankId",
      becomes."importId", becomes."importedText", clock);
    perform private.touch_reconciliations(array[becomes."reconciliationId"]);
  end if;
  perform private.end_keys(array[one.transaction_id], one.account_id, 'here');
end $function$;

-- Writes what patches say of statuses and origins. A row that goes to another account loses both there, so its patch
-- says nothing about them.
CREATE OR REPLACE FUNCTION private.write_details(p_patches private.merged_patch[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  statuses jsonb[] := array(
    select client || taken from unnest(p_patches) where taken ?| '{status,reconciliationId}'
      and coalesce(taken -> 'accountId', client -> 'accountId') = client -> 'accountId' order by n);
  origins jsonb[] := array(
    select client || taken from unnest(p_patches) where taken ?| '{bankId,importId,importedText}'
      and coalesce(taken -> 'accountId', client -> 'accountId') = client -> 'accountId' order by n);
begin
  if statuses <> '{}' then perform private.write_statuses(statuses); end if;
  if origins <> '{}' then perform private.write_origins(origins); end if;
end $function$;
grant execute on function private.write_details(p_patches private.merged_patch[]) to authenticated;

-- Writes what the bank and an import say of transactions (S69f). Refuses who may not. The caller has touched the
-- transactions with their own rights.
CREATE OR REPLACE FUNCTION private.write_origins(p_rows jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.write_origins(p_rows jsonb[]) to authenticated;

create type private.detail_change as (
  row_id uuid,
  account_id uuid,
  number bigint,
  before jsonb
);

-- Gives transactions the numbers of changes of what only members of their account read.
CREATE OR REPLACE FUNCTION private.note_details(p_changes private.detail_change[], p_group text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- No balance, month or view depends on it. What was there before is recorded here.
  perform set_config('carryover.forgetting', 'on', true);
  update public.transactions t set version = c.number from unnest(p_changes) c where t.transaction_id = c.row_id;
  perform set_config('carryover.forgetting', '', true);
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, author, author_email,
    device, edited_at)
  select c.account_id, c.number, c.row_id, 'transactions', 'change', array[p_group], c.before, auth.uid(),
    auth.email(), private.device(), private.edited_at()
  from unnest(p_changes) c;
end $function$;

-- Transactions that went to another account are open there and of no file (S68d, S69c), and their keys say where they
-- went. Reconciliations whose rows changed or left go to devices again (S68h).
CREATE OR REPLACE FUNCTION private.details_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  touched uuid[];
  place record;
begin
  -- A reconciliation and an import are about the account that the transaction left.
  with moved as materialized (
    select d.*, o.account_id as old_account, n.account_id as new_account, n.version as number,
      array_remove(array[case when d.status <> 'open' then 'status' end,
        case when coalesce(d.bank_id, d.import_id::text, d.imported_text) is not null then 'bankId' end], null)
        as groups
    from old_rows o join new_rows n using (transaction_id) join public.transaction_details d using (transaction_id)
    where n.account_id <> o.account_id
  ), opened as (
    update public.transaction_details d
    set account_id = m.new_account, status = 'open', reconciliation_id = null, bank_id = null, import_id = null,
      imported_text = null,
      field_clocks = private.stamp(private.renumber(d.field_clocks, m.old_account, m.number), m.groups, m.number)
    from moved m where d.transaction_id = m.transaction_id
  ), recorded as (
    update private.changes c
    set groups = c.groups || m.groups, before = c.before || private.client_details(m.status, m.reconciliation_id,
      m.bank_id, m.import_id, m.imported_text)
    from moved m
    where m.groups <> '{}' and c.change_id = (select l.change_id from private.changes l
      where l.row_id = m.transaction_id and l.account_id = m.old_account order by l.at desc limit 1)
  )
  select array_agg(reconciliation_id) into touched from moved;
  perform private.touch_reconciliations(touched || array(
    select d.reconciliation_id from old_rows o join new_rows n using (transaction_id)
      join public.transaction_details d using (transaction_id)
    where d.reconciliation_id is not null and (n.amount <> o.amount or n.type <> o.type)));
  -- Every row with a key has details.
  for place in
    select o.account_id as left_account, n.account_id as new_account, array_agg(o.transaction_id) as rows
    from old_rows o join new_rows n using (transaction_id) join public.transaction_details d using (transaction_id)
    where n.account_id <> o.account_id group by o.account_id, n.account_id
  loop
    perform private.end_keys(place.rows, place.left_account, 'moved');
    perform private.end_keys(place.rows, place.new_account, 'here');
  end loop;
  perform private.end_statement();
  return null;
end $function$;

-- Deletes the details of deleted transactions, ends their keys, and sends their reconciliations to devices again.
CREATE OR REPLACE FUNCTION private.details_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended record;
begin
  for ended in with gone as (
    delete from public.transaction_details d using old_rows o where d.transaction_id = o.transaction_id returning d.*
  )
  select g.account_id, array_agg(g.transaction_id) as rows,
    array_agg(g.reconciliation_id) filter (where g.reconciliation_id is not null) as reconciliations
  from gone g join public.accounts using (account_id) group by g.account_id
  loop
    if ended.reconciliations is not null then
      perform private.touch_reconciliations(ended.reconciliations);
    end if;
    perform private.end_keys(ended.rows, ended.account_id, 'deleted');
  end loop;
  perform private.end_statement();
  return null;
end $function$;
