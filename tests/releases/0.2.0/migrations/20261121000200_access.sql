-- Who may do what, once for all tables. A policy asks `account_id = any (array(select private.my_accounts()))`: PostgreSQL
-- then calls the function once a statement, not once a row.
-- In PL/pgSQL because the tables are made after it.

create function private.role_rank(p_role text) returns integer
language sql immutable as $$
  select array_position(array['viewer', 'member', 'admin', 'owner'], p_role)
$$;

create function private.my_accounts(p_least text default 'viewer') returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select a.account_id from public.accounts a where a.owner_id = auth.uid()
    union all
    select m.account_id from public.memberships m
    where m.user_id = auth.uid() and m.target = 'account' and private.role_rank(m.role) >= private.role_rank(p_least);
end $$;
comment on function private.my_accounts is 'The accounts in which the signed-in user has at least this role.';

create function private.my_budgets(p_least text default 'viewer') returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.budget_id from public.memberships m
    where m.user_id = auth.uid() and m.target = 'budget' and private.role_rank(m.role) >= private.role_rank(p_least);
end $$;
comment on function private.my_budgets is 'The budgets given to the signed-in user with at least this role, whatever they have of the account.';

create function private.my_views() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select b.account_id || coalesce('/' || c.name, '')
    from public.budgets b left join public.categories c using (category_id)
    where b.budget_id = any (array(select private.my_budgets()));
end $$;
comment on function private.my_views is
  'What the budgets given to the signed-in user cover: `<account>` for all of it, `<account>/<category name>` for one category.';

create function private.my_email() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select lower(u.email) from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
end $$;
comment on function private.my_email is 'The signed-in user''s e-mail as the auth service confirmed it; null while it has not.';

create function private.my_reach() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select private.my_accounts()
    union select b.account_id from public.budgets b where b.budget_id = any (array(select private.my_budgets()))
    union select i.account_id from public.invitations i where i.email = private.my_email() and i.status = 'pending';
end $$;
comment on function private.my_reach is 'Every account whose log a push of the signed-in user may have to lock.';

revoke all on all functions in schema private from public;
grant execute on function private.role_rank, private.my_accounts, private.my_budgets, private.my_views, private.my_email, private.my_reach
  to authenticated, service_role;
