-- How much one person may have: accounts, rows and bytes.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- accounts: that a person owns, and memberships that they have besides. rows: transactions that they entered. bytes: of
-- the texts of these. supabase/embedded/http/limits.ts repeats them; a test compares.
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

-- How many transactions a person entered, and the bytes of their texts. Counted as signed-in people write and delete;
-- collect_garbage counts those anew that are above a limit, because the end of a login deletes rows, too.
create table private.person_sizes (
  user_id uuid not null,
  -- Pushes of one person in different accounts do not wait for each other, so each takes a part that is free.
  part uuid default gen_random_uuid() not null,
  rows bigint not null,
  bytes bigint not null,
  constraint person_sizes_pkey PRIMARY KEY (user_id, part),
  constraint person_sizes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

-- What a person has entered, as it was counted. Never below 0.
CREATE OR REPLACE FUNCTION private.size_of(p_person uuid, OUT rows bigint, OUT bytes bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(coalesce(sum(s.rows), 0), 0), greatest(coalesce(sum(s.bytes), 0), 0)
  from private.person_sizes s where s.user_id = p_person
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

-- Gathers what a statement adds to the size of a person, and what it takes. Raises PT422 if it grows and the person has
-- entered as much as one may; looks once a transaction.
CREATE OR REPLACE FUNCTION private.gather_size(p_person uuid, p_rows bigint, p_bytes bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gathered jsonb := coalesce(nullif(current_setting('carryover.sizes', true), '')::jsonb, '{}');
  roomy text := coalesce(current_setting('carryover.roomy', true), '');
  so_far bigint[] := array[coalesce((gathered #>> array[p_person::text, '0'])::bigint, 0),
    coalesce((gathered #>> array[p_person::text, '1'])::bigint, 0)];
  limits record;
  size record;
begin
  -- Nobody entered it, or nothing changed.
  if p_person is null or (p_rows = 0 and p_bytes = 0) then return; end if;
  if (p_rows > 0 or p_bytes > 0) and strpos(roomy, p_person::text) = 0 then
    limits := private.person_limits();
    size := private.size_of(p_person);
    if (p_rows > 0 and size.rows + so_far[1] >= limits.rows)
      or (p_bytes > 0 and size.bytes + so_far[2] >= limits.bytes)
    then
      perform private.refuse_quota('Its author has entered as much as one person may. Delete what nobody needs.');
    end if;
    perform set_config('carryover.roomy', roomy || p_person || ' ', true);
  end if;
  perform set_config('carryover.sizes', (gathered || jsonb_build_object(
    p_person, jsonb_build_array(so_far[1] + p_rows, so_far[2] + p_bytes)))::text, true);
end $function$;

-- Counts what a statement changes for the authors of its rows.
CREATE OR REPLACE FUNCTION private.count_sizes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null then return null; end if;
  if tg_op = 'INSERT' then
    perform private.gather_size(n.created_by, count(*), sum(private.text_bytes(n)))
    from new_rows n group by n.created_by;
  elsif tg_op = 'UPDATE' then
    perform private.gather_size(one.created_by, 0, sum(one.bytes)) from (
      select n.created_by, private.text_bytes(n) as bytes from new_rows n
      union all select o.created_by, -private.text_bytes(o) from old_rows o) one
    group by one.created_by;
  else
    perform private.gather_size(o.created_by, -count(*), -sum(private.text_bytes(o)))
    from old_rows o group by o.created_by;
  end if;
  -- Before the trigger that ends the statement; a push writes the sum of all its statements.
  if not private.pushing() then perform private.write_sizes(); end if;
  return null;
end $function$;

-- Writes what private.gather_size gathered, and waits for nobody.
CREATE OR REPLACE FUNCTION private.write_sizes()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gathered jsonb := nullif(current_setting('carryover.sizes', true), '')::jsonb;
  one record;
begin
  if gathered is null then return; end if;
  perform set_config('carryover.sizes', '', true);
  for one in
    select key::uuid as person, (value ->> 0)::bigint as rows, (value ->> 1)::bigint as bytes from jsonb_each(gathered)
  loop
    update private.person_sizes s set rows = s.rows + one.rows, bytes = s.bytes + one.bytes
    where s.user_id = one.person and s.part = (
      select free.part from private.person_sizes free where free.user_id = one.person
      order by free.part limit 1 for update skip locked);
    -- Whoever deleted their login needs no count.
    if not found then
      insert into private.person_sizes (user_id, rows, bytes)
      select u.id, one.rows, one.bytes from auth.users u where u.id = one.person;
    end if;
  end loop;
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
