-- Schedules: transactions that come again and again (S80a). Devices derive the occurrences and add them
-- (20261130000110_occurrences.sql).

create table public.schedules (
  schedule_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts on delete cascade,
  type text not null check (type in ('credit', 'debit')),
  amount numeric(14, 2) not null check (amount > 0 and amount <= 999999999.99),
  refund boolean not null default false,
  category_name text not null check (btrim(category_name) <> '' and private.fits(category_name, 200)),
  lines jsonb,
  description text not null default '' check (private.fits(description, 2000)),
  notes text not null default '' check (private.fits(notes, 10000)),
  rhythm text not null check (rhythm ~ ('^(day [1-9][0-9]{0,2}|week [1-9][0-9]? [1-7](,[1-7]){0,6}'
    || '|month [1-9][0-9]? (on ([1-9]|[12][0-9]|3[01])|nth ([1-4]|last) [1-7]|workday (first|last))'
    || '|year [1-9][0-9]? on (0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))$')),
  weekend text not null default 'as_is' check (weekend in ('before', 'after', 'as_is')),
  start_date date not null check (start_date between '0001-01-01' and '9999-12-31'),
  end_date date check (end_date <= '9999-12-31'),
  occurrences integer check (occurrences between 1 and 10000),
  mode text not null default 'remind' check (mode in ('add', 'remind')),
  amount_match text not null default 'exact' check (amount_match in ('exact', 'near', 'any')),
  pair_id uuid,
  created_by uuid,
  created_at timestamptz(3) not null default now() check (private.is_nameable(created_at)),
  version bigint not null,
  field_clocks jsonb not null default '{}',
  constraint schedules_dates check (start_date <= end_date),
  constraint schedules_lines check (lines is null
    or (private.lines_fit(lines, amount) and category_name = 'Split' and not refund))
);
comment on table public.schedules is
  'What a member of an account repeats. The first columns are those of the transactions that it adds.';
comment on column public.schedules.lines is 'As in public.transactions.';
comment on column public.schedules.rhythm is 'RhythmText in src/domain/rows.ts.';
comment on column public.schedules.weekend is 'Where an occurrence goes that falls on a Saturday or Sunday.';
comment on column public.schedules.occurrences is
  'How many there are from the start, skipped ones included. Null for no end.';
comment on column public.schedules.mode is 'Whether devices add what is due, or only say so.';
comment on column public.schedules.amount_match is
  'Which amount another transaction must have to take an occurrence''s place.';
comment on column public.schedules.pair_id is 'Shared by the two schedules of a transfer.';
comment on column public.schedules.created_by is
  'Who keeps it going, from the session. Null after that person left the account or may only look (S80f).';
create index schedules_account_version on public.schedules (account_id, version);
create index schedules_maker on public.schedules (created_by) where created_by is not null;

alter table public.schedules enable row level security;
revoke all on public.schedules from anon, authenticated;
grant all on public.schedules to service_role;
grant select, delete on public.schedules to authenticated;
grant insert (schedule_id, account_id, type, amount, refund, category_name, lines, description, notes, rhythm, weekend,
  start_date, end_date, occurrences, mode, amount_match, pair_id, created_at) on public.schedules to authenticated;
grant update (type, amount, refund, category_name, lines, description, notes, rhythm, weekend, start_date, end_date,
  occurrences, mode, amount_match, pair_id, created_by) on public.schedules to authenticated;

create policy read on public.schedules for select to authenticated
  using (account_id = any (array(select private.my_accounts())));
comment on policy read on public.schedules is 'Only members of the account read its schedules (S80a).';
create policy add on public.schedules for insert to authenticated
  with check (account_id = any (array(select private.my_accounts('member'))));
comment on policy add on public.schedules is 'Members add schedules; viewers do not.';
create policy edit on public.schedules for update to authenticated
  using (account_id = any (array(select private.my_accounts('admin')))
    or ((created_by is null or created_by = (select auth.uid()))
      and account_id = any (array(select private.my_accounts('member')))));
comment on policy edit on public.schedules is
  'Owner and admins write all schedules; members their own, and those that have no maker (S80a).';
create policy remove on public.schedules for delete to authenticated
  using (account_id = any (array(select private.my_accounts('admin')))
    or ((created_by is null or created_by = (select auth.uid()))
      and account_id = any (array(select private.my_accounts('member')))));
comment on policy remove on public.schedules is
  'Owner and admins delete all schedules; members their own, and those that have no maker (S80a).';

create function private.schedules_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    new.created_by := auth.uid();
    new.created_at := least(new.created_at, now());
    new.field_clocks := '{}';
    new.version := private.next_version(new.account_id);
    return new;
  end if;
  -- Without a maker only private.release_schedules leaves it.
  if new.created_by is distinct from old.created_by and new.created_by is distinct from auth.uid()
    and current_setting('carryover.forgetting', true) is distinct from 'on'
  then
    raise insufficient_privilege using message = 'Nobody makes somebody else keep a schedule going.';
  end if;
  changed := array_remove(array[
    case when (new.type, new.amount, new.refund, new.category_name, new.lines)
      is distinct from (old.type, old.amount, old.refund, old.category_name, old.lines) then 'type' end,
    case when new.description <> old.description then 'description' end,
    case when new.notes <> old.notes then 'notes' end,
    case when (new.rhythm, new.weekend, new.start_date, new.end_date, new.occurrences)
      is distinct from (old.rhythm, old.weekend, old.start_date, old.end_date, old.occurrences) then 'rhythm' end,
    case when new.mode <> old.mode then 'mode' end,
    case when new.amount_match <> old.amount_match then 'amountMatch' end,
    case when new.pair_id is distinct from old.pair_id then 'pairId' end,
    case when new.created_by is distinct from old.created_by then 'userId' end], null);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    -- A rename of a category is no edit (S38d), and nobody takes a schedule from its maker.
    if current_setting('carryover.renaming', true) is distinct from 'on'
      and current_setting('carryover.forgetting', true) is distinct from 'on'
    then
      new.field_clocks := private.stamp(old.field_clocks, changed, new.version);
    end if;
  end if;
  return new;
end $$;
comment on function private.schedules_before_write is
  'Gives a schedule its maker, its number, and clocks to what changed in it. Nobody names another maker (S80a).';

create function private.schedules_after_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 500;
begin
  if auth.uid() is not null and exists (
    select from (select distinct n.account_id from new_rows n) places
    where (select count(*) from public.schedules s where s.account_id = places.account_id) > most)
  then
    perform private.refuse_quota(format('At most %s schedules an account.', most));
  end if;
  perform private.end_statement();
  return null;
end $$;
comment on function private.schedules_after_insert is 'Bounds the schedules of an account (S80i).';

create trigger before_write before insert or update on public.schedules
  for each row execute function private.schedules_before_write();
create trigger after_insert after insert on public.schedules
  referencing new table as new_rows for each statement execute function private.schedules_after_insert();
create trigger after_insert_ids after insert on public.schedules
  referencing new table as new_rows for each statement execute function private.check_ids('schedule');
create trigger after_insert_changes after insert on public.schedules
  for each row execute function private.record_change();
create trigger after_update after update on public.schedules
  for each statement execute function private.after_statement();
create trigger after_update_changes after update on public.schedules
  for each row when (old.version <> new.version and current_setting('carryover.renaming', true) is distinct from 'on'
    and current_setting('carryover.forgetting', true) is distinct from 'on')
  execute function private.record_change();
create trigger after_delete after delete on public.schedules
  referencing old table as old_rows for each statement execute function private.log_deletes('schedule', 'schedule_id');
create trigger after_delete_ids after delete on public.schedules
  referencing old table as old_rows for each statement execute function private.remember_ids('schedule');
create trigger after_delete_changes after delete on public.schedules
  for each row execute function private.record_change();

alter table private.removals drop constraint removals_kind_check, add constraint removals_kind_check check (kind in (
  'account', 'transaction', 'category', 'budget', 'membership', 'invitation', 'reconciliation', 'import', 'schedule'));
alter table private.changes drop constraint changes_of_table_check, add constraint changes_of_table_check check (
  of_table in ('accounts', 'transactions', 'categories', 'budgets', 'schedules'));
alter table private.notices drop constraint notices_of_table_check, add constraint notices_of_table_check check (
  of_table in ('accounts', 'transactions', 'categories', 'budgets', 'schedules'));
create index changes_makers on private.changes ((before ->> 'userId')) where of_table = 'schedules';

create function private.release_schedules(p_person uuid, p_account uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('carryover.forgetting', 'on', true);
  update public.schedules s set created_by = null
  where s.account_id = p_account and s.created_by = p_person
    and exists (select from public.accounts a where a.account_id = p_account and a.owner_id <> p_person)
    and not exists (select from public.memberships m
      where m.account_id = p_account and m.user_id = p_person and m.target = 'account' and m.role <> 'viewer');
  perform set_config('carryover.forgetting', '', true);
end $$;
comment on function private.release_schedules is
  'Schedules of who does not write in the account any more have no maker. Devices are told (S80f).';

create function private.memberships_release() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  one record;
begin
  -- Who becomes the owner leaves the members (private.move_ownership).
  if current_setting('carryover.handing_over', true) = 'on' then return null; end if;
  for one in
    select o.user_id, o.account_id from old_rows o where o.target = 'account' and o.role <> 'viewer'
    order by o.account_id
  loop
    perform private.release_schedules(one.user_id, one.account_id);
  end loop;
  return null;
end $$;
comment on function private.memberships_release is 'After members left, or may only look: their schedules (S80f).';
create trigger release_after_delete after delete on public.memberships
  referencing old table as old_rows for each statement execute function private.memberships_release();
create trigger release_after_update after update on public.memberships
  referencing old table as old_rows for each statement execute function private.memberships_release();

create function private.forget_in_schedules() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.account_log l
  where l.account_id in (select s.account_id from public.schedules s where s.created_by = old.id)
  order by l.account_id for update;
  perform set_config('carryover.forgetting', 'on', true);
  update public.schedules s set created_by = null where s.created_by = old.id;
  perform set_config('carryover.forgetting', '', true);
  update private.changes set before = before
    || case kind when 'removal' then '{"userId": null, "userEmail": null}' else '{"userId": null}' end::jsonb
  where of_table = 'schedules' and before ->> 'userId' = old.id::text;
  return old;
end $$;
comment on function private.forget_in_schedules is
  'Before a user is deleted: their schedules in accounts of others have no maker any more (S80f).';
create trigger forget_in_schedules before delete on auth.users
  for each row execute function private.forget_in_schedules();

create or replace function private.move_ownership(p_account uuid, p_from uuid, p_to uuid, p_heir uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  was_default boolean;
  grant_of_owner uuid;
  grant_of_member uuid;
begin
  select l.grant_id into grant_of_owner from private.account_log l where l.account_id = p_account;
  select m.grant_id into grant_of_member from public.memberships m
  where m.account_id = p_account and m.user_id = p_to and m.target = 'account';
  select (a.created_at, a.account_id) < (h.created_at, h.account_id) into was_default
  from public.accounts a, public.accounts h where a.account_id = p_account and h.account_id = p_heir;

  delete from private.ownership_offers where account_id = p_account;
  perform set_config('carryover.handing_over', 'on', true);
  delete from public.memberships where account_id = p_account and user_id = p_to and target = 'account';
  perform set_config('carryover.handing_over', '', true);
  -- An account from somebody else comes after one's own, so that these keep the default.
  update public.accounts set
    owner_id = p_to,
    created_at = case when private.next_owned(p_to, p_account) is null then created_at else now() end
  where account_id = p_account;
  -- Both have the whole account before and after. Each takes over the grant that the other's devices do not have, so
  -- that no device fetches the account anew.
  update private.account_log set grant_id = grant_of_member where account_id = p_account;
  insert into public.memberships (account_id, target, user_id, email, role, grant_id)
  select p_account, 'account', u.id, u.email, 'admin', grant_of_owner from auth.users u where u.id = p_from;
  -- The default account's categories serve all accounts of its owner, and the account keeps its own.
  if was_default then
    insert into public.categories (category_id, account_id, type, name, group_name, archived)
    select private.name_id('category:' || p_heir || ':' || c.type || ':' || c.name), p_heir, c.type, c.name,
      c.group_name, c.archived
    from public.categories c where c.account_id = p_account
    on conflict do nothing;
  end if;
end $$;

revoke all on function private.schedules_before_write, private.schedules_after_insert, private.release_schedules,
  private.memberships_release, private.forget_in_schedules from public;
