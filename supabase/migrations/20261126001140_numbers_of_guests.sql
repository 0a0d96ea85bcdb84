-- A hint went to everybody who saw anything of an account, whenever its log took a number. So a budget's guest learned
-- when something was written elsewhere, and from the numbers how much; somebody who was only invited saw one of these
-- numbers in the invitation. Now a guest is hinted when something in their view changes, and an invitation counts its
-- own changes. Cursors and heads of a guest still carry the account's numbers (docs/decisions/0041).

create function private.is_news(p_account uuid, p_budget uuid, p_since bigint, p_until bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.scope_transactions(p_account, p_budget) t
      where t.version > p_since and t.version <= p_until)
    or exists (select from private.removals r
      where r.account_id = p_account and r.version > p_since and r.version <= p_until and r.budget_id = p_budget)
    or exists (select from public.memberships m
      where m.account_id = p_account and m.version > p_since and m.version <= p_until and m.budget_id = p_budget)
    or exists (select from public.budgets b left join public.categories c using (account_id, category_id)
      where b.account_id = p_account and b.budget_id = p_budget
        and (b.version > p_since and b.version <= p_until or c.version > p_since and c.version <= p_until))
$$;
comment on function private.is_news is
  'Whether a pull of this budget brings anything that took a number above p_since, up to p_until.';

drop function private.people;
create function private.people(p_account uuid) returns table (user_id uuid, scope text, budget_id uuid)
language sql stable security definer set search_path = '' as $$
  select owner_id, 'account:' || account_id, null::uuid from public.accounts where account_id = p_account
  union
  select m.user_id, coalesce('budget:' || m.budget_id, 'account:' || m.account_id), m.budget_id
  from public.memberships m where m.account_id = p_account
$$;
comment on function private.people is
  'Everybody who may see something of the account, with the scope through which they see it.';

create or replace function private.hint_people()
returns trigger
language plpgsql
 security definer
set search_path = ''
as $$
begin
  perform private.send_hint(p.user_id, p.scope, n.version)
  from new_logs n join old_logs o using (account_id), lateral private.people(n.account_id) p
  where n.version > o.version and (p.budget_id is null
    or private.is_news(n.account_id, p.budget_id, o.version, n.version));
  return null;
end $$;
comment on function private.hint_people is
  'Hints everybody who has the account when its log took a number, and who has a budget of it when that has news (S20a).';

create function private.last_number(p_account uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((private.counters() ->> p_account::text)::bigint,
    (select l.version from private.account_log l where l.account_id = p_account))
$$;
comment on function private.last_number is 'The number that the account''s log has given last.';

create or replace function private.invitations_before_write()
returns trigger
language plpgsql
 security definer
set search_path = ''
as $$
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
end $$;

create or replace function private.invitation_answer(p_invitation invitations, p_status text)
returns jsonb
language sql
as $$
  select jsonb_build_object('invitation_id', p_invitation.invitation_id, 'account_id', p_invitation.account_id,
    'version', private.last_number(p_invitation.account_id), 'status', p_status, 'mail', private.claim_mail(p_invitation))
$$;

create or replace function private.answer_invitation(p_id uuid, p_status text)
returns jsonb
language plpgsql
 security definer
set search_path = ''
as $$
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
    insert into public.memberships (account_id, target, budget_id, user_id, email, name, role)
    values (invitation.account_id, invitation.target, invitation.budget_id, auth.uid(), invitation.email, invitation.name, invitation.role)
    on conflict (account_id, budget_id, user_id) do nothing;
  end if;
  update public.invitations set status = p_status where invitation_id = p_id;
  return '{}';
end $$;

create or replace function private.revoke_invitation(p_id uuid)
returns private.outcome
language plpgsql
as $$
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
end $$;

create or replace function private.numbers_since(p_counters jsonb)
returns jsonb
language plpgsql
stable
as $$
declare
  unseen text[] := coalesce(nullif(current_setting('carryover.unseen', true), '')::text[], '{}');
begin
  return (
    select coalesce(jsonb_object_agg(key, case when key = any (unseen) then '0' else value end), '{}')
    from jsonb_each(private.counters()) where value is distinct from p_counters -> key);
end $$;
comment on function private.numbers_since is
  '{account: number} of the logs that took one since private.counters() answered p_counters. 0 for an account of which '
  'the caller saw nothing before this push: who answers an invitation learns no number.';

create or replace function private.lock_accounts(p_accounts uuid[], p_mutations jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  written uuid[] := array(select unnest(p_accounts) intersect select private.my_accounts('member'));
  visited uuid[] := '{}';
  one uuid;
begin
  if not p_accounts <@ written then
    visited := private.bearable(p_mutations, array(select private.visited_by(p_mutations) except select unnest(written)));
  end if;
  if visited = '{}' then
    perform from private.account_log where account_id = any (written) order by account_id for update;
  else
    -- One after the other, in the same order: after a log that is held as a guest, this waits for nobody.
    foreach one in array array(select a from unnest(written || visited) a order by a) loop
      perform from private.account_log where account_id = one for update;
      if one = any (visited) then perform private.begin_visit(); end if;
    end loop;
    perform set_config('carryover.unseen',
      array(select unnest(visited) except select private.my_seen_accounts())::text, true);
  end if;
  -- After the logs, as the balances are written in the end. Were a savepoint the first to lock them, for a foreign key,
  -- each push would make a multixact.
  perform from public.accounts where account_id = any (written || visited) order by account_id for no key update;
  perform private.hold(written || visited);
end $$;

-- What devices hold of invitations they get whole with each pull.
alter table public.invitations disable trigger user;
update public.invitations set version = 1 where version > 1;
alter table public.invitations enable trigger user;
comment on column public.invitations.version is 'Rises with each change of this invitation.';

revoke all on function private.is_news, private.people, private.last_number from public;
grant execute on function private.last_number to authenticated;
