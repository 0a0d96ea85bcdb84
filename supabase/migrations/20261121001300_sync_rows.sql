-- The client shape of src/domain/rows.ts and the columns of the tables, translated here and nowhere else: cents and
-- dollars, income/expense and credit/debit. `to_client` has one form a table.

create function private.to_client(a public.accounts) returns jsonb
language sql stable as $$
  select jsonb_build_object('id', a.account_id, 'version', a.version, 'createdAt', private.iso(a.created_at),
    'name', a.account_name, 'type', a.account_type, 'description', a.description, 'accountNumber', a.account_number, 'ownerId', a.owner_id)
$$;

create function private.to_client(t public.transactions) returns jsonb
language sql stable as $$
  select jsonb_build_object('id', t.transaction_id, 'version', t.version, 'createdAt', private.iso(t.created_at),
    'accountId', t.account_id, 'type', case t.type when 'credit' then 'income' else 'expense' end, 'amount', (t.amount * 100)::bigint,
    'date', t.transaction_date, 'description', t.description, 'category', t.category_name, 'notes', t.notes, 'budgetId', t.budget_id,
    'userId', t.created_by, 'userEmail', t.created_by_email)
$$;

create function private.to_client(c public.categories) returns jsonb
language sql stable as $$
  select jsonb_build_object('id', c.category_id, 'version', c.version, 'createdAt', private.iso(c.created_at),
    'accountId', c.account_id, 'name', c.name, 'type', c.type)
$$;

create function private.to_client(b public.budgets) returns jsonb
language sql stable as $$
  select jsonb_build_object('id', b.budget_id, 'version', b.version, 'createdAt', private.iso(b.created_at),
    'accountId', b.account_id, 'name', b.name, 'amount', (b.amount * 100)::bigint, 'categoryId', b.category_id, 'description', b.description,
    'shortId', b.short_id, 'currencyCode', b.currency_code, 'periodType', b.period_type, 'startDate', b.start_date)
$$;

create function private.to_client(m public.memberships) returns jsonb
language sql stable as $$
  select jsonb_build_object('id', m.membership_id, 'version', m.version, 'createdAt', private.iso(m.created_at),
    'accountId', m.account_id, 'target', m.target, 'budgetId', m.budget_id, 'userId', m.user_id, 'email', m.email, 'name', m.name, 'role', m.role)
$$;

create function private.to_client(i public.invitations) returns jsonb
language sql stable as $$
  select jsonb_build_object('id', i.invitation_id, 'version', i.version, 'createdAt', private.iso(i.created_at),
    'accountId', i.account_id, 'target', i.target, 'budgetId', i.budget_id, 'targetName', private.target_name(i.account_id, i.budget_id),
    'email', i.email, 'name', i.name, 'role', i.role, 'invitedBy', i.invited_by, 'invitedByEmail', i.invited_by_email,
    'status', i.status, 'expiresAt', private.iso(i.expires_at))
$$;

create function private.transactions_from_client(p_rows jsonb)
returns table (transaction_id uuid, account_id uuid, type text, amount numeric, transaction_date date, description text, metadata jsonb, created_at timestamptz)
language sql stable as $$
  select r.id, r."accountId", case r.type when 'income' then 'credit' when 'expense' then 'debit' else r.type end, r.amount / 100.0, r.date, r.description,
    jsonb_strip_nulls(jsonb_build_object('category_name', r.category, 'notes', r.notes, 'source', 'ui', 'budget_id', r."budgetId")), r."createdAt"
  from jsonb_to_recordset(p_rows) as r (id uuid, "accountId" uuid, type text, amount bigint, date date, description text, category text,
    notes text, "budgetId" uuid, "createdAt" timestamptz)
$$;

create function private.accounts_from_client(p_rows jsonb)
returns table (account_id uuid, account_name text, account_type text, description text, account_number text, created_at timestamptz)
language sql stable as $$
  select r.id, r.name, r.type, r.description, r."accountNumber", r."createdAt"
  from jsonb_to_recordset(p_rows) as r (id uuid, name text, type text, description text, "accountNumber" text, "createdAt" timestamptz)
$$;

create function private.categories_from_client(p_rows jsonb)
returns table (category_id uuid, account_id uuid, name text, type text, created_at timestamptz)
language sql stable as $$
  select r.id, r."accountId", r.name, r.type, r."createdAt"
  from jsonb_to_recordset(p_rows) as r (id uuid, "accountId" uuid, name text, type text, "createdAt" timestamptz)
$$;

create function private.budgets_from_client(p_rows jsonb)
returns table (budget_id uuid, account_id uuid, name text, amount numeric, category_id uuid, description text, short_id text,
  currency_code text, period_type text, start_date date, created_at timestamptz)
language sql stable as $$
  select r.id, r."accountId", r.name, r.amount / 100.0, r."categoryId", r.description, r."shortId", r."currencyCode", r."periodType",
    r."startDate", r."createdAt"
  from jsonb_to_recordset(p_rows) as r (id uuid, "accountId" uuid, name text, amount bigint, "categoryId" uuid, description text,
    "shortId" text, "currencyCode" text, "periodType" text, "startDate" date, "createdAt" timestamptz)
$$;

create function private.id_column(p_table text) returns text
language plpgsql immutable as $$
begin
  case p_table
    when 'accounts' then return 'account_id';
    when 'transactions' then return 'transaction_id';
    when 'categories' then return 'category_id';
    when 'budgets' then return 'budget_id';
    else raise invalid_parameter_value using message = format('No device writes the table %L.', p_table);
  end case;
end $$;

-- Reading and writing one row of any of the four tables, with the rights of whoever calls.

create function private.read_row(p_table text, p_id uuid, out client jsonb, out clocks jsonb)
language plpgsql stable as $$
begin
  execute format('select private.to_client(t), t.field_clocks from public.%I t where t.%I = $1', p_table, private.id_column(p_table))
  into client, clocks using p_id;
end $$;

create function private.insert_rows(p_table text, p_rows jsonb) returns void
language plpgsql as $$
begin
  case p_table
    when 'transactions' then
      insert into public.transactions (transaction_id, account_id, type, amount, transaction_date, description, metadata, created_at)
      select r.transaction_id, r.account_id, r.type, r.amount, r.transaction_date, r.description, r.metadata, coalesce(r.created_at, now())
      from private.transactions_from_client(p_rows) r;
    when 'accounts' then
      insert into public.accounts (account_id, account_name, account_type, description, account_number, created_at)
      select r.account_id, r.account_name, r.account_type, r.description, r.account_number, coalesce(r.created_at, now())
      from private.accounts_from_client(p_rows) r;
    when 'categories' then
      insert into public.categories (category_id, account_id, name, type, created_at)
      select r.category_id, r.account_id, r.name, r.type, coalesce(r.created_at, now())
      from private.categories_from_client(p_rows) r;
    when 'budgets' then
      insert into public.budgets (budget_id, account_id, name, amount, category_id, description, short_id, currency_code, period_type, start_date, created_at)
      select r.budget_id, r.account_id, r.name, r.amount, r.category_id, r.description, r.short_id, r.currency_code, r.period_type,
        r.start_date, coalesce(r.created_at, now())
      from private.budgets_from_client(p_rows) r;
  end case;
end $$;

create function private.update_row(p_table text, p_row jsonb) returns boolean
language plpgsql as $$
begin
  case p_table
    when 'transactions' then
      update public.transactions t
      set account_id = r.account_id, type = r.type, amount = r.amount, transaction_date = r.transaction_date,
        description = r.description, metadata = (t.metadata - 'budget_id') || (r.metadata - 'source')
      from private.transactions_from_client(jsonb_build_array(p_row)) r where t.transaction_id = r.transaction_id;
    when 'accounts' then
      update public.accounts a
      set account_name = r.account_name, account_type = r.account_type, description = r.description, account_number = r.account_number
      from private.accounts_from_client(jsonb_build_array(p_row)) r where a.account_id = r.account_id;
    when 'categories' then
      update public.categories c set name = r.name
      from private.categories_from_client(jsonb_build_array(p_row)) r where c.category_id = r.category_id;
    when 'budgets' then
      update public.budgets b
      set name = r.name, amount = r.amount, category_id = r.category_id, description = r.description, start_date = r.start_date
      from private.budgets_from_client(jsonb_build_array(p_row)) r where b.budget_id = r.budget_id;
  end case;
  return found;
end $$;

create function private.delete_row(p_table text, p_id uuid) returns boolean
language plpgsql as $$
declare
  deleted integer;
begin
  execute format('delete from public.%I where %I = $1', p_table, private.id_column(p_table)) using p_id;
  get diagnostics deleted = row_count;
  return deleted > 0;
end $$;

revoke all on all functions in schema private from public;
grant execute on function private.to_client(public.accounts), private.to_client(public.transactions), private.to_client(public.categories),
  private.to_client(public.budgets), private.to_client(public.memberships), private.to_client(public.invitations),
  private.transactions_from_client, private.accounts_from_client, private.categories_from_client, private.budgets_from_client,
  private.id_column, private.read_row, private.insert_rows, private.update_row, private.delete_row
  to authenticated;
