create table public.transactions (
  transaction_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts on delete cascade,
  type text not null check (type in ('credit', 'debit')),
  amount numeric(14, 2) not null check (amount > 0 and amount <= 999999999.99),
  transaction_date date not null check (transaction_date between '0001-01-01' and '9999-12-31'),
  description text not null default '' check (length(description) <= 2000),
  category_id uuid,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 65536),
  category_name text not null generated always as (metadata ->> 'category_name') stored
    check (btrim(category_name) <> '' and length(category_name) <= 200),
  notes text not null generated always as (coalesce(metadata ->> 'notes', '')) stored check (length(notes) <= 10000),
  budget_id uuid generated always as ((metadata ->> 'budget_id')::uuid) stored,
  created_at timestamptz(3) not null default now(),
  created_by uuid,
  created_by_email text,
  version bigint not null,
  field_clocks jsonb not null default '{}'
);
comment on column public.transactions.category_id is 'Always null: a transaction keeps its category''s name, in metadata.';
comment on column public.transactions.budget_id is
  'The budget that this is a contribution to. No foreign key: when the budget is deleted, the money stays where it went.';
comment on column public.transactions.created_by is 'The contributor, from the session; with created_by_email never taken from a client.';
create index transactions_account_version on public.transactions (account_id, version);
create index transactions_account_date on public.transactions (account_id, transaction_date);

-- A contribution takes the budget's category. On a move to another account it stops being one.
create function private.with_budget(p_metadata jsonb, p_account uuid, p_moved boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  category text;
begin
  select coalesce(c.name, 'Uncategorized') into category
  from public.budgets b left join public.categories c using (category_id)
  where b.budget_id = (p_metadata ->> 'budget_id')::uuid and b.account_id = p_account;
  if found then return p_metadata || jsonb_build_object('category_name', category); end if;
  if p_moved then return p_metadata - 'budget_id'; end if;
  raise foreign_key_violation using message = 'There is no such budget in this account.';
end $$;

create function private.with_category(p_metadata jsonb) returns jsonb
language sql immutable as $$
  select case when btrim(coalesce(p_metadata ->> 'category_name', '')) <> '' then p_metadata
    else coalesce(p_metadata, '{}') || '{"category_name": "Uncategorized"}' end
$$;

create function private.transactions_before_inserts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('carryover.author', auth.uid()::text, true), set_config('carryover.author_email', auth.email(), true);
  return null;
end $$;
comment on function private.transactions_before_inserts is 'Reads the session''s claims once a statement, for each row''s trigger: they are JSON, which takes longer than the rest of it.';

create function private.transactions_before_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
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
  return new;
end $$;

create function private.transactions_before_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  new.description := coalesce(new.description, '');
  new.metadata := private.with_category(new.metadata);
  if new.metadata ->> 'budget_id' is not null
    and (new.account_id <> old.account_id or new.metadata ->> 'budget_id' is distinct from old.metadata ->> 'budget_id') then
    new.metadata := private.with_budget(new.metadata, new.account_id, new.account_id <> old.account_id);
  end if;
  changed := array_remove(array[
    case when new.type <> old.type or new.amount <> old.amount then 'amount' end,
    case when new.transaction_date <> old.transaction_date then 'date' end,
    case when new.metadata ->> 'category_name' <> old.category_name then 'category' end,
    case when new.description <> old.description or coalesce(new.metadata ->> 'notes', '') <> old.notes then 'description' end,
    case when new.metadata ->> 'budget_id' is distinct from old.metadata ->> 'budget_id' then 'budgetId' end,
    case when new.account_id <> old.account_id then 'accountId' end], null);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    new.field_clocks := private.stamp(old.field_clocks, changed, new.version);
  end if;
  return new;
end $$;

create trigger before_inserts before insert on public.transactions
  for each statement execute function private.transactions_before_inserts();
create trigger before_insert before insert on public.transactions
  for each row execute function private.transactions_before_insert();
create trigger before_update before update on public.transactions
  for each row execute function private.transactions_before_update();

alter table public.transactions enable row level security;
revoke all on public.transactions from public, anon, authenticated;
grant select, delete on public.transactions to authenticated;
grant insert (transaction_id, account_id, type, amount, transaction_date, description, category_id, metadata, created_at)
  on public.transactions to authenticated;
grant update (account_id, type, amount, transaction_date, description, category_id, metadata) on public.transactions to authenticated;
grant all on public.transactions to service_role;

create policy read on public.transactions for select to authenticated
  using (account_id = any (array(select private.my_accounts()))
    or budget_id = any (array(select private.my_budgets()))
    or array[account_id::text, account_id || '/' || category_name] && array(select private.my_views()));

-- Who may add, edit and delete, for the row as it was and as it becomes: the account's owner and admins anything; others
-- their own. A contribution of an expense is for the budget's admins; one of income for whoever has the budget or is a
-- member of the account; the rest for members. Being for all verbs, it also lets read, but no row that `read` does not.
create policy write on public.transactions for all to authenticated
  using (account_id = any (array(select private.my_accounts('admin')))
    or (created_by = (select auth.uid())
      and (budget_id = any (array(select private.my_budgets('admin')))
        or (type = 'credit' and budget_id = any (array(select private.my_budgets())))
        or ((type = 'credit' or budget_id is null) and account_id = any (array(select private.my_accounts('member')))))));

-- Other clients may listen to changes; ours gets hints.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.transactions;
  end if;
end $$;

revoke all on all functions in schema private from public;
