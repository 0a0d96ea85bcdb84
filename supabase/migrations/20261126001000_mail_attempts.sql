-- Each try to mail an invitation counts, whatever its sender says of it. Their text in a mail is short and plain.

-- All tries of one mail have its key, which the mail service gets: within a day, the same key means the same mail.
alter table private.invitation_mails add column mail_key uuid;
update private.invitation_mails set mail_key = mail_id where mail_key is null;
alter table private.invitation_mails alter column mail_key set not null;
comment on column private.invitation_mails.mail_key is 'The same for all tries of one mail. The mail service gets it.';
alter table private.invitation_mails add column tried boolean not null default false;
comment on column private.invitation_mails.tried is 'Whether a call of send-invitation got it. It may have gone, whatever became of the call.';
update private.invitation_mails set tried = true where claimed_at is not null or mailed_at is not null;
comment on table private.invitation_mails is
  'Tries of mails that the limits allowed. Without a reference, for deleting an account must not make room for more. Kept for 14 days.';

create function private.mailbox_of(p_email text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(p_email, '\+[^@]*@', '@')
$$;
comment on function private.mailbox_of(text) is
  'An address without what follows a plus: with many mail services, such addresses are one mailbox.';

create index invitation_mails_key on private.invitation_mails (mail_key);
create index invitation_mails_mailbox on private.invitation_mails (private.mailbox_of(email), granted_at);

drop function private.grant_invitation_mail(uuid, text);
create function private.grant_invitation_mail(p_invitation uuid, p_email text, p_key uuid default gen_random_uuid())
 returns void language plpgsql security definer set search_path = '' as $$
declare
  limits private.server;
  mailbox text := private.mailbox_of(p_email);
  room_at timestamptz;
begin
  select * into limits from private.server;
  perform private.lock_inviting(auth.uid());
  perform pg_advisory_xact_lock(hashtextextended('invite ' || mailbox, 0));
  select m.granted_at + interval '1 hour' into room_at from private.invitation_mails m
  where m.invited_by = auth.uid() and m.granted_at > clock_timestamp() - interval '1 hour'
  order by m.granted_at desc offset limits.invitations_an_hour - 1 limit 1;
  if found then
    perform private.refuse_for_now('You have sent many invitations. Please wait before you send more.', room_at);
  end if;
  select m.granted_at + interval '1 day' into room_at from private.invitation_mails m
  where private.mailbox_of(m.email) = mailbox and m.granted_at > clock_timestamp() - interval '1 day'
  order by m.granted_at desc offset limits.invitations_an_address - 1 limit 1;
  if found then
    perform private.refuse_for_now('This address got many invitations. Please wait before you send another.', room_at);
  end if;
  insert into private.invitation_mails (invitation_id, invited_by, email, mail_key)
  values (p_invitation, auth.uid(), p_email, p_key);
end $$;
comment on function private.grant_invitation_mail(uuid, text, uuid) is
  'Allows the signed-in user one more try of a mail about an invitation, or raises PT429. Waits for whoever invites the same mailbox at the same moment.';

create function private.plain_line(p_text text) returns text language sql immutable set search_path = '' as $$
  select case when length(line) <= 50 then line else rtrim(left(line, 49)) || '…' end
  from (
    select btrim(regexp_replace(
      -- A dot before more text makes a name of a place out of it. There are four dots that programs take for one.
      regexp_replace(
        regexp_replace(p_text,
          '[[:cntrl:]\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff:/\\@<>"=?#%|{}\[\]\uff0f\uff1a\uff20]+', ' ', 'g'),
        '[.\u3002\uff0e\uff61]+(?=\S)', '. ', 'g'),
      '\s+', ' ', 'g')) as line) plain
$$;
comment on function private.plain_line(text) is
  'What people wrote, as a mail shows it: one line of at most 50 characters, in which no program finds a link or an address.';

create or replace function private.claim_mail(p_invitation public.invitations) returns jsonb
 language plpgsql security definer set search_path = '' as $$
declare
  mail private.invitation_mails;
begin
  select * into mail from private.invitation_mails
  where invitation_id = p_invitation.invitation_id and invited_by = auth.uid() and mailed_at is null
  order by granted_at desc limit 1;
  if not found or p_invitation.status <> 'pending' then return null; end if;
  if mail.claimed_at > clock_timestamp() - interval '30 seconds' then
    raise exception using errcode = 'PT503', message = 'This invitation is being sent.', detail = 'unavailable',
      hint = ceil(extract(epoch from mail.claimed_at + interval '30 seconds' - clock_timestamp()))::text;
  end if;
  -- It may have gone, so another try counts like another mail.
  if mail.tried then
    perform private.grant_invitation_mail(mail.invitation_id, mail.email, mail.mail_key);
  end if;
  update private.invitation_mails set claimed_at = clock_timestamp(), tried = true
  where mail_key = mail.mail_key and not tried;
  return jsonb_build_object('id', mail.mail_key, 'to', mail.email, 'name', private.plain_line(p_invitation.name),
    'invitedBy', private.email_of(auth.uid()), 'role', p_invitation.role, 'target', p_invitation.target,
    'targetName', private.plain_line(private.target_name(p_invitation.account_id, p_invitation.budget_id)),
    'expiresAt', private.iso(p_invitation.expires_at));
end $$;
comment on function private.claim_mail(public.invitations) is
  'What to mail about this invitation now; null when that was done. A claim is good for 30 seconds, longer than send-invitation tries.';

create or replace function public.invitation_mailed(p_mail uuid, p_mailed boolean) returns void
 language sql security definer set search_path = '' as $$
  update private.invitation_mails set claimed_at = null, mailed_at = case when p_mailed then clock_timestamp() end
  where mail_key = p_mail and invited_by = auth.uid() and mailed_at is null
$$;
comment on function public.invitation_mailed(uuid, boolean) is
  'What became of the mail that send_invitation or resend_invitation asked for. A mail that went stays one.';

revoke execute on function private.mailbox_of(text), private.plain_line(text),
  private.grant_invitation_mail(uuid, text, uuid) from public;
