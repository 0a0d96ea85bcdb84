-- Transactions: their rows, and what writing one does.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

create table public.transactions (
  transaction_id uuid default gen_random_uuid() not null,
  account_id uuid not null,
  type text not null,
  amount numeric(14,2) not null,
  transaction_date date not null,
  description text default ''::text not null,
  -- Always null: a transaction keeps its category's name, in metadata.
  category_id uuid,
  metadata jsonb default '{}'::jsonb not null,
  category_name text generated always as ((metadata ->> 'category_name'::text)) stored not null,
  notes text generated always as (COALESCE((metadata ->> 'notes'::text), ''::text)) stored not null,
  -- The budget that this is a contribution to. No foreign key: when the budget is deleted, the money stays where it
  -- went.
  budget_id uuid generated always as (((metadata ->> 'budget_id'::text))::uuid) stored,
  created_at timestamp(3) with time zone default now() not null,
  -- The contributor, from the session; with created_by_email never taken from a client.
  created_by uuid,
  created_by_email text,
  version bigint not null,
  field_clocks jsonb default '{}'::jsonb not null,
  -- Set when the row is made. Devices send it; the table API adds regular rows only.
  nature text default 'regular'::text not null,
  -- Shared by the two sides of a transfer. Without an index, because a unique one would tell what exists.
  transfer_id uuid,
  -- Null, or 2 to 50 of {id, category, cents, note} that add up to the amount. Only devices write them, with sync_push.
  lines jsonb,
  -- Its category is of the other type. Written as metadata.refund; a PATCH of the metadata without it ends it.
  refund boolean generated always as (COALESCE(((metadata -> 'refund'::text) = 'true'::jsonb), false)) stored not null,
  constraint transactions_pkey PRIMARY KEY (transaction_id),
  constraint transactions_amount_check CHECK (((amount > (0)::numeric) AND (amount <= 999999999.99))),
  constraint transactions_category_name_check CHECK (((btrim(category_name) <> ''::text) AND (length(category_name) <= 200))),
  constraint transactions_contribution CHECK (((nature = 'regular'::text) OR (budget_id IS NULL))),
  constraint transactions_description_check CHECK ((length(description) <= 2000)),
  constraint transactions_lines CHECK (((lines IS NULL) OR (private.lines_fit(lines, amount) AND (category_name = 'Split'::text) AND (nature = 'regular'::text) AND (budget_id IS NULL)))),
  constraint transactions_metadata_check CHECK (((jsonb_typeof(metadata) = 'object'::text) AND (octet_length((metadata)::text) <= 65536))),
  constraint transactions_nature_check CHECK ((nature = ANY (ARRAY['regular'::text, 'opening'::text, 'transfer'::text, 'adjustment'::text]))),
  constraint transactions_notes_check CHECK ((length(notes) <= 10000)),
  constraint transactions_readable CHECK ((private.is_nameable(created_at) AND private.fits(description, 2000) AND private.fits(category_name, 200) AND private.fits(notes, 10000))),
  constraint transactions_refund CHECK ((COALESCE((jsonb_typeof((metadata -> 'refund'::text)) = 'boolean'::text), true) AND ((NOT COALESCE(((metadata -> 'refund'::text) = 'true'::jsonb), false)) OR ((nature = 'regular'::text) AND (lines IS NULL) AND ((metadata ->> 'budget_id'::text) IS NULL))))),
  constraint transactions_transaction_date_check CHECK (((transaction_date >= '0001-01-01'::date) AND (transaction_date <= '9999-12-31'::date))),
  constraint transactions_transfer CHECK (((nature = 'transfer'::text) = (transfer_id IS NOT NULL))),
  constraint transactions_type_check CHECK ((type = ANY (ARRAY['credit'::text, 'debit'::text]))),
  constraint transactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE
);
CREATE INDEX transactions_account_created ON public.transactions USING btree (account_id, created_at, transaction_id);
CREATE INDEX transactions_account_date ON public.transactions USING btree (account_id, transaction_date) INCLUDE (type, amount, category_name, budget_id, nature, refund);
CREATE INDEX transactions_account_version ON public.transactions USING btree (account_id, version);
alter table public.transactions enable row level security;
grant delete, select on public.transactions to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.transactions to service_role;
grant insert (transaction_id, account_id, type, amount, transaction_date, description, category_id, metadata, created_at, nature, transfer_id, lines) on public.transactions to authenticated;
grant update (account_id, type, amount, transaction_date, description, category_id, metadata, nature, transfer_id, lines) on public.transactions to authenticated;
alter publication supabase_realtime add table public.transactions (transaction_id, account_id, type, amount, transaction_date, description, category_id, metadata, created_at, created_by, created_by_email, version, field_clocks, nature, transfer_id, lines);
CREATE TRIGGER a_size_after_delete AFTER DELETE ON public.transactions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_sizes();
CREATE TRIGGER a_size_after_insert AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_sizes();
CREATE TRIGGER a_size_after_update AFTER UPDATE ON public.transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_sizes();
CREATE TRIGGER after_delete AFTER DELETE ON public.transactions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.transactions_after_delete();
CREATE TRIGGER after_delete_changes AFTER DELETE ON public.transactions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_transaction_removals();
CREATE TRIGGER after_delete_details AFTER DELETE ON public.transactions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.details_after_delete();
CREATE TRIGGER after_insert AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.transactions_after_insert();
CREATE TRIGGER after_insert_changes AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('carryover.restores'::text, true) = 'on'::text)) EXECUTE FUNCTION private.record_transaction_restores();
CREATE TRIGGER after_insert_ids AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_ids('transaction');
CREATE TRIGGER after_update AFTER UPDATE ON public.transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('carryover.forgetting'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION private.transactions_after_update();
CREATE TRIGGER after_update_changes AFTER UPDATE ON public.transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (((current_setting('carryover.forgetting'::text, true) IS DISTINCT FROM 'on'::text) AND (current_setting('carryover.renaming'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION private.record_transaction_changes();
CREATE TRIGGER after_update_details AFTER UPDATE ON public.transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (((current_setting('carryover.forgetting'::text, true) IS DISTINCT FROM 'on'::text) AND (current_setting('carryover.renaming'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION private.details_after_update();
CREATE TRIGGER before_insert BEFORE INSERT ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.transactions_before_insert();
CREATE TRIGGER before_inserts BEFORE INSERT ON public.transactions FOR EACH STATEMENT EXECUTE FUNCTION private.transactions_before_inserts();
CREATE TRIGGER before_nature_insert BEFORE INSERT ON public.transactions FOR EACH ROW WHEN ((new.nature <> 'regular'::text)) EXECUTE FUNCTION private.check_nature();
CREATE TRIGGER before_nature_update BEFORE UPDATE ON public.transactions FOR EACH ROW WHEN (((old.nature <> 'regular'::text) OR (new.nature <> 'regular'::text))) EXECUTE FUNCTION private.check_nature();
CREATE TRIGGER before_update BEFORE UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.transactions_before_update();
CREATE TRIGGER lines_after_delete AFTER DELETE ON public.transactions FOR EACH ROW WHEN ((old.lines IS NOT NULL)) EXECUTE FUNCTION private.keep_lines();
CREATE TRIGGER lines_after_insert AFTER INSERT ON public.transactions FOR EACH ROW WHEN ((new.lines IS NOT NULL)) EXECUTE FUNCTION private.keep_lines();
CREATE TRIGGER lines_after_update AFTER UPDATE ON public.transactions FOR EACH ROW WHEN (((old.lines IS NOT NULL) OR (new.lines IS NOT NULL))) EXECUTE FUNCTION private.keep_lines();
CREATE TRIGGER lines_guard_insert BEFORE INSERT ON public.transactions FOR EACH ROW WHEN ((new.lines IS NOT NULL)) EXECUTE FUNCTION private.guard_lines();
CREATE TRIGGER lines_guard_update BEFORE UPDATE ON public.transactions FOR EACH ROW WHEN (((old.lines IS NOT NULL) OR (new.lines IS NOT NULL))) EXECUTE FUNCTION private.guard_lines();
CREATE TRIGGER named_id BEFORE INSERT ON public.transactions FOR EACH ROW WHEN (((substr((new.transaction_id)::text, 15, 1) = '5'::text) AND (current_setting('carryover.keyed'::text, true) IS DISTINCT FROM 'on'::text))) EXECUTE FUNCTION private.check_named_id();

-- Reads the session's claims once a statement, for each row's trigger: they are JSON, which takes longer than the rest
-- of it.
CREATE OR REPLACE FUNCTION private.transactions_before_inserts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform set_config('carryover.author', auth.uid()::text, true), set_config('carryover.author_email', auth.email(), true);
  return null;
end $function$;

-- Completes a new transaction: category, contributor, time, number. A restored one keeps its contributor and clocks.
CREATE OR REPLACE FUNCTION private.transactions_before_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  author uuid := nullif(current_setting('carryover.author', true), '');
  restores boolean := current_setting('carryover.restores', true) is not distinct from 'on';
  restored record;
begin
  new.description := coalesce(new.description, '');
  new.metadata := private.with_category(new.metadata);
  if author is not null then
    new.created_by := author;
    new.created_by_email := nullif(current_setting('carryover.author_email', true), '');
  end if;
  if restores then
    select r.created_by, r.created_by_email into restored from private.removals r
    where r.row_id = new.transaction_id and r.kind = 'transaction' and r.budget_id is null and r.account_id = new.account_id
    order by r.version desc limit 1;
    if found then
      new.created_by := restored.created_by;
      new.created_by_email := restored.created_by_email;
    end if;
  end if;
  if new.metadata ->> 'budget_id' is not null then
    new.metadata := private.with_budget(new.metadata, new.account_id, restores);
  end if;
  new.created_at := least(new.created_at, now());
  new.field_clocks := '{}';
  new.version := private.next_version(new.account_id);
  if restores then
    new.field_clocks := private.restored_clocks(new);
  end if;
  return new;
end $function$;

-- Completes a changed transaction, and gives its number and clocks to the field groups that changed.
CREATE OR REPLACE FUNCTION private.transactions_before_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed text[];
  moved boolean := new.account_id <> old.account_id;
  along text[] := case when new.amount = old.amount then '{amount}' else '{}' end;
begin
  new.description := coalesce(new.description, '');
  new.metadata := private.with_category(new.metadata);
  if old.refund and new.metadata -> 'refund' = 'true' and (case when private.pushing()
    then new.nature <> 'regular' or new.lines is not null or new.metadata ->> 'budget_id' is not null
    else new.type <> old.type and new.metadata = old.metadata end)
  then
    new.metadata := new.metadata - 'refund';
  end if;
  if new.metadata ->> 'budget_id' is not null
    and (moved or new.metadata ->> 'budget_id' is distinct from old.metadata ->> 'budget_id') then
    new.metadata := private.with_budget(new.metadata, new.account_id, moved);
  end if;
  changed := private.changed_groups(old, new);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    new.field_clocks := case
      -- A rename of a category writes no transaction: who edited its category did so under the old name.
      when current_setting('carryover.renaming', true) = 'on' then old.field_clocks
      when moved then private.stamp(private.renumber(old.field_clocks, old.account_id, new.version), changed,
        new.version, along)
      else private.stamp(old.field_clocks, changed, new.version, along) end;
  end if;
  return new;
end $function$;

-- Adds new transactions to the balances.
CREATE OR REPLACE FUNCTION private.transactions_after_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.add_to_balances((
    select jsonb_object_agg(account_id, delta) from (
      select account_id, sum(case type when 'credit' then amount else -amount end) as delta
      from new_rows group by account_id) d));
  perform private.end_statement();
  return null;
end $function$;

-- Writes tombstones where rows left an account, a month or the view of a shared budget, and changes the balances.
CREATE OR REPLACE FUNCTION private.transactions_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The account that a row left; then the month that it left; then each shared budget that no longer sees it, or sees
  -- it in another month. A budget's record has the number that the row now has, so it comes and goes in one answer.
  with pairs as materialized (
    select transaction_id, o.account_id, o.transaction_date, o.category_name, o.budget_id, o.nature, o.lines,
      private.category_type(o.type, o.refund) as category_type,
      private.category_type(n.type, n.refund) as now_category_type, o.created_by,
      o.created_by_email, o.version as old_version, n.version, n.account_id as now_account,
      n.category_name as now_category, n.budget_id as now_budget, n.nature as now_nature, n.lines as now_lines,
      date_trunc('month', n.transaction_date) <> date_trunc('month', o.transaction_date) as left_month
    from old_rows o full join new_rows n using (transaction_id)
  ), moved as materialized (
    select private.next_version(p.account_id) as number, p.*
    from pairs p join public.accounts using (account_id) where p.now_account <> p.account_id
  ), stayed as (
    select * from pairs where now_account = account_id and version <> old_version
  ), views as (
    select * from private.shared_views where account_id in (select account_id from old_rows)
  )
  insert into private.removals
    (account_id, version, kind, row_id, was_date, budget_id, removed_by, created_by, created_by_email)
  select account_id, number, 'transaction', transaction_id, transaction_date, null::uuid, auth.uid(), created_by,
    created_by_email
  from moved
  union all
  select account_id, version, 'transaction', transaction_id, transaction_date, null, auth.uid(), created_by,
    created_by_email
  from stayed where left_month
  union all
  select o.account_id, o.number, 'transaction', o.transaction_id, o.transaction_date, v.budget_id, auth.uid(),
    o.created_by, o.created_by_email
  from moved o join views v using (account_id)
  where private.is_in_view(v.budget_id, v.category_name, v.category_type, o.nature, o.budget_id, o.category_name,
    o.category_type, o.lines)
  union all
  select s.account_id, s.version, 'transaction', s.transaction_id, s.transaction_date, v.budget_id, auth.uid(),
    s.created_by, s.created_by_email
  from stayed s join views v using (account_id)
  where private.is_in_view(v.budget_id, v.category_name, v.category_type, s.nature, s.budget_id, s.category_name,
    s.category_type, s.lines)
    and (s.left_month
      or not private.is_in_view(v.budget_id, v.category_name, v.category_type, s.now_nature, s.now_budget,
        s.now_category, s.now_category_type, s.now_lines));
  perform private.add_to_balances((
    select jsonb_object_agg(account_id, delta) from (
      select account_id, sum(case type when 'credit' then amount else -amount end) as delta from (
        select account_id, type, amount from new_rows
        union all
        select account_id, type, -amount from old_rows) changes
      group by account_id) d));
  perform private.end_statement();
  return null;
end $function$;

-- Writes tombstones of deleted transactions for the account and each shared budget, and changes the balances.
CREATE OR REPLACE FUNCTION private.transactions_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with gone as materialized (
    select private.next_version(o.account_id) as number, o.* from old_rows o join public.accounts using (account_id)
  ), views as (
    select * from private.shared_views where account_id in (select account_id from gone)
  )
  insert into private.removals
    (account_id, version, kind, row_id, was_date, budget_id, removed_by, created_by, created_by_email)
  select g.account_id, g.number, 'transaction', g.transaction_id, g.transaction_date, null, auth.uid(), g.created_by,
    g.created_by_email
  from gone g
  union all
  select g.account_id, g.number, 'transaction', g.transaction_id, g.transaction_date, v.budget_id, auth.uid(),
    g.created_by, g.created_by_email
  from gone g join views v using (account_id)
  where private.is_in_view(v.budget_id, v.category_name, v.category_type, g.nature, g.budget_id, g.category_name,
    private.category_type(g.type, g.refund), g.lines);
  perform private.add_to_balances((
    select jsonb_object_agg(account_id, delta) from (
      select account_id, -sum(case type when 'credit' then amount else -amount end) as delta
      from old_rows group by account_id) d));
  perform private.end_statement();
  return null;
end $function$;

-- The metadata of a transaction, which always names a category: "Uncategorized" where it named none.
CREATE OR REPLACE FUNCTION private.with_category(p_metadata jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when btrim(coalesce(p_metadata ->> 'category_name', '')) <> '' then p_metadata
    else coalesce(p_metadata, '{}') || '{"category_name": "Uncategorized"}' end
$function$;
