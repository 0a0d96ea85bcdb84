-- What was there before each change and removal. Notices, edits of removed rows, restores and the history need it.
-- Notices end when their reader writes again, which it tells of all four tables (private.decided_groups).
-- Nobody reads this table but functions: what it holds is for the members of the account in which the row stood at that
-- time, never for people who have only a budget of it.

create table private.changes (
  change_id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  version bigint not null,
  row_id uuid not null,
  of_table text not null check (of_table in ('accounts', 'transactions', 'categories', 'budgets')),
  kind text not null check (kind in ('addition', 'change', 'removal', 'restore')),
  groups text[] not null,
  before jsonb not null,
  moved_to uuid,
  clocks jsonb,
  author uuid,
  author_email text,
  device uuid,
  edited_at timestamptz not null,
  at timestamptz not null default clock_timestamp()
);
comment on table private.changes is
  'Kept a year. Adding transactions, renaming their category and deleting a whole account write nothing here.';
comment on column private.changes.version is 'The number that the change took in the log of account_id.';
comment on column private.changes.before is
  'In the client''s form (src/domain/rows.ts): the fields that changed, or the whole row that was removed or left the account.';
comment on column private.changes.moved_to is 'The account to which the row went, if this change moved it.';
comment on column private.changes.author_email is 'The author''s address at that time, as created_by_email of a transaction.';
comment on column private.changes.clocks is 'field_clocks of a removed row.';
create index changes_row on private.changes (row_id);
create index changes_account on private.changes (account_id, at);
create index changes_moved_to on private.changes (moved_to, at) where moved_to is not null;
create index changes_at on private.changes using brin (at);
create index changes_author on private.changes (author) where author is not null;
create index changes_contributor on private.changes ((before ->> 'userId')) where kind = 'removal' or moved_to is not null;
create index changes_owner on private.changes ((before ->> 'ownerId')) where of_table = 'accounts';

create function private.changed_fields(p_old jsonb, p_new jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_old)
  where key not in ('version', 'userEmail') and value is distinct from p_new -> key
$$;
comment on function private.changed_fields is 'The old values of the fields in which two versions of a row differ, both in the client''s form.';

create function private.account_of(p_client jsonb) returns uuid
language sql immutable as $$
  select coalesce(p_client ->> 'accountId', p_client ->> 'id')::uuid
$$;
comment on function private.account_of is 'The account of a row in the client''s form. An account''s own row has no accountId.';

create function private.last_removals(p_rows uuid[]) returns table (row_id uuid, account_id uuid, number bigint)
language sql stable as $$
  select r.row_id, r.account_id, max(r.version) from private.removals r
  where r.row_id = any (p_rows) and r.budget_id is null group by r.row_id, r.account_id
$$;
comment on function private.last_removals is 'The number of the last removal of each of these rows from each account.';

create function private.record_transaction_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A row that moved took a number in both logs. What was there before belongs to the account that it left.
  -- It is whole: what other people do to the row in its new account must not be needed to tell what it was in the old.
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, moved_to, author, author_email,
    device, edited_at)
  select o.account_id, case when o.account_id = n.account_id then n.version else l.number end,
    o.transaction_id, 'transactions', 'change',
    private.changed_groups(row(o.*)::public.transactions, row(n.*)::public.transactions),
    case when o.account_id <> n.account_id then to_jsonb(private.to_client(row(o.*)::public.transactions))
      else private.changed_fields(to_jsonb(private.to_client(row(o.*)::public.transactions)),
        to_jsonb(private.to_client(row(n.*)::public.transactions))) end,
    nullif(n.account_id, o.account_id), (select auth.uid()), (select auth.email()), private.device(), private.edited_at()
  from old_rows o join new_rows n using (transaction_id)
    left join private.last_removals(array(select b.transaction_id from old_rows b join new_rows a using (transaction_id)
      where a.account_id <> b.account_id)) l on l.row_id = o.transaction_id and l.account_id = o.account_id
  where n.version <> o.version or n.account_id <> o.account_id;
  return null;
end $$;

create function private.record_transaction_removals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, clocks, author, author_email,
    device, edited_at)
  select o.account_id, l.number, o.transaction_id, 'transactions', 'removal', '{}',
    to_jsonb(private.to_client(row(o.*)::public.transactions)), o.field_clocks, (select auth.uid()), (select auth.email()),
    private.device(), private.edited_at()
  from old_rows o join public.accounts using (account_id)
    join private.last_removals(array(select transaction_id from old_rows)) l on l.row_id = o.transaction_id and l.account_id = o.account_id;
  return null;
end $$;

create function private.record_transaction_restores() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, author, author_email, device,
    edited_at)
  select n.account_id, n.version, n.transaction_id, 'transactions', 'restore', '{}', '{}', (select auth.uid()),
    (select auth.email()), private.device(), private.edited_at()
  from new_rows n;
  return null;
end $$;
comment on function private.record_transaction_restores is
  'Who brought a transaction back, which the row does not tell: its contributor stays who entered it.';

-- These run after the triggers that give the numbers, because triggers fire in the order of their names.
create trigger after_update_changes after update on public.transactions
  referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('carryover.forgetting', true) is distinct from 'on'
    and current_setting('carryover.renaming', true) is distinct from 'on')
  execute function private.record_transaction_changes();
create trigger after_insert_changes after insert on public.transactions
  referencing new table as new_rows
  for each statement when (current_setting('carryover.restores', true) = 'on')
  execute function private.record_transaction_restores();
create trigger after_delete_changes after delete on public.transactions
  referencing old table as old_rows
  for each statement execute function private.record_transaction_removals();

-- Accounts, categories and budgets are few, and most writes of an account only keep its balance. So a condition on each
-- row is cheapest.
create function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change private.changes;
  was jsonb;
  becomes jsonb;
begin
  if tg_op <> 'INSERT' then
    case tg_table_name
      when 'accounts' then was := to_jsonb(private.to_client(old::public.accounts));
      when 'categories' then was := to_jsonb(private.to_client(old::public.categories));
      when 'budgets' then was := to_jsonb(private.to_client(old::public.budgets));
    end case;
  end if;
  if tg_op <> 'DELETE' then
    case tg_table_name
      when 'accounts' then becomes := to_jsonb(private.to_client(new::public.accounts));
      when 'categories' then becomes := to_jsonb(private.to_client(new::public.categories));
      when 'budgets' then becomes := to_jsonb(private.to_client(new::public.budgets));
    end case;
  end if;
  change.account_id := private.account_of(coalesce(was, becomes));
  change.row_id := coalesce(was, becomes) ->> 'id';
  change.groups := '{}';
  if tg_op = 'INSERT' then
    -- The built-in categories come with their account.
    if tg_table_name = 'categories' and exists (
      select from public.accounts a where a.account_id = change.account_id and a.created_at >= new.created_at
    ) then
      return null;
    end if;
    change.kind := 'addition';
    change.version := new.version;
    change.before := '{}';
  elsif tg_op = 'DELETE' then
    change.kind := 'removal';
    select coalesce((private.counters() ->> change.account_id::text)::bigint, l.version) into change.version
    from private.account_log l join public.accounts a using (account_id) where l.account_id = change.account_id;
    -- The whole account goes.
    if not found then return null; end if;
    change.before := was;
    change.clocks := old.field_clocks;
  else
    change.kind := 'change';
    change.version := new.version;
    change.before := private.changed_fields(was, becomes);
    change.groups := array(select distinct coalesce(private.field_group(tg_table_name, key), key)
      from jsonb_object_keys(change.before) key order by 1);
    if private.account_of(becomes) <> change.account_id then
      change.moved_to := private.account_of(becomes);
      change.before := was;
    end if;
  end if;
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, moved_to, clocks, author,
    author_email, device, edited_at)
  values (change.account_id, change.version, change.row_id, tg_table_name, change.kind, change.groups, change.before,
    change.moved_to, change.clocks, auth.uid(), auth.email(), private.device(), private.edited_at());
  return null;
end $$;
comment on function private.record_change is
  'For each row. A deleted row has no number yet when this runs: its number here is the one before.';

create trigger after_update_changes after update on public.accounts
  for each row when (old.version <> new.version) execute function private.record_change();
create trigger after_update_changes after update on public.categories
  for each row when (old.version <> new.version or old.account_id <> new.account_id) execute function private.record_change();
create trigger after_update_changes after update on public.budgets
  for each row when (old.version <> new.version) execute function private.record_change();
create trigger after_insert_changes after insert on public.accounts
  for each row execute function private.record_change();
create trigger after_insert_changes after insert on public.categories
  for each row execute function private.record_change();
create trigger after_insert_changes after insert on public.budgets
  for each row execute function private.record_change();
create trigger after_delete_changes after delete on public.categories
  for each row execute function private.record_change();
create trigger after_delete_changes after delete on public.budgets
  for each row execute function private.record_change();

revoke all on function private.changed_fields, private.account_of, private.last_removals, private.record_transaction_changes, private.record_transaction_removals,
  private.record_transaction_restores, private.record_change from public;
grant execute on function private.account_of to authenticated;
