-- Categories and budgets: their rows, and what a shared budget covers.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

create table public.categories (
  category_id uuid default gen_random_uuid() not null,
  account_id uuid not null,
  name text not null,
  type text not null,
  created_at timestamp(3) with time zone default now() not null,
  version bigint not null,
  field_clocks jsonb default '{}'::jsonb not null,
  -- The heading under which lists and reports show the category.
  group_name text,
  -- Forms do not offer the category any more. Lists and reports keep it.
  archived boolean default false not null,
  constraint categories_pkey PRIMARY KEY (category_id),
  constraint categories_group_name_check CHECK (((btrim(group_name) <> ''::text) AND private.fits(group_name, 200))),
  constraint categories_name_check CHECK (((btrim(name) <> ''::text) AND (length(name) <= 200))),
  constraint categories_readable CHECK ((private.is_nameable(created_at) AND private.fits(name, 200))),
  constraint categories_type_check CHECK ((type = ANY (ARRAY['income'::text, 'expense'::text]))),
  constraint categories_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint categories_account_id_category_id_key UNIQUE (account_id, category_id),
  constraint categories_account_id_type_name_key UNIQUE (account_id, type, name)
);
CREATE INDEX categories_account_version ON public.categories USING btree (account_id, version);
alter table public.categories enable row level security;
grant delete, select on public.categories to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.categories to service_role;
grant insert (category_id, account_id, name, type, created_at, group_name, archived) on public.categories to authenticated;
grant update (name, group_name, archived) on public.categories to authenticated;
CREATE TRIGGER after_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_deletes('category', 'category_id');
CREATE TRIGGER after_delete_changes AFTER DELETE ON public.categories FOR EACH ROW EXECUTE FUNCTION private.record_change();
CREATE TRIGGER after_delete_ids AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.remember_ids('category');
CREATE TRIGGER after_insert AFTER INSERT ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION private.after_statement();
CREATE TRIGGER after_insert_changes AFTER INSERT ON public.categories FOR EACH ROW EXECUTE FUNCTION private.record_change();
CREATE TRIGGER after_insert_ids AFTER INSERT ON public.categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_ids('category');
CREATE TRIGGER after_update AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.categories_after_update();
CREATE TRIGGER after_update_changes AFTER UPDATE ON public.categories FOR EACH ROW WHEN (((old.version <> new.version) OR (old.account_id <> new.account_id))) EXECUTE FUNCTION private.record_change();
CREATE TRIGGER before_write BEFORE INSERT OR UPDATE ON public.categories FOR EACH ROW EXECUTE FUNCTION private.categories_before_write();

-- Gives a category its number, and clocks to what changed in it.
CREATE OR REPLACE FUNCTION private.categories_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    new.created_at := least(new.created_at, now());
    new.field_clocks := '{}';
    new.version := private.next_version(new.account_id);
    return new;
  end if;
  changed := array_remove(array[
    case when new.name <> old.name then 'name' end,
    case when new.type <> old.type then 'type' end,
    case when new.account_id <> old.account_id then 'accountId' end,
    case when new.group_name is distinct from old.group_name then 'group' end,
    case when new.archived <> old.archived then 'archived' end], null);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    new.field_clocks := private.stamp(case when new.account_id <> old.account_id
      then private.renumber(old.field_clocks, old.account_id, new.version) else old.field_clocks end, changed,
      new.version);
  end if;
  return new;
end $function$;

-- After a rename: people who have a budget of the category start its scope afresh, because it covers other rows now.
CREATE OR REPLACE FUNCTION private.categories_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.memberships m set grant_id = gen_random_uuid()
  from new_rows n join old_rows o using (category_id)
    join public.budgets b on b.account_id = n.account_id and b.category_id = n.category_id
  where n.name <> o.name and m.account_id = b.account_id and m.budget_id = b.budget_id;
  perform private.end_statement();
  return null;
end $function$;

-- The categories that a first account begins with.
CREATE OR REPLACE FUNCTION private.built_in_categories()
 RETURNS TABLE(type text, name text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'expense', unnest(array['Food', 'Transportation', 'Housing', 'Utilities', 'Entertainment', 'Healthcare', 'Education', 'Other Expenses'])
  union all
  select 'income', unnest(array['Salary', 'Freelance', 'Investments', 'Gifts', 'Other Income'])
$function$;
grant execute on function private.built_in_categories() to authenticated;

create table public.budgets (
  budget_id uuid default gen_random_uuid() not null,
  account_id uuid not null,
  name text not null,
  amount numeric(14,2) not null,
  -- Covers the account's transactions of this category's name; null covers the whole account.
  category_id uuid,
  description text,
  short_id text not null,
  currency_code text default 'USD'::text not null,
  period_type text default 'monthly'::text not null,
  start_date date default CURRENT_DATE not null,
  created_at timestamp(3) with time zone default now() not null,
  version bigint not null,
  field_clocks jsonb default '{}'::jsonb not null,
  constraint budgets_pkey PRIMARY KEY (budget_id),
  constraint budgets_amount_check CHECK (((amount > (0)::numeric) AND (amount <= 999999999.99))),
  constraint budgets_currency_code_check CHECK ((currency_code = 'USD'::text)),
  constraint budgets_description_check CHECK ((length(description) <= 2000)),
  constraint budgets_name_check CHECK (((btrim(name) <> ''::text) AND (length(name) <= 200))),
  constraint budgets_period_type_check CHECK ((period_type = 'monthly'::text)),
  constraint budgets_readable CHECK ((private.is_nameable(created_at) AND private.fits(name, 200) AND private.fits(description, 2000))),
  constraint budgets_short_id_check CHECK ((length(short_id) <= 200)),
  constraint budgets_start_date_check CHECK (((start_date >= '0001-01-01'::date) AND (start_date <= '9999-12-31'::date))),
  constraint budgets_account_id_category_id_fkey FOREIGN KEY (account_id, category_id) REFERENCES categories(account_id, category_id),
  constraint budgets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint budgets_account_id_budget_id_key UNIQUE (account_id, budget_id)
);
CREATE INDEX budgets_account_version ON public.budgets USING btree (account_id, version);
CREATE INDEX budgets_category ON public.budgets USING btree (account_id, category_id);
alter table public.budgets enable row level security;
grant delete, select on public.budgets to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.budgets to service_role;
grant insert (budget_id, account_id, name, amount, category_id, description, short_id, currency_code, period_type, start_date, created_at) on public.budgets to authenticated;
grant update (name, amount, category_id, description, start_date) on public.budgets to authenticated;
CREATE TRIGGER after_delete AFTER DELETE ON public.budgets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_deletes('budget', 'budget_id');
CREATE TRIGGER after_delete_changes AFTER DELETE ON public.budgets FOR EACH ROW EXECUTE FUNCTION private.record_change();
CREATE TRIGGER after_delete_ids AFTER DELETE ON public.budgets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.remember_ids('budget');
CREATE TRIGGER after_insert AFTER INSERT ON public.budgets FOR EACH STATEMENT EXECUTE FUNCTION private.after_statement();
CREATE TRIGGER after_insert_changes AFTER INSERT ON public.budgets FOR EACH ROW EXECUTE FUNCTION private.record_change();
CREATE TRIGGER after_insert_ids AFTER INSERT ON public.budgets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_ids('budget');
CREATE TRIGGER after_update AFTER UPDATE ON public.budgets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.budgets_after_update();
CREATE TRIGGER after_update_changes AFTER UPDATE ON public.budgets FOR EACH ROW WHEN ((old.version <> new.version)) EXECUTE FUNCTION private.record_change();
CREATE TRIGGER before_write BEFORE INSERT OR UPDATE ON public.budgets FOR EACH ROW EXECUTE FUNCTION private.budgets_before_write();

-- Gives a budget its number, and clocks to what changed in it.
CREATE OR REPLACE FUNCTION private.budgets_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed text[];
begin
  new.category_id := private.standing_category(new.account_id, new.category_id);
  if tg_op = 'INSERT' then
    new.created_at := least(new.created_at, now());
    new.short_id := coalesce(nullif(new.short_id, ''), upper(left(new.budget_id::text, 7)));
    new.field_clocks := '{}';
    new.version := private.next_version(new.account_id);
    return new;
  end if;
  changed := array_remove(array[
    case when new.name <> old.name then 'name' end,
    case when new.amount <> old.amount then 'amount' end,
    case when new.category_id is distinct from old.category_id then 'categoryId' end,
    case when new.description is distinct from old.description then 'description' end,
    case when new.start_date <> old.start_date then 'startDate' end], null);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    new.field_clocks := private.stamp(old.field_clocks, changed, new.version);
  end if;
  return new;
end $function$;

-- After a change of the category: people who have the budget start its scope afresh, because it covers other rows now.
CREATE OR REPLACE FUNCTION private.budgets_after_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.memberships m set grant_id = gen_random_uuid()
  from new_rows n join old_rows o using (budget_id)
  where n.category_id is distinct from o.category_id and m.account_id = n.account_id and m.budget_id = n.budget_id;
  perform private.end_statement();
  return null;
end $function$;

-- The metadata of a contribution, with the category of its budget. A row that moves away from the budget loses it.
-- Strangers are refused in the words of a policy, so that they do not learn whether a budget exists.
CREATE OR REPLACE FUNCTION private.with_budget(p_metadata jsonb, p_account uuid, p_moved boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  category text;
begin
  select coalesce(c.name, 'Uncategorized') into category
  from public.budgets b left join public.categories c using (account_id, category_id)
  where b.account_id = p_account and b.budget_id = (p_metadata ->> 'budget_id')::uuid;
  if found then return p_metadata || jsonb_build_object('category_name', category); end if;
  if p_moved then return p_metadata - 'budget_id'; end if;
  if auth.uid() is not null and not exists (select from private.people(p_account) p where p.user_id = auth.uid()) then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "transactions"';
  end if;
  raise foreign_key_violation using message = 'There is no such budget in this account.';
end $function$;

-- The budgets that somebody joined; category_name null covers all.
create view private.shared_views as
 SELECT b.account_id,
    b.budget_id,
    c.name AS category_name,
    c.type AS category_type
   FROM (budgets b
     LEFT JOIN categories c USING (account_id, category_id))
  WHERE (EXISTS ( SELECT
           FROM memberships m
          WHERE ((m.account_id = b.account_id) AND (m.budget_id = b.budget_id))));

-- Whether the shared budget p_view, which covers the category p_covered of p_covered_type or all of them, shows
-- something of such a transaction; p_type: private.category_type (S64c, S66f, S78e).
CREATE OR REPLACE FUNCTION private.is_in_view(p_view uuid, p_covered text, p_covered_type text, p_nature text, p_budget uuid, p_category text, p_type text, p_lines jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_nature = 'regular' and coalesce(p_covered is null or p_view = p_budget or (p_covered_type = p_type and
    case when p_lines is null then p_covered = p_category
      else p_lines @> jsonb_build_array(jsonb_build_object('category', p_covered)) end), false)
$function$;
