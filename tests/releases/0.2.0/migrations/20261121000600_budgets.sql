create table public.budgets (
  budget_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  amount numeric(14, 2) not null check (amount > 0 and amount <= 999999999.99),
  category_id uuid,
  description text check (length(description) <= 2000),
  short_id text not null check (length(short_id) <= 200),
  currency_code text not null default 'USD' check (currency_code = 'USD'),
  period_type text not null default 'monthly' check (period_type = 'monthly'),
  start_date date not null default current_date check (start_date between '0001-01-01' and '9999-12-31'),
  created_at timestamptz(3) not null default now(),
  version bigint not null,
  field_clocks jsonb not null default '{}',
  -- A category of the same account; it cannot be deleted while a budget uses it.
  foreign key (account_id, category_id) references public.categories (account_id, category_id)
);
comment on column public.budgets.category_id is 'Covers the account''s transactions of this category''s name; null covers the whole account.';
create index budgets_account_version on public.budgets (account_id, version);
create index budgets_category on public.budgets (account_id, category_id);

create function private.budgets_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
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
end $$;

-- Another category, another view: its members start it afresh.
create function private.budgets_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.memberships m set grant_id = gen_random_uuid()
  from new_rows n join old_rows o using (budget_id)
  where n.category_id is distinct from o.category_id and m.budget_id = n.budget_id;
  perform private.end_statement();
  return null;
end $$;

create trigger before_write before insert or update on public.budgets
  for each row execute function private.budgets_before_write();
create trigger after_insert after insert on public.budgets
  for each statement execute function private.after_statement();
create trigger after_update after update on public.budgets
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.budgets_after_update();
create trigger after_delete after delete on public.budgets
  referencing old table as old_rows
  for each statement execute function private.log_deletes('budget', 'budget_id');

alter table public.budgets enable row level security;
revoke all on public.budgets from public, anon, authenticated;
grant select, delete on public.budgets to authenticated;
grant insert (budget_id, account_id, name, amount, category_id, description, short_id, currency_code, period_type, start_date, created_at)
  on public.budgets to authenticated;
grant update (name, amount, category_id, description, start_date) on public.budgets to authenticated;
grant all on public.budgets to service_role;

create policy read on public.budgets for select to authenticated
  using (account_id = any (array(select private.my_accounts())) or budget_id = any (array(select private.my_budgets())));
create policy add on public.budgets for insert to authenticated
  with check (account_id = any (array(select private.my_accounts('admin'))));
-- A budget's own admins do not edit it: its category decides what they may see of the account.
create policy edit on public.budgets for update to authenticated
  using (account_id = any (array(select private.my_accounts('admin'))));
create policy remove on public.budgets for delete to authenticated
  using (account_id = any (array(select private.my_accounts('admin'))));

revoke all on all functions in schema private from public;
