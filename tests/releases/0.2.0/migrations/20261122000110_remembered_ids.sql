-- Clients choose ids. As long as private.removals remembers a deleted row, rows of the same kind in another account may
-- not have its id. Otherwise, a device that was away could send to the new row what it meant for the old one.

alter table private.removals drop constraint removals_kind_check,
  add check (kind in ('account', 'transaction', 'category', 'budget', 'membership', 'invitation'));
comment on column private.removals.version is
  'The number of the tombstone in the account''s log. 0 where no device is told and only the id is remembered.';

create or replace function private.open_log(p_account uuid) returns void
language plpgsql as $$
begin
  insert into private.account_log (account_id) values (p_account)
  on conflict (account_id) do update set deleted_at = null, floor = account_log.version, grant_id = gen_random_uuid();
  -- Below the new floor, so no device is told of them any more.
  update private.removals set version = 0 where account_id = p_account and version > 0;
end $$;

-- A row that is deleted with its account gets no tombstone of its own, because no device needs to be told. Nor does any
-- invitation. This trigger remembers their ids. It leaves out the transactions of a deleted account: to remember
-- 100,000 would take longer than to delete the account, and no kept row names one of them.
create function private.remember_ids() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  case tg_argv[0]
    when 'category' then
      insert into private.removals (account_id, version, kind, row_id, removed_by)
      select o.account_id, 0, tg_argv[0], o.category_id, auth.uid()
      from old_rows o where not exists (select from public.accounts a where a.account_id = o.account_id);
    when 'budget' then
      insert into private.removals (account_id, version, kind, row_id, removed_by)
      select o.account_id, 0, tg_argv[0], o.budget_id, auth.uid()
      from old_rows o where not exists (select from public.accounts a where a.account_id = o.account_id);
    when 'membership' then
      insert into private.removals (account_id, version, kind, row_id, removed_by)
      select o.account_id, 0, tg_argv[0], o.membership_id, auth.uid()
      from old_rows o where not exists (select from public.accounts a where a.account_id = o.account_id);
    when 'invitation' then
      insert into private.removals (account_id, version, kind, row_id, removed_by)
      select o.account_id, 0, tg_argv[0], o.invitation_id, auth.uid() from old_rows o;
  end case;
  return null;
end $$;
comment on function private.remember_ids is
  'After a delete; argument: kind. Remembers the ids of rows that nothing else writes a tombstone for.';

create function private.refuse_id(p_table text, p_column text, p_id uuid) returns void
language plpgsql as $$
begin
  raise unique_violation using
    message = format('duplicate key value violates unique constraint "%s_pkey"', p_table),
    detail = format('Key (%s)=(%s) already exists.', p_column, p_id),
    schema = 'public', table = p_table, constraint = p_table || '_pkey';
end $$;
comment on function private.refuse_id is
  'Refuses in PostgreSQL''s exact words for an id that a row has now. So nobody learns whether such a row exists '
  'or existed.';

-- Transactions move between accounts, and an owner's categories may. Somebody who could have moved the row may bring it
-- back there. "Try again" does so when one device moved the row and another deleted it.
create function private.might_have_moved(p_removal private.removals) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_removal.kind
    when 'transaction' then p_removal.account_id in (select private.my_accounts('admin'))
      or (p_removal.created_by = auth.uid() and p_removal.account_id in (
        select private.my_accounts('member')
        union select m.account_id from public.memberships m where m.user_id = auth.uid() and m.target = 'budget'))
    when 'category' then exists (
        select from public.accounts a where a.account_id = p_removal.account_id and a.owner_id = auth.uid())
      or exists (
        select from private.removals r where r.kind = 'account' and r.row_id = p_removal.account_id and r.created_by = auth.uid())
    else false end
$$;

create function private.spent_id(p_kind text, p_ids uuid[], p_accounts uuid[]) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select n.id from unnest(p_ids, p_accounts) n (id, account_id)
    where exists (
        -- One id after the other: the planner would go through the removals of everybody.
        select from (
          select r as removal from private.removals r
          where r.row_id = n.id and r.kind = p_kind and r.account_id <> n.account_id offset 0) others
        where not private.might_have_moved(removal))
      and not exists (
        select from private.removals r where r.row_id = n.id and r.kind = p_kind and r.account_id = n.account_id)
    limit 1);
end $$;
comment on function private.spent_id is
  'The first of these ids that is remembered as another account''s and was never this account''s; null when there '
  'is none.';

-- The check runs after the insert, so RLS and constraints decide first. Somebody who may not write there learns nothing
-- else.
create function private.check_ids() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
  accounts uuid[];
  spent uuid;
begin
  case tg_argv[0]
    when 'transaction' then select array_agg(transaction_id), array_agg(account_id) into ids, accounts from new_rows;
    when 'category' then select array_agg(category_id), array_agg(account_id) into ids, accounts from new_rows;
    when 'budget' then select array_agg(budget_id), array_agg(account_id) into ids, accounts from new_rows;
    when 'membership' then select array_agg(membership_id), array_agg(account_id) into ids, accounts from new_rows;
    when 'invitation' then select array_agg(invitation_id), array_agg(account_id) into ids, accounts from new_rows;
  end case;
  spent := private.spent_id(tg_argv[0], ids, accounts);
  if spent is not null then
    perform private.refuse_id(tg_table_name, tg_argv[0] || '_id', spent);
  end if;
  return null;
end $$;
comment on function private.check_ids is
  'After an insert; argument: kind. Refuses the id of a row that was deleted in another account.';

-- Only the owner of an account may use its id, also after the account was deleted. The check runs before the insert,
-- because the insert would read and lock the log of the account with this id.
create function private.check_account_id() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid := coalesce(auth.uid(), new.owner_id);
begin
  if exists (
      select from public.accounts a where a.account_id = new.account_id and a.owner_id <> owner
        and a.account_id <> all (array(select private.my_accounts())))
    or exists (
      select from private.removals r
      where r.row_id = new.account_id and r.kind = 'account' and r.created_by is distinct from owner)
  then
    perform private.refuse_id(tg_table_name, 'account_id', new.account_id);
  end if;
  return new;
end $$;

create trigger before_insert before insert on public.accounts
  for each row execute function private.check_account_id();

do $$
declare
  one record;
begin
  for one in select * from (values ('transactions', 'transaction'), ('categories', 'category'), ('budgets', 'budget'),
    ('memberships', 'membership'), ('invitations', 'invitation')) kinds (of_table, kind)
  loop
    execute format('create trigger after_insert_ids after insert on public.%I referencing new table as new_rows '
      'for each statement execute function private.check_ids(%L)', one.of_table, one.kind);
    if one.kind <> 'transaction' then
      execute format('create trigger after_delete_ids after delete on public.%I referencing old table as old_rows '
        'for each statement execute function private.remember_ids(%L)', one.of_table, one.kind);
    end if;
  end loop;
end $$;

revoke all on function private.remember_ids, private.refuse_id, private.might_have_moved, private.spent_id, private.check_ids,
  private.check_account_id from public;
