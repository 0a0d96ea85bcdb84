-- How devices' rows are read and written. Their form stands in client-rows.sql.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Rows of a table in the client's form with their clocks, as far as the caller may read them.
CREATE OR REPLACE FUNCTION private.read_rows(p_table text, p_ids uuid[])
 RETURNS TABLE(id uuid, client jsonb, clocks jsonb)
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  case p_table
    when 'transactions' then return query
      select t.transaction_id, to_jsonb(private.to_client(t)) || private.client_details(d.status, d.reconciliation_id,
          d.bank_id, d.import_id, d.imported_text),
        t.field_clocks || coalesce(d.field_clocks, '{}')
      from public.transactions t left join public.transaction_details d using (transaction_id)
      where t.transaction_id = any (p_ids);
    when 'accounts' then return query
      select a.account_id, to_jsonb(private.to_client(a)), a.field_clocks from public.accounts a
      where a.account_id = any (p_ids);
    when 'categories' then return query
      select c.category_id, to_jsonb(private.to_client(c)), c.field_clocks from public.categories c
      where c.category_id = any (p_ids);
    when 'budgets' then return query
      select b.budget_id, to_jsonb(private.to_client(b)), b.field_clocks from public.budgets b
      where b.budget_id = any (p_ids);
    when 'reconciliations' then return query
      select r.reconciliation_id, to_jsonb(private.to_client(r)), '{}'::jsonb from public.reconciliations r
      where r.reconciliation_id = any (p_ids);
    when 'imports' then return query
      select i.import_id, to_jsonb(private.to_client(i)), '{}'::jsonb from public.imports i
      where i.import_id = any (p_ids);
    when 'schedules' then return query
      select s.schedule_id, to_jsonb(private.to_client(s)), s.field_clocks from public.schedules s
      where s.schedule_id = any (p_ids);
    else raise invalid_parameter_value using message = format('No device writes the table %L.', p_table);
  end case;
end $function$;
grant execute on function private.read_rows(p_table text, p_ids uuid[]) to authenticated;

-- Inserts rows that come in the client's form.
CREATE OR REPLACE FUNCTION private.insert_rows(p_table text, p_rows jsonb[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  case p_table
    when 'transactions' then
      insert into public.transactions
        (transaction_id, account_id, type, amount, transaction_date, description, metadata, created_at, nature,
          transfer_id, lines)
      select r.id, r."accountId", private.stored_type(r.type), r.amount / 100.0, r.date, r.description,
        private.metadata(r) || '{"source": "ui"}', r."createdAt"::timestamptz, coalesce(r.nature, 'regular'),
        r."transferId", r.lines
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_transaction, item) r;
      perform private.insert_details(p_rows);
    when 'accounts' then
      insert into public.accounts (account_id, account_name, account_type, description, account_number, created_at,
        kind, archived, position)
      select r.id, r.name, r.type, r.description, r."accountNumber", r."createdAt"::timestamptz,
        coalesce(r.kind, 'other'), coalesce(r.archived, false), r.position
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_account, item) r;
    when 'categories' then
      insert into public.categories (category_id, account_id, name, type, created_at, group_name, archived)
      select r.id, r."accountId", r.name, r.type, r."createdAt"::timestamptz, r."group", coalesce(r.archived, false)
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_category, item) r;
    when 'budgets' then
      insert into public.budgets (budget_id, account_id, name, amount, category_id, description, short_id,
        currency_code, period_type, start_date, created_at)
      select r.id, r."accountId", r.name, r.amount / 100.0, r."categoryId", r.description, r."shortId",
        r."currencyCode", r."periodType", r."startDate", r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_budget, item) r;
    when 'reconciliations' then
      insert into public.reconciliations (reconciliation_id, account_id, statement_date, statement_balance, created_at)
      select r.id, r."accountId", r.date, r.balance / 100.0, r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_reconciliation, item) r;
    when 'imports' then
      insert into public.imports (import_id, account_id, file_name, format, created_at)
      select r.id, r."accountId", r."fileName", r.format, r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_import, item) r;
    when 'schedules' then
      insert into public.schedules (schedule_id, account_id, type, amount, refund, category_name, lines, description,
        notes, rhythm, weekend, start_date, end_date, occurrences, mode, amount_match, pair_id, created_at)
      select r.id, r."accountId", private.stored_type(r.type), r.amount / 100.0, r.refund, r.category, r.lines,
        r.description, r.notes, r.rhythm, r.weekend, r."startDate", r."endDate", r.count, r.mode, r."amountMatch",
        r."pairId", r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_schedule, item) r;
  end case;
end $function$;
grant execute on function private.insert_rows(p_table text, p_rows jsonb[]) to authenticated;

-- Writes these rows. Returns the ids of those that the caller may write.
CREATE OR REPLACE FUNCTION private.update_rows(p_table text, p_rows jsonb[])
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  touched uuid[];
begin
  case p_table
    when 'transactions' then
      with written as (
        update public.transactions t
        set account_id = r."accountId", type = private.stored_type(r.type), amount = r.amount / 100.0,
          transaction_date = r.date, description = r.description,
          metadata = (t.metadata - array['budget_id', 'refund']) || private.metadata(r), nature = r.nature,
          transfer_id = r."transferId", lines = r.lines
        from unnest(p_rows) item, jsonb_populate_record(null::private.client_transaction, item) r
        where t.transaction_id = r.id returning t.transaction_id
      )
      select array_agg(transaction_id) into touched from written;
    when 'accounts' then
      with written as (
        update public.accounts a
        set account_name = r.name, account_type = r.type, description = r.description,
          account_number = r."accountNumber", kind = r.kind, archived = r.archived, position = r.position
        from unnest(p_rows) item, jsonb_populate_record(null::private.client_account, item) r
        where a.account_id = r.id returning a.account_id
      )
      select array_agg(account_id) into touched from written;
    when 'categories' then
      with written as (
        update public.categories c set name = r.name, group_name = r."group", archived = r.archived
        from unnest(p_rows) item, jsonb_populate_record(null::private.client_category, item) r
        where c.category_id = r.id returning c.category_id
      )
      select array_agg(category_id) into touched from written;
    when 'budgets' then
      with written as (
        update public.budgets b
        set name = r.name, amount = r.amount / 100.0, category_id = r."categoryId", description = r.description,
          start_date = r."startDate"
        from unnest(p_rows) item, jsonb_populate_record(null::private.client_budget, item) r
        where b.budget_id = r.id returning b.budget_id
      )
      select array_agg(budget_id) into touched from written;
    when 'schedules' then
      with written as (
        update public.schedules s
        set type = private.stored_type(r.type), amount = r.amount / 100.0, refund = r.refund,
          category_name = r.category, lines = r.lines, description = r.description, notes = r.notes,
          rhythm = r.rhythm, weekend = r.weekend, start_date = r."startDate", end_date = r."endDate",
          occurrences = r.count, mode = r.mode, amount_match = r."amountMatch", pair_id = r."pairId",
          created_by = r."userId"
        from unnest(p_rows) item, jsonb_populate_record(null::private.client_schedule, item) r
        where s.schedule_id = r.id returning s.schedule_id
      )
      select array_agg(schedule_id) into touched from written;
    -- Nobody edits one.
    when 'reconciliations', 'imports' then null;
  end case;
  return coalesce(touched, '{}');
end $function$;
grant execute on function private.update_rows(p_table text, p_rows jsonb[]) to authenticated;

-- Deletes a row that is no transaction; false where the caller may not, or there is none.
CREATE OR REPLACE FUNCTION private.delete_row(p_table text, p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  case p_table
    when 'accounts' then delete from public.accounts where account_id = p_id;
    when 'categories' then delete from public.categories where category_id = p_id;
    when 'budgets' then delete from public.budgets where budget_id = p_id;
    when 'reconciliations' then delete from public.reconciliations where reconciliation_id = p_id;
    when 'imports' then delete from public.imports where import_id = p_id;
    when 'schedules' then delete from public.schedules where schedule_id = p_id;
  end case;
  return found;
end $function$;
grant execute on function private.delete_row(p_table text, p_id uuid) to authenticated;

-- The column metadata of a transaction, from the client's form.
CREATE OR REPLACE FUNCTION private.metadata(r private.client_transaction)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_strip_nulls(jsonb_build_object('category_name', r.category, 'notes', r.notes, 'budget_id', r."budgetId",
    'refund', case when r.refund then true end))
$function$;
grant execute on function private.metadata(r private.client_transaction) to authenticated;

-- The stored type, credit or debit, of income or expense.
CREATE OR REPLACE FUNCTION private.stored_type(p_type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case p_type when 'income' then 'credit' when 'expense' then 'debit' end
$function$;
grant execute on function private.stored_type(p_type text) to authenticated;

-- The account of a row in the client's form. An account's own row has no accountId.
CREATE OR REPLACE FUNCTION private.account_of(p_client jsonb)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(p_client ->> 'accountId', p_client ->> 'id')::uuid
$function$;
grant execute on function private.account_of(p_client jsonb) to authenticated;

-- An account's own row has no accountId.
CREATE OR REPLACE FUNCTION private.versions_of(p_client jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object(coalesce(p_client ->> 'accountId', p_client ->> 'id'), p_client -> 'version')
$function$;
grant execute on function private.versions_of(p_client jsonb) to authenticated;

-- The one form of a moment on the wire, as Date.toISOString() writes it, so that text order is time order.
CREATE OR REPLACE FUNCTION private.iso(p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;
grant execute on function private.iso(p_at timestamp with time zone) to authenticated;
grant execute on function private.iso(p_at timestamp with time zone) to service_role;

-- The text as a UUID; null where it is none, so that nothing raises.
CREATE OR REPLACE FUNCTION private.as_uuid(p_text text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when p_text like '________-____-____-____-____________' and translate(p_text, '0123456789abcdefABCDEF', '') = '----'
    then p_text::uuid end
$function$;
grant execute on function private.as_uuid(p_text text) to authenticated;
grant execute on function private.as_uuid(p_text text) to service_role;

-- Objects, each over those before it.
create aggregate private.laid_over(jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}');
