-- Whoever deletes their login locked the accounts of others in which they had entered something, or to which they were
-- only invited, and then deleted their own. With much of their own, nobody wrote in those of others meanwhile. Now
-- their own go first, before the trigger that locks those of others.

create function private.forget_own() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owned uuid[];
  addresses text[];
begin
  perform from private.account_log l
  where l.account_id in (select a.account_id from public.accounts a where a.owner_id = old.id)
  order by l.account_id for update;
  -- Under the locks: one of them may just have been handed over.
  owned := array(select a.account_id from public.accounts a where a.owner_id = old.id);
  -- An address may have changed since. One that is somebody else's by now is theirs.
  select array_agg(distinct lower(email)) filter (
      where email <> '' and not exists (select from auth.users u where u.id <> old.id and lower(u.email) = lower(traces.email)))
    into addresses from (
    select t.created_by_email as email from public.transactions t where t.created_by = old.id
    union select r.created_by_email from private.removals r where r.created_by = old.id
    union select m.email from public.memberships m where m.user_id = old.id
    union select i.invited_by_email from public.invitations i where i.invited_by = old.id
    union select old.email) traces;
  perform set_config('carryover.forgotten_addresses', coalesce(addresses, '{}')::text, true);
  -- What stood in their accounts, and what other people were told of it.
  delete from private.changes where account_id = any (owned);
  delete from private.notices where account_id = any (owned);
  update private.removals set created_by_email = null
  where created_by = old.id and created_by_email is not null and account_id = any (owned);
  delete from public.accounts where owner_id = old.id;
  delete from private.devices where user_id = old.id;
  delete from private.mutation_ledger where user_id = old.id;
  return old;
end $$;
comment on function private.forget_own is
  'Before a user is deleted: deletes their accounts and verdicts, and notes all addresses that they ever had here. '
  'Comes before everything that locks accounts of others.';

-- PostgreSQL runs triggers in the order of their names.
create trigger before_forget_own before delete on auth.users for each row execute function private.forget_own();

create or replace function private.forget_user()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  touched uuid[];
  addresses text[] := current_setting('carryover.forgotten_addresses');
  invitation public.invitations;
begin
  select array_agg(distinct account_id) into touched from (
    select t.account_id from public.transactions t where t.created_by = old.id
    union select r.account_id from private.removals r where r.created_by = old.id and r.created_by_email is not null
    union select m.account_id from public.memberships m where m.user_id = old.id
    union select i.account_id from public.invitations i where i.invited_by = old.id) traces;
  -- In the order in which a push locks them, and all that the rest of the deletion will want.
  perform from private.account_log l
  where l.account_id = any (touched)
    or l.account_id in (select i.account_id from public.invitations i where i.email = any (addresses))
  order by l.account_id for update;

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
comment on function private.forget_user is
  'Before a user is deleted: makes their entries in other accounts anonymous, and deletes the invitations by and to '
  'them. Their own accounts are gone (private.forget_own).';

revoke all on function private.forget_own from public;
