-- How rows come from clients and go to them, with every field of the ledger. The migrations of single fields stand
-- before this one.

create or replace function private.to_client(a public.accounts) returns private.client_account
language sql stable as $$
  select row(a.account_id, a.version, private.iso(a.created_at), a.account_name, a.account_type, a.description,
    a.account_number, a.owner_id, a.kind, a.archived, a.position)::private.client_account
$$;

create or replace function private.to_client(t public.transactions) returns private.client_transaction
language sql stable as $$
  select row(t.transaction_id, t.version, private.iso(t.created_at), t.account_id,
    case t.type when 'credit' then 'income' else 'expense' end, (t.amount * 100)::bigint, t.transaction_date,
    t.description, t.category_name, t.notes, t.budget_id, t.created_by, t.created_by_email, t.nature, t.transfer_id,
    -- Who may read the rest joins public.transaction_details.
    t.lines, 'open', null, null, null, null)::private.client_transaction
$$;

create or replace function private.to_client(c public.categories) returns private.client_category
language sql stable as $$
  select row(c.category_id, c.version, private.iso(c.created_at), c.account_id, c.name, c.type, c.group_name,
    c.archived)::private.client_category
$$;

create or replace function private.metadata(r private.client_transaction) returns jsonb
language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('category_name', r.category, 'notes', r.notes, 'budget_id', r."budgetId"))
$$;

create or replace function private.insert_rows(p_table text, p_rows jsonb[]) returns void
language plpgsql as $$
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
  end case;
end $$;

drop function private.update_row;
create function private.update_rows(p_table text, p_rows jsonb[]) returns uuid[]
language plpgsql as $$
declare
  touched uuid[];
begin
  case p_table
    when 'transactions' then
      with written as (
        update public.transactions t
        set account_id = r."accountId", type = private.stored_type(r.type), amount = r.amount / 100.0,
          transaction_date = r.date, description = r.description,
          metadata = (t.metadata - 'budget_id') || private.metadata(r), nature = r.nature,
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
    -- Nobody edits one.
    when 'reconciliations', 'imports' then null;
  end case;
  return coalesce(touched, '{}');
end $$;
comment on function private.update_rows is 'Writes these rows. Returns the ids of those that the caller may write.';

create or replace function private.field_group(p_table text, p_field text) returns text
language sql immutable as $$
  select case
    when p_table = 'transactions' and p_field in ('amount', 'type') then 'amount'
    when p_table = 'transactions' and p_field in ('description', 'notes') then 'description'
    when p_table = 'transactions' and p_field in ('nature', 'transferId') then 'nature'
    when p_table = 'transactions' and p_field in ('status', 'reconciliationId') then 'status'
    when p_table = 'transactions' and p_field in ('bankId', 'importId', 'importedText') then 'bankId'
    when p_field = any (case p_table
      when 'transactions' then array['date', 'category', 'budgetId', 'accountId', 'lines']
      when 'accounts' then array['name', 'type', 'description', 'accountNumber', 'kind', 'archived', 'position']
      when 'categories' then array['name', 'group', 'archived']
      when 'budgets' then array['name', 'amount', 'categoryId', 'description', 'startDate'] end) then p_field
  end
$$;

create or replace function private.changed_groups(o public.transactions, n public.transactions) returns text[]
language sql immutable as $$
  -- The generated columns of the new row are not there yet.
  select array_remove(array[
    case when n.type <> o.type or n.amount <> o.amount then 'amount' end,
    case when n.type <> o.type then 'type' end,
    case when n.transaction_date <> o.transaction_date then 'date' end,
    case when n.metadata ->> 'category_name' <> o.metadata ->> 'category_name' then 'category' end,
    case when n.description <> o.description
      or coalesce(n.metadata ->> 'notes', '') <> coalesce(o.metadata ->> 'notes', '') then 'description' end,
    case when n.metadata ->> 'budget_id' is distinct from o.metadata ->> 'budget_id' then 'budgetId' end,
    case when n.account_id <> o.account_id then 'accountId' end,
    case when n.nature <> o.nature or n.transfer_id is distinct from o.transfer_id then 'nature' end,
    case when n.lines is distinct from o.lines then 'lines' end], null)
$$;

revoke all on function private.update_rows from public;
grant execute on function private.update_rows to authenticated;
