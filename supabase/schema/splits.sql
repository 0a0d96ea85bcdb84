-- Splits: transactions with lines, and who sees which line.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- The lines of public.transactions, kept by a trigger. Without their order, which would tell how many others there are.
create table public.transaction_lines (
  transaction_id uuid not null,
  line_id uuid not null,
  account_id uuid not null,
  type text not null,
  transaction_date date not null,
  category_name text not null,
  amount numeric(14,2) not null,
  note text not null,
  -- The contributor, with created_by_email: those of the transaction.
  created_by uuid,
  created_by_email text,
  -- The transaction's number in the log of its account.
  version bigint not null,
  constraint transaction_lines_pkey PRIMARY KEY (transaction_id, line_id)
);
CREATE INDEX transaction_lines_account_category ON public.transaction_lines USING btree (account_id, category_name);
CREATE INDEX transaction_lines_account_version ON public.transaction_lines USING btree (account_id, version);
alter table public.transaction_lines enable row level security;
grant select on public.transaction_lines to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.transaction_lines to service_role;

-- Whether these are 2 to 50 lines (TransactionLine in src/domain/rows.ts) that add up to an amount in dollars (S66a).
CREATE OR REPLACE FUNCTION private.lines_fit(p_lines jsonb, p_amount numeric)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) not between 2 and 50 then false
    when exists (select from jsonb_array_elements(p_lines) one where not private.is_line(one)) then false
    else (select count(distinct lower(one ->> 'id')) = count(*) and sum((one -> 'cents')::numeric) = p_amount * 100
      from jsonb_array_elements(p_lines) one) end
$function$;
grant execute on function private.lines_fit(p_lines jsonb, p_amount numeric) to authenticated;
grant execute on function private.lines_fit(p_lines jsonb, p_amount numeric) to service_role;

-- Whether this is one line of a split (TransactionLine in src/domain/rows.ts): id, category, note, and positive cents.
CREATE OR REPLACE FUNCTION private.is_line(p_line jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when jsonb_typeof(p_line) <> 'object' or p_line - array['id', 'category', 'cents', 'note'] <> '{}' then false
    else coalesce(p_line ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and jsonb_typeof(p_line -> 'category') = 'string' and btrim(p_line ->> 'category') <> ''
      and private.fits(p_line ->> 'category', 200)
      and jsonb_typeof(p_line -> 'note') = 'string' and private.fits(p_line ->> 'note', 500)
      and jsonb_typeof(p_line -> 'cents') = 'number'
      and (p_line -> 'cents')::numeric between 1 and 99999999999 and mod((p_line -> 'cents')::numeric, 1) = 0, false)
    end
$function$;
grant execute on function private.is_line(p_line jsonb) to authenticated;
grant execute on function private.is_line(p_line jsonb) to service_role;

-- Refuses the table API lines, and other amounts, types and categories of rows that have lines (S66h).
CREATE OR REPLACE FUNCTION private.guard_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.pushing() then return new; end if;
  if tg_op = 'INSERT' or new.lines is distinct from old.lines then
    if auth.uid() is null then return new; end if;
    raise insufficient_privilege using message = 'Lines are written by sync_push only.';
  end if;
  if new.type <> old.type or new.amount <> old.amount
    or new.metadata ->> 'category_name' is distinct from old.metadata ->> 'category_name'
  then
    raise check_violation using message = 'This transaction is split: its lines hold its amount, type and category.',
      constraint = 'transactions_lines', table = 'transactions', schema = 'public';
  end if;
  return new;
end $function$;

-- Copies a split's lines into public.transaction_lines, which people of a shared budget may read (S66f).
CREATE OR REPLACE FUNCTION private.keep_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    delete from public.transaction_lines where transaction_id = old.transaction_id;
  end if;
  if tg_op <> 'DELETE' and new.lines is not null then
    insert into public.transaction_lines (transaction_id, line_id, account_id, type, transaction_date, category_name,
      amount, note, created_by, created_by_email, version)
    select new.transaction_id, (one ->> 'id')::uuid, new.account_id, new.type, new.transaction_date, one ->> 'category',
      (one -> 'cents')::numeric / 100, one ->> 'note', new.created_by, new.created_by_email, new.version
    from jsonb_array_elements(new.lines) one;
  end if;
  return null;
end $function$;

-- The lines of an account, or those that one budget covers (S66f).
CREATE OR REPLACE FUNCTION private.scope_lines(p_account uuid, p_budget uuid)
 RETURNS SETOF transaction_lines
 LANGUAGE sql
 STABLE
AS $function$
  select l.* from public.transaction_lines l
  where l.account_id = p_account and (p_budget is null
    or exists (select from public.budgets b
      where b.account_id = p_account and b.budget_id = p_budget and b.category_id is null)
    or private.category_type(l.type, false) || '/' || l.category_name = any (array(
      select c.type || '/' || c.name from public.budgets b join public.categories c using (account_id, category_id)
      where b.account_id = p_account and b.budget_id = p_budget)))
$function$;
grant execute on function private.scope_lines(p_account uuid, p_budget uuid) to authenticated;
