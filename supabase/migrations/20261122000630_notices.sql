-- A notice tells somebody that their applied edit or deletion was overtaken by another one that had not seen it. Their
-- devices show it until one of them has settled it (src/domain/notices.ts).

create table private.notices (
  notice_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  account_id uuid not null,
  of_table text not null check (of_table in ('accounts', 'transactions', 'categories', 'budgets')),
  row_id uuid not null,
  kind text not null check (kind in ('edited', 'deleted', 'revived')),
  by_email text,
  lost jsonb not null,
  stands jsonb not null,
  at timestamptz not null default clock_timestamp(),
  read_at timestamptz
);
comment on table private.notices is 'Kept a year.';
create index notices_unread on private.notices (user_id, at) where read_at is null;
create index notices_by on private.notices (lower(by_email)) where by_email is not null;

create function private.tell(
  p_user uuid, p_account uuid, p_table text, p_row uuid, p_kind text, p_lost jsonb, p_stands jsonb
) returns void
language sql security definer set search_path = '' as $$
  insert into private.notices (user_id, account_id, of_table, row_id, kind, by_email, lost, stands)
  select u.id, p_account, p_table, p_row, p_kind, private.email_of(auth.uid()), p_lost, p_stands
  from auth.users u where u.id = p_user and p_account in (select private.my_reach())
$$;
comment on function private.tell is 'Writes a notice for p_user: the signed-in user has overtaken them.';

create function private.has_account(p_user uuid, p_account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.accounts a where a.account_id = p_account and a.owner_id = p_user)
    or exists (select from public.memberships m where m.account_id = p_account and m.user_id = p_user and m.target = 'account')
$$;
comment on function private.has_account is 'Whether p_user is the account''s owner or one of its members.';

create function private.my_notices() returns setof private.notices
language sql stable security definer set search_path = '' as $$
  select n.* from private.notices n
  where n.user_id = auth.uid() and n.read_at is null and n.account_id in (select private.my_seen_accounts())
  order by n.at, n.notice_id limit 200
$$;

create function private.pulled_notices() returns json
language sql stable as $$
  -- Somebody who has only a budget may have lost sight of the row. Then the values that stand are not for them.
  select coalesce(json_agg(json_build_object('id', n.notice_id, 'at', private.iso(n.at), 'accountId', n.account_id,
    'table', n.of_table, 'rowId', n.row_id, 'kind', n.kind, 'by', n.by_email, 'lost', n.lost,
    'stands', case when n.account_id in (select private.my_accounts())
      or exists (select from public.transactions t where t.transaction_id = n.row_id) then n.stands else '{}' end)
    order by n.at, n.notice_id), '[]')
  from private.my_notices() n
$$;
comment on function private.pulled_notices is
  'The signed-in user''s unread notices of accounts that they still reach, oldest first, in the form of the protocol. Runs with their rights.';

create function private.read_notice(p_id uuid) returns private.outcome
language plpgsql security definer set search_path = '' as $$
begin
  update private.notices set read_at = now() where notice_id = p_id and user_id = auth.uid() and read_at is null;
  return (null, '{}', null, '{}')::private.outcome;
end $$;
comment on function private.read_notice is 'One that is not there is read, too.';

create or replace function private.push_call(p_name text, p_arguments jsonb) returns private.outcome
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
    when 'notice.read' then return private.read_notice(id);
    else raise invalid_parameter_value using message = format('There is no command %L.', p_name);
  end case;
end $$;

revoke all on function private.tell, private.has_account, private.my_notices, private.pulled_notices, private.read_notice from public;
grant execute on function private.tell, private.has_account, private.my_notices, private.pulled_notices, private.read_notice to authenticated;
