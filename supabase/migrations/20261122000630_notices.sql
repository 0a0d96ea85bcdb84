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
create index notices_user on private.notices (user_id);
create index notices_account on private.notices (account_id);
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

create function private.decided_groups(p_notice private.notices) returns text[]
language sql stable security definer set search_path = '' as $$
  -- A change of the type takes amount, type and category together. So a later word on one of them is one on all.
  select case when p_notice.lost ? 'type' and groups && array['amount', 'category'] then groups || array['amount', 'category'] else groups end
  from (select array(select distinct unnest(c.groups) from private.changes c
    where c.row_id = p_notice.row_id and c.author = p_notice.user_id and c.at > p_notice.at)) decided (groups)
$$;
comment on function private.decided_groups is
  'The field groups of the notice''s row that its user has written since it was told, in whatever they edited.';

create function private.is_decided(p_notice private.notices) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_notice.kind
    -- A deletion by somebody else leaves the question open: the lost values are still lost.
    when 'edited' then exists (select from private.changes c
      where c.row_id = p_notice.row_id and c.at > p_notice.at and c.kind = 'removal' and c.author = p_notice.user_id)
    -- These two ask whether the row shall stand. Whoever restored it or deleted it again has answered.
    else exists (select from private.changes c where c.row_id = p_notice.row_id and c.at > p_notice.at
        and (c.kind = 'removal' or c.author = p_notice.user_id))
      or p_notice.kind = 'deleted' and exists (select from public.transactions t where t.transaction_id = p_notice.row_id) end
$$;
comment on function private.is_decided is 'Whether what was done with the row since has answered the notice as a whole.';

create function private.undecided_fields(p_table text, p_fields jsonb, p_decided text[]) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_fields)
  where private.field_group(p_table, key) is null or private.field_group(p_table, key) <> all (p_decided)
$$;

create function private.my_notices() returns setof private.notices
language sql stable security definer set search_path = '' as $$
  select (jsonb_populate_record(n, jsonb_build_object('lost', fields.lost, 'stands', fields.stands))).*
  from private.notices n, lateral (
    select private.undecided_fields(n.of_table, n.lost, decided) as lost, private.undecided_fields(n.of_table, n.stands, decided) as stands
    from (select case n.kind when 'edited' then private.decided_groups(n) else '{}' end) groups (decided)) fields
  where n.user_id = auth.uid() and n.read_at is null and n.account_id in (select private.my_seen_accounts())
    and not private.is_decided(n) and (n.kind <> 'edited' or fields.lost <> '{}')
  order by n.at, n.notice_id limit 200
$$;
comment on function private.my_notices is 'What the signed-in user was told and has decided on neither by reading it nor by a newer edit of their own.';

create function private.removed_content(p_row uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select c.before - array['version', 'userEmail'] from private.changes c
  where c.row_id = p_row and c.kind = 'removal' and c.account_id in (select private.my_accounts())
  order by c.at desc limit 1
$$;
comment on function private.removed_content is 'A row of any table as it was when it was last deleted: only for members of the account in which it stood.';

create function private.pulled_notices() returns json
language sql stable as $$
  -- Somebody who has only a budget may have lost sight of the row. Then the values that stand are not for them.
  select coalesce(json_agg(json_build_object('id', n.notice_id, 'at', private.iso(n.at), 'accountId', n.account_id,
    'table', n.of_table, 'rowId', n.row_id, 'kind', n.kind, 'by', n.by_email, 'lost', n.lost,
    'stands', case when n.account_id in (select private.my_accounts())
      or exists (select from public.transactions t where t.transaction_id = n.row_id) then n.stands else '{}' end,
    'removed', coalesce(private.removed_content(n.row_id), '{}'))
    order by n.at, n.notice_id), '[]')
  from private.my_notices() n
$$;
comment on function private.pulled_notices is
  'The signed-in user''s open notices of accounts that they still reach, oldest first, in the form of the protocol. Runs with their rights.';

create function private.read_notice(p_id uuid) returns private.outcome
language plpgsql security definer set search_path = '' as $$
declare
  told_in uuid;
begin
  update private.notices set read_at = now() where notice_id = p_id and user_id = auth.uid() and read_at is null
  returning account_id into told_in;
  -- No row changes, so no log takes a number. The next one makes the user's other devices pull all the same.
  perform private.send_hint(p.user_id, p.scope, l.version + 1)
  from private.people(told_in) p join private.account_log l on l.account_id = told_in where p.user_id = auth.uid();
  return (null, '{}', null, '{}')::private.outcome;
end $$;
comment on function private.read_notice is 'One that is not there is read, too.';

revoke all on function private.tell, private.has_account, private.decided_groups, private.is_decided, private.undecided_fields,
  private.my_notices, private.removed_content, private.pulled_notices, private.read_notice from public;
grant execute on function private.tell, private.has_account, private.my_notices, private.removed_content, private.pulled_notices,
  private.read_notice to authenticated;
