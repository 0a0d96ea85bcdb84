-- Deleting a user deletes their accounts and memberships, as it always did. Now it also removes everything else that
-- names them. These are their e-mail in rows and verdicts of other people, the verdicts on their own mutations, and the
-- invitations by and to them. Their user id stays in those rows. Without the user, it names nobody.

create index mutation_ledger_by on private.mutation_ledger (lower(verdict ->> 'by')) where verdict ->> 'by' is not null;

create function private.forget_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owned uuid[] := array(select a.account_id from public.accounts a where a.owner_id = old.id);
  touched uuid[];
  addresses text[];
  invitation public.invitations;
  number bigint;
begin
  -- An address may have changed since. One that is somebody else's by now is theirs.
  select array_agg(distinct account_id), array_agg(distinct lower(email)) filter (
      where email <> '' and not exists (select from auth.users u where u.id <> old.id and lower(u.email) = lower(traces.email)))
    into touched, addresses from (
    select t.account_id, t.created_by_email as email from public.transactions t where t.created_by = old.id
    union select r.account_id, r.created_by_email from private.removals r where r.created_by = old.id
    union select m.account_id, m.email from public.memberships m where m.user_id = old.id
    union select i.account_id, i.invited_by_email from public.invitations i where i.invited_by = old.id
    union select null, old.email) traces;
  addresses := coalesce(addresses, '{}');
  -- In the order in which a push locks them, and all that the rest of the deletion will want.
  perform from private.account_log l
  where l.account_id = any (owned || touched)
    or l.account_id in (select i.account_id from public.invitations i where i.email = any (addresses))
  order by l.account_id for update;

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
end $$;
comment on function private.forget_user is
  'Before a user is deleted: makes their entries in other accounts anonymous, and deletes their verdicts and the '
  'invitations by and to them.';

-- While forget_user removes e-mails, the trigger after_update does not run. It compares old rows with new ones to keep
-- balances, months and what budgets see. None of these depends on who entered a row, and there may be 100,000 rows.
drop trigger after_update on public.transactions;
create trigger after_update after update on public.transactions
  referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('carryover.forgetting', true) is distinct from 'on')
  execute function private.transactions_after_update();

create trigger forget_user before delete on auth.users for each row execute function private.forget_user();

revoke all on function private.forget_user from public;
