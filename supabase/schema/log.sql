-- The log of an account: the numbers that changes take, its tombstones, and its locks.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- Outlives its account, so that the numbers of an account that comes back go on rising.
create table private.account_log (
  account_id uuid not null,
  -- The number last given.
  version bigint default 0 not null,
  -- Removals up to this number are no longer kept; an older cursor starts afresh.
  floor bigint default 0 not null,
  -- The owner's grant; a new one when the account was deleted and made again.
  grant_id uuid default gen_random_uuid() not null,
  deleted_at timestamp with time zone,
  -- The history in which the log took its last number. In another one, the floor is the head until the next number.
  history text default private.history(),
  -- The numbers that restores left out: those that the log gave in a history that was lost, and more.
  skipped int8multirange default '{}'::int8multirange not null,
  constraint account_log_pkey PRIMARY KEY (account_id)
);
CREATE TRIGGER after_update AFTER UPDATE ON private.account_log REFERENCING OLD TABLE AS old_logs NEW TABLE AS new_logs FOR EACH STATEMENT EXECUTE FUNCTION private.hint_people();

-- Opens the log of a new account. Of one that comes back, the numbers go on, above everything that was removed.
CREATE OR REPLACE FUNCTION private.open_log(p_account uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into private.account_log (account_id) values (p_account)
  on conflict (account_id) do update set deleted_at = null, floor = account_log.version, grant_id = gen_random_uuid();
  -- Below the new floor, so no device is told of them any more.
  update private.removals set version = 0 where account_id = p_account and version > 0;
  perform private.hold(array[p_account]);
end $function$;

-- The next number of an account's log; locks the log when it is the transaction's first (S62b, S62c). The first one
-- after a restore sets the floor.
CREATE OR REPLACE FUNCTION private.next_version(p_account uuid)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  counters jsonb := coalesce(nullif(current_setting('carryover.counters', true), ''), '{}');
  number bigint := counters ->> p_account::text;
  visits text := nullif(current_setting('carryover.visiting', true), '');
  written_in text;
  now_in text;
  gathered text;
  visiting boolean;
begin
  if number is null then
    visiting := auth.uid() is not null and not private.may_hold(p_account);
    -- A push has locked all that it may write. Row-level security would refuse the rest in the same words.
    if visiting and private.pushing() then
      raise insufficient_privilege using message = 'Your role does not allow this.';
    end if;
    select l.version, l.history into number, written_in from private.account_log l where l.account_id = p_account for update;
    -- There is no such account: RLS refuses the row, or its foreign key does.
    if not found then return 0; end if;
    if visiting and visits is null then
      perform private.begin_visit();
      visits := '0';
    end if;
    now_in := private.history();
    if written_in is distinct from now_in then
      number := private.skip_numbers(p_account, now_in);
    end if;
  end if;
  -- A push is bounded before it begins (private.bearable); this bounds the table API.
  if visits is not null then
    if visits::integer >= (private.push_limits()).operations then
      perform private.refuse('PT413', 'invalid', 'Too many rows at once for a guest of an account.');
    end if;
    gathered := set_config('carryover.visiting', (visits::integer + 1)::text, true);
  end if;
  number := number + 1;
  -- Assigned, not performed: an expression, and no query for each row.
  gathered := set_config('carryover.counters', (counters || jsonb_build_object(p_account, number))::text, true);
  return number;
end $function$;

-- Begins a log anew in another history, above every number that it ever gave. Returns where it goes on.
CREATE OR REPLACE FUNCTION private.skip_numbers(p_account uuid, p_history text)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  update private.account_log l
  set floor = l.version, history = p_history, skipped =
    l.skipped + int8multirange(int8range(l.version, n.number, '(]'))
  from (
    select private.number_after_restore(o.version) as number from private.account_log o where o.account_id = p_account) n
  where l.account_id = p_account
  returning n.number
$function$;

-- Where a log goes on after a restore, above every number that it ever lost (S62c). A mutation from before the restore
-- names numbers that devices have seen. Given anew, they would count as seen. The same backup may be restored twice, so
-- the number is the clock in microseconds: no log takes a million numbers a second for as long as a restored server
-- runs. It stays exact in JavaScript until the year 2255. A server whose clock was set back leaves a gap.
CREATE OR REPLACE FUNCTION private.number_after_restore(p_number bigint)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select case when clock.number > p_number then clock.number else p_number + 1000000000 end
  from (select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint) clock (number)
$function$;

-- Whether this transaction is a push, which settles itself once, at its end.
CREATE OR REPLACE FUNCTION private.pushing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select current_setting('carryover.push', true) is not distinct from 'on'
$function$;

-- Ends a statement on a table that needs nothing else afterwards (private.end_statement).
CREATE OR REPLACE FUNCTION private.after_statement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_statement();
  return null;
end $function$;

-- Called last by every statement trigger of a synced table; a push settles itself, once.
CREATE OR REPLACE FUNCTION private.end_statement()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not private.pushing() then
    perform private.settle();
  end if;
end $function$;

-- Writes what a statement or a push gathered: once an account, its balance and its last number.
CREATE OR REPLACE FUNCTION private.settle()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_balances();
  perform private.write_log();
  perform private.write_sizes();
end $function$;
grant execute on function private.settle() to authenticated;
grant execute on function private.settle() to service_role;

-- The numbers that this transaction has taken so far: {account: number}.
CREATE OR REPLACE FUNCTION private.counters()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('carryover.counters', true), ''), '{}')::jsonb
$function$;
grant execute on function private.counters() to authenticated;

-- {account: number} of the logs that took one since private.counters() answered p_counters. 0 for an account of which
-- the caller saw nothing before this push: who answers an invitation learns no number.
CREATE OR REPLACE FUNCTION private.numbers_since(p_counters jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  unseen text[] := coalesce(nullif(current_setting('carryover.unseen', true), '')::text[], '{}');
begin
  return (
    select coalesce(jsonb_object_agg(key, case when key = any (unseen) then '0' else value end), '{}')
    from jsonb_each(private.counters()) where value is distinct from p_counters -> key);
end $function$;
grant execute on function private.numbers_since(p_counters jsonb) to authenticated;

-- The number that the account's log has given last.
CREATE OR REPLACE FUNCTION private.last_number(p_account uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((private.counters() ->> p_account::text)::bigint,
    (select l.version from private.account_log l where l.account_id = p_account))
$function$;
grant execute on function private.last_number(p_account uuid) to authenticated;

-- Writes the last numbers that this transaction took into the logs.
CREATE OR REPLACE FUNCTION private.write_log()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counters text := nullif(current_setting('carryover.counters', true), '');
begin
  if counters is null then return; end if;
  perform set_config('carryover.counters', '', true);
  update private.account_log l set version = c.value::bigint
  from jsonb_each_text(counters::jsonb) c
  where l.account_id = c.key::uuid and l.version < c.value::bigint;
end $function$;

-- A row that left an account, the page of its month (was_date), or, where budget_id is set, the view of that shared
-- budget.
create table private.removals (
  account_id uuid not null,
  -- The number of the tombstone in the account's log. 0 where no device is told and only the id is remembered.
  version bigint not null,
  kind text not null,
  row_id uuid not null,
  was_date date,
  budget_id uuid,
  removed_by uuid,
  created_by uuid,
  created_by_email text,
  at timestamp with time zone default clock_timestamp() not null,
  constraint removals_kind_check CHECK ((kind = ANY (ARRAY['account'::text, 'transaction'::text, 'category'::text, 'budget'::text, 'membership'::text, 'invitation'::text, 'reconciliation'::text, 'import'::text, 'schedule'::text]))),
  constraint removals_account_id_fkey FOREIGN KEY (account_id) REFERENCES private.account_log(account_id) ON DELETE CASCADE
);
CREATE INDEX removals_account_version ON private.removals USING btree (account_id, version);
CREATE INDEX removals_at ON private.removals USING btree (at);
CREATE INDEX removals_of_others ON private.removals USING btree (account_id, version) WHERE (kind <> 'transaction'::text);
CREATE INDEX removals_row ON private.removals USING btree (row_id, account_id, version);

-- After a delete of rows without a date; arguments: kind, id column. Says nothing of accounts that are going
-- themselves.
CREATE OR REPLACE FUNCTION private.log_deletes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

-- The number of the last removal of each of these rows from each account.
CREATE OR REPLACE FUNCTION private.last_removals(p_rows uuid[])
 RETURNS TABLE(row_id uuid, account_id uuid, number bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select r.row_id, r.account_id, max(r.version) from private.removals r
  where r.row_id = any (p_rows) and r.budget_id is null group by r.row_id, r.account_id
$function$;
