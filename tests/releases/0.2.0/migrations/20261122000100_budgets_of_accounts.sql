-- A budget's id outlives the budget in transactions and tombstones, and clients choose ids. So an id alone does not
-- show what somebody may see. It counts only together with its account.

-- A membership or invitation of a budget belongs to the budget's account. An administrator of the database may have
-- written otherwise.
update public.memberships m set account_id = b.account_id
from public.budgets b where b.budget_id = m.budget_id and b.account_id <> m.account_id;
update public.invitations i set account_id = b.account_id
from public.budgets b where b.budget_id = i.budget_id and b.account_id <> i.account_id;
alter table public.budgets add unique (account_id, budget_id);
alter table public.memberships drop constraint memberships_budget_id_fkey,
  add foreign key (account_id, budget_id) references public.budgets (account_id, budget_id) on delete cascade;
alter table public.invitations drop constraint invitations_budget_id_fkey,
  add foreign key (account_id, budget_id) references public.budgets (account_id, budget_id) on delete cascade;

create function private.my_budget_keys(p_least text default 'viewer') returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.account_id || '/' || m.budget_id from public.memberships m
    where m.user_id = auth.uid() and m.target = 'budget' and private.role_rank(m.role) >= private.role_rank(p_least);
end $$;
comment on function private.my_budget_keys is
  'The budgets given to the signed-in user with at least this role, as `<account>/<budget>`. These keys decide. A '
  'policy asks my_budgets first, to use an index.';
comment on function private.my_budgets is
  'The ids of the budgets given to the signed-in user with at least this role. They decide nothing without their '
  'accounts: see my_budget_keys.';

create function private.my_category_keys() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select b.account_id || '/' || b.category_id
    from public.memberships m join public.budgets b using (account_id, budget_id)
    where m.user_id = auth.uid() and m.target = 'budget';
end $$;
comment on function private.my_category_keys is
  'The categories of the budgets given to the signed-in user, as `<account>/<category>`. These keys decide. A '
  'policy asks my_budget_categories first, to use an index.';

create or replace function private.my_views() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select b.account_id || coalesce('/' || c.name, '')
    from public.memberships m join public.budgets b using (account_id, budget_id)
      left join public.categories c using (account_id, category_id)
    where m.user_id = auth.uid() and m.target = 'budget';
end $$;

create or replace function private.my_reach() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select private.my_accounts()
    union select m.account_id from public.memberships m where m.user_id = auth.uid() and m.target = 'budget'
    union select i.account_id from public.invitations i where i.email = private.my_email() and i.status = 'pending';
end $$;

create or replace function private.my_budget_categories() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select b.category_id from public.memberships m join public.budgets b using (account_id, budget_id)
    where m.user_id = auth.uid() and m.target = 'budget';
end $$;

alter policy read on public.categories
  using (account_id = any (array(select private.my_accounts()))
    or (category_id = any (array(select private.my_budget_categories()))
      and account_id || '/' || category_id = any (array(select private.my_category_keys()))));

alter policy read on public.budgets
  using (account_id = any (array(select private.my_accounts()))
    or (budget_id = any (array(select private.my_budgets()))
      and account_id || '/' || budget_id = any (array(select private.my_budget_keys()))));

alter policy read on public.memberships
  using (user_id = (select auth.uid())
    or account_id = any (array(select private.my_accounts()))
    or (budget_id = any (array(select private.my_budgets()))
      and account_id || '/' || budget_id = any (array(select private.my_budget_keys()))));
alter policy edit on public.memberships
  using (account_id = any (array(select private.my_accounts('admin')))
    or (budget_id = any (array(select private.my_budgets('admin')))
      and account_id || '/' || budget_id = any (array(select private.my_budget_keys('admin')))));
alter policy remove on public.memberships
  using (user_id = (select auth.uid())
    or account_id = any (array(select private.my_accounts('admin')))
    or (budget_id = any (array(select private.my_budgets('admin')))
      and account_id || '/' || budget_id = any (array(select private.my_budget_keys('admin')))));

alter policy read on public.invitations
  using (account_id = any (array(select private.my_accounts('admin')))
    or (budget_id = any (array(select private.my_budgets('admin')))
      and account_id || '/' || budget_id = any (array(select private.my_budget_keys('admin'))))
    or (email = (select private.my_email()) and status = 'pending' and expires_at > now()));
alter policy add on public.invitations
  with check (invited_by = (select auth.uid())
    and (account_id = any (array(select private.my_accounts('admin')))
      or account_id || '/' || budget_id = any (array(select private.my_budget_keys('admin')))));
alter policy revoke on public.invitations
  using (status = 'pending' and (account_id = any (array(select private.my_accounts('admin')))
    or (budget_id = any (array(select private.my_budgets('admin')))
      and account_id || '/' || budget_id = any (array(select private.my_budget_keys('admin'))))));

alter policy read on public.transactions
  using (account_id = any (array(select private.my_accounts()))
    or (budget_id = any (array(select private.my_budgets()))
      and account_id || '/' || budget_id = any (array(select private.my_budget_keys())))
    or array[account_id::text, account_id || '/' || category_name] && array(select private.my_views()));
-- Who may add, edit and delete stays as in 20261121000900_transactions.sql, but a budget counts only in its account.
alter policy write on public.transactions
  using (account_id = any (array(select private.my_accounts('admin')))
    or (created_by = (select auth.uid())
      and ((budget_id = any (array(select private.my_budgets('admin')))
          and account_id || '/' || budget_id = any (array(select private.my_budget_keys('admin'))))
        or (type = 'credit' and budget_id = any (array(select private.my_budgets()))
          and account_id || '/' || budget_id = any (array(select private.my_budget_keys())))
        or ((type = 'credit' or budget_id is null) and account_id = any (array(select private.my_accounts('member')))))));

create or replace function private.may_invite(p_invitation public.invitations) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.my_accounts('admin') a where a = p_invitation.account_id)
    or exists (select from private.my_budget_keys('admin') b where b = p_invitation.account_id || '/' || p_invitation.budget_id)
$$;

create or replace function private.target_name(p_account uuid, p_budget uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select name from public.budgets where account_id = p_account and budget_id = p_budget),
    (select account_name from public.accounts where account_id = p_account))
$$;

create or replace view private.shared_views as
  select b.account_id, b.budget_id, c.name as category_name
  from public.budgets b left join public.categories c using (account_id, category_id)
  where exists (select from public.memberships m where m.account_id = b.account_id and m.budget_id = b.budget_id);

create or replace function private.categories_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.memberships m set grant_id = gen_random_uuid()
  from new_rows n join old_rows o using (category_id)
    join public.budgets b on b.account_id = n.account_id and b.category_id = n.category_id
  where n.name <> o.name and m.account_id = b.account_id and m.budget_id = b.budget_id;
  perform private.end_statement();
  return null;
end $$;

create or replace function private.budgets_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.memberships m set grant_id = gen_random_uuid()
  from new_rows n join old_rows o using (budget_id)
  where n.category_id is distinct from o.category_id and m.account_id = n.account_id and m.budget_id = n.budget_id;
  perform private.end_statement();
  return null;
end $$;

-- The query finds out once what the budget covers, not for each row.
create or replace function private.scope_transactions(p_account uuid, p_budget uuid) returns setof public.transactions
language sql stable as $$
  select t.* from public.transactions t
  where t.account_id = p_account and (p_budget is null or t.budget_id = p_budget
    or exists (select from public.budgets b where b.account_id = p_account and b.budget_id = p_budget and b.category_id is null)
    or t.category_name = any (array(
      select c.name from public.budgets b join public.categories c using (account_id, category_id)
      where b.account_id = p_account and b.budget_id = p_budget)))
$$;

create or replace function private.find_removal(p_row uuid) returns private.removals
language sql stable security definer set search_path = '' as $$
  -- Number 0 only remembers an id (20261122000110_remembered_ids.sql).
  select * from private.removals r
  where r.row_id = p_row and r.version > 0 and (
    (r.budget_id is null and r.account_id in (select private.my_accounts()))
    or r.account_id || '/' || r.budget_id in (select private.my_budget_keys())
    or (r.kind = 'account' and r.created_by = auth.uid()))
  -- A row may have left several accounts, whose numbers say nothing about each other.
  order by r.at desc, r.version desc limit 1
$$;
-- Within one transaction, a row may leave one account and be deleted in the next.
alter table private.removals alter column at set default clock_timestamp();

revoke all on function private.my_budget_keys, private.my_category_keys from public;
grant execute on function private.my_budget_keys, private.my_category_keys to authenticated, service_role;
