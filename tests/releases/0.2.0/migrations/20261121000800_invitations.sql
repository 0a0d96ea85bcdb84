create table public.invitations (
  invitation_id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(btrim(email)) and length(email) <= 320),
  name text not null default '' check (length(name) <= 200),
  role text not null default 'viewer' check (role in ('viewer', 'member', 'admin')),
  account_id uuid not null references public.accounts on delete cascade,
  target text not null check (target in ('account', 'budget')),
  budget_id uuid references public.budgets on delete cascade,
  created_at timestamptz(3) not null default now(),
  invited_by uuid not null,
  invited_by_email text not null default '',
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'revoked', 'expired')),
  expires_at timestamptz(3) not null default now() + interval '14 days',
  version bigint not null,
  check ((target = 'budget') = (budget_id is not null)),
  -- An address that a mail can be sent to, and nothing that could be read as more than one or as another header.
  check (email ~ '^[^[:space:][:cntrl:]<>()",:;@\\]+@[^[:space:][:cntrl:]<>()",:;@\\]+$')
);
create unique index invitations_pending on public.invitations (account_id, budget_id, email) nulls not distinct where status = 'pending';
create index invitations_email on public.invitations (email) where status = 'pending';
create index invitations_invited_by on public.invitations (invited_by);

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

-- account_id of an invitation to a budget is the budget's; who invites and until when it holds is not the client's to say.
create function private.invitations_before_write() returns trigger
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

create function private.invitations_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_hint(u.id, coalesce('budget:' || n.budget_id, 'account:' || n.account_id), n.version)
  from new_rows n join auth.users u on lower(u.email) = n.email and u.email_confirmed_at is not null;
  perform private.end_statement();
  return null;
end $$;

create trigger before_write before insert or update on public.invitations
  for each row execute function private.invitations_before_write();
create trigger after_insert after insert on public.invitations
  referencing new table as new_rows
  for each statement execute function private.invitations_after_write();
create trigger after_update after update on public.invitations
  referencing new table as new_rows
  for each statement execute function private.invitations_after_write();

alter table public.invitations enable row level security;
revoke all on public.invitations from public, anon, authenticated;
grant select on public.invitations to authenticated;
grant insert (invitation_id, email, name, role, account_id, target, budget_id) on public.invitations to authenticated;
grant update (status) on public.invitations to authenticated;
grant all on public.invitations to service_role;

-- Who sent one and is no admin any more does not see it: it tells the target's present name.
create policy read on public.invitations for select to authenticated
  using (account_id = any (array(select private.my_accounts('admin')))
    or budget_id = any (array(select private.my_budgets('admin')))
    or (email = (select private.my_email()) and status = 'pending' and expires_at > now()));
create policy add on public.invitations for insert to authenticated
  with check (invited_by = (select auth.uid())
    and (account_id = any (array(select private.my_accounts('admin'))) or budget_id = any (array(select private.my_budgets('admin')))));
-- Revoking is all that a client does to an invitation; accepting and declining are calls of sync_push.
create policy revoke on public.invitations for update to authenticated
  using (status = 'pending' and (account_id = any (array(select private.my_accounts('admin')))
    or budget_id = any (array(select private.my_budgets('admin')))))
  with check (status = 'revoked');

create function private.target_name(p_account uuid, p_budget uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select name from public.budgets where budget_id = p_budget),
    (select account_name from public.accounts where account_id = p_account))
$$;

create function private.answer_invitation(p_id uuid, p_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations where invitation_id = p_id and email = private.my_email() for update;
  if not found then
    perform private.refuse('PT404', 'gone', 'This invitation is not there any more.');
  elsif invitation.status = p_status then
    return jsonb_build_object(invitation.account_id, invitation.version);
  elsif invitation.status <> 'pending' then
    perform private.refuse('PT409', 'settled', 'This invitation was already answered or revoked.');
  elsif invitation.expires_at <= now() then
    perform private.refuse('PT410', 'expired', 'This invitation has expired.');
  end if;
  if p_status = 'accepted' then
    insert into public.memberships (account_id, target, budget_id, user_id, email, name, role)
    values (invitation.account_id, invitation.target, invitation.budget_id, auth.uid(), invitation.email, invitation.name, invitation.role)
    on conflict (account_id, budget_id, user_id) do nothing;
  end if;
  update public.invitations set status = p_status where invitation_id = p_id;
  return '{}';
end $$;
comment on function private.answer_invitation is
  'Accepts or declines for the signed-in user, whose confirmed e-mail must be the invited one. Returns {account: number} when it was answered so before.';

revoke all on all functions in schema private from public;
grant execute on function private.target_name, private.answer_invitation to authenticated, service_role;
