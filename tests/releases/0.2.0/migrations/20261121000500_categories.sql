create table public.categories (
  category_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  type text not null check (type in ('income', 'expense')),
  created_at timestamptz(3) not null default now(),
  version bigint not null,
  field_clocks jsonb not null default '{}',
  unique (account_id, type, name),
  unique (account_id, category_id)
);
create index categories_account_version on public.categories (account_id, version);

create function private.categories_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
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
    case when new.account_id <> old.account_id then 'accountId' end], null);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    new.field_clocks := private.stamp(old.field_clocks, changed, new.version);
  end if;
  return new;
end $$;

-- A budget covers by the category's name: another name, another view.
create function private.categories_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.memberships m set grant_id = gen_random_uuid()
  from new_rows n join old_rows o using (category_id) join public.budgets b using (category_id)
  where n.name <> o.name and m.budget_id = b.budget_id;
  perform private.end_statement();
  return null;
end $$;

create trigger before_write before insert or update on public.categories
  for each row execute function private.categories_before_write();
create trigger after_insert after insert on public.categories
  for each statement execute function private.after_statement();
create trigger after_update after update on public.categories
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.categories_after_update();
create trigger after_delete after delete on public.categories
  referencing old table as old_rows
  for each statement execute function private.log_deletes('category', 'category_id');

alter table public.categories enable row level security;
revoke all on public.categories from public, anon, authenticated;
grant select, delete on public.categories to authenticated;
grant insert (category_id, account_id, name, type, created_at) on public.categories to authenticated;
grant update (name) on public.categories to authenticated;
grant all on public.categories to service_role;

create function private.my_budget_categories() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select b.category_id from public.budgets b where b.budget_id = any (array(select private.my_budgets()));
end $$;

create policy read on public.categories for select to authenticated
  using (account_id = any (array(select private.my_accounts()))
    or category_id = any (array(select private.my_budget_categories())));
create policy add on public.categories for insert to authenticated
  with check (account_id = any (array(select private.my_accounts('admin'))));
create policy edit on public.categories for update to authenticated
  using (account_id = any (array(select private.my_accounts('admin'))));
create policy remove on public.categories for delete to authenticated
  using (account_id = any (array(select private.my_accounts('admin'))));

revoke all on all functions in schema private from public;
grant execute on function private.my_budget_categories to authenticated, service_role;
