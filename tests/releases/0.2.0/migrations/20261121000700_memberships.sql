create table public.memberships (
  membership_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts on delete cascade,
  target text not null check (target in ('account', 'budget')),
  budget_id uuid references public.budgets on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null,
  name text not null default '' check (length(name) <= 200),
  role text not null check (role in ('viewer', 'member', 'admin')),
  grant_id uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null default now(),
  version bigint not null,
  check ((target = 'budget') = (budget_id is not null)),
  unique nulls not distinct (account_id, budget_id, user_id)
);
comment on table public.memberships is 'Who joined an account or a budget of it. The owner stands in accounts.owner_id and nowhere else.';
comment on column public.memberships.grant_id is 'What this person may see; another value makes their devices start the scope afresh.';
create index memberships_user on public.memberships (user_id);
create index memberships_budget on public.memberships (budget_id);
create index memberships_account_version on public.memberships (account_id, version);

create function private.memberships_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.role <> old.role or new.name <> old.name then
    if new.target = 'budget' and new.role = 'manager' then new.role := 'admin'; end if;
    new.version := private.next_version(new.account_id);
  end if;
  return new;
end $$;

-- The one who was removed is told too. (Triggers fire in the order of their names: the number comes after this.)
create function private.memberships_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_hint(o.user_id, coalesce('budget:' || o.budget_id, 'account:' || o.account_id), l.version + 1)
  from old_rows o join public.accounts using (account_id) join private.account_log l using (account_id);
  return null;
end $$;

create trigger before_write before insert or update on public.memberships
  for each row execute function private.memberships_before_write();
create trigger after_write after insert or update on public.memberships
  for each statement execute function private.after_statement();
create trigger after_delete after delete on public.memberships
  referencing old table as old_rows
  for each statement execute function private.memberships_after_delete();
create trigger after_delete_log after delete on public.memberships
  referencing old table as old_rows
  for each statement execute function private.log_deletes('membership', 'membership_id');

alter table public.memberships enable row level security;
revoke all on public.memberships from public, anon, authenticated;
grant select, delete on public.memberships to authenticated;
grant update (role) on public.memberships to authenticated;
grant all on public.memberships to service_role;

create policy read on public.memberships for select to authenticated
  using (user_id = (select auth.uid())
    or account_id = any (array(select private.my_accounts()))
    or budget_id = any (array(select private.my_budgets())));
create policy edit on public.memberships for update to authenticated
  using (account_id = any (array(select private.my_accounts('admin')))
    or budget_id = any (array(select private.my_budgets('admin'))));
create policy remove on public.memberships for delete to authenticated
  using (user_id = (select auth.uid())
    or account_id = any (array(select private.my_accounts('admin')))
    or budget_id = any (array(select private.my_budgets('admin'))));

create function private.people(p_account uuid) returns table (user_id uuid, scope text)
language sql stable security definer set search_path = '' as $$
  select owner_id, 'account:' || account_id from public.accounts where account_id = p_account
  union
  select m.user_id, coalesce('budget:' || m.budget_id, 'account:' || m.account_id)
  from public.memberships m where m.account_id = p_account
$$;
comment on function private.people is 'Everybody who may see something of the account, with the scope through which they see it.';

revoke all on all functions in schema private from public;
