-- Somebody accepted an invitation while their address changed. Each of the two had not seen the other: the membership
-- kept the old address, or was made for an address that was no longer theirs. Now the later one waits.

create or replace function private.answer_invitation(p_id uuid, p_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;
