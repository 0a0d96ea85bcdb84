-- Memberships: who joined an account or a budget, and in which role.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Who joined an account or a budget of it. The owner stands in accounts.owner_id and nowhere else.
create table public.memberships (
  membership_id uuid default gen_random_uuid() not null,
  account_id uuid not null,
  target text not null,
  budget_id uuid,
  user_id uuid not null,
  email text not null,
  name text default ''::text not null,
  role text not null,
  -- What this person may see; another value makes their devices start the scope afresh.
  grant_id uuid default gen_random_uuid() not null,
  created_at timestamp(3) with time zone default now() not null,
  version bigint not null,
  constraint memberships_pkey PRIMARY KEY (membership_id),
  constraint memberships_check CHECK (((target = 'budget'::text) = (budget_id IS NOT NULL))),
  constraint memberships_name_check CHECK ((length(name) <= 200)),
  constraint memberships_readable CHECK (private.is_nameable(created_at)),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text]))),
  constraint memberships_target_check CHECK ((target = ANY (ARRAY['account'::text, 'budget'::text]))),
  constraint memberships_account_id_budget_id_fkey FOREIGN KEY (account_id, budget_id) REFERENCES budgets(account_id, budget_id) ON DELETE CASCADE,
  constraint memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint memberships_account_id_budget_id_user_id_key UNIQUE NULLS NOT DISTINCT (account_id, budget_id, user_id)
);
CREATE INDEX memberships_account_version ON public.memberships USING btree (account_id, version);
CREATE INDEX memberships_budget ON public.memberships USING btree (budget_id);
CREATE INDEX memberships_user ON public.memberships USING btree (user_id);
alter table public.memberships enable row level security;
grant delete, select on public.memberships to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.memberships to service_role;
grant update (role) on public.memberships to authenticated;
CREATE TRIGGER after_delete AFTER DELETE ON public.memberships REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.memberships_after_delete();
CREATE TRIGGER after_delete_ids AFTER DELETE ON public.memberships REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.remember_ids('membership');
CREATE TRIGGER after_delete_log AFTER DELETE ON public.memberships REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_deletes('membership', 'membership_id');
CREATE TRIGGER after_insert_ids AFTER INSERT ON public.memberships REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_ids('membership');
CREATE TRIGGER after_write AFTER INSERT OR UPDATE ON public.memberships FOR EACH STATEMENT EXECUTE FUNCTION private.after_statement();
CREATE TRIGGER before_write BEFORE INSERT OR UPDATE ON public.memberships FOR EACH ROW EXECUTE FUNCTION private.memberships_before_write();
CREATE TRIGGER count_after_insert AFTER INSERT ON public.memberships FOR EACH STATEMENT EXECUTE FUNCTION private.accounts_after_insert();
CREATE TRIGGER release_after_delete AFTER DELETE ON public.memberships REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.memberships_release();
CREATE TRIGGER release_after_update AFTER UPDATE ON public.memberships REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.memberships_release();

-- Gives a membership its number when it is new or changes.
CREATE OR REPLACE FUNCTION private.memberships_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or (new.role, new.name, new.email) <> (old.role, old.name, old.email) then
    if new.target = 'budget' and new.role = 'manager' then new.role := 'admin'; end if;
    new.version := private.next_version(new.account_id);
  end if;
  return new;
end $function$;

-- Hints people who lost access, because they are no longer among those whom the log's number hints.
CREATE OR REPLACE FUNCTION private.memberships_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.send_hint(o.user_id, coalesce('budget:' || o.budget_id, 'account:' || o.account_id), l.version + 1)
  from old_rows o join public.accounts using (account_id) join private.account_log l using (account_id);
  return null;
end $function$;

-- Gives a member another role.
CREATE OR REPLACE FUNCTION private.change_role(p_id uuid, p_role text)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
begin
  update public.memberships set role = p_role where membership_id = p_id;
  if not found then
    return private.untouched(p_id, exists (select from public.memberships where membership_id = p_id));
  end if;
  return (null, '{}', null, (select jsonb_build_object(account_id, version) from public.memberships where membership_id = p_id))::private.outcome;
end $function$;
grant execute on function private.change_role(p_id uuid, p_role text) to authenticated;

-- Ends a membership: p_own, the caller leaves; otherwise an admin removes somebody. One that is gone counts as ended.
CREATE OR REPLACE FUNCTION private.end_membership(p_id uuid, p_own boolean)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  result private.outcome := (null, '{}', null, '{}');
begin
  delete from public.memberships where membership_id = p_id and (user_id = auth.uid() or not p_own);
  if not found then
    result := private.untouched(p_id, exists (select from public.memberships where membership_id = p_id));
    result.superseded := null;
  end if;
  return result;
end $function$;
grant execute on function private.end_membership(p_id uuid, p_own boolean) to authenticated;
