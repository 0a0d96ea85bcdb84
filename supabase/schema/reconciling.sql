-- Statuses of transactions, and reconciliations with a bank's statement.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- A bank's statement with which the members of an account agreed.
create table public.reconciliations (
  reconciliation_id uuid default gen_random_uuid() not null,
  account_id uuid not null,
  statement_date date not null,
  statement_balance numeric(16,2) not null,
  created_by uuid,
  created_at timestamp(3) with time zone default now() not null,
  -- The number that it took when it was made.
  number bigint not null,
  -- Rises with each change of one of its transactions, so that devices are told of the change (private.changes_of).
  version bigint not null,
  constraint reconciliations_pkey PRIMARY KEY (reconciliation_id),
  constraint reconciliations_created_at_check CHECK (private.is_nameable(created_at)),
  constraint reconciliations_statement_balance_check CHECK ((abs(statement_balance) <= 90071992547409.91)),
  constraint reconciliations_statement_date_check CHECK (((statement_date >= '0001-01-01'::date) AND (statement_date <= '9999-12-31'::date))),
  constraint reconciliations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE
);
CREATE INDEX reconciliations_account_version ON public.reconciliations USING btree (account_id, version);
CREATE INDEX reconciliations_author ON public.reconciliations USING btree (created_by) WHERE (created_by IS NOT NULL);
alter table public.reconciliations enable row level security;
grant delete, select on public.reconciliations to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.reconciliations to service_role;
grant insert (reconciliation_id, account_id, statement_date, statement_balance, created_at) on public.reconciliations to authenticated;
CREATE TRIGGER after_delete AFTER DELETE ON public.reconciliations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_deletes('reconciliation', 'reconciliation_id');
CREATE TRIGGER after_delete_cleared AFTER DELETE ON public.reconciliations FOR EACH ROW EXECUTE FUNCTION private.reconciliations_after_delete();
CREATE TRIGGER after_delete_ids AFTER DELETE ON public.reconciliations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.remember_ids('reconciliation');
CREATE TRIGGER after_insert AFTER INSERT ON public.reconciliations FOR EACH STATEMENT EXECUTE FUNCTION private.after_statement();
CREATE TRIGGER after_insert_ids AFTER INSERT ON public.reconciliations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_ids('reconciliation');
CREATE TRIGGER after_update AFTER UPDATE ON public.reconciliations FOR EACH STATEMENT EXECUTE FUNCTION private.after_statement();
CREATE TRIGGER before_insert BEFORE INSERT ON public.reconciliations FOR EACH ROW EXECUTE FUNCTION private.reconciliations_before_insert();

-- Completes a reconciliation. The date of its statement is not in the future, anywhere on earth (S68g).
CREATE OR REPLACE FUNCTION private.reconciliations_before_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Somewhere on earth it is tomorrow already.
  if new.statement_date > (now() at time zone 'UTC')::date + 1 then
    perform private.refuse('PT400', 'invalid', 'A statement cannot be of a future date.');
  end if;
  new.created_by := auth.uid();
  new.created_at := least(new.created_at, now());
  new.version := private.next_version(new.account_id);
  new.number := new.version;
  return new;
end $function$;

-- Its transactions are cleared again (S68f).
CREATE OR REPLACE FUNCTION private.reconciliations_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.accounts a where a.account_id = old.account_id) then
    perform private.put_statuses(array_agg(d.transaction_id order by d.transaction_id), array_agg('cleared'::text),
      array_agg(null::uuid))
    from public.transaction_details d where d.reconciliation_id = old.reconciliation_id;
  end if;
  return null;
end $function$;

-- Sends these reconciliations to devices again: their transactions changed (S68h).
CREATE OR REPLACE FUNCTION private.touch_reconciliations(p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.reconciliations r set version = private.next_version(r.account_id)
  where r.reconciliation_id = any (p_ids)
$function$;

-- What happened to the transactions of a reconciliation since it was made: who and what, newest first, at most 20
-- (S68h).
CREATE OR REPLACE FUNCTION private.changes_of(p_reconciliation reconciliations)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Materialized: a condition from below would let the planner go through the changes of the account instead.
  with found as materialized (
    select c.* from private.changes c where c.before ->> 'reconciliationId' = p_reconciliation.reconciliation_id::text
    union
    select c.* from public.transaction_details d cross join lateral (
      select * from private.changes c
      where c.row_id = d.transaction_id and c.kind = 'change' and c.groups && '{amount,type}' offset 0) c
    where d.reconciliation_id = p_reconciliation.reconciliation_id
  ), latest as (
    select * from found c
    where c.account_id = p_reconciliation.account_id and c.version > p_reconciliation.number
      and c.account_id in (select private.my_accounts())
    order by c.version desc limit 20
  )
  select coalesce(jsonb_agg(jsonb_build_object('rowId', row_id, 'at', private.iso(edited_at),
    'by', author_email,
    'kind', case when kind = 'removal' then 'deleted' when moved_to is not null then 'moved'
      when 'status' = any (groups) then 'opened' else 'changed' end,
    'description', case when kind = 'removal' or moved_to is not null then before -> 'description' end,
    'amount', before -> 'amount') order by version desc), '[]')
  from latest
$function$;
grant execute on function private.changes_of(p_reconciliation reconciliations) to authenticated;

-- Before a user is deleted: reconciliations that name them go to devices again, without the name.
CREATE OR REPLACE FUNCTION private.forget_in_reconciliations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named uuid[] := array(
    select r.reconciliation_id from public.reconciliations r
    where r.created_by = old.id or exists (
      select from private.changes c where c.author = old.id and c.account_id = r.account_id and c.version > r.number));
begin
  perform from private.account_log l
  where l.account_id in (select r.account_id from public.reconciliations r where r.reconciliation_id = any (named))
  order by l.account_id for update;
  perform private.touch_reconciliations(named);
  return old;
end $function$;

CREATE TRIGGER forget_in_reconciliations BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.forget_in_reconciliations();

-- Whether this reconciliation is one of this account (S68c).
CREATE OR REPLACE FUNCTION private.is_reconciled_here(p_reconciliation uuid, p_account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.reconciliations r
    where r.reconciliation_id = p_reconciliation and r.account_id = p_account)
$function$;

-- Members set open and cleared (S68b). Only admins and the owner reconcile.
CREATE OR REPLACE FUNCTION private.may_write_status(p_account uuid, p_from text, p_to text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_account in (
    select private.my_accounts(case when 'reconciled' in (p_from, p_to) then 'admin' else 'member' end))
$function$;

-- Refuses who may not (S68b). The caller has touched the transactions with their own rights.
CREATE OR REPLACE FUNCTION private.write_statuses(p_rows jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.write_statuses(p_rows jsonb[]) to authenticated;

-- Writes the status of each of these rows under the next number of its account's log, with its clock.
CREATE OR REPLACE FUNCTION private.put_statuses(p_rows uuid[], p_statuses text[], p_reconciliations uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
