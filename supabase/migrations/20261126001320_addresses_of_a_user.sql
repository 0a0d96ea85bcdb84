-- The addresses of a user are gathered in one place, with the rule whose they are.

create function private.addresses_of(p_user uuid) returns text[]
language sql security definer set search_path = '' as $$
  select coalesce(array_agg(distinct lower(traces.email)), '{}') from (
    select t.created_by_email as email from public.transactions t where t.created_by = p_user
    union select r.created_by_email from private.removals r where r.created_by = p_user
    union select m.email from public.memberships m where m.user_id = p_user
    union select i.invited_by_email from public.invitations i where i.invited_by = p_user
    union select u.email from auth.users u where u.id = p_user
    -- What their own accounts told, before these went.
    union select unnest(nullif(current_setting('carryover.forgotten_addresses', true), '')::text[])) traces
  where traces.email <> ''
    -- An address may have changed since. One that is somebody else's by now is theirs.
    and not exists (select from auth.users u where u.id <> p_user and lower(u.email) = lower(traces.email))
$$;
comment on function private.addresses_of is
  'All addresses that a user has or had here, in lower case, while private.delete_own takes them away, too.';

create or replace function private.delete_own(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
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
end $$;

create or replace function private.lock_traces(p_user uuid) returns text[]
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.lock_traces(uuid) is
  'Locks what the deletion of a user will want of others, in sorted order. Their own logs are held by then '
  '(private.delete_own). So a push of their other device can make a ring with it: PostgreSQL ends one of the two with '
  '40P01, and a second try gets through. Returns the addresses that the user has or had.';

revoke all on function private.addresses_of from public;
