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
    perform private.restore_details(p_rows);
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

create type private.restored_row as (
  id uuid,
  account_id uuid,
  version bigint,
  removal private.changes,
  was private.client_transaction,
  named private.client_transaction
);

-- Transactions that were just brought back. removal: what removed each; was: how it stood then; named: how its author
-- wants it.
CREATE OR REPLACE FUNCTION private.restored_rows(p_rows jsonb[])
 RETURNS SETOF private.restored_row
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.transaction_id, t.account_id, t.version, removal::private.changes, was, jsonb_populate_record(was, item
    || jsonb_build_object(
      -- Protocol 4 does not know these fields.
      'status', coalesce(item ->> 'status', was.status),
      'reconciliationId', case when item ->> 'status' is not null or item ? 'reconciliationId'
        then item -> 'reconciliationId' else to_jsonb(was."reconciliationId") end))
  from unnest(p_rows) item
    cross join lateral (
      select * from public.transactions t where t.transaction_id = (item ->> 'id')::uuid offset 0) t
    left join lateral (
      select * from private.changes c
      where c.row_id = t.transaction_id and c.kind = 'removal' and c.account_id = t.account_id
      order by c.at desc limit 1) removal on true
    cross join lateral jsonb_populate_record(null::private.client_transaction, removal.before
      || jsonb_build_object('status', coalesce(removal.before ->> 'status', 'open'))) was
$function$;

-- The details of transactions that were just brought back. Where a restore does not name them, or names some that its
-- author may not write, they come from the removal.
CREATE OR REPLACE FUNCTION private.restore_details(p_rows jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  restored private.restored_row[] := array(select r from private.restored_rows(p_rows) r);
  -- Nobody else writes a status, and admins alone write one of a reconciliation.
  members uuid[] := array(select private.my_accounts('member'));
  admins uuid[] := array(select private.my_accounts('admin'));
  mentioned uuid[] := array(
    select distinct reconciliation
    from unnest(restored) r, unnest(array[(r.was)."reconciliationId", (r.named)."reconciliationId"]) reconciliation);
  reconciled uuid[];
  place record;
begin
  if exists (
    select from unnest(restored) r
    where ((r.named).status = 'reconciled') <> ((r.named)."reconciliationId" is not null))
  then
    perform private.refuse('PT400', 'invalid', 'A reconciled transaction names its reconciliation.');
  end if;
  with allowed as (
    select r.*, r.account_id = any (members) as may_write,
      r.account_id = any (case when 'reconciled' in ((r.was).status, (r.named).status) then admins else members end)
        as may_set
    from unnest(restored) r
  ), meant as (
    select a.id, a.account_id, a.version, a.removal, a.was,
      case when may_set then (a.named).status else (a.was).status end as status,
      case when may_set then (a.named)."reconciliationId" else (a.was)."reconciliationId" end as reconciliation,
      case when may_write then (a.named)."bankId" else (a.was)."bankId" end as bank,
      case when may_write then (a.named)."importId" else (a.was)."importId" end as import,
      case when may_write then (a.named)."importedText" else (a.was)."importedText" end as imported
    from allowed a
  ), becomes as (
    -- A reconciliation that is gone leaves its transactions cleared.
    select m.*, case when is_gone then 'cleared' else m.status end as now_status,
      case when not is_gone then m.reconciliation end as now_reconciliation
    from meant m, lateral (
      select m.reconciliation is not null and (m.reconciliation, m.account_id) not in (
        select r.reconciliation_id, r.account_id from public.reconciliations r
        where r.reconciliation_id = any (mentioned)) as is_gone) there
  ), clocked as (
    select b.*, private.stamp(coalesce((b.removal).status_clock, '{}'), array_remove(array[
      case when (b.removal).change_id is null
        or (now_status, now_reconciliation) is distinct from ((b.was).status, (b.was)."reconciliationId")
        then 'status' end,
      case when (bank, import, imported) is distinct from
        ((b.was)."bankId", (b.was)."importId", (b.was)."importedText") then 'bankId' end], null), b.version) as clock
    from becomes b
  ), written as (
    insert into public.transaction_details (transaction_id, account_id, status, reconciliation_id, bank_id, import_id,
      imported_text, field_clocks)
    select c.id, c.account_id, now_status, now_reconciliation, bank, import, imported, clock
    from clocked c
    where now_status <> 'open' or import is not null or bank is not null or imported is not null or clock <> '{}'
    returning reconciliation_id
  )
  select array_agg(distinct reconciliation_id) into reconciled from written where reconciliation_id is not null;
  if reconciled is not null then perform private.touch_reconciliations(reconciled); end if;
  for place in select r.account_id, array_agg(r.id) as rows from unnest(restored) r group by r.account_id loop
    perform private.end_keys(place.rows, place.account_id, 'here');
  end loop;
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
  with pairs as materialized (
    select transaction_id, o.account_id as old_account, n.account_id as new_account, n.version as number,
      n.amount <> o.amount or n.type <> o.type as revalued
    from old_rows o full join new_rows n using (transaction_id)
  ), detailed as materialized (
    -- Few updates are of this kind.
    select d.*, p.old_account, p.new_account, p.number, p.new_account <> p.old_account as moves
    from pairs p cross join lateral (
      select * from public.transaction_details d where d.transaction_id = p.transaction_id offset 0) d
    where p.new_account <> p.old_account or p.revalued
  ), moved as materialized (
    select m.*, array_remove(array[case when m.status <> 'open' then 'status' end,
        case when coalesce(m.bank_id, m.import_id::text, m.imported_text) is not null then 'bankId' end], null)
        as groups
    from detailed m where m.moves
  ), opened as (
    -- It is there. So each is found by its id.
    insert into public.transaction_details (transaction_id, account_id, field_clocks)
    select m.transaction_id, m.new_account,
      private.stamp(private.renumber(m.field_clocks, m.old_account, m.number), m.groups, m.number)
    from moved m
    on conflict (transaction_id) do update
      set account_id = excluded.account_id, status = 'open', reconciliation_id = null, bank_id = null,
        import_id = null, imported_text = null, field_clocks = excluded.field_clocks
  ), recorded as (
    update private.changes c
    set groups = c.groups || m.groups, before = c.before || private.client_details(m.status, m.reconciliation_id,
      m.bank_id, m.import_id, m.imported_text)
    from moved m
    where m.groups <> '{}' and c.change_id = (select l.change_id from private.changes l
      where l.row_id = m.transaction_id and l.account_id = m.old_account order by l.at desc limit 1)
  )
  select array_agg(reconciliation_id) filter (where reconciliation_id is not null) into touched from detailed;
  perform private.touch_reconciliations(touched);
  -- Rows of occurrences have keys without details.
  for place in
    with pairs as materialized (
      select transaction_id, o.account_id as left_account, n.account_id as new_account
      from old_rows o full join new_rows n using (transaction_id)
    )
    select left_account, new_account, array_agg(transaction_id) as rows
    from pairs
    where new_account <> left_account and exists (
      select from public.import_keys k where k.row_id = pairs.transaction_id offset 0)
    group by left_account, new_account
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
    delete from public.transaction_details d
    where d.transaction_id = any (array(select o.transaction_id from old_rows o)) returning d.*
  ), named as (
    select g.account_id, g.transaction_id, g.reconciliation_id from gone g
    union all
    -- Rows of occurrences have keys without details.
    select o.account_id, o.transaction_id, null from old_rows o where exists (
      select from public.import_keys k where k.row_id = o.transaction_id and k.account_id = o.account_id offset 0)
  )
  select g.account_id, array_agg(distinct g.transaction_id) as rows,
    array_agg(g.reconciliation_id) filter (where g.reconciliation_id is not null) as reconciliations
  from named g join public.accounts using (account_id) group by g.account_id
  loop
    if ended.reconciliations is not null then
      perform private.touch_reconciliations(ended.reconciliations);
    end if;
    perform private.end_keys(ended.rows, ended.account_id, 'deleted');
  end loop;
  perform private.end_statement();
  return null;
end $function$;

-- Whose status of this transaction a move ends that had not seen it, with the fields that are not open (S68j). Who has
-- only a budget has seen no status.
CREATE OR REPLACE FUNCTION private.statuses_left(p_row uuid, p_seen jsonb, p_account text)
 RETURNS TABLE(author text, status jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a, private.changed_fields(
    jsonb_build_object('status', d.status, 'reconciliationId', d.reconciliation_id),
    '{"status": "open", "reconciliationId": null}')
  from public.transaction_details d, lateral unnest(private.unknown_authors(d.field_clocks, '{status}',
    case when private.has_account(auth.uid(), p_account::uuid) then p_seen else '{}' end, p_account)) a
  where d.transaction_id = p_row and d.status <> 'open'
$function$;
grant execute on function private.statuses_left(p_row uuid, p_seen jsonb, p_account text) to authenticated;
