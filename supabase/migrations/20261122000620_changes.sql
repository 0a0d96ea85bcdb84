-- What was there before each change and removal. Notices, edits of removed rows and restores need it. Notices end when
-- their reader writes again, which it tells of all four tables (private.decided_groups).
-- Nobody reads this table but functions: what it holds is for the members of the account in which the row stood at that
-- time, never for people who have only a budget of it.

create table private.changes (
  change_id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  version bigint not null,
  row_id uuid not null,
  of_table text not null check (of_table in ('accounts', 'transactions', 'categories', 'budgets')),
  kind text not null check (kind in ('change', 'removal')),
  groups text[] not null,
  before jsonb not null,
  clocks jsonb,
  author uuid,
  device uuid,
  edited_at timestamptz not null,
  at timestamptz not null default clock_timestamp()
);
comment on table private.changes is 'Kept a year. Adding rows, renaming a category and deleting a whole account write nothing here.';
comment on column private.changes.version is 'The number that the change took in the log of account_id.';
comment on column private.changes.before is
  'In the client''s form (src/domain/rows.ts): the fields that changed, or the whole row that was removed.';
comment on column private.changes.clocks is 'field_clocks of a removed row.';
create index changes_row on private.changes (row_id);
create index changes_account on private.changes (account_id, version);
create index changes_at on private.changes using brin (at);
create index changes_author on private.changes (author) where author is not null;
create index changes_contributor on private.changes ((before ->> 'userId')) where kind = 'removal';

create function private.changed_fields(p_old jsonb, p_new jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_old)
  where key not in ('version', 'userEmail') and value is distinct from p_new -> key
$$;
comment on function private.changed_fields is 'The old values of the fields in which two versions of a row differ, both in the client''s form.';

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
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, author, device, edited_at)
  select o.account_id, case when o.account_id = n.account_id then n.version else l.number end,
    o.transaction_id, 'transactions', 'change', private.changed_groups(row(o.*)::public.transactions, row(n.*)::public.transactions),
    private.changed_fields(to_jsonb(private.to_client(row(o.*)::public.transactions)), to_jsonb(private.to_client(row(n.*)::public.transactions))),
    auth.uid(), private.device(), private.edited_at()
  from old_rows o join new_rows n using (transaction_id)
    left join private.last_removals(array(select b.transaction_id from old_rows b join new_rows a using (transaction_id)
      where a.account_id <> b.account_id)) l on l.row_id = o.transaction_id and l.account_id = o.account_id
  where n.version <> o.version or n.account_id <> o.account_id;
  return null;
end $$;

create function private.record_transaction_removals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, clocks, author, device, edited_at)
  select o.account_id, l.number, o.transaction_id, 'transactions', 'removal', '{}', to_jsonb(private.to_client(row(o.*)::public.transactions)), o.field_clocks, auth.uid(),
    private.device(), private.edited_at()
  from old_rows o join public.accounts using (account_id)
    join private.last_removals(array(select transaction_id from old_rows)) l on l.row_id = o.transaction_id and l.account_id = o.account_id;
  return null;
end $$;

-- These run after the triggers that give the numbers, because triggers fire in the order of their names.
create trigger after_update_changes after update on public.transactions
  referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('carryover.forgetting', true) is distinct from 'on'
    and current_setting('carryover.renaming', true) is distinct from 'on')
  execute function private.record_transaction_changes();
create trigger after_delete_changes after delete on public.transactions
  referencing old table as old_rows
  for each statement execute function private.record_transaction_removals();

-- Accounts, categories and budgets are few, and most writes of an account only keep its balance. So a condition on each
-- row is cheapest.
create function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  becomes jsonb;
  fields jsonb;
begin
  case tg_table_name
    when 'accounts' then was := to_jsonb(private.to_client(old::public.accounts));
    when 'categories' then was := to_jsonb(private.to_client(old::public.categories));
    when 'budgets' then was := to_jsonb(private.to_client(old::public.budgets));
  end case;
  if tg_op = 'DELETE' then
    insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, clocks, author, device, edited_at)
    select old.account_id, coalesce((private.counters() ->> old.account_id::text)::bigint, l.version), (was ->> 'id')::uuid, tg_table_name,
      'removal', '{}', was, old.field_clocks, auth.uid(), private.device(), private.edited_at()
    from private.account_log l join public.accounts a using (account_id) where l.account_id = old.account_id;
    return null;
  end if;
  case tg_table_name
    when 'accounts' then becomes := to_jsonb(private.to_client(new::public.accounts));
    when 'categories' then becomes := to_jsonb(private.to_client(new::public.categories));
    when 'budgets' then becomes := to_jsonb(private.to_client(new::public.budgets));
  end case;
  fields := private.changed_fields(was, becomes);
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, author, device, edited_at)
  values (old.account_id, new.version, (was ->> 'id')::uuid, tg_table_name, 'change',
    array(select distinct coalesce(private.field_group(tg_table_name, key), key) from jsonb_object_keys(fields) key order by 1),
    fields, auth.uid(), private.device(), private.edited_at());
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
create trigger after_delete_changes after delete on public.categories
  for each row execute function private.record_change();
create trigger after_delete_changes after delete on public.budgets
  for each row execute function private.record_change();

revoke all on function private.changed_fields, private.last_removals, private.record_transaction_changes, private.record_transaction_removals,
  private.record_change from public;
