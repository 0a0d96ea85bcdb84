create table public.accounts (
  account_id uuid primary key default gen_random_uuid(),
  account_name text not null check (btrim(account_name) <> '' and length(account_name) <= 200),
  account_type text not null default 'personal' check (account_type in ('personal', 'business')),
  balance numeric(20, 2) not null default 0,
  created_at timestamptz(3) not null default now(),
  description text check (length(description) <= 2000),
  account_number text check (length(account_number) <= 200),
  owner_id uuid not null references auth.users (id) on delete cascade,
  version bigint not null,
  field_clocks jsonb not null default '{}'
);
comment on column public.accounts.balance is
  'Income minus expense of its transactions, kept by triggers; derived, so it takes no number, and what a client writes into it is recomputed.';
comment on column public.accounts.field_clocks is 'Per field group: when, by whom and under which number it last changed.';
create index accounts_owner on public.accounts (owner_id, created_at, account_id);

create function private.accounts_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
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
  -- Only write_balances changes a balance: after a statement within a trigger, or at the end of a push, in which nothing
  -- else can write one.
  if new.balance <> old.balance and pg_trigger_depth() = 1 and not private.pushing() then
    new.balance := private.recount(new.account_id);
  end if;
  changed := array_remove(array[
    case when new.account_name <> old.account_name then 'name' end,
    case when new.account_type <> old.account_type then 'type' end,
    case when new.description is distinct from old.description then 'description' end,
    case when new.account_number is distinct from old.account_number then 'accountNumber' end], null);
  if changed <> '{}' or new.owner_id <> old.owner_id then
    new.version := private.next_version(new.account_id);
    new.field_clocks := private.stamp(old.field_clocks, changed, new.version);
  end if;
  return new;
end $$;

-- The default account is the oldest that somebody owns; its categories serve all their accounts and outlive it.
create function private.accounts_before_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;

create trigger before_write before insert or update on public.accounts
  for each row execute function private.accounts_before_write();
create trigger before_delete before delete on public.accounts
  for each row execute function private.accounts_before_delete();
create trigger after_write after insert or update or delete on public.accounts
  for each statement execute function private.after_statement();

alter table public.accounts enable row level security;
revoke all on public.accounts from public, anon, authenticated;
grant select, delete on public.accounts to authenticated;
grant insert (account_id, account_name, account_type, description, account_number, created_at) on public.accounts to authenticated;
grant update (account_name, account_type, description, account_number, balance) on public.accounts to authenticated;
grant all on public.accounts to service_role;

create policy read on public.accounts for select to authenticated
  using (owner_id = (select auth.uid()) or account_id = any (array(select private.my_accounts())));
create policy add on public.accounts for insert to authenticated
  with check (owner_id = (select auth.uid()));
create policy edit on public.accounts for update to authenticated
  using (account_id = any (array(select private.my_accounts('admin'))));
create policy remove on public.accounts for delete to authenticated
  using (owner_id = (select auth.uid()));

revoke all on all functions in schema private from public;
