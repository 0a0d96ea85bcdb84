-- The named commands of a mutation: intents that no patch of one row can say.

create function private.rename_category(p_type text, p_from text, p_to text) returns private.outcome
language plpgsql as $$
declare
  owned uuid[] := array(select account_id from public.accounts where owner_id = auth.uid());
begin
  -- Categories first: a shared budget then already covers the new name when the transactions come to carry it.
  update public.categories set name = btrim(p_to) where account_id = any (owned) and type = p_type and name = p_from;
  if not found and not exists (
    select from public.categories where account_id = any (owned) and type = p_type and name = btrim(p_to)
  ) then
    perform private.refuse('PT404', 'gone', 'This category is not there any more.');
  end if;
  update public.transactions set metadata = metadata || jsonb_build_object('category_name', btrim(p_to))
  where account_id = any (owned) and type = case p_type when 'income' then 'credit' else 'debit' end and category_name = p_from;
  return (null, '{}', null, '{}')::private.outcome;
end $$;

create function private.revoke_invitation(p_id uuid) returns private.outcome
language plpgsql as $$
declare
  there public.invitations;
begin
  update public.invitations set status = 'revoked' where invitation_id = p_id and status = 'pending';
  if found then
    return (null, '{}', null, '{}')::private.outcome;
  end if;
  select * into there from public.invitations where invitation_id = p_id;
  if there.status = 'revoked' then
    return (null, '{}', null, jsonb_build_object(there.account_id, there.version))::private.outcome;
  elsif there.status = 'pending' then
    perform private.refuse('PT403', 'forbidden', 'Your role does not allow this.');
  elsif there.status is not null then
    perform private.refuse('PT409', 'settled', 'This invitation was already answered.');
  end if;
  return private.untouched(p_id, false);
end $$;

create function private.end_membership(p_id uuid, p_own boolean) returns private.outcome
language plpgsql as $$
declare
  result private.outcome := (null, '{}', null, '{}');
begin
  delete from public.memberships where membership_id = p_id and (user_id = auth.uid() or not p_own);
  if not found then
    result := private.untouched(p_id, exists (select from public.memberships where membership_id = p_id));
    result.superseded := null;
  end if;
  return result;
end $$;

create function private.change_role(p_id uuid, p_role text) returns private.outcome
language plpgsql as $$
begin
  update public.memberships set role = p_role where membership_id = p_id;
  if not found then
    return private.untouched(p_id, exists (select from public.memberships where membership_id = p_id));
  end if;
  return (null, '{}', null, (select jsonb_build_object(account_id, version) from public.memberships where membership_id = p_id))::private.outcome;
end $$;

create function private.push_call(p_name text, p_arguments jsonb) returns private.outcome
language plpgsql as $$
declare
  id uuid := p_arguments ->> 'id';
begin
  case p_name
    when 'category.rename' then
      return private.rename_category(p_arguments ->> 'type', p_arguments ->> 'from', p_arguments ->> 'to');
    when 'invitation.accept' then
      return (null, '{}', null, private.answer_invitation(id, 'accepted'))::private.outcome;
    when 'invitation.decline' then
      return (null, '{}', null, private.answer_invitation(id, 'declined'))::private.outcome;
    when 'invitation.revoke' then return private.revoke_invitation(id);
    when 'membership.leave' then return private.end_membership(id, true);
    when 'membership.remove' then return private.end_membership(id, false);
    when 'membership.change_role' then return private.change_role(id, p_arguments ->> 'role');
    else raise invalid_parameter_value using message = format('There is no command %L.', p_name);
  end case;
end $$;

revoke all on all functions in schema private from public;
grant execute on function private.rename_category, private.revoke_invitation, private.end_membership, private.change_role, private.push_call
  to authenticated;
