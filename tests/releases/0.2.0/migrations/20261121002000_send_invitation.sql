-- The database's half of the function send-invitation. RLS decides who may invite; the function only mails what this allows.

create function private.own_invitation(p_id uuid) returns public.invitations
language sql stable security definer set search_path = '' as $$
  select * from public.invitations where invitation_id = p_id and invited_by = auth.uid()
$$;
comment on function private.own_invitation is 'Also to who lost the role since: a request that comes again gets its answer before rights are looked at.';

create function private.claim_mail(p_invitation public.invitations) returns jsonb
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
  update private.invitation_mails set claimed_at = clock_timestamp() where mail_id = mail.mail_id;
  return jsonb_build_object('id', mail.mail_id, 'to', mail.email, 'name', p_invitation.name,
    'invitedBy', private.email_of(auth.uid()), 'role', p_invitation.role, 'target', p_invitation.target,
    'targetName', private.target_name(p_invitation.account_id, p_invitation.budget_id), 'expiresAt', private.iso(p_invitation.expires_at));
end $$;
comment on function private.claim_mail is
  'What to mail about this invitation now; null when that was done. A claim is good for 30 seconds, longer than send-invitation tries.';

create function private.invitation_answer(p_invitation public.invitations, p_status text) returns jsonb
language sql as $$
  select jsonb_build_object('invitation_id', p_invitation.invitation_id, 'account_id', p_invitation.account_id,
    'version', p_invitation.version, 'status', p_status, 'mail', private.claim_mail(p_invitation))
$$;

create function private.check_inviting(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_user(coalesce(p_user, auth.uid()));
  perform private.lock_inviting(auth.uid());
end $$;

create function public.send_invitation(
  p_email text, p_name text, p_role text, p_target text, p_target_id uuid, p_id uuid default gen_random_uuid(), p_user uuid default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  there public.invitations;
  role_given text := case when p_target = 'budget' and p_role = 'manager' then 'admin' else p_role end;
begin
  perform private.check_inviting(p_user);
  there := private.own_invitation(p_id);
  if there.invitation_id is not null then
    if (there.email, there.name, there.role, there.target, coalesce(there.budget_id, there.account_id))
      is distinct from (lower(btrim(p_email)), btrim(coalesce(p_name, '')), role_given, p_target, p_target_id) then
      perform private.refuse('PT409', 'payload_mismatch', 'This id was used before for something else.');
    end if;
    return private.invitation_answer(there, 'already_sent');
  end if;
  if (p_target = 'account' and not exists (select from public.accounts where account_id = p_target_id))
    or (p_target = 'budget' and not exists (select from public.budgets where budget_id = p_target_id))
  then
    perform private.refuse('PT404', 'gone', format('This %s is not there any more.', p_target));
  end if;
  begin
    insert into public.invitations (invitation_id, email, name, role, target, account_id, budget_id)
    values (p_id, p_email, p_name, role_given, p_target,
      case when p_target = 'account' then p_target_id end, case when p_target = 'budget' then p_target_id end)
    returning * into there;
  exception when unique_violation then
    -- The id: another pending one to the same address was looked for under the address's lock.
    perform private.refuse('PT409', 'payload_mismatch', 'This id was used before for something else.');
  end;
  return private.invitation_answer(there, 'sent');
end $$;
comment on function public.send_invitation is
  'Writes an invitation, once an id, and answers {invitation_id, account_id, version, status: sent | already_sent, mail}; mail is what '
  'the caller has to mail now, or null. p_user: who the caller believes to be. Raises PT401, PT403, PT404, PT409, PT429, PT503 with a reason as detail, 42501, 22xxx and 23xxx.';

create function private.renew_invitation(p_id uuid) returns public.invitations
language plpgsql security definer set search_path = '' as $$
declare
  there public.invitations;
begin
  select * into there from public.invitations where invitation_id = p_id for update;
  -- Who is invited sees it too.
  if not private.may_invite(there) then
    perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
  elsif there.status not in ('pending', 'expired') then
    perform private.refuse('PT409', 'settled', 'This invitation was already answered or revoked.');
  end if;
  -- A mail that did not go is still allowed; one that just went was this very request.
  if not exists (
    select from private.invitation_mails m where m.invitation_id = p_id and m.invited_by = auth.uid()
      and (m.mailed_at is null or m.mailed_at > clock_timestamp() - interval '1 minute')
  ) then
    perform private.grant_invitation_mail(p_id, there.email);
  end if;
  perform private.check_invitee(there);
  update public.invitations set status = 'pending', expires_at = now() + interval '14 days' where invitation_id = p_id
  returning * into there;
  return there;
end $$;

create function public.resend_invitation(p_id uuid, p_user uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  answer jsonb;
begin
  perform private.check_inviting(p_user);
  if not exists (select from public.invitations where invitation_id = p_id) then
    perform private.refuse('PT404', 'gone', 'This invitation is not there any more.');
  end if;
  answer := private.invitation_answer(private.renew_invitation(p_id), 'sent');
  return case when answer -> 'mail' = 'null' then answer || '{"status": "already_sent"}' else answer end;
end $$;
comment on function public.resend_invitation is
  'Gives a pending or expired invitation a new 14 days and one more mail; answers and raises as send_invitation does. Again within a minute: already_sent.';

create function public.invitation_mailed(p_mail uuid, p_mailed boolean) returns void
language sql security definer set search_path = '' as $$
  update private.invitation_mails set claimed_at = null, mailed_at = case when p_mailed then clock_timestamp() end
  where mail_id = p_mail and invited_by = auth.uid()
$$;
comment on function public.invitation_mailed is 'What became of the mail that send_invitation or resend_invitation asked for.';

revoke all on all functions in schema private from public;
grant execute on function private.own_invitation, private.claim_mail, private.invitation_answer, private.check_inviting, private.renew_invitation
  to authenticated;
revoke all on function public.send_invitation, public.resend_invitation, public.invitation_mailed from public, anon;
grant execute on function public.send_invitation, public.resend_invitation, public.invitation_mailed to authenticated;
