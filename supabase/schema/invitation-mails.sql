-- Mails of invitations: how many may go, and what became of each.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Tries of mails that the limits allowed. Without a reference, for deleting an account must not make room for more.
-- Kept for 14 days.
create table private.invitation_mails (
  mail_id uuid default gen_random_uuid() not null,
  invitation_id uuid not null,
  invited_by uuid not null,
  email text not null,
  granted_at timestamp with time zone default clock_timestamp() not null,
  -- Since when a call of send-invitation is handing it to the mail service.
  claimed_at timestamp with time zone,
  mailed_at timestamp with time zone,
  -- The same for all tries of one mail. The mail service gets it.
  mail_key uuid not null,
  -- Whether a call of send-invitation got it. It may have gone, whatever became of the call.
  tried boolean default false not null,
  constraint invitation_mails_pkey PRIMARY KEY (mail_id)
);
CREATE INDEX invitation_mails_email ON private.invitation_mails USING btree (email, granted_at);
CREATE INDEX invitation_mails_invitation ON private.invitation_mails USING btree (invitation_id);
CREATE INDEX invitation_mails_invited_by ON private.invitation_mails USING btree (invited_by, granted_at);
CREATE INDEX invitation_mails_key ON private.invitation_mails USING btree (mail_key);
CREATE INDEX invitation_mails_mailbox ON private.invitation_mails USING btree (private.mailbox_of(email), granted_at);

-- An address without what follows a plus: with many mail services, such addresses are one mailbox.
CREATE OR REPLACE FUNCTION private.mailbox_of(p_email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(p_email, '\+[^@]*@', '@')
$function$;

-- Allows the signed-in user one more try of a mail about an invitation, or raises PT429. Waits for whoever invites the
-- same mailbox at the same moment.
CREATE OR REPLACE FUNCTION private.grant_invitation_mail(p_invitation uuid, p_email text, p_key uuid DEFAULT gen_random_uuid())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

-- What people wrote, as a mail shows it: one line of at most 50 characters, in which no program finds a link or an
-- address.
CREATE OR REPLACE FUNCTION private.plain_line(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when length(line) <= 50 then line else rtrim(left(line, 49)) || '…' end
  from (
    select btrim(regexp_replace(
      -- A dot before more text makes a name of a place out of it. There are four dots that programs take for one.
      regexp_replace(
        regexp_replace(p_text,
          '[[:cntrl:]\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff:/\\@<>"=?#%|{}\[\]\uff0f\uff1a\uff20]+', ' ', 'g'),
        '[.\u3002\uff0e\uff61]+(?=\S)', '. ', 'g'),
      '\s+', ' ', 'g')) as line) plain
$function$;

-- What to mail about this invitation now; null when that was done. A claim is good for 30 seconds, longer than
-- send-invitation tries.
CREATE OR REPLACE FUNCTION private.claim_mail(p_invitation invitations)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.claim_mail(p_invitation invitations) to authenticated;

-- What became of the mail that send_invitation or resend_invitation asked for. A mail that went stays one.
CREATE OR REPLACE FUNCTION public.invitation_mailed(p_mail uuid, p_mailed boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.invitation_mails set claimed_at = null, mailed_at = case when p_mailed then clock_timestamp() end
  where mail_key = p_mail and invited_by = auth.uid() and mailed_at is null
$function$;
grant execute on function public.invitation_mailed(p_mail uuid, p_mailed boolean) to authenticated;

-- The hint is the number of seconds to wait.
CREATE OR REPLACE FUNCTION private.refuse_for_now(p_message text, p_until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = 'PT429', message = p_message, detail = 'rate_limited',
    hint = greatest(1, ceil(extract(epoch from p_until - clock_timestamp())))::text;
end $function$;
