-- How much one person may have: accounts, rows and bytes.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- accounts: that a person owns, and memberships that they have besides. rows: transactions that they entered. bytes: of
-- the texts of these. src/domain/push-limits.ts repeats them; a test compares.
CREATE OR REPLACE FUNCTION private.person_limits(OUT accounts integer, OUT rows bigint, OUT bytes bigint)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
AS $function$ select 200, 2000000::bigint, 1073741824::bigint $function$;

-- Refuses what is beyond a limit of private.person_limits.
CREATE OR REPLACE FUNCTION private.refuse_quota(p_message text)
 RETURNS void
 LANGUAGE sql
AS $function$ select private.refuse('PT422', 'invalid', p_message) $function$;

-- Raises PT422 if the person has more accounts or memberships than one may.
CREATE OR REPLACE FUNCTION private.check_accounts(p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most integer := (private.person_limits()).accounts;
begin
  if (select count(*) from public.accounts a where a.owner_id = p_person) > most then
    perform private.refuse_quota(format('At most %s accounts a person.', most));
  end if;
  if (select count(*) from public.memberships m where m.user_id = p_person) > most then
    perform private.refuse_quota(format('At most %s shared accounts and budgets a person.', most));
  end if;
end $function$;

-- Bounds the accounts and memberships of a person.
CREATE OR REPLACE FUNCTION private.accounts_after_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then perform private.check_accounts(auth.uid()); end if;
  return null;
end $function$;

-- How many transactions a person entered, and the bytes of their texts. Counted up as they write, and down as they
-- delete; collect_garbage counts those anew that are above a limit, because others delete rows, too.
create table private.person_sizes (
  user_id uuid not null,
  -- Pushes of one person in different accounts do not wait for each other, so each takes a part that is free.
  part uuid default gen_random_uuid() not null,
  rows bigint not null,
  bytes bigint not null,
  constraint person_sizes_pkey PRIMARY KEY (user_id, part),
  constraint person_sizes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

-- What a person has entered, as it was counted.
CREATE OR REPLACE FUNCTION private.size_of(p_person uuid, OUT rows bigint, OUT bytes bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(s.rows), 0), coalesce(sum(s.bytes), 0) from private.person_sizes s where s.user_id = p_person
$function$;

-- The bytes that a transaction takes beside its columns of a fixed length.
CREATE OR REPLACE FUNCTION private.text_bytes(p_row transactions)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select octet_length((p_row).description) + octet_length((p_row).metadata::text)
    + coalesce(octet_length((p_row).lines::text), 0)
$function$;

-- Before a statement that adds or edits transactions: raises PT422 if its author has entered as much as one may. Looks
-- once a transaction.
CREATE OR REPLACE FUNCTION private.check_person_size()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

-- Gathers what a statement adds to the size of its author, and what it takes.
CREATE OR REPLACE FUNCTION private.count_sizes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

-- Writes what private.count_sizes gathered, and waits for nobody.
CREATE OR REPLACE FUNCTION private.write_sizes()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

-- Counts anew what people have entered who are above a limit.
CREATE OR REPLACE FUNCTION private.recount_sizes()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with over as (
    select s.user_id from private.person_sizes s cross join private.person_limits() l
    group by s.user_id, l.rows, l.bytes having sum(s.rows) >= l.rows or sum(s.bytes) >= l.bytes
  ), gone as (
    delete from private.person_sizes s using over where s.user_id = over.user_id
  )
  insert into private.person_sizes (user_id, rows, bytes)
  select over.user_id, count(t.*), coalesce(sum(private.text_bytes(t)), 0)
  from over left join public.transactions t on t.created_by = over.user_id group by over.user_id
$function$;
