-- A membership has its person's present address, as an account has its owner's. Before, it kept the address that was
-- invited. When somebody else got that address later, members took one person for the other.

create table private.former_addresses (
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null,
  primary key (user_id, email)
);
comment on table private.former_addresses is
  'Addresses that users had before, in lower case. What still names one goes with its user.';

insert into private.former_addresses (user_id, email)
select distinct m.user_id, lower(m.email) from public.memberships m join auth.users u on u.id = m.user_id
where lower(m.email) <> lower(u.email);

create or replace function private.addresses_of(p_user uuid) returns text[]
language sql security definer set search_path = '' as $$
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
$$;

create or replace function private.memberships_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or (new.role, new.name, new.email) <> (old.role, old.name, old.email) then
    if new.target = 'budget' and new.role = 'manager' then new.role := 'admin'; end if;
    new.version := private.next_version(new.account_id);
  end if;
  return new;
end $$;

create or replace function private.announce_address() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.announce_address is
  'A user has a new address: their memberships show it. These and their accounts take numbers, so that devices fetch them.';

update public.memberships m set email = u.email from auth.users u
where u.id = m.user_id and lower(m.email) <> lower(u.email);
