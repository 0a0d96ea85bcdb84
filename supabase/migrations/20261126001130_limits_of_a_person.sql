-- A person could have any number of accounts, rows and bytes. Each account is a scope, so the pulls of two people could
-- hold all places; and one person could fill the disk of all. The limits are ten times what the largest household has.
-- Refusals have a reason that every release knows (invalid), and the code PT422, for which newer ones have words.

create function private.person_limits(out accounts integer, out rows bigint, out bytes bigint)
language sql immutable as $$ select 200, 2000000::bigint, 1073741824::bigint $$;
comment on function private.person_limits is
  'accounts: that a person owns, and memberships that they have besides. rows: transactions that they entered. bytes: of '
  'the texts of these. src/domain/push-limits.ts repeats them; a test compares.';

create function private.refuse_quota(p_message text) returns void
language sql as $$ select private.refuse('PT422', 'invalid', p_message) $$;
comment on function private.refuse_quota is 'Refuses what is beyond a limit of private.person_limits.';

create function private.check_accounts(p_person uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  most integer := (private.person_limits()).accounts;
begin
  if (select count(*) from public.accounts a where a.owner_id = p_person) > most then
    perform private.refuse_quota(format('At most %s accounts a person.', most));
  end if;
  if (select count(*) from public.memberships m where m.user_id = p_person) > most then
    perform private.refuse_quota(format('At most %s shared accounts and budgets a person.', most));
  end if;
end $$;
comment on function private.check_accounts is 'Raises PT422 if the person has more accounts or memberships than one may.';

create function private.accounts_after_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then perform private.check_accounts(auth.uid()); end if;
  return null;
end $$;
comment on function private.accounts_after_insert is 'Bounds the accounts and memberships of a person.';

create trigger count_after_insert after insert on public.accounts
  for each statement execute function private.accounts_after_insert();
create trigger count_after_insert after insert on public.memberships
  for each statement execute function private.accounts_after_insert();

create table private.person_sizes (
  user_id uuid not null references auth.users on delete cascade,
  part uuid not null default gen_random_uuid(),
  rows bigint not null,
  bytes bigint not null,
  primary key (user_id, part)
);
comment on table private.person_sizes is
  'How many transactions a person entered, and the bytes of their texts. Counted up as they write, and down as they '
  'delete; collect_garbage counts those anew that are above a limit, because others delete rows, too.';
comment on column private.person_sizes.part is
  'Pushes of one person in different accounts do not wait for each other, so each takes a part that is free.';

create function private.size_of(p_person uuid, out rows bigint, out bytes bigint)
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(s.rows), 0), coalesce(sum(s.bytes), 0) from private.person_sizes s where s.user_id = p_person
$$;
comment on function private.size_of is 'What a person has entered, as it was counted.';

create function private.text_bytes(p_row public.transactions) returns integer
language sql immutable as $$
  select octet_length((p_row).description) + octet_length((p_row).metadata::text)
    + coalesce(octet_length((p_row).lines::text), 0)
$$;
comment on function private.text_bytes is 'The bytes that a transaction takes beside its columns of a fixed length.';

create function private.check_person_size() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  limits record;
  size record;
begin
  if auth.uid() is null or current_setting('carryover.sized', true) = 'yes' then return null; end if;
  limits := private.person_limits();
  size := private.size_of(auth.uid());
  if size.rows >= limits.rows or size.bytes >= limits.bytes then
    perform private.refuse_quota('You have entered as much as one person may. Delete what you no longer need.');
  end if;
  perform set_config('carryover.sized', 'yes', true);
  return null;
end $$;
comment on function private.check_person_size is
  'Before a statement that adds or edits transactions: raises PT422 if its author has entered as much as one may. Looks '
  'once a transaction.';

create function private.count_sizes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  mine uuid := auth.uid();
  gathered bigint[] := coalesce(nullif(current_setting('carryover.sizes', true), '')::bigint[], '{0,0}');
  more_rows bigint := 0;
  more_bytes bigint := 0;
begin
  if mine is null then return null; end if;
  if tg_op = 'INSERT' then
    select count(*), sum(private.text_bytes(n)) into more_rows, more_bytes from new_rows n;
  elsif tg_op = 'UPDATE' then
    more_bytes := (select sum(private.text_bytes(n)) from new_rows n)
      - (select sum(private.text_bytes(o)) from old_rows o);
  else
    select -count(*), -sum(private.text_bytes(o)) into more_rows, more_bytes
    from old_rows o where o.created_by = mine;
  end if;
  perform set_config('carryover.sizes',
    array[gathered[1] + more_rows, gathered[2] + coalesce(more_bytes, 0)]::text, true);
  -- Before the trigger that ends the statement; a push writes the sum of all its statements.
  if not private.pushing() then perform private.write_sizes(); end if;
  return null;
end $$;
comment on function private.count_sizes is 'Gathers what a statement adds to the size of its author, and what it takes.';

create function private.write_sizes() returns void
language plpgsql security definer set search_path = '' as $$
declare
  gathered bigint[] := nullif(current_setting('carryover.sizes', true), '')::bigint[];
begin
  if gathered is null then return; end if;
  perform set_config('carryover.sizes', '', true);
  if gathered = '{0,0}' then return; end if;
  update private.person_sizes s set rows = s.rows + gathered[1], bytes = s.bytes + gathered[2]
  where s.user_id = auth.uid() and s.part = (
    select free.part from private.person_sizes free where free.user_id = auth.uid()
    order by free.part limit 1 for update skip locked);
  if not found then
    insert into private.person_sizes (user_id, rows, bytes) values (auth.uid(), gathered[1], gathered[2]);
  end if;
end $$;
comment on function private.write_sizes is 'Writes what private.count_sizes gathered, and waits for nobody.';

create function private.recount_sizes() returns void
language sql security definer set search_path = '' as $$
  with over as (
    select s.user_id from private.person_sizes s cross join private.person_limits() l
    group by s.user_id, l.rows, l.bytes having sum(s.rows) >= l.rows or sum(s.bytes) >= l.bytes
  ), gone as (
    delete from private.person_sizes s using over where s.user_id = over.user_id
  )
  insert into private.person_sizes (user_id, rows, bytes)
  select over.user_id, count(t.*), coalesce(sum(private.text_bytes(t)), 0)
  from over left join public.transactions t on t.created_by = over.user_id group by over.user_id
$$;
comment on function private.recount_sizes is 'Counts anew what people have entered who are above a limit.';

create trigger size_before_insert before insert on public.transactions
  for each statement execute function private.check_person_size();
create trigger size_before_update before update on public.transactions
  for each statement execute function private.check_person_size();
create trigger a_size_after_insert after insert on public.transactions referencing new table as new_rows
  for each statement execute function private.count_sizes();
create trigger a_size_after_update after update on public.transactions
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_sizes();
create trigger a_size_after_delete after delete on public.transactions referencing old table as old_rows
  for each statement execute function private.count_sizes();

create or replace function private.settle() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_balances();
  perform private.write_log();
  perform private.write_sizes();
end $$;

insert into private.person_sizes (user_id, rows, bytes)
select t.created_by, count(*), sum(private.text_bytes(t)) from public.transactions t join auth.users u on u.id = t.created_by
group by t.created_by;

create or replace function public.collect_garbage(p_age interval default '1 year'::interval)
returns bigint
language plpgsql
 security definer
set search_path = ''
set statement_timeout = '60s'
as $$
declare
  dropped bigint;
begin
  -- The log first, in order, as a push locks it.
  perform from private.account_log l
  where exists (select from private.removals r where r.account_id = l.account_id and r.at < now() - p_age)
  order by l.account_id for update;
  with old as (
    delete from private.removals where at < now() - p_age returning account_id, version
  ), floors as (
    update private.account_log l set floor = greatest(l.floor, o.version)
    from (select account_id, max(version) as version from old group by account_id) o where o.account_id = l.account_id
  )
  select count(*) into dropped from old;
  with old as (
    delete from private.mutation_ledger where at < now() - p_age and device is not null and number is not null
    returning user_id, device, number
  )
  insert into private.devices (user_id, device, collected)
  select user_id, device, max(number) from old group by user_id, device
  on conflict (user_id, device) do update set collected = greatest(devices.collected, excluded.collected);
  delete from private.changes where at < now() - p_age;
  delete from private.notices where at < now() - p_age;
  delete from private.renames where at < now() - p_age;
  delete from private.account_log where deleted_at < now() - p_age;
  update public.invitations set status = 'expired' where status = 'pending' and expires_at <= now();
  delete from private.invitation_mails where granted_at < now() - interval '14 days';
  perform private.recount_sizes();
  return dropped;
end $$;

create or replace function public.answer_ownership(p_account uuid, p_accept boolean)
returns void
language plpgsql
 security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  offer record;
  heir uuid;
begin
  perform private.check_user(me);
  select * into offer from private.standing_offers() o where o.account_id = p_account and o.user_id = me;
  if not found then
    perform private.refuse('PT404', 'gone', 'This offer is not there any more.');
  end if;
  if not p_accept then
    delete from private.ownership_offers o where o.account_id = p_account;
    return;
  end if;
  -- In the order in which a push and the deletion of an account lock. Then the offer is read again.
  heir := private.next_owned(offer.owner_id, p_account);
  perform from private.account_log l where l.account_id in (p_account, heir) order by l.account_id for update;
  perform pg_advisory_xact_lock(hashtextextended('accounts of ' || offer.owner_id, 0));
  if heir is distinct from private.next_owned(offer.owner_id, p_account)
    or not exists (select from private.standing_offers() o where o.account_id = p_account and o.user_id = me and o.owner_id = offer.owner_id)
  then
    perform private.refuse('PT409', 'changed_meanwhile', 'Something changed at this moment. Try again.');
  elsif heir is null then
    perform private.refuse('PT409', 'last_account', 'The owner must have another account first.');
  end if;
  perform private.hold(array[p_account, heir]);
  perform private.move_ownership(p_account, offer.owner_id, me, heir);
  perform private.check_accounts(me);
end $$;

revoke all on function private.person_limits, private.refuse_quota, private.check_accounts, private.accounts_after_insert,
  private.size_of, private.text_bytes, private.check_person_size, private.count_sizes, private.write_sizes, private.recount_sizes
from public;
revoke all on private.person_sizes from public, anon, authenticated;
