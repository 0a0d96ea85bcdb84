-- Whoever deletes their login at the moment in which they get an account does not take it along.

create function private.lock_traces(p_user uuid) returns text[]
 language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
  addresses text[];
begin
  -- An address may have changed since. One that is somebody else's by now is theirs.
  select array_agg(distinct account_id), array_agg(distinct lower(email)) filter (
      where email <> '' and not exists (select from auth.users u where u.id <> p_user and lower(u.email) = lower(traces.email)))
    into touched, addresses from (
    select t.account_id, t.created_by_email as email from public.transactions t where t.created_by = p_user
    union select r.account_id, r.created_by_email from private.removals r where r.created_by = p_user
    union select m.account_id, m.email from public.memberships m where m.user_id = p_user
    union select i.account_id, i.invited_by_email from public.invitations i where i.invited_by = p_user
    union select a.account_id, null from public.accounts a where a.owner_id = p_user
    union select null, u.email from auth.users u where u.id = p_user) traces;
  addresses := coalesce(addresses, '{}');
  perform from private.account_log l
  where l.account_id = any (touched)
    or l.account_id in (select i.account_id from public.invitations i where i.email = any (addresses))
  order by l.account_id for update;
  return addresses;
end $$;
comment on function private.lock_traces(uuid) is
  'Locks all that the deletion of a user will want, in the order in which a push locks. Returns the addresses that the user has or had.';

create function private.check_leaving(p_user uuid) returns void
 language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.accounts a join public.memberships m using (account_id)
    where a.owner_id = p_user and m.user_id <> p_user
  ) then
    perform private.refuse('PT409', 'shared_accounts',
      'You own accounts that others use. Hand them over, remove the others, or delete the accounts first.');
  end if;
end $$;
comment on function private.check_leaving(uuid) is 'Refuses to delete the login of somebody whose accounts others use.';

revoke all on function private.lock_traces(uuid), private.check_leaving(uuid) from public;

create or replace function public.delete_my_login()
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
  -- Nobody joins one of the accounts between the look and the deletion.
  perform private.lock_traces(me);
  perform private.check_leaving(me);
  -- The triggers keep somebody from deleting their last account. Nobody is left here who would need one.
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  if has_table_privilege('auth.audit_log_entries', 'delete') then
    delete from auth.audit_log_entries e where e.payload ->> 'actor_id' = me::text;
  end if;
  perform set_config('carryover.leaving', 'on', true);
  delete from auth.users u where u.id = me;
  perform set_config('carryover.leaving', '', true);
end $function$;

create or replace function private.forget_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owned uuid[];
  addresses text[];
  invitation public.invitations;
  number bigint;
begin
  addresses := private.lock_traces(old.id);
  -- The user's row is locked by now, so nobody gives them an account any more.
  if current_setting('carryover.leaving', true) = 'on' then
    perform private.check_leaving(old.id);
  end if;
  owned := array(select a.account_id from public.accounts a where a.owner_id = old.id);

  perform set_config('carryover.forgetting', 'on', true);
  update public.transactions t set created_by_email = null, version = private.next_version(t.account_id)
  where t.created_by = old.id and t.created_by_email is not null and t.account_id <> all (owned);
  perform set_config('carryover.forgetting', '', true);
  update private.removals set created_by_email = null where created_by = old.id and created_by_email is not null;

  -- What stood in their accounts, and what other people were told of it.
  delete from private.changes where account_id = any (owned);
  delete from private.notices where account_id = any (owned);
  update private.changes set before = before || '{"userId": null, "userEmail": null}'
  where (kind = 'removal' or moved_to is not null) and before ->> 'userId' = old.id::text;
  update private.changes set before = before || '{"ownerId": null}'
  where of_table = 'accounts' and before ->> 'ownerId' = old.id::text;
  update private.changes set author = null, author_email = null, device = null where author = old.id;
  update private.notices set by_email = null where by_email is not null and lower(by_email) = any (addresses);
  delete from private.devices where user_id = old.id;
  delete from private.mutation_ledger where user_id = old.id;
  update private.mutation_ledger set verdict = jsonb_set(verdict, '{by}', 'null')
  where verdict ->> 'by' is not null and lower(verdict ->> 'by') = any (addresses);

  -- Nobody stands for an invitation by them any more. Its number lets the devices of those who saw it ask again.
  for invitation in
    delete from public.invitations i
    where (i.invited_by = old.id or i.email = any (addresses)) and i.account_id <> all (owned) returning *
  loop
    number := private.next_version(invitation.account_id);
    perform private.send_hint(u.id, coalesce('budget:' || invitation.budget_id, 'account:' || invitation.account_id), number)
    from auth.users u where lower(u.email) = invitation.email and u.email_confirmed_at is not null and u.id <> old.id;
  end loop;
  perform private.settle();
  delete from private.invitation_mails where email = any (addresses);
  return old;
end $function$;
