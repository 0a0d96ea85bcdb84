-- Whoever deletes their login deletes their own accounts first, and only then locks those of others. Somebody may give
-- them an account meanwhile. Each time accounts are about to go, the look at who else uses them is under their locks.

create function private.delete_own(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owned uuid[];
  known text := nullif(current_setting('carryover.forgotten_addresses', true), '');
  addresses text[];
begin
  perform from private.account_log l
  where l.account_id in (select a.account_id from public.accounts a where a.owner_id = p_user)
  order by l.account_id for update;
  if current_setting('carryover.leaving', true) = 'on' then perform private.check_leaving(p_user); end if;
  -- Under the locks: one of them may just have been handed over.
  owned := array(select a.account_id from public.accounts a where a.owner_id = p_user);
  -- An address may have changed since. One that is somebody else's by now is theirs.
  select array_agg(distinct lower(email)) filter (
      where email <> '' and not exists (select from auth.users u where u.id <> p_user and lower(u.email) = lower(traces.email)))
    into addresses from (
    select t.created_by_email as email from public.transactions t where t.created_by = p_user
    union select r.created_by_email from private.removals r where r.created_by = p_user
    union select m.email from public.memberships m where m.user_id = p_user
    union select i.invited_by_email from public.invitations i where i.invited_by = p_user
    union select u.email from auth.users u where u.id = p_user
    union select unnest(known::text[])) traces;
  perform set_config('carryover.forgotten_addresses', coalesce(addresses, '{}')::text, true);
  -- What stood in their accounts, and what other people were told of it.
  delete from private.changes where account_id = any (owned);
  delete from private.notices where account_id = any (owned);
  update private.removals set created_by_email = null
  where created_by = p_user and created_by_email is not null and account_id = any (owned);
  delete from public.accounts where owner_id = p_user;
  delete from private.devices where user_id = p_user;
  delete from private.mutation_ledger where user_id = p_user;
end $$;
comment on function private.delete_own is
  'Deletes the accounts and verdicts of a user, and notes all addresses that they ever had here. Refuses with PT409 when '
  'the user deletes their login and others use one of the accounts.';

create or replace function private.forget_own() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_own(old.id);
  return old;
end $$;

create or replace function public.delete_my_login() returns void
language plpgsql security definer set search_path = '' set statement_timeout = '60s'
as $$
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
end $$;

create or replace function private.forget_user() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;

revoke all on function private.delete_own from public;
