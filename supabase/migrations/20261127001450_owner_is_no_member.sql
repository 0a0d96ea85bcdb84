-- Somebody was invited to an account by one address, became its owner by another one, and accepted then. They had the
-- account twice, as owner and as member, and each pull began anew because of the other grant, without an end.

create or replace function private.answer_invitation(p_id uuid, p_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations;
begin
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
end $$;

create or replace function private.my_scopes()
returns table (scope text, account_id uuid, budget_id uuid, role text, grant_id uuid, head bigint, floor bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  now_in text := private.history();
begin
  return query
    with mine as (
      select a.account_id as account, null::uuid as budget, 'owner' as as_role, null::uuid as grant_of
      from public.accounts a where a.owner_id = auth.uid()
      union all
      select m.account_id, m.budget_id, m.role, m.grant_id from public.memberships m
      where m.user_id = auth.uid()
        and m.account_id <> all (case m.target
          when 'account' then array(select a.account_id from public.accounts a where a.owner_id = auth.uid())
          else array(select private.my_accounts()) end)
    )
    select coalesce('budget:' || mine.budget, 'account:' || mine.account), mine.account, mine.budget, mine.as_role,
      coalesce(mine.grant_of, l.grant_id), l.version,
      case when l.history is not distinct from now_in then l.floor else l.version end
    from mine join private.account_log l on l.account_id = mine.account
    order by 1;
end $$;
