-- Invitations: who may invite whom, and how one is sent, answered, renewed and revoked.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

create table public.invitations (
  invitation_id uuid default gen_random_uuid() not null,
  email text not null,
  name text default ''::text not null,
  role text default 'viewer'::text not null,
  account_id uuid not null,
  target text not null,
  budget_id uuid,
  created_at timestamp(3) with time zone default now() not null,
  invited_by uuid not null,
  invited_by_email text default ''::text not null,
  status text default 'pending'::text not null,
  expires_at timestamp(3) with time zone default (now() + '14 days'::interval) not null,
  -- Rises with each change of this invitation.
  version bigint not null,
  constraint invitations_pkey PRIMARY KEY (invitation_id),
  constraint invitations_check CHECK (((target = 'budget'::text) = (budget_id IS NOT NULL))),
  constraint invitations_email_check CHECK (((email = lower(btrim(email))) AND (length(email) <= 320))),
  constraint invitations_email_check1 CHECK ((email ~ '^[^[:space:][:cntrl:]<>()",:;@\\]+@[^[:space:][:cntrl:]<>()",:;@\\]+$'::text)),
  constraint invitations_name_check CHECK ((length(name) <= 200)),
  constraint invitations_readable CHECK ((private.is_nameable(created_at) AND private.is_nameable(expires_at))),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text]))),
  constraint invitations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'revoked'::text, 'expired'::text]))),
  constraint invitations_target_check CHECK ((target = ANY (ARRAY['account'::text, 'budget'::text]))),
  constraint invitations_account_id_budget_id_fkey FOREIGN KEY (account_id, budget_id) REFERENCES budgets(account_id, budget_id) ON DELETE CASCADE,
  constraint invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE
);
CREATE INDEX invitations_email ON public.invitations USING btree (email) WHERE (status = 'pending'::text);
CREATE INDEX invitations_invited_by ON public.invitations USING btree (invited_by);
CREATE UNIQUE INDEX invitations_pending ON public.invitations USING btree (account_id, budget_id, email) NULLS NOT DISTINCT WHERE (status = 'pending'::text);
alter table public.invitations enable row level security;
grant select on public.invitations to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.invitations to service_role;
grant insert (invitation_id, email, name, role, account_id, target, budget_id) on public.invitations to authenticated;
grant update (status) on public.invitations to authenticated;
CREATE TRIGGER after_delete_ids AFTER DELETE ON public.invitations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.remember_ids('invitation');
CREATE TRIGGER after_insert AFTER INSERT ON public.invitations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.invitations_after_write();
CREATE TRIGGER after_insert_ids AFTER INSERT ON public.invitations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_ids('invitation');
CREATE TRIGGER after_update AFTER UPDATE ON public.invitations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.invitations_after_write();
CREATE TRIGGER before_write BEFORE INSERT OR UPDATE ON public.invitations FOR EACH ROW EXECUTE FUNCTION private.invitations_before_write();

-- Completes an invitation and checks it: who may invite, whom, and how often.
CREATE OR REPLACE FUNCTION private.invitations_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The invitation's own number says nothing of what else is written in the account.
  number bigint;
begin
  if tg_op = 'UPDATE' then
    if new.status <> old.status or new.expires_at <> old.expires_at then
      number := private.next_version(new.account_id);
      new.version := old.version + 1;
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
  where i.account_id = new.account_id and i.budget_id is not distinct from new.budget_id and i.email = new.email
    and i.status = 'pending' and i.expires_at <= now();
  perform private.check_invitee(new);
  number := private.next_version(new.account_id);
  new.version := 1;
  return new;
end $function$;

-- Hints the person who is invited.
CREATE OR REPLACE FUNCTION private.invitations_after_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.send_hint(u.id, coalesce('budget:' || n.budget_id, 'account:' || n.account_id), n.version)
  from new_rows n join auth.users u on lower(u.email) = n.email and u.email_confirmed_at is not null;
  perform private.end_statement();
  return null;
end $function$;

-- Refuses to invite oneself, somebody who has access, and somebody whose invitation is pending.
CREATE OR REPLACE FUNCTION private.check_invitee(p_invitation invitations)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  may_list_account boolean := auth.uid() is null or exists (select from private.my_accounts() a where a = p_invitation.account_id);
begin
  if p_invitation.email = lower(private.email_of(coalesce(auth.uid(), p_invitation.invited_by))) then
    perform private.refuse('PT409', 'self', 'You cannot invite yourself.');
  end if;
  if exists (
    select from private.people(p_invitation.account_id) p join auth.users u on u.id = p.user_id
    where lower(u.email) = p_invitation.email
      and (p.scope = 'budget:' || p_invitation.budget_id or (may_list_account and p.scope = 'account:' || p_invitation.account_id))
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
end $function$;

-- Whether the signed-in user is owner or admin of what this invitation is to.
CREATE OR REPLACE FUNCTION private.may_invite(p_invitation invitations)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.my_accounts('admin') a where a = p_invitation.account_id)
    or exists (select from private.my_budget_keys('admin') b where b = p_invitation.account_id || '/' || p_invitation.budget_id)
$function$;

-- Also to who lost the role since: a request that comes again gets its answer before rights are looked at.
CREATE OR REPLACE FUNCTION private.own_invitation(p_id uuid)
 RETURNS invitations
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from public.invitations where invitation_id = p_id and invited_by = auth.uid()
$function$;
grant execute on function private.own_invitation(p_id uuid) to authenticated;

-- The name of the budget or account that an invitation is to.
CREATE OR REPLACE FUNCTION private.target_name(p_account uuid, p_budget uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select name from public.budgets where account_id = p_account and budget_id = p_budget),
    (select account_name from public.accounts where account_id = p_account))
$function$;
grant execute on function private.target_name(p_account uuid, p_budget uuid) to authenticated;
grant execute on function private.target_name(p_account uuid, p_budget uuid) to service_role;

-- Writes an invitation, once an id, and answers {invitation_id, account_id, version, status: sent | already_sent,
-- mail}; mail is what the caller has to mail now, or null. p_user: who the caller believes to be. Raises PT401, PT403,
-- PT404, PT409, PT429, PT503 with a reason as detail, 42501, 22xxx and 23xxx.
CREATE OR REPLACE FUNCTION public.send_invitation(p_email text, p_name text, p_role text, p_target text, p_target_id uuid, p_id uuid DEFAULT gen_random_uuid(), p_user uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.send_invitation(p_email text, p_name text, p_role text, p_target text, p_target_id uuid, p_id uuid, p_user uuid) to authenticated;

-- Gives a pending or expired invitation a new 14 days and one more mail; answers and raises as send_invitation does.
-- Again within a minute: already_sent.
CREATE OR REPLACE FUNCTION public.resend_invitation(p_id uuid, p_user uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform private.check_inviting(p_user);
  if not exists (select from public.invitations where invitation_id = p_id) then
    perform private.refuse('PT404', 'gone', 'This invitation is not there any more.');
  end if;
  answer := private.invitation_answer(private.renew_invitation(p_id), 'sent');
  return case when answer -> 'mail' = 'null' then answer || '{"status": "already_sent"}' else answer end;
end $function$;
grant execute on function public.resend_invitation(p_id uuid, p_user uuid) to authenticated;

-- Before an invitation is sent: checks for whom the call is, and lets one invitation of a user follow another.
CREATE OR REPLACE FUNCTION private.check_inviting(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_user(coalesce(p_user, auth.uid()));
  perform private.lock_inviting(auth.uid());
end $function$;
grant execute on function private.check_inviting(p_user uuid) to authenticated;

-- One invitation of a user after the other; always before the lock of the address.
CREATE OR REPLACE FUNCTION private.lock_inviting(p_user uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended('invite by ' || p_user, 0))
$function$;

-- The answer of send_invitation and resend_invitation, with the mail that is to be sent now.
CREATE OR REPLACE FUNCTION private.invitation_answer(p_invitation invitations, p_status text)
 RETURNS jsonb
 LANGUAGE sql
AS $function$
  select jsonb_build_object('invitation_id', p_invitation.invitation_id, 'account_id', p_invitation.account_id,
    'version', private.last_number(p_invitation.account_id), 'status', p_status, 'mail', private.claim_mail(p_invitation))
$function$;
grant execute on function private.invitation_answer(p_invitation invitations, p_status text) to authenticated;

-- Gives an invitation another 14 days and, unless a mail just went, allows one more mail.
CREATE OR REPLACE FUNCTION private.renew_invitation(p_id uuid)
 RETURNS invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.renew_invitation(p_id uuid) to authenticated;

-- Accepts or declines for the signed-in user, whose confirmed e-mail must be the invited one. Returns {account: number}
-- when it was answered so before.
CREATE OR REPLACE FUNCTION private.answer_invitation(p_id uuid, p_status text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation public.invitations;
begin
  -- Before the address is compared, which has its own statement so that it sees what was waited for.
  perform from auth.users u where u.id = auth.uid() for share;
  select * into invitation from public.invitations where invitation_id = p_id and email = private.my_email() for update;
  if not found then
    perform private.refuse('PT404', 'gone', 'This invitation is not there any more.');
  elsif invitation.status = p_status then
    return jsonb_build_object(invitation.account_id, 0);
  elsif invitation.status <> 'pending' then
    perform private.refuse('PT409', 'settled', 'This invitation was already answered or revoked.');
  elsif invitation.expires_at <= now() then
    perform private.refuse('PT410', 'expired', 'This invitation has expired.');
  end if;
  if p_status = 'accepted' then
    -- The owner may have got the account after the invitation. Then they have more already.
    insert into public.memberships (account_id, target, budget_id, user_id, email, name, role)
    select invitation.account_id, invitation.target, invitation.budget_id, auth.uid(), invitation.email,
      invitation.name, invitation.role
    from public.accounts a
    where a.account_id = invitation.account_id and (invitation.target = 'budget' or a.owner_id <> auth.uid())
    on conflict (account_id, budget_id, user_id) do nothing;
  end if;
  update public.invitations set status = p_status where invitation_id = p_id;
  return '{}';
end $function$;
grant execute on function private.answer_invitation(p_id uuid, p_status text) to authenticated;
grant execute on function private.answer_invitation(p_id uuid, p_status text) to service_role;

-- Takes a pending invitation back. One that was revoked already counts as revoked.
CREATE OR REPLACE FUNCTION private.revoke_invitation(p_id uuid)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  there public.invitations;
begin
  update public.invitations set status = 'revoked' where invitation_id = p_id and status = 'pending';
  if found then
    return (null, '{}', null, '{}')::private.outcome;
  end if;
  select * into there from public.invitations where invitation_id = p_id;
  if there.status = 'revoked' then
    return (null, '{}', null, jsonb_build_object(there.account_id, private.last_number(there.account_id)))::private.outcome;
  elsif there.status = 'pending' then
    perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
  elsif there.status is not null then
    perform private.refuse('PT409', 'settled', 'This invitation was already answered.');
  end if;
  return private.untouched(p_id, false);
end $function$;
grant execute on function private.revoke_invitation(p_id uuid) to authenticated;
