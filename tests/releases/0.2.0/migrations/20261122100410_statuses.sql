-- How details of transactions are written, and what becomes of them and of reconciliations when rows change. The bank's
-- fields and the keys of imports come with 20261122100700_import_keys.sql; functions are bound when they run.

create type private.detail_change as (row_id uuid, account_id uuid, number bigint, before jsonb);

create function private.note_details(p_changes private.detail_change[], p_group text) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.note_details is
  'Gives transactions the numbers of changes of what only members of their account read.';

create function private.client_details(p_status text, p_reconciliation uuid, p_bank_id text, p_import uuid, p_text text)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('status', coalesce(p_status, 'open'), 'reconciliationId', p_reconciliation,
    'bankId', p_bank_id, 'importId', p_import, 'importedText', p_text)
$$;
comment on function private.client_details is
  'In the client''s form (src/domain/rows.ts). A transaction without details is open and of no file.';

create function private.put_statuses(p_rows uuid[], p_statuses text[], p_reconciliations uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changes private.detail_change[];
begin
  with numbered as materialized (
    select placed.*, private.next_version(placed.account_id) as number
    from (
      select w.row_id, t.account_id, w.status, w.reconciliation_id, d.status as was, d.reconciliation_id as was_in,
        d.field_clocks
      from unnest(p_rows, p_statuses, p_reconciliations) with ordinality w (row_id, status, reconciliation_id, n)
        join public.transactions t on t.transaction_id = w.row_id
        left join public.transaction_details d on d.transaction_id = w.row_id
      order by w.n) placed
  ), written as (
    insert into public.transaction_details (transaction_id, account_id, status, reconciliation_id, field_clocks)
    select row_id, account_id, status, reconciliation_id,
      private.stamp(coalesce(field_clocks, '{}'), '{status}', number)
    from numbered
    on conflict (transaction_id) do update
      set status = excluded.status, reconciliation_id = excluded.reconciliation_id,
        field_clocks = excluded.field_clocks
  )
  select array_agg(row(row_id, account_id, number, jsonb_build_object('status', coalesce(was, 'open'),
      'reconciliationId', was_in))::private.detail_change)
  into changes from numbered;
  perform private.note_details(changes, 'status'), private.touch_reconciliations(array(
    select distinct (c.before ->> 'reconciliationId')::uuid from unnest(changes) c));
end $$;
comment on function private.put_statuses is
  'Writes the status of each of these rows under the next number of its account''s log, with its clock.';

create function private.touch_reconciliations(p_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.reconciliations r set version = private.next_version(r.account_id)
  where r.reconciliation_id = any (p_ids)
$$;
comment on function private.touch_reconciliations is
  'Sends these reconciliations to devices again: their transactions changed.';

create function private.is_reconciled_here(p_reconciliation uuid, p_account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.reconciliations r
    where r.reconciliation_id = p_reconciliation and r.account_id = p_account)
$$;

create function private.may_write_status(p_account uuid, p_from text, p_to text) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_account in (
    select private.my_accounts(case when 'reconciled' in (p_from, p_to) then 'admin' else 'member' end))
$$;
comment on function private.may_write_status is 'Members set open and cleared. Only admins and the owner reconcile.';

create function private.write_statuses(p_rows jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted private.client_transaction[] := array(
    select r from jsonb_populate_recordset(null::private.client_transaction, to_jsonb(p_rows)) r);
begin
  if exists (
    select from (
      select distinct t.account_id, coalesce(d.status, 'open') as standing, w.status
      from unnest(wanted) w join public.transactions t on t.transaction_id = w.id
        left join public.transaction_details d on d.transaction_id = w.id offset 0) placed
    where not coalesce(private.may_write_status(placed.account_id, placed.standing, placed.status), false))
  then
    perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
  elsif exists (
    select from unnest(wanted) w join public.transactions t on t.transaction_id = w.id
    where w."reconciliationId" is not null and not private.is_reconciled_here(w."reconciliationId", t.account_id))
  then
    perform private.refuse('PT404', 'gone', 'The reconciliation is not there any more, or the transaction has moved.');
  end if;
  perform private.put_statuses(array_agg(w.id), array_agg(w.status), array_agg(w."reconciliationId"))
  from unnest(wanted) w;
end $$;
comment on function private.write_statuses is
  'Refuses who may not. The caller has touched the transactions with their own rights.';

create function private.insert_details(p_rows jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.insert_details is
  'What only members read of transactions that were just inserted or brought back.';

create function private.restore_details(p_row jsonb) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.restore_details is
  'The details of a transaction that was just brought back. Where the restore does not name them, or names some that '
  'its author may not write, they come from the removal.';

create function private.details_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;

create or replace function private.record_transaction_removals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Their details go after this.
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, clocks, status_clock,
    author, author_email, device, edited_at)
  select o.account_id, l.number, o.transaction_id, 'transactions', 'removal', '{}',
    to_jsonb(private.to_client(row(o.*)::public.transactions)) || private.client_details(d.status, d.reconciliation_id,
      d.bank_id, d.import_id, d.imported_text),
    o.field_clocks, d.field_clocks, (select auth.uid()), (select auth.email()), private.device(), private.edited_at()
  from old_rows o join public.accounts using (account_id)
    join private.last_removals(array(select transaction_id from old_rows)) l
      on l.row_id = o.transaction_id and l.account_id = o.account_id
    left join public.transaction_details d on d.transaction_id = o.transaction_id;
  return null;
end $$;

create function private.details_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;

create function private.reconciliations_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.accounts a where a.account_id = old.account_id) then
    perform private.put_statuses(array_agg(d.transaction_id order by d.transaction_id), array_agg('cleared'::text),
      array_agg(null::uuid))
    from public.transaction_details d where d.reconciliation_id = old.reconciliation_id;
  end if;
  return null;
end $$;
comment on function private.reconciliations_after_delete is 'Its transactions are cleared again.';

-- These run after the triggers that record what was there before, because triggers fire in the order of their names.
create trigger after_update_details after update on public.transactions
  referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('carryover.forgetting', true) is distinct from 'on'
    and current_setting('carryover.renaming', true) is distinct from 'on')
  execute function private.details_after_update();
create trigger after_delete_details after delete on public.transactions
  referencing old table as old_rows
  for each statement execute function private.details_after_delete();

create trigger before_insert before insert on public.reconciliations
  for each row execute function private.reconciliations_before_insert();
create trigger after_delete_cleared after delete on public.reconciliations
  for each row execute function private.reconciliations_after_delete();
create trigger after_insert after insert on public.reconciliations
  for each statement execute function private.after_statement();
create trigger after_update after update on public.reconciliations
  for each statement execute function private.after_statement();
create trigger after_delete after delete on public.reconciliations
  referencing old table as old_rows
  for each statement execute function private.log_deletes('reconciliation', 'reconciliation_id');

revoke all on function private.note_details, private.client_details, private.put_statuses,
  private.touch_reconciliations, private.is_reconciled_here, private.may_write_status, private.write_statuses,
  private.insert_details, private.restore_details, private.details_after_update, private.details_after_delete,
  private.reconciliations_after_delete from public;
grant execute on function private.client_details, private.write_statuses, private.insert_details to authenticated;
