-- The client shape of src/domain/rows.ts and the columns of the tables, translated here and nowhere else: cents and
-- dollars, income/expense and credit/debit. A type a table, because rows of a type become JSON twice as fast as objects
-- built field by field.

create type private.client_account as (
  id uuid, version bigint, "createdAt" text, name text, type text, description text, "accountNumber" text, "ownerId" uuid);

create type private.client_transaction as (
  id uuid, version bigint, "createdAt" text, "accountId" uuid, type text, amount bigint, date date, description text, category text,
  notes text, "budgetId" uuid, "userId" uuid, "userEmail" text);

create type private.client_category as (
  id uuid, version bigint, "createdAt" text, "accountId" uuid, name text, type text);

create type private.client_budget as (
  id uuid, version bigint, "createdAt" text, "accountId" uuid, name text, amount bigint, "categoryId" uuid, description text,
  "shortId" text, "currencyCode" text, "periodType" text, "startDate" date);

create type private.client_membership as (
  id uuid, version bigint, "createdAt" text, "accountId" uuid, target text, "budgetId" uuid, "userId" uuid, email text, name text, role text);

create type private.client_invitation as (
  id uuid, version bigint, "createdAt" text, "accountId" uuid, target text, "budgetId" uuid, "targetName" text, email text, name text,
  role text, "invitedBy" uuid, "invitedByEmail" text, status text, "expiresAt" text);

create function private.to_client(a public.accounts) returns private.client_account
language sql stable as $$
  select row(a.account_id, a.version, private.iso(a.created_at), a.account_name, a.account_type, a.description, a.account_number,
    a.owner_id)::private.client_account
$$;

create function private.to_client(t public.transactions) returns private.client_transaction
language sql stable as $$
  select row(t.transaction_id, t.version, private.iso(t.created_at), t.account_id, case t.type when 'credit' then 'income' else 'expense' end,
    (t.amount * 100)::bigint, t.transaction_date, t.description, t.category_name, t.notes, t.budget_id, t.created_by,
    t.created_by_email)::private.client_transaction
$$;

create function private.to_client(c public.categories) returns private.client_category
language sql stable as $$
  select row(c.category_id, c.version, private.iso(c.created_at), c.account_id, c.name, c.type)::private.client_category
$$;

create function private.to_client(b public.budgets) returns private.client_budget
language sql stable as $$
  select row(b.budget_id, b.version, private.iso(b.created_at), b.account_id, b.name, (b.amount * 100)::bigint, b.category_id, b.description,
    b.short_id, b.currency_code, b.period_type, b.start_date)::private.client_budget
$$;

create function private.to_client(m public.memberships) returns private.client_membership
language sql stable as $$
  select row(m.membership_id, m.version, private.iso(m.created_at), m.account_id, m.target, m.budget_id, m.user_id, m.email, m.name,
    m.role)::private.client_membership
$$;

create function private.to_client(i public.invitations) returns private.client_invitation
language sql stable as $$
  select row(i.invitation_id, i.version, private.iso(i.created_at), i.account_id, i.target, i.budget_id,
    private.target_name(i.account_id, i.budget_id), i.email, i.name, i.role, i.invited_by, i.invited_by_email, i.status,
    private.iso(i.expires_at))::private.client_invitation
$$;

-- Reading and writing rows of any of the four tables that devices write, with the rights of whoever calls.

create function private.read_rows(p_table text, p_ids uuid[]) returns table (id uuid, client jsonb, clocks jsonb)
language plpgsql stable as $$
begin
  case p_table
    when 'transactions' then return query
      select t.transaction_id, to_jsonb(private.to_client(t)), t.field_clocks from public.transactions t where t.transaction_id = any (p_ids);
    when 'accounts' then return query
      select a.account_id, to_jsonb(private.to_client(a)), a.field_clocks from public.accounts a where a.account_id = any (p_ids);
    when 'categories' then return query
      select c.category_id, to_jsonb(private.to_client(c)), c.field_clocks from public.categories c where c.category_id = any (p_ids);
    when 'budgets' then return query
      select b.budget_id, to_jsonb(private.to_client(b)), b.field_clocks from public.budgets b where b.budget_id = any (p_ids);
    else raise invalid_parameter_value using message = format('No device writes the table %L.', p_table);
  end case;
end $$;

-- Stable as what it is made of: only so PostgreSQL makes it part of the statement, instead of a call for each row.
create function private.metadata(r private.client_transaction) returns jsonb
language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('category_name', r.category, 'notes', r.notes, 'budget_id', r."budgetId"))
$$;

create function private.stored_type(p_type text) returns text
language sql immutable as $$
  select case p_type when 'income' then 'credit' when 'expense' then 'debit' end
$$;

create function private.insert_rows(p_table text, p_rows jsonb[]) returns void
language plpgsql as $$
begin
  case p_table
    when 'transactions' then
      insert into public.transactions (transaction_id, account_id, type, amount, transaction_date, description, metadata, created_at)
      select r.id, r."accountId", private.stored_type(r.type), r.amount / 100.0, r.date, r.description,
        private.metadata(r) || '{"source": "ui"}', r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_transaction, item) r;
    when 'accounts' then
      insert into public.accounts (account_id, account_name, account_type, description, account_number, created_at)
      select r.id, r.name, r.type, r.description, r."accountNumber", r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_account, item) r;
    when 'categories' then
      insert into public.categories (category_id, account_id, name, type, created_at)
      select r.id, r."accountId", r.name, r.type, r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_category, item) r;
    when 'budgets' then
      insert into public.budgets (budget_id, account_id, name, amount, category_id, description, short_id, currency_code, period_type, start_date, created_at)
      select r.id, r."accountId", r.name, r.amount / 100.0, r."categoryId", r.description, r."shortId", r."currencyCode", r."periodType",
        r."startDate", r."createdAt"::timestamptz
      from unnest(p_rows) item, jsonb_populate_record(null::private.client_budget, item) r;
  end case;
end $$;

create function private.update_row(p_table text, p_row jsonb) returns boolean
language plpgsql as $$
begin
  case p_table
    when 'transactions' then
      update public.transactions t
      set account_id = r."accountId", type = private.stored_type(r.type), amount = r.amount / 100.0, transaction_date = r.date,
        description = r.description, metadata = (t.metadata - 'budget_id') || private.metadata(r)
      from jsonb_populate_record(null::private.client_transaction, p_row) r where t.transaction_id = r.id;
    when 'accounts' then
      update public.accounts a
      set account_name = r.name, account_type = r.type, description = r.description, account_number = r."accountNumber"
      from jsonb_populate_record(null::private.client_account, p_row) r where a.account_id = r.id;
    when 'categories' then
      update public.categories c set name = r.name
      from jsonb_populate_record(null::private.client_category, p_row) r where c.category_id = r.id;
    when 'budgets' then
      update public.budgets b
      set name = r.name, amount = r.amount / 100.0, category_id = r."categoryId", description = r.description, start_date = r."startDate"
      from jsonb_populate_record(null::private.client_budget, p_row) r where b.budget_id = r.id;
  end case;
  return found;
end $$;

create function private.delete_row(p_table text, p_id uuid) returns boolean
language plpgsql as $$
begin
  case p_table
    when 'transactions' then delete from public.transactions where transaction_id = p_id;
    when 'accounts' then delete from public.accounts where account_id = p_id;
    when 'categories' then delete from public.categories where category_id = p_id;
    when 'budgets' then delete from public.budgets where budget_id = p_id;
  end case;
  return found;
end $$;

revoke all on all functions in schema private from public;
grant execute on function private.to_client(public.accounts), private.to_client(public.transactions), private.to_client(public.categories),
  private.to_client(public.budgets), private.to_client(public.memberships), private.to_client(public.invitations),
  private.metadata, private.stored_type, private.read_rows, private.insert_rows, private.update_row, private.delete_row
  to authenticated;
