-- Who may read and write which rows: the policies of row-level security, and what they ask.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

create schema private;
grant usage on schema private to authenticated;
grant usage on schema private to service_role;

-- standard public schema
create schema public;
grant usage on schema public to anon;
grant usage on schema public to authenticated;
grant create, usage on schema public to postgres;
grant usage on schema public to public;
grant usage on schema public to service_role;

-- The rank of a role, from 1 (viewer) to 4 (owner).
CREATE OR REPLACE FUNCTION private.role_rank(p_role text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array_position(array['viewer', 'member', 'admin', 'owner'], p_role)
$function$;
grant execute on function private.role_rank(p_role text) to authenticated;
grant execute on function private.role_rank(p_role text) to service_role;

-- The account that private.look_at named; null for all.
CREATE OR REPLACE FUNCTION private.only_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('carryover.only_account', true), '')::uuid $function$;

-- The accounts that the signed-in user owns, as far as private.look_at allows.
CREATE OR REPLACE FUNCTION private.my_owned()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  only_one uuid := private.only_account();
begin
  if only_one is null then
    return query select a.account_id from public.accounts a where a.owner_id = auth.uid();
  else
    return query select a.account_id from public.accounts a where a.account_id = only_one and a.owner_id = auth.uid();
  end if;
end $function$;

-- The memberships of the signed-in user, as far as private.look_at allows.
CREATE OR REPLACE FUNCTION private.my_memberships()
 RETURNS SETOF memberships
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  only_one uuid := private.only_account();
begin
  if only_one is null then
    return query select m.* from public.memberships m where m.user_id = auth.uid();
  else
    return query select m.* from public.memberships m where m.account_id = only_one and m.user_id = auth.uid();
  end if;
end $function$;

-- The accounts in which the signed-in user has at least this role.
CREATE OR REPLACE FUNCTION private.my_accounts(p_least text DEFAULT 'viewer'::text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select private.my_owned()
    union all
    select m.account_id from private.my_memberships() m
    where m.target = 'account' and private.role_rank(m.role) >= private.role_rank(p_least);
end $function$;
grant execute on function private.my_accounts(p_least text) to authenticated;
grant execute on function private.my_accounts(p_least text) to service_role;

-- The accounts in which the signed-in user sees anything: their own, those they joined, and those of budgets they
-- joined.
CREATE OR REPLACE FUNCTION private.my_seen_accounts()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select private.my_owned()
    union
    select m.account_id from private.my_memberships() m;
end $function$;
grant execute on function private.my_seen_accounts() to authenticated;
grant execute on function private.my_seen_accounts() to service_role;

-- The ids of the budgets given to the signed-in user with at least this role. They decide nothing without their
-- accounts: see my_budget_keys.
CREATE OR REPLACE FUNCTION private.my_budgets(p_least text DEFAULT 'viewer'::text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select m.budget_id from private.my_memberships() m
    where m.target = 'budget' and private.role_rank(m.role) >= private.role_rank(p_least);
end $function$;
grant execute on function private.my_budgets(p_least text) to authenticated;
grant execute on function private.my_budgets(p_least text) to service_role;

-- The budgets given to the signed-in user with at least this role, as `<account>/<budget>`. These keys decide. A policy
-- asks my_budgets first, to use an index.
CREATE OR REPLACE FUNCTION private.my_budget_keys(p_least text DEFAULT 'viewer'::text)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select m.account_id || '/' || m.budget_id from private.my_memberships() m
    where m.target = 'budget' and private.role_rank(m.role) >= private.role_rank(p_least);
end $function$;
grant execute on function private.my_budget_keys(p_least text) to authenticated;
grant execute on function private.my_budget_keys(p_least text) to service_role;

-- The ids of the categories of the budgets given to the signed-in user. They decide nothing alone: see
-- my_category_keys.
CREATE OR REPLACE FUNCTION private.my_budget_categories()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select b.category_id from private.my_memberships() m join public.budgets b using (account_id, budget_id)
    where m.target = 'budget';
end $function$;
grant execute on function private.my_budget_categories() to authenticated;
grant execute on function private.my_budget_categories() to service_role;

-- The categories of the budgets given to the signed-in user, as `<account>/<category>`. These keys decide. A policy
-- asks my_budget_categories first, to use an index.
CREATE OR REPLACE FUNCTION private.my_category_keys()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select b.account_id || '/' || b.category_id
    from private.my_memberships() m join public.budgets b using (account_id, budget_id)
    where m.target = 'budget';
end $function$;
grant execute on function private.my_category_keys() to authenticated;
grant execute on function private.my_category_keys() to service_role;

-- What the budgets given to the signed-in user cover: `<account>` for all of it, `<account>/<type>/<name>` for one
-- category.
CREATE OR REPLACE FUNCTION private.my_views()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select b.account_id || coalesce('/' || c.type || '/' || c.name, '')
    from private.my_memberships() m join public.budgets b using (account_id, budget_id)
      left join public.categories c using (account_id, category_id)
    where m.target = 'budget';
end $function$;
grant execute on function private.my_views() to authenticated;
grant execute on function private.my_views() to service_role;

-- The signed-in user's e-mail as the auth service confirmed it; null while it has not.
CREATE OR REPLACE FUNCTION private.my_email()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select lower(u.email) from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
end $function$;
grant execute on function private.my_email() to authenticated;
grant execute on function private.my_email() to service_role;

-- People add accounts of their own only.
create policy add on public.accounts for insert to authenticated
  with check ((owner_id = ( SELECT auth.uid() AS uid)));

-- Owner and admins edit an account.
create policy edit on public.accounts for update to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))));

-- People read accounts that they own or joined.
create policy read on public.accounts for select to authenticated
  using (((owner_id = ( SELECT auth.uid() AS uid)) OR (account_id = ANY (ARRAY( SELECT private.my_accounts() AS my_accounts)))));

-- Only the owner deletes an account.
create policy remove on public.accounts for delete to authenticated
  using ((owner_id = ( SELECT auth.uid() AS uid)));

-- Owner and admins add categories.
create policy add on public.categories for insert to authenticated
  with check ((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))));

-- Owner and admins edit categories.
create policy edit on public.categories for update to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))));

-- Members read an account's categories. People who have only a budget read the category of that budget.
create policy read on public.categories for select to authenticated
  using (((account_id = ANY (ARRAY( SELECT private.my_accounts() AS my_accounts))) OR ((category_id = ANY (ARRAY( SELECT private.my_budget_categories() AS my_budget_categories))) AND (((account_id || '/'::text) || category_id) = ANY (ARRAY( SELECT private.my_category_keys() AS my_category_keys))))));

-- Owner and admins delete categories.
create policy remove on public.categories for delete to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))));

-- Owner and admins add budgets.
create policy add on public.budgets for insert to authenticated
  with check ((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))));

-- Owner and admins of the account edit budgets. A budget's own admins do not.
create policy edit on public.budgets for update to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))));

-- Members read an account's budgets. Others read the budgets that were given to them.
create policy read on public.budgets for select to authenticated
  using (((account_id = ANY (ARRAY( SELECT private.my_accounts() AS my_accounts))) OR ((budget_id = ANY (ARRAY( SELECT private.my_budgets() AS my_budgets))) AND (((account_id || '/'::text) || budget_id) = ANY (ARRAY( SELECT private.my_budget_keys() AS my_budget_keys))))));

-- Owner and admins of the account delete budgets.
create policy remove on public.budgets for delete to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))));

-- Admins of the account, or of the budget, change the roles in it.
create policy edit on public.memberships for update to authenticated
  using (((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))) OR ((budget_id = ANY (ARRAY( SELECT private.my_budgets('admin'::text) AS my_budgets))) AND (((account_id || '/'::text) || budget_id) = ANY (ARRAY( SELECT private.my_budget_keys('admin'::text) AS my_budget_keys))))));

-- People read their own memberships and those of accounts and budgets that they have.
create policy read on public.memberships for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (account_id = ANY (ARRAY( SELECT private.my_accounts() AS my_accounts))) OR ((budget_id = ANY (ARRAY( SELECT private.my_budgets() AS my_budgets))) AND (((account_id || '/'::text) || budget_id) = ANY (ARRAY( SELECT private.my_budget_keys() AS my_budget_keys))))));

-- Everybody may leave. Admins of the account, or of the budget, remove others.
create policy remove on public.memberships for delete to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))) OR ((budget_id = ANY (ARRAY( SELECT private.my_budgets('admin'::text) AS my_budgets))) AND (((account_id || '/'::text) || budget_id) = ANY (ARRAY( SELECT private.my_budget_keys('admin'::text) AS my_budget_keys))))));

-- Admins of the account, or of the budget, invite, in their own name only.
create policy add on public.invitations for insert to authenticated
  with check (((invited_by = ( SELECT auth.uid() AS uid)) AND ((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))) OR (((account_id || '/'::text) || budget_id) = ANY (ARRAY( SELECT private.my_budget_keys('admin'::text) AS my_budget_keys))))));

-- Admins read the invitations to what is theirs. An invited person reads a pending one to their confirmed address.
create policy read on public.invitations for select to authenticated
  using (((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))) OR ((budget_id = ANY (ARRAY( SELECT private.my_budgets('admin'::text) AS my_budgets))) AND (((account_id || '/'::text) || budget_id) = ANY (ARRAY( SELECT private.my_budget_keys('admin'::text) AS my_budget_keys)))) OR ((email = ( SELECT private.my_email() AS my_email)) AND (status = 'pending'::text) AND (expires_at > now()))));

-- Admins may only revoke a pending invitation, and change nothing else.
create policy revoke on public.invitations for update to authenticated
  using (((status = 'pending'::text) AND ((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))) OR ((budget_id = ANY (ARRAY( SELECT private.my_budgets('admin'::text) AS my_budgets))) AND (((account_id || '/'::text) || budget_id) = ANY (ARRAY( SELECT private.my_budget_keys('admin'::text) AS my_budget_keys)))))))
  with check ((status = 'revoked'::text));

-- Restricts every read to accounts in which the person sees anything. It repeats other policies, and lets an index
-- leave out all rows of strangers.
create policy reach on public.transactions as restrictive for select to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_seen_accounts() AS my_seen_accounts))));

-- Members read an account's transactions. People who have only a budget read what it covers: regular rows without lines
-- (S64c, S66f).
create policy read on public.transactions for select to authenticated
  using (((account_id = ANY (ARRAY( SELECT private.my_accounts() AS my_accounts))) OR ((nature = 'regular'::text) AND (lines IS NULL) AND (((budget_id = ANY (ARRAY( SELECT private.my_budgets() AS my_budgets))) AND (((account_id || '/'::text) || budget_id) = ANY (ARRAY( SELECT private.my_budget_keys() AS my_budget_keys)))) OR (ARRAY[(account_id)::text, ((((account_id || '/'::text) || private.category_type(type, refund)) || '/'::text) || category_name)] && ARRAY( SELECT private.my_views() AS my_views))))));

-- Owner and admins write all transactions of an account, others their own. A contribution of an expense is for the
-- budget's admins; one of income for those who have the budget or the account; the rest for members.
create policy write on public.transactions for all to authenticated
  using (((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (((budget_id = ANY (ARRAY( SELECT private.my_budgets('admin'::text) AS my_budgets))) AND (((account_id || '/'::text) || budget_id) = ANY (ARRAY( SELECT private.my_budget_keys('admin'::text) AS my_budget_keys)))) OR ((type = 'credit'::text) AND (budget_id = ANY (ARRAY( SELECT private.my_budgets() AS my_budgets))) AND (((account_id || '/'::text) || budget_id) = ANY (ARRAY( SELECT private.my_budget_keys() AS my_budget_keys)))) OR (((type = 'credit'::text) OR (budget_id IS NULL)) AND (account_id = ANY (ARRAY( SELECT private.my_accounts('member'::text) AS my_accounts))))))));

-- Members read the lines of an account. People who have only a budget read those that it covers (S66f).
create policy read on public.transaction_lines for select to authenticated
  using (((account_id = ANY (ARRAY( SELECT private.my_accounts() AS my_accounts))) OR (ARRAY[(account_id)::text, ((((account_id || '/'::text) || private.category_type(type, false)) || '/'::text) || category_name)] && ARRAY( SELECT private.my_views() AS my_views))));

-- Only members of the account read statuses and origins (S68a, S69f).
create policy read on public.transaction_details for select to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_accounts() AS my_accounts))));

-- Owner and admins reconcile (S68b).
create policy add on public.reconciliations for insert to authenticated
  with check ((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))));

-- Only members of the account read its reconciliations.
create policy read on public.reconciliations for select to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_accounts() AS my_accounts))));

-- Owner and admins delete a reconciliation (S68b).
create policy remove on public.reconciliations for delete to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))));

-- Members import into an account; viewers do not.
create policy add on public.imports for insert to authenticated
  with check ((account_id = ANY (ARRAY( SELECT private.my_accounts('member'::text) AS my_accounts))));

-- Only members of the account read its imports (S69f).
create policy read on public.imports for select to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_accounts() AS my_accounts))));

-- Members take their own imports back, owner and admins all (S69d).
create policy remove on public.imports for delete to authenticated
  using (((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))) OR ((created_by = ( SELECT auth.uid() AS uid)) AND (account_id = ANY (ARRAY( SELECT private.my_accounts('member'::text) AS my_accounts))))));

-- Only members of the account read its import keys (S69f).
create policy read on public.import_keys for select to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_accounts() AS my_accounts))));

-- Members add schedules; viewers do not.
create policy add on public.schedules for insert to authenticated
  with check ((account_id = ANY (ARRAY( SELECT private.my_accounts('member'::text) AS my_accounts))));

-- Owner and admins write all schedules; members their own, and those that have no maker (S80a).
create policy edit on public.schedules for update to authenticated
  using (((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))) OR (((created_by IS NULL) OR (created_by = ( SELECT auth.uid() AS uid))) AND (account_id = ANY (ARRAY( SELECT private.my_accounts('member'::text) AS my_accounts))))));

-- Only members of the account read its schedules (S80a).
create policy read on public.schedules for select to authenticated
  using ((account_id = ANY (ARRAY( SELECT private.my_accounts() AS my_accounts))));

-- Owner and admins delete all schedules; members their own, and those that have no maker (S80a).
create policy remove on public.schedules for delete to authenticated
  using (((account_id = ANY (ARRAY( SELECT private.my_accounts('admin'::text) AS my_accounts))) OR (((created_by IS NULL) OR (created_by = ( SELECT auth.uid() AS uid))) AND (account_id = ANY (ARRAY( SELECT private.my_accounts('member'::text) AS my_accounts))))));
