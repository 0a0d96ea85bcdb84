-- Each invitation sends a mail to an address that its inviter chose. How many is limited here, so that the limits hold at
-- every door and wherever the database runs, and what is mailed is remembered, so that a request that comes again mails nothing twice.

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
  insert into private.invitation_mails (invitation_id, invited_by, email) values (p_invitation, auth.uid(), p_email);
end $$;
comment on function private.grant_invitation_mail is
  'Allows the signed-in user one more mail about an invitation, or raises PT429. Waits for whoever invites the same address at the same moment.';

revoke all on all functions in schema private from public;
