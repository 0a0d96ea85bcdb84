-- Accounts: their rows, their balances, and who gets the categories of one that goes.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

create table public.accounts (
  account_id uuid default gen_random_uuid() not null,
  account_name text not null,
  account_type text default 'personal'::text not null,
  -- Income minus expense of its transactions, kept by triggers; derived, so it takes no number, and what a client
  -- writes into it is recomputed.
  balance numeric(20,2) default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  description text,
  account_number text,
  owner_id uuid not null,
  version bigint not null,
  -- Per field group: when, by whom and under which number it last changed.
  field_clocks jsonb default '{}'::jsonb not null,
  -- What the account is for. Credit cards and loans are there to owe money.
  kind text default 'other'::text not null,
  -- Forms do not offer the account any more. Lists and reports keep it.
  archived boolean default false not null,
  -- Where the account stands in lists, for everybody who has it. Null stands after all numbers, by created_at.
  "position" double precision,
  constraint accounts_pkey PRIMARY KEY (account_id),
  constraint accounts_account_name_check CHECK (((btrim(account_name) <> ''::text) AND (length(account_name) <= 200))),
  constraint accounts_account_number_check CHECK ((length(account_number) <= 200)),
  constraint accounts_account_type_check CHECK ((account_type = ANY (ARRAY['personal'::text, 'business'::text]))),
  constraint accounts_description_check CHECK ((length(description) <= 2000)),
  constraint accounts_kind_check CHECK ((kind = ANY (ARRAY['cash'::text, 'checking'::text, 'savings'::text, 'credit_card'::text, 'loan'::text, 'investment'::text, 'other'::text]))),
  constraint accounts_position_check CHECK ((("position" >= ('-1000000000000000'::numeric)::double precision) AND ("position" <= ('1000000000000000'::numeric)::double precision))),
  constraint accounts_readable CHECK ((private.is_nameable(created_at) AND private.fits(account_name, 200) AND private.fits(description, 2000))),
  constraint accounts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX accounts_owner ON public.accounts USING btree (owner_id, created_at, account_id);
alter table public.accounts enable row level security;
grant delete, select on public.accounts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.accounts to service_role;
grant insert (account_id, account_name, account_type, created_at, description, account_number, kind, archived, "position") on public.accounts to authenticated;
grant update (account_name, account_type, balance, description, account_number, kind, archived, "position") on public.accounts to authenticated;
CREATE TRIGGER after_insert_changes AFTER INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION private.record_change();
CREATE TRIGGER after_update_changes AFTER UPDATE ON public.accounts FOR EACH ROW WHEN ((old.version <> new.version)) EXECUTE FUNCTION private.record_change();
CREATE TRIGGER after_write AFTER INSERT OR DELETE OR UPDATE ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION private.after_statement();
CREATE TRIGGER before_delete BEFORE DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION private.accounts_before_delete();
CREATE TRIGGER before_insert BEFORE INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION private.check_account_id();
CREATE TRIGGER before_write BEFORE INSERT OR UPDATE ON public.accounts FOR EACH ROW EXECUTE FUNCTION private.accounts_before_write();
CREATE TRIGGER count_after_insert AFTER INSERT ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION private.accounts_after_insert();

-- Makes an account, with the built-in categories when it is the user's first. With the id of an account that the user
-- has, answers that one.
CREATE OR REPLACE FUNCTION public.create_account(p_account_name text, p_account_type text DEFAULT 'personal'::text, p_description text DEFAULT NULL::text, p_account_id uuid DEFAULT NULL::uuid)
 RETURNS accounts
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made public.accounts;
  id uuid := coalesce(p_account_id, gen_random_uuid());
  is_first boolean;
begin
  if auth.uid() is null then
    perform private.refuse('PT401', 'unauthorized', 'Please log in first.');
  end if;
  select * into made from public.accounts where account_id = id and owner_id = auth.uid();
  if found then return made; end if;
  is_first := not exists (select from public.accounts where owner_id = auth.uid());
  insert into public.accounts (account_id, account_name, account_type, description)
  values (id, btrim(p_account_name), coalesce(p_account_type, 'personal'), p_description);
  if is_first then
    insert into public.categories (category_id, account_id, type, name)
    select private.name_id('category:' || id || ':' || type || ':' || name), id, type, name from private.built_in_categories()
    on conflict do nothing;
  end if;
  select * into made from public.accounts where account_id = id;
  return made;
end $function$;
grant execute on function public.create_account(p_account_name text, p_account_type text, p_description text, p_account_id uuid) to authenticated;

-- The id of the caller's oldest account. Who has none gets "Personal", under the same id from every device.
CREATE OR REPLACE FUNCTION public.get_or_create_default_account()
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found_id uuid;
begin
  if auth.uid() is null then
    perform private.refuse('PT401', 'unauthorized', 'Please log in first.');
  end if;
  select account_id into found_id from public.accounts
  where owner_id = auth.uid() order by created_at, account_id limit 1;
  if found_id is not null then return found_id; end if;
  return (public.create_account('Personal', 'personal', null, private.name_id('account:' || auth.uid()))).account_id;
exception when unique_violation then
  -- Another device of the same user was quicker by a moment.
  return private.name_id('account:' || auth.uid());
end $function$;
grant execute on function public.get_or_create_default_account() to authenticated;

-- Completes an account that is written: its number, its clocks, and a balance that no client sets.
CREATE OR REPLACE FUNCTION private.accounts_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    new.owner_id := coalesce(auth.uid(), new.owner_id);
    new.created_at := least(new.created_at, now());
    new.account_type := coalesce(new.account_type, 'personal');
    new.balance := 0;
    new.field_clocks := '{}';
    if not exists (select from public.accounts a where a.account_id = new.account_id) then
      perform private.open_log(new.account_id);
    end if;
    new.version := private.next_version(new.account_id);
    return new;
  end if;
  -- Only write_balances changes a balance: after a statement within a trigger, or at the end of a push, in which
  -- nothing else can write one.
  if new.balance <> old.balance and pg_trigger_depth() = 1 and not private.pushing() then
    new.balance := private.recount(new.account_id);
  end if;
  changed := array_remove(array[
    case when new.account_name <> old.account_name then 'name' end,
    case when new.account_type <> old.account_type then 'type' end,
    case when new.description is distinct from old.description then 'description' end,
    case when new.account_number is distinct from old.account_number then 'accountNumber' end,
    case when new.kind <> old.kind then 'kind' end,
    case when new.archived <> old.archived then 'archived' end,
    case when new.position is distinct from old.position then 'position' end], null);
  if changed <> '{}' or new.owner_id <> old.owner_id then
    new.version := private.next_version(new.account_id);
    new.field_clocks := private.stamp(old.field_clocks, changed, new.version);
  end if;
  return new;
end $function$;

-- Refuses to delete a person's last account. Otherwise passes the default account's categories on, writes the
-- tombstone, and hints everybody who sees the account, while they can still be found.
CREATE OR REPLACE FUNCTION private.accounts_before_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  next_default uuid;
  oldest uuid;
  number bigint;
begin
  -- Two devices may delete the last two accounts at the same moment.
  perform pg_advisory_xact_lock(hashtextextended('accounts of ' || old.owner_id, 0));
  select a.account_id into oldest from public.accounts a where a.owner_id = old.owner_id
  order by a.created_at, a.account_id limit 1;
  select a.account_id into next_default from public.accounts a
  where a.owner_id = old.owner_id and a.account_id <> old.account_id order by a.created_at, a.account_id limit 1;
  if next_default is null and auth.uid() is not null then
    perform private.refuse('PT409', 'last_account', 'You must have at least one account.');
  end if;
  if next_default is not null and oldest = old.account_id then
    delete from public.budgets where account_id = old.account_id;
    update public.categories c set account_id = next_default
    where c.account_id = old.account_id and not exists (
      select from public.categories k where k.account_id = next_default and k.type = c.type and k.name = c.name);
  end if;
  number := private.next_version(old.account_id);
  insert into private.removals (account_id, version, kind, row_id, removed_by, created_by)
  values (old.account_id, number, 'account', old.account_id, auth.uid(), old.owner_id);
  perform private.send_hint(p.user_id, p.scope, number) from private.people(old.account_id) p;
  update private.account_log set deleted_at = now() where account_id = old.account_id;
  return old;
end $function$;

-- The oldest account of this user, besides one; null without another.
CREATE OR REPLACE FUNCTION private.next_owned(p_owner uuid, p_besides uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.account_id from public.accounts a where a.owner_id = p_owner and a.account_id <> p_besides
  order by a.created_at, a.account_id limit 1
$function$;

-- The account that gets the categories of the caller's default account, if that one is among these.
CREATE OR REPLACE FUNCTION private.heir_of(p_accounts uuid[])
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  with owned as (
    select a.account_id, row_number() over (order by a.created_at, a.account_id) as place
    from public.accounts a where a.owner_id = auth.uid()
  )
  select heir.account_id from owned oldest join owned heir on heir.place = 2
  where oldest.place = 1 and oldest.account_id = any (p_accounts)
$function$;
grant execute on function private.heir_of(p_accounts uuid[]) to authenticated;

-- p_deltas is {account: dollars}, or null for none.
CREATE OR REPLACE FUNCTION private.add_to_balances(p_deltas jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('carryover.balances', jsonb_object_agg(key, dollars)::text, true) from (
    select key, sum(value::numeric) as dollars from (
      select * from jsonb_each_text(nullif(current_setting('carryover.balances', true), '')::jsonb)
      union all
      select * from jsonb_each_text(p_deltas)) gathered
    group by key) sums;
end $function$;

-- Adds what a statement or a push gathered to the balances, once for each account.
CREATE OR REPLACE FUNCTION private.write_balances()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deltas text := nullif(current_setting('carryover.balances', true), '');
begin
  if deltas is null then return; end if;
  perform set_config('carryover.balances', '', true);
  update public.accounts a set balance = a.balance + d.value::numeric
  from jsonb_each_text(deltas::jsonb) d
  where a.account_id = d.key::uuid and d.value::numeric <> 0;
end $function$;

-- An account's balance in dollars, from its transactions.
CREATE OR REPLACE FUNCTION private.recount(p_account uuid)
 RETURNS numeric
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(case type when 'credit' then amount else -amount end), 0)
  from public.transactions where account_id = p_account
$function$;
