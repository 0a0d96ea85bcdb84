-- An admin of only a budget may invite somebody, but must not learn whether that person has the account. Only an
-- inviter who has the account gets the refusal `already_member` for that reason. An invitee who has the account already
-- may accept, and then has a membership of the budget, too.

create or replace function private.check_invitee(p_invitation public.invitations) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- A new invitation marks earlier ones that have run out as expired, but only those to the same target. Before, it also
-- marked others of the account, and each took a version of the account's log. From the gap in the versions, an admin of
-- a budget could tell that somebody had been invited to something else.
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
  where i.account_id = new.account_id and i.budget_id is not distinct from new.budget_id and i.email = new.email
    and i.status = 'pending' and i.expires_at <= now();
  perform private.check_invitee(new);
  new.version := private.next_version(new.account_id);
  return new;
end $$;
