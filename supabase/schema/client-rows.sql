-- Rows in the client's form (src/domain/rows.ts), as devices send and get them.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

create type private.client_account as (
  id uuid,
  version bigint,
  "createdAt" text,
  name text,
  type text,
  description text,
  "accountNumber" text,
  "ownerId" uuid,
  kind text,
  archived boolean,
  "position" double precision
);

create type private.client_budget as (
  id uuid,
  version bigint,
  "createdAt" text,
  "accountId" uuid,
  name text,
  amount bigint,
  "categoryId" uuid,
  description text,
  "shortId" text,
  "currencyCode" text,
  "periodType" text,
  "startDate" date
);

create type private.client_category as (
  id uuid,
  version bigint,
  "createdAt" text,
  "accountId" uuid,
  name text,
  type text,
  "group" text,
  archived boolean
);

create type private.client_import as (
  id uuid,
  version bigint,
  "createdAt" text,
  "accountId" uuid,
  "fileName" text,
  format text,
  "userId" uuid,
  "userEmail" text
);

create type private.client_invitation as (
  id uuid,
  version bigint,
  "createdAt" text,
  "accountId" uuid,
  target text,
  "budgetId" uuid,
  "targetName" text,
  email text,
  name text,
  role text,
  "invitedBy" uuid,
  "invitedByEmail" text,
  status text,
  "expiresAt" text
);

create type private.client_membership as (
  id uuid,
  version bigint,
  "createdAt" text,
  "accountId" uuid,
  target text,
  "budgetId" uuid,
  "userId" uuid,
  email text,
  name text,
  role text
);

create type private.client_reconciliation as (
  id uuid,
  version bigint,
  "createdAt" text,
  "accountId" uuid,
  date date,
  balance bigint,
  "userId" uuid,
  "userEmail" text,
  changes jsonb
);

create type private.client_schedule as (
  id uuid,
  version bigint,
  "createdAt" text,
  "accountId" uuid,
  type text,
  amount bigint,
  refund boolean,
  category text,
  lines jsonb,
  description text,
  notes text,
  rhythm text,
  weekend text,
  "startDate" date,
  "endDate" date,
  count integer,
  mode text,
  "amountMatch" text,
  "pairId" uuid,
  "userId" uuid,
  "userEmail" text
);

create type private.client_transaction as (
  id uuid,
  version bigint,
  "createdAt" text,
  "accountId" uuid,
  type text,
  amount bigint,
  date date,
  description text,
  category text,
  notes text,
  "budgetId" uuid,
  "userId" uuid,
  "userEmail" text,
  nature text,
  "transferId" uuid,
  lines jsonb,
  status text,
  "reconciliationId" uuid,
  "bankId" text,
  "importId" uuid,
  "importedText" text,
  refund boolean
);

-- An account as devices have it (src/domain/rows.ts).
CREATE OR REPLACE FUNCTION private.to_client(a accounts)
 RETURNS private.client_account
 LANGUAGE sql
 STABLE
AS $function$
  select row(a.account_id, a.version, private.iso(a.created_at), a.account_name, a.account_type, a.description,
    a.account_number, a.owner_id, a.kind, a.archived, a.position)::private.client_account
$function$;
grant execute on function private.to_client(a accounts) to authenticated;

-- A budget as devices have it, in cents.
CREATE OR REPLACE FUNCTION private.to_client(b budgets)
 RETURNS private.client_budget
 LANGUAGE sql
 STABLE
AS $function$
  select row(b.budget_id, b.version, private.iso(b.created_at), b.account_id, b.name, (b.amount * 100)::bigint, b.category_id, b.description,
    b.short_id, b.currency_code, b.period_type, b.start_date)::private.client_budget
$function$;
grant execute on function private.to_client(b budgets) to authenticated;

-- A category as devices have it.
CREATE OR REPLACE FUNCTION private.to_client(c categories)
 RETURNS private.client_category
 LANGUAGE sql
 STABLE
AS $function$
  select row(c.category_id, c.version, private.iso(c.created_at), c.account_id, c.name, c.type, c.group_name,
    c.archived)::private.client_category
$function$;
grant execute on function private.to_client(c categories) to authenticated;

-- An import as devices have it.
CREATE OR REPLACE FUNCTION private.to_client(i imports)
 RETURNS private.client_import
 LANGUAGE sql
 STABLE
AS $function$
  select row(i.import_id, i.version, private.iso(i.created_at), i.account_id, i.file_name, i.format, i.created_by,
    private.email_of(i.created_by))::private.client_import
$function$;
grant execute on function private.to_client(i imports) to authenticated;

-- An invitation as devices have it.
CREATE OR REPLACE FUNCTION private.to_client(i invitations)
 RETURNS private.client_invitation
 LANGUAGE sql
 STABLE
AS $function$
  select row(i.invitation_id, i.version, private.iso(i.created_at), i.account_id, i.target, i.budget_id,
    private.target_name(i.account_id, i.budget_id), i.email, i.name, i.role, i.invited_by, i.invited_by_email, i.status,
    private.iso(i.expires_at))::private.client_invitation
$function$;
grant execute on function private.to_client(i invitations) to authenticated;

-- A membership as devices have it.
CREATE OR REPLACE FUNCTION private.to_client(m memberships)
 RETURNS private.client_membership
 LANGUAGE sql
 STABLE
AS $function$
  select row(m.membership_id, m.version, private.iso(m.created_at), m.account_id, m.target, m.budget_id, m.user_id, m.email, m.name,
    m.role)::private.client_membership
$function$;
grant execute on function private.to_client(m memberships) to authenticated;

-- A reconciliation as devices have it, in cents, with what happened to its rows since (S68h).
CREATE OR REPLACE FUNCTION private.to_client(r reconciliations)
 RETURNS private.client_reconciliation
 LANGUAGE sql
 STABLE
AS $function$
  select row(r.reconciliation_id, r.version, private.iso(r.created_at), r.account_id, r.statement_date,
    (r.statement_balance * 100)::bigint, r.created_by, private.email_of(r.created_by),
    private.changes_of(r))::private.client_reconciliation
$function$;
grant execute on function private.to_client(r reconciliations) to authenticated;

-- A schedule as devices have it, in cents.
CREATE OR REPLACE FUNCTION private.to_client(s schedules)
 RETURNS private.client_schedule
 LANGUAGE sql
 STABLE
AS $function$
  select row(s.schedule_id, s.version, private.iso(s.created_at), s.account_id,
    case s.type when 'credit' then 'income' else 'expense' end, (s.amount * 100)::bigint, s.refund, s.category_name,
    s.lines, s.description, s.notes, s.rhythm, s.weekend, s.start_date, s.end_date, s.occurrences, s.mode,
    s.amount_match, s.pair_id, s.created_by, private.email_of(s.created_by))::private.client_schedule
$function$;
grant execute on function private.to_client(s schedules) to authenticated;

-- A transaction as everybody gets it who may read the row, in cents: open and of no file (S68a, S69f).
CREATE OR REPLACE FUNCTION private.to_client(t transactions)
 RETURNS private.client_transaction
 LANGUAGE sql
 STABLE
AS $function$
  select row(t.transaction_id, t.version, private.iso(t.created_at), t.account_id,
    case t.type when 'credit' then 'income' else 'expense' end, (t.amount * 100)::bigint, t.transaction_date,
    t.description, t.category_name, t.notes, t.budget_id, t.created_by, t.created_by_email, t.nature, t.transfer_id,
    -- Who may read the rest joins public.transaction_details.
    t.lines, 'open', null, null, null, null, t.refund)::private.client_transaction
$function$;
grant execute on function private.to_client(t transactions) to authenticated;

-- The same for a transaction in the client's form (S78a).
CREATE OR REPLACE FUNCTION private.category_type(p_client jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select private.category_type(private.stored_type(p_client ->> 'type'), coalesce(p_client -> 'refund' = 'true', false))
$function$;
grant execute on function private.category_type(p_client jsonb) to authenticated;
grant execute on function private.category_type(p_client jsonb) to service_role;

-- The type of a transaction's category: that of the transaction, or the other one for a refund (S78a).
CREATE OR REPLACE FUNCTION private.category_type(p_type text, p_refund boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when (p_type = 'credit') <> p_refund then 'income' else 'expense' end
$function$;
grant execute on function private.category_type(p_type text, p_refund boolean) to authenticated;
grant execute on function private.category_type(p_type text, p_refund boolean) to service_role;
