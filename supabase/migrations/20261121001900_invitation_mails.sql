-- Each invitation sends a mail to an address that its inviter chose. How many is limited here, so that the limits hold at
-- every door and wherever the database runs, and what is mailed is remembered, so that a request that comes again mails nothing twice.

alter table private.server
  add column invitations_an_hour integer not null default 20 check (invitations_an_hour > 0),
  add column invitations_an_address integer not null default 5 check (invitations_an_address > 0);
comment on column private.server.invitations_an_hour is 'Invitations, and mails that repeat one, that a user may send in an hour.';
comment on column private.server.invitations_an_address is 'Invitations, and mails that repeat one, that an address may get in a day, whoever sends them.';

create table private.invitation_mails (
  mail_id uuid primary key default gen_random_uuid(),
  invitation_id uuid not null,
  invited_by uuid not null,
  email text not null,
  granted_at timestamptz not null default clock_timestamp(),
  claimed_at timestamptz,
  mailed_at timestamptz
);
comment on table private.invitation_mails is
  'Mails that the limits allowed. Without a reference, for deleting an account must not make room for more. Kept for 14 days.';
comment on column private.invitation_mails.claimed_at is 'Since when a call of send-invitation is handing it to the mail service.';
create index invitation_mails_invited_by on private.invitation_mails (invited_by, granted_at);
create index invitation_mails_email on private.invitation_mails (email, granted_at);
create index invitation_mails_invitation on private.invitation_mails (invitation_id);

create function private.lock_inviting(p_user uuid) returns void
language sql as $$
  select pg_advisory_xact_lock(hashtextextended('invite by ' || p_user, 0))
$$;
comment on function private.lock_inviting is 'One invitation of a user after the other; always before the lock of the address.';

create function private.refuse_for_now(p_message text, p_until timestamptz) returns void
language plpgsql as $$
begin
  raise exception using errcode = 'PT429', message = p_message, detail = 'rate_limited',
    hint = greatest(1, ceil(extract(epoch from p_until - clock_timestamp())))::text;
end $$;
comment on function private.refuse_for_now is 'The hint is the number of seconds to wait.';

create function private.grant_invitation_mail(p_invitation uuid, p_email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  limits private.server;
  room_at timestamptz;
begin
  select * into limits from private.server;
  perform private.lock_inviting(auth.uid());
  perform pg_advisory_xact_lock(hashtextextended('invite ' || p_email, 0));
  select m.granted_at + interval '1 hour' into room_at from private.invitation_mails m
  where m.invited_by = auth.uid() and m.granted_at > clock_timestamp() - interval '1 hour'
  order by m.granted_at desc offset limits.invitations_an_hour - 1 limit 1;
  if found then
    perform private.refuse_for_now('You have sent many invitations. Please wait before you send more.', room_at);
  end if;
  select m.granted_at + interval '1 day' into room_at from private.invitation_mails m
  where m.email = p_email and m.granted_at > clock_timestamp() - interval '1 day'
  order by m.granted_at desc offset limits.invitations_an_address - 1 limit 1;
  if found then
    perform private.refuse_for_now('This address got many invitations. Please wait before you send another.', room_at);
  end if;
  delete from private.invitation_mails where invited_by = auth.uid() and granted_at < clock_timestamp() - interval '14 days';
  insert into private.invitation_mails (invitation_id, invited_by, email) values (p_invitation, auth.uid(), p_email);
end $$;
comment on function private.grant_invitation_mail is
  'Allows the signed-in user one more mail about an invitation, or raises PT429. Waits for whoever invites the same address at the same moment.';

-- An address that a mail can be sent to, and nothing that could be read as more than one or as another header.
delete from public.invitations where email !~ '^[^[:space:][:cntrl:]<>()",:;@\\]+@[^[:space:][:cntrl:]<>()",:;@\\]+$';
alter table public.invitations add constraint invitations_address
  check (email ~ '^[^[:space:][:cntrl:]<>()",:;@\\]+@[^[:space:][:cntrl:]<>()",:;@\\]+$');

create function private.may_invite(p_invitation public.invitations) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.my_accounts('admin') a where a = p_invitation.account_id)
    or exists (select from private.my_budgets('admin') b where b = p_invitation.budget_id)
$$;
comment on function private.may_invite is 'Whether the signed-in user is owner or admin of what this invitation is to.';

create function private.check_invitee(p_invitation public.invitations) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_invitation.email = lower(private.email_of(coalesce(auth.uid(), p_invitation.invited_by))) then
    perform private.refuse('PT409', 'self', 'You cannot invite yourself.');
  end if;
  if exists (
    select from private.people(p_invitation.account_id) p join auth.users u on u.id = p.user_id
    where lower(u.email) = p_invitation.email
      and p.scope in ('account:' || p_invitation.account_id, 'budget:' || p_invitation.budget_id)
  ) then
    perform private.refuse('PT409', 'already_member', 'This user already has access.');
  end if;
  if exists (
    select from public.invitations i
    where i.account_id = p_invitation.account_id and i.email = p_invitation.email and i.status = 'pending'
      and i.budget_id is not distinct from p_invitation.budget_id and i.invitation_id <> p_invitation.invitation_id
  ) then
    perform private.refuse('PT409', 'already_invited', 'This user already has a pending invitation.');
  end if;
end $$;

create or replace function private.invitations_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if new.status <> old.status or new.expires_at <> old.expires_at then
      new.version := private.next_version(new.account_id);
    end if;
    return new;
  end if;
  new.email := lower(btrim(new.email));
  new.name := btrim(coalesce(new.name, ''));
  if new.target = 'budget' then
    select b.account_id into new.account_id from public.budgets b where b.budget_id = new.budget_id;
    if new.role = 'manager' then new.role := 'admin'; end if;
  end if;
  new.status := 'pending';
  new.created_at := now();
  new.expires_at := now() + interval '14 days';
  if auth.uid() is not null then
    new.invited_by := auth.uid();
    -- The policy refuses them; until then they shall not learn who else is here.
    if not private.may_invite(new) then
      raise insufficient_privilege using message = 'Only owners and admins invite.';
    end if;
    -- Before the look for others that are pending, so that of two at one moment the later one sees the first.
    perform private.grant_invitation_mail(new.invitation_id, new.email);
  end if;
  new.invited_by_email := coalesce(private.email_of(new.invited_by), '');
  update public.invitations i set status = 'expired'
  where i.account_id = new.account_id and i.email = new.email and i.status = 'pending' and i.expires_at <= now();
  perform private.check_invitee(new);
  new.version := private.next_version(new.account_id);
  return new;
end $$;

revoke all on all functions in schema private from public;
