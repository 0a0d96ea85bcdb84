-- Categories that become one, what that took, and how an undo gives it back.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- The transactions and schedules that a merge gave another category, and that came later under the old name. They go
-- with it.
create table private.merged (
  account_id uuid not null,
  version bigint not null,
  -- The transaction or the schedule.
  transaction_id uuid not null,
  -- Of a split transaction: the ids of the lines. Null for a whole one.
  lines text[],
  -- The clock of its category, or of its lines, as the merge met it. Another clock says that somebody wrote them since.
  -- Of a schedule it is that of the group of both.
  clock jsonb,
  constraint merged_pkey PRIMARY KEY (account_id, version, transaction_id),
  constraint merged_rename_fkey FOREIGN KEY (account_id, version) REFERENCES private.renames(account_id, version) ON DELETE CASCADE
);

-- Notes a merge with the rows that it is about to take, for who did not know it (S38a) and for its undo (S79c).
CREATE OR REPLACE FUNCTION private.log_merge(p_account uuid, p_type text, p_from text, p_to text, p_went jsonb, p_budgets jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with log as (
    insert into private.renames (account_id, version, type, from_name, to_name, device, action, went, budgets)
    select p_account, private.next_version(p_account), p_type, p_from, p_to, private.device(),
      coalesce(private.action(), gen_random_uuid()), p_went, p_budgets
    where p_account in (select private.my_accounts('owner'))
    returning account_id, version
  )
  insert into private.merged (account_id, version, transaction_id, lines, clock)
  select log.account_id, log.version, t.id,
    case when t.lines is not null then array(
      select one ->> 'id' from jsonb_array_elements(t.lines) one where one ->> 'category' = p_from) end, t.clock
  from log join (
    select transaction_id as id, account_id, type, refund, category_name, lines,
      field_clocks -> case when lines is null then 'category' else 'lines' end as clock
    from public.transactions
    union all
    select schedule_id, account_id, type, refund, category_name, lines, field_clocks -> 'type' from public.schedules
  ) t on t.account_id = log.account_id
  where private.category_type(t.type, t.refund) = p_type and case when t.lines is null then t.category_name = p_from
    else t.lines @> jsonb_build_array(jsonb_build_object('category', p_from)) end
$function$;
grant execute on function private.log_merge(p_account uuid, p_type text, p_from text, p_to text, p_went jsonb, p_budgets jsonb) to authenticated;

-- In one of the caller's accounts. Budgets of the category that goes name the other one. Where the account lacks that,
-- the category is renamed (S79a, S79b). p_seen: what its author had seen of the category that goes (S39a).
CREATE OR REPLACE FUNCTION private.merge_category(p_type text, p_from text, p_to text, p_account uuid, p_seen jsonb)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  -- The two are meant that had these names for its author (S38a).
  former text := p_from;
  step private.renames;
  wanted text := private.carried_name(p_account, p_type, btrim(p_to));
  source public.categories;
  target public.categories;
  given jsonb;
begin
  perform private.require_own(p_account);
  for step in
    select * from private.unknown_renames(p_account, p_type,
      nullif(current_setting('carryover.cursors', true), '')::jsonb, private.edited_at(), private.device()) r
    order by r.version
  loop
    continue when step.from_name <> former;
    -- Another merge came first. What that went into has rows of its own, and nobody means those.
    if step.action is not null and not exists (
      select from public.categories c where c.account_id = p_account and c.category_id::text = step.went ->> 'id'
    ) then
      if step.went is null then return (null, '{}', null, '{}')::private.outcome; end if;
      perform private.refuse('PT404', 'gone', 'This category is not there any more.');
    end if;
    former := step.to_name;
  end loop;
  select * into source from public.categories where account_id = p_account and type = p_type and name = former;
  select * into target from public.categories where account_id = p_account and type = p_type and name = wanted;
  if source.category_id is null and not exists (
    select from public.categories c join public.accounts a using (account_id)
    where a.owner_id = auth.uid() and c.type = p_type and c.name = wanted
  ) then
    perform private.refuse('PT404', 'gone', 'This category is not there any more.');
  end if;
  if former = wanted then return (null, '{}', null, '{}')::private.outcome; end if;
  if target.category_id is null then
    update public.categories set name = wanted where category_id = source.category_id;
  elsif source.category_id is not null then
    with moved as (
      update public.budgets set category_id = target.category_id
      where account_id = p_account and category_id = source.category_id
      returning budget_id, field_clocks -> 'categoryId' as clock
    )
    select jsonb_object_agg(budget_id, clock) into given from moved;
    perform private.push_small_deletion('categories',
      jsonb_build_object('id', source.category_id, 'seen', p_seen), private.edited_at());
  end if;
  perform private.log_merge(p_account, p_type, former, wanted,
    case when source.category_id is not null then to_jsonb(private.to_client(source)) end, coalesce(given, '{}'));
  perform private.rename_rows(p_account, p_type, former, wanted);
  return (null, '{}', null, '{}')::private.outcome;
end $function$;
grant execute on function private.merge_category(p_type text, p_from text, p_to text, p_account uuid, p_seen jsonb) to authenticated;

-- The category itself, or the one into which it was merged. Who made a budget did not know of that (S79b).
CREATE OR REPLACE FUNCTION private.standing_category(p_account uuid, p_category uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  merge private.renames;
begin
  if p_category is null or exists (select from public.categories c where c.category_id = p_category) then
    return p_category;
  end if;
  select * into merge from private.renames r
  where r.account_id = p_account and r.went ->> 'id' = p_category::text
  order by version desc limit 1;
  return coalesce((
    select c.category_id from public.categories c
    where c.account_id = p_account and c.type = merge.type
      and c.name = private.carried(p_account, merge.type, merge.to_name,
        jsonb_build_object(p_account, merge.version), now(), null)), p_category);
end $function$;

-- A new transaction comes under the name of a category that was merged meanwhile. An undo of that gives it back.
CREATE OR REPLACE FUNCTION private.note_carried(p_row jsonb, p_type text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.merged (account_id, version, transaction_id, lines)
  select r.account_id, r.version, private.as_uuid(p_row ->> 'id'),
    case when jsonb_typeof(p_row -> 'lines') = 'array' then array(
      select one ->> 'id' from jsonb_array_elements(p_row -> 'lines') one where one ->> 'category' = r.from_name) end
  from private.unknown_renames(private.as_uuid(p_row ->> 'accountId'), p_type,
    nullif(current_setting('carryover.cursors', true), '')::jsonb, private.edited_at(), private.device()) r
  where r.action is not null
    and case when jsonb_typeof(p_row -> 'lines') = 'array'
      then p_row -> 'lines' @> jsonb_build_array(jsonb_build_object('category', r.from_name))
      else p_row ->> 'category' = r.from_name end
    and not exists (
      select from public.transactions t where t.transaction_id = private.as_uuid(p_row ->> 'id'))
    and not exists (
      select from public.schedules s where s.schedule_id = private.as_uuid(p_row ->> 'id'))
  on conflict do nothing
$function$;
grant execute on function private.note_carried(p_row jsonb, p_type text) to authenticated;

-- The merge that the mutation takes back which is being carried out.
CREATE OR REPLACE FUNCTION private.undone_merge(p_account uuid, p_type text)
 RETURNS private.renames
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r from private.renames r
  where r.account_id = p_account and r.action = private.undoes() and r.type = p_type
    and p_account in (select private.my_accounts('owner'))
$function$;
grant execute on function private.undone_merge(p_account uuid, p_type text) to authenticated;

-- The rows and schedules of a merge whose category, or lines, nobody wrote since; p_lines: the split ones.
CREATE OR REPLACE FUNCTION private.untouched_since(p_merge private.renames, p_lines boolean)
 RETURNS TABLE(transaction_id uuid, lines text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.transaction_id, m.lines
  from private.merged m join public.transactions t using (transaction_id, account_id)
  where m.account_id = (p_merge).account_id and m.version = (p_merge).version
    and (m.lines is not null) = p_lines and (t.lines is not null) = p_lines
    and t.field_clocks -> case when p_lines then 'lines' else 'category' end is not distinct from m.clock
    and p_merge.account_id in (select private.my_accounts('owner'))
  union all
  select m.transaction_id, m.lines
  from private.merged m join public.schedules s on s.schedule_id = m.transaction_id and s.account_id = m.account_id
  where m.account_id = (p_merge).account_id and m.version = (p_merge).version
    and (m.lines is not null) = p_lines and (s.lines is not null) = p_lines
    and s.field_clocks -> 'type' is not distinct from m.clock
    and p_merge.account_id in (select private.my_accounts('owner'))
$function$;
grant execute on function private.untouched_since(p_merge private.renames, p_lines boolean) to authenticated;

-- After its undo: what comes later under the old name means that name again.
CREATE OR REPLACE FUNCTION private.forget_merge(p_merge private.renames)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.renames r
  where r.account_id = (p_merge).account_id and r.version = (p_merge).version and r.action = private.undoes()
    and r.account_id in (select private.my_accounts('owner'))
$function$;
grant execute on function private.forget_merge(p_merge private.renames) to authenticated;

-- Undoes a merge in one of the caller's accounts: the category, its budgets and the names come back, as far as nobody
-- wrote them since (S79c).
CREATE OR REPLACE FUNCTION private.unmerge_category(p_type text, p_account uuid)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $function$
declare
  merge private.renames;
  former text;
  present text;
  went private.client_category;
  back uuid;
begin
  perform private.require_own(p_account);
  merge := private.undone_merge(p_account, p_type);
  if merge.version is null then
    perform private.refuse('PT404', 'gone', 'This merge is not known any more.');
  end if;
  former := merge.from_name;
  -- The other category may have another name by now.
  present := private.carried(p_account, p_type, merge.to_name, jsonb_build_object(p_account, merge.version),
    now(), null);
  if merge.went is not null then
    went := jsonb_populate_record(null::private.client_category, merge.went);
    update public.categories set name = former
    where account_id = p_account and category_id = went.id and type = p_type and name = present;
    insert into public.categories (category_id, account_id, name, type, created_at, group_name, archived)
    select went.id, p_account, former, p_type, went."createdAt"::timestamptz, went."group", went.archived
    where not exists (
      select from public.categories c where c.account_id = p_account and c.type = p_type and c.name = former)
    on conflict (category_id) do nothing;
    select category_id into back from public.categories
    where account_id = p_account and type = p_type and name = former;
  end if;
  update public.budgets b set category_id = back
  where back is not null and b.account_id = p_account and merge.budgets ? b.budget_id::text
    and b.field_clocks -> 'categoryId' is not distinct from merge.budgets -> b.budget_id::text;
  perform private.rename_rows(p_account, p_type, present, former,
    array(select one.transaction_id from private.untouched_since(merge, false) one));
  perform set_config('carryover.renaming', 'on', true);
  update public.transactions t
  set lines = private.renamed_lines(t.lines, present, former, one.lines)
  from private.untouched_since(merge, true) one
  where t.transaction_id = one.transaction_id and t.account_id = p_account
    and private.category_type(t.type, t.refund) = p_type;
  update public.schedules s
  set lines = private.renamed_lines(s.lines, present, former, one.lines)
  from private.untouched_since(merge, true) one
  where s.schedule_id = one.transaction_id and s.account_id = p_account
    and private.category_type(s.type, s.refund) = p_type;
  perform set_config('carryover.renaming', '', true);
  perform private.forget_merge(merge);
  return (null, '{}', null, '{}')::private.outcome;
end $function$;
grant execute on function private.unmerge_category(p_type text, p_account uuid) to authenticated;
