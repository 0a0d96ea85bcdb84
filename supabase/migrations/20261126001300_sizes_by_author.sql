-- Each transaction counts for the person who entered it, whoever edits, deletes or restores it. Only what grows is
-- refused: who has as much as one may can still shorten a text, mend an amount and delete.

comment on function private.person_limits is
  'accounts: that a person owns, and memberships that they have besides. rows: transactions that they entered. bytes: '
  'of the texts of these. supabase/embedded/http/limits.ts repeats them; a test compares.';

drop trigger size_before_insert on public.transactions;
drop trigger size_before_update on public.transactions;
drop function private.check_person_size();

comment on table private.person_sizes is
  'How many transactions a person entered, and the bytes of their texts. Counted as signed-in people write and delete; '
  'collect_garbage counts those anew that are above a limit, because the end of a login deletes rows, too.';

create or replace function private.size_of(p_person uuid, out rows bigint, out bytes bigint)
language sql stable security definer set search_path = '' as $$
  select greatest(coalesce(sum(s.rows), 0), 0), greatest(coalesce(sum(s.bytes), 0), 0)
  from private.person_sizes s where s.user_id = p_person
$$;
comment on function private.size_of is 'What a person has entered, as it was counted. Never below 0.';

create function private.gather_size(p_person uuid, p_rows bigint, p_bytes bigint) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.gather_size is
  'Gathers what a statement adds to the size of a person, and what it takes. Raises PT422 if it grows and the person '
  'has entered as much as one may; looks once a transaction.';

create or replace function private.count_sizes() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.count_sizes is 'Counts what a statement changes for the authors of its rows.';

create or replace function private.write_sizes() returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.write_sizes is 'Writes what private.gather_size gathered, and waits for nobody.';

revoke all on function private.gather_size from public;
