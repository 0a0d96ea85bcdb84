-- Each account is a log. Whatever changes in an account takes the next number of its log under the log's row lock, so the
-- order of the numbers is the order of the commits, and a device that has everything up to N can ask for what is above N.

create table private.account_log (
  account_id uuid primary key,
  version bigint not null default 0,
  floor bigint not null default 0,
  grant_id uuid not null default gen_random_uuid(),
  deleted_at timestamptz
) with (fillfactor = 50);
comment on table private.account_log is 'Outlives its account, so that the numbers of an account that comes back go on rising.';
comment on column private.account_log.version is 'The number last given.';
comment on column private.account_log.floor is 'Removals up to this number are no longer kept; an older cursor starts afresh.';
comment on column private.account_log.grant_id is 'The owner''s grant; a new one when the account was deleted and made again.';

create function public.change_epoch() returns uuid
language sql security definer set search_path = '' as $$
  update private.account_log set floor = version where floor < version;
  update private.server set epoch = gen_random_uuid() where one returning epoch
$$;
comment on function public.change_epoch is
  'To be called once after a restore. Devices know rows with numbers that this server has never given, or gives anew: each floor '
  'says up to which number the two agree, and above it a device keeps what the server lost. Service role only.';
revoke all on function public.change_epoch from public, anon, authenticated;
grant execute on function public.change_epoch to service_role;

create table private.removals (
  account_id uuid not null references private.account_log on delete cascade,
  version bigint not null,
  kind text not null check (kind in ('account', 'transaction', 'category', 'budget', 'membership')),
  row_id uuid not null,
  was_date date,
  budget_id uuid,
  removed_by uuid,
  created_by uuid,
  created_by_email text,
  at timestamptz not null default now()
);
comment on table private.removals is
  'A row that left an account, the page of its month (was_date), or, where budget_id is set, the view of that shared budget.';
create index removals_account_version on private.removals (account_id, version);
create index removals_row on private.removals (row_id);
create index removals_at on private.removals (at);

create table private.mutation_ledger (
  user_id uuid not null,
  mutation_id uuid not null,
  payload_hash bigint not null,
  verdict jsonb not null,
  at timestamptz not null default now(),
  primary key (user_id, mutation_id)
);
comment on table private.mutation_ledger is 'Every mutation ever decided; a mutation that comes again gets the same verdict.';

-- Numbers given and not yet written to the log stand in the transaction-local setting `carryover.counters`
-- ({account: number}): one write a statement, or one a push, instead of one a row. It is rolled back with its savepoint,
-- and no client can reach a setting through the table API.

create function private.next_version(p_account uuid) returns bigint
language plpgsql as $$
declare
  counters jsonb := coalesce(nullif(current_setting('carryover.counters', true), ''), '{}');
  number bigint := counters ->> p_account::text;
  gathered text;
begin
  if number is null then
    select l.version into number from private.account_log l where l.account_id = p_account for update;
    if not found then
      raise foreign_key_violation using message = 'There is no such account.';
    end if;
  end if;
  number := number + 1;
  -- Assigned, not performed: an expression, and no query for each row.
  gathered := set_config('carryover.counters', (counters || jsonb_build_object(p_account, number))::text, true);
  return number;
end $$;
comment on function private.next_version is 'The next number of an account''s log; locks the log when it is the transaction''s first.';

create function private.write_log() returns void
language plpgsql security definer set search_path = '' as $$
declare
  counters text := nullif(current_setting('carryover.counters', true), '');
begin
  if counters is null then return; end if;
  perform set_config('carryover.counters', '', true);
  update private.account_log l set version = c.value::bigint
  from jsonb_each_text(counters::jsonb) c
  where l.account_id = c.key::uuid and l.version < c.value::bigint;
end $$;

create function private.pushing() returns boolean
language sql stable as $$
  select current_setting('carryover.push', true) is not distinct from 'on'
$$;

create function private.settle() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_balances();
  perform private.write_log();
end $$;
comment on function private.settle is 'Writes what a statement or a push gathered: once an account, its balance and its last number.';

create function private.end_statement() returns void
language plpgsql as $$
begin
  if not private.pushing() then
    perform private.settle();
  end if;
end $$;
comment on function private.end_statement is 'Called last by every statement trigger of a synced table; a push settles itself, once.';

create function private.open_log(p_account uuid) returns void
language plpgsql as $$
begin
  insert into private.account_log (account_id) values (p_account)
  on conflict (account_id) do update set deleted_at = null, floor = account_log.version, grant_id = gen_random_uuid();
  -- Below the new floor, so of use to nobody; and the account may now be somebody else's.
  delete from private.removals where account_id = p_account;
end $$;

create function private.stamp(p_clocks jsonb, p_groups text[], p_version bigint) returns jsonb
language plpgsql as $$
declare
  edited_at timestamptz := least(
    coalesce(nullif(current_setting('carryover.edited_at', true), '')::timestamptz, clock_timestamp()), clock_timestamp());
  field text;
begin
  foreach field in array p_groups loop
    p_clocks := p_clocks || jsonb_build_object(field, jsonb_build_object(
      'at', greatest(edited_at, (p_clocks #>> array[field, 'at'])::timestamptz), 'by', auth.uid(), 'v', p_version));
  end loop;
  return p_clocks;
end $$;
comment on function private.stamp is
  'field_clocks with these groups changed now: at = the device''s edited_at in a push, else the server''s time; by = author; v = number of the change.';

create function private.log_deletes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with gone as materialized (
    select private.next_version(o.account_id) as version, o.account_id, to_jsonb(o) as content
    from old_rows o join public.accounts using (account_id)
  )
  insert into private.removals (account_id, version, kind, row_id, budget_id, removed_by)
  select account_id, version, tg_argv[0], (content ->> tg_argv[1])::uuid, view, auth.uid()
  from gone, lateral (select null::uuid union select (content ->> 'budget_id')::uuid where tg_argv[0] = 'membership') views (view);
  perform private.end_statement();
  return null;
end $$;
comment on function private.log_deletes is
  'After a delete of rows without a date; arguments: kind, id column. Says nothing of accounts that are going themselves.';

create function private.after_statement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_statement();
  return null;
end $$;

create function public.collect_garbage(p_age interval default '1 year') returns bigint
language plpgsql security definer set search_path = '' as $$
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
  delete from private.account_log where deleted_at < now() - p_age;
  update public.invitations set status = 'expired' where status = 'pending' and expires_at <= now();
  delete from private.invitation_mails where granted_at < now() - interval '14 days';
  return dropped;
end $$;
comment on function public.collect_garbage is
  'Drops removals older than p_age and raises the floor of their logs; marks invitations that ran out; forgets mails of 14 days ago. Returns the number of removals dropped. Service role only.';
revoke all on function public.collect_garbage from public, anon, authenticated;
grant execute on function public.collect_garbage to service_role;

revoke all on all functions in schema private from public;
grant execute on function private.settle to authenticated, service_role;
