-- Users: their sessions, and what stays when one is deleted.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- The caller's open sessions: when each began and was last used, and the browser that used it, as far as the auth
-- service noted it.
CREATE OR REPLACE FUNCTION public.my_sessions()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_user(auth.uid());
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', s.id,
      'startedAt', s.created_at,
      'usedAt', greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'UTC'),
      'userAgent', s.user_agent,
      'isThis', s.id is not distinct from private.session_id()
    ) order by s.created_at)
    from auth.sessions s where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())), '[]');
end $function$;
grant execute on function public.my_sessions() to authenticated;

-- Ends one of the caller's sessions, with its refresh tokens. False when the caller has no such session.
CREATE OR REPLACE FUNCTION public.end_session(p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_user(auth.uid());
  delete from auth.sessions s where s.id = p_id and s.user_id = auth.uid();
  return found;
end $function$;
grant execute on function public.end_session(p_id uuid) to authenticated;

-- The session of the caller's access token; null without one.
CREATE OR REPLACE FUNCTION private.session_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select private.as_uuid(auth.jwt() ->> 'session_id')
$function$;

-- Deletes the caller, their accounts and memberships (private.forget_user says what stays). It needs a log-in of the
-- last ten minutes, and is refused while others use an account that the caller owns.
CREATE OR REPLACE FUNCTION public.delete_my_login()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
declare
  me uuid := auth.uid();
begin
  perform private.check_user(me);
  -- Somebody who finds a device open must not delete what its owner has.
  if not exists (
    select from auth.sessions s
    where s.id = private.session_id() and s.user_id = me and s.created_at > now() - interval '10 minutes'
  ) then
    perform private.refuse('PT403', 'log_in_again', 'Log in again, then delete your login within ten minutes.');
  end if;
  -- The triggers keep somebody from deleting their last account. Nobody is left here who would need one.
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  if has_table_privilege('auth.audit_log_entries', 'delete') then
    delete from auth.audit_log_entries e where e.payload ->> 'actor_id' = me::text;
  end if;
  perform set_config('carryover.leaving', 'on', true);
  perform private.delete_own(me);
  -- Before the user's own row, as everybody locks them who gives somebody an account.
  perform private.lock_traces(me);
  delete from auth.users u where u.id = me;
  perform set_config('carryover.leaving', '', true);
end $function$;
grant execute on function public.delete_my_login() to authenticated;

-- Refuses to delete the login of somebody whose accounts others use.
CREATE OR REPLACE FUNCTION private.check_leaving(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.accounts a join public.memberships m using (account_id)
    where a.owner_id = p_user and m.user_id <> p_user
  ) then
    perform private.refuse('PT409', 'shared_accounts',
      'You own accounts that others use. Hand them over, remove the others, or delete the accounts first.');
  end if;
end $function$;

-- Deletes the accounts and verdicts of a user, and notes all addresses that they ever had here. Refuses with PT409 when
-- the user deletes their login and others use one of the accounts.
CREATE OR REPLACE FUNCTION private.delete_own(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owned uuid[];
begin
  perform from private.account_log l
  where l.account_id in (select a.account_id from public.accounts a where a.owner_id = p_user)
  order by l.account_id for update;
  if current_setting('carryover.leaving', true) = 'on' then perform private.check_leaving(p_user); end if;
  -- Under the locks: one of them may just have been handed over.
  owned := array(select a.account_id from public.accounts a where a.owner_id = p_user);
  perform set_config('carryover.forgotten_addresses', private.addresses_of(p_user)::text, true);
  -- What stood in their accounts, and what other people were told of it.
  delete from private.changes where account_id = any (owned);
  delete from private.notices where account_id = any (owned);
  update private.removals set created_by_email = null
  where created_by = p_user and created_by_email is not null and account_id = any (owned);
  delete from public.accounts where owner_id = p_user;
  delete from private.devices where user_id = p_user;
  delete from private.mutation_ledger where user_id = p_user;
end $function$;

-- Addresses that users had before, in lower case. What still names one goes with its user.
create table private.former_addresses (
  user_id uuid not null,
  email text not null,
  constraint former_addresses_pkey PRIMARY KEY (user_id, email),
  constraint former_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

-- All addresses that a user has or had here, in lower case, while private.delete_own takes them away, too.
CREATE OR REPLACE FUNCTION private.addresses_of(p_user uuid)
 RETURNS text[]
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(distinct lower(traces.email)), '{}') from (
    select t.created_by_email as email from public.transactions t where t.created_by = p_user
    union select r.created_by_email from private.removals r where r.created_by = p_user
    union select m.email from public.memberships m where m.user_id = p_user
    union select i.invited_by_email from public.invitations i where i.invited_by = p_user
    union select u.email from auth.users u where u.id = p_user
    union select f.email from private.former_addresses f where f.user_id = p_user
    -- What their own accounts told, before these went.
    union select unnest(nullif(current_setting('carryover.forgotten_addresses', true), '')::text[])) traces
  where traces.email <> ''
    -- An address may have changed since. One that is somebody else's by now is theirs.
    and not exists (select from auth.users u where u.id <> p_user and lower(u.email) = lower(traces.email))
$function$;

-- Before a user is deleted: deletes their accounts and verdicts, and notes all addresses that they ever had here. Comes
-- before everything that locks accounts of others.
CREATE OR REPLACE FUNCTION private.forget_own()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_own(old.id);
  return old;
end $function$;

CREATE TRIGGER before_forget_own BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.forget_own();

-- Locks what the deletion of a user will want of others, in sorted order. Their own logs are held by then
-- (private.delete_own). So a push of their other device can make a ring with it: PostgreSQL ends one of the two with
-- 40P01, and a second try gets through. Returns the addresses that the user has or had.
CREATE OR REPLACE FUNCTION private.lock_traces(p_user uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  addresses text[] := private.addresses_of(p_user);
begin
  perform from private.account_log l
  where l.account_id in (
      select t.account_id from public.transactions t where t.created_by = p_user
      union select r.account_id from private.removals r where r.created_by = p_user
      union select m.account_id from public.memberships m where m.user_id = p_user
      union select i.account_id from public.invitations i where i.invited_by = p_user or i.email = any (addresses)
      union select a.account_id from public.accounts a where a.owner_id = p_user)
  order by l.account_id for update;
  return addresses;
end $function$;

-- Before a user is deleted: makes their entries in other accounts anonymous, and deletes the invitations by and to
-- them. Their own accounts are gone (private.forget_own).
CREATE OR REPLACE FUNCTION private.forget_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  addresses text[] := current_setting('carryover.forgotten_addresses')::text[] || private.lock_traces(old.id);
  invitation public.invitations;
begin
  perform set_config('carryover.forgotten_addresses', '', true);
  perform set_config('carryover.forgetting', 'on', true);
  update public.transactions t set created_by_email = null, version = private.next_version(t.account_id)
  where t.created_by = old.id and t.created_by_email is not null;
  perform set_config('carryover.forgetting', '', true);
  update private.removals set created_by_email = null where created_by = old.id and created_by_email is not null;

  update private.changes set before = before || '{"userId": null, "userEmail": null}'
  where (kind = 'removal' or moved_to is not null) and before ->> 'userId' = old.id::text;
  update private.changes set before = before || '{"ownerId": null}'
  where of_table = 'accounts' and before ->> 'ownerId' = old.id::text;
  update private.changes set author = null, author_email = null, device = null where author = old.id;
  update private.notices set by_email = null where by_email is not null and lower(by_email) = any (addresses);
  update private.mutation_ledger set verdict = jsonb_set(verdict, '{by}', 'null')
  where verdict ->> 'by' is not null and lower(verdict ->> 'by') = any (addresses);

  -- Nobody stands for an invitation by them any more. Its number lets the devices of those who saw it ask again.
  for invitation in
    delete from public.invitations i
    where i.invited_by = old.id or i.email = any (addresses) returning *
  loop
    perform private.next_version(invitation.account_id);
    -- To them, the number of the invitation would say as much, and that of the account more than they may know.
    perform private.send_hint(u.id, coalesce('budget:' || invitation.budget_id, 'account:' || invitation.account_id), 1)
    from auth.users u where lower(u.email) = invitation.email and u.email_confirmed_at is not null and u.id <> old.id;
  end loop;
  perform private.settle();
  delete from private.invitation_mails where email = any (addresses);
  return old;
end $function$;

CREATE TRIGGER forget_user BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.forget_user();

-- A user's e-mail address.
CREATE OR REPLACE FUNCTION private.email_of(p_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select email from auth.users where id = p_user
$function$;
grant execute on function private.email_of(p_user uuid) to authenticated;
grant execute on function private.email_of(p_user uuid) to service_role;

-- A user has a new address: their memberships show it. These and their accounts take numbers, so that devices fetch
-- them.
CREATE OR REPLACE FUNCTION private.announce_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.former_addresses (user_id, email) select new.id, lower(old.email) where old.email <> ''
  on conflict do nothing;
  perform from private.account_log l
  where l.account_id in (
      select a.account_id from public.accounts a where a.owner_id = new.id
      union select m.account_id from public.memberships m where m.user_id = new.id)
  order by l.account_id for update;
  update public.accounts a set version = private.next_version(a.account_id) where a.owner_id = new.id;
  update public.memberships m set email = new.email where m.user_id = new.id and new.email <> '';
  return null;
end $function$;

CREATE TRIGGER announce_address AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (((old.email)::text IS DISTINCT FROM (new.email)::text)) EXECUTE FUNCTION private.announce_address();
