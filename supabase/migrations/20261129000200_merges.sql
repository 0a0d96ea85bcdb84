-- A merge is a rename of a category into a name that stands (S79). The server keeps what it took, so an undo gives back
-- the names of rows that nobody has written since.

alter table private.renames
  add column action uuid,
  add column went jsonb,
  add column budgets jsonb;
comment on column private.renames.action is 'Of a merge: the action that did it. Null for a plain rename.';
comment on column private.renames.went is
  'Of a merge: the category that had the old name, in the form of clients. Null where the account had none.';
comment on column private.renames.budgets is
  'Of a merge: the budgets that named the old category, each with the clock of its category after the merge.';

create table private.merged (
  account_id uuid not null,
  version bigint not null,
  transaction_id uuid not null,
  lines text[],
  clock jsonb,
  constraint merged_pkey primary key (account_id, version, transaction_id),
  constraint merged_rename_fkey foreign key (account_id, version) references private.renames (account_id, version)
    on delete cascade
);
comment on table private.merged is
  'The transactions that a merge gave another category, and that came later under the old name. They go with it.';
comment on column private.merged.lines is 'Of a split transaction: the ids of the lines. Null for a whole one.';
comment on column private.merged.clock is
  'The clock of its category, or of its lines, as the merge met it. Another clock says that somebody wrote them since.';

create function private.require_own(p_account uuid) returns void
language plpgsql as $$
begin
  if exists (select from public.accounts where account_id = p_account and owner_id = auth.uid()) then return; end if;
  -- Somebody handed it over, or never owned it.
  if p_account in (select private.my_accounts()) then
    perform private.refuse('PT403', 'forbidden', 'Only the owner of an account renames its categories.');
  end if;
  perform private.refuse('PT404', 'gone', 'The account is not there any more.');
end $$;
comment on function private.require_own is 'Refuses who does not own the account.';

create function private.rename_rows(p_account uuid, p_type text, p_from text, p_to text, p_only uuid[] default null)
returns void
language plpgsql set plan_cache_mode = 'force_custom_plan' as $$
declare
  stored text := case p_type when 'income' then 'credit' else 'debit' end;
  month date;
begin
  perform set_config('carryover.renaming', 'on', true);
  -- The newest month first. So the numbers follow the months, and each page of a pull changes few pages of the device.
  for month in
    select distinct date_trunc('month', transaction_date::timestamp)::date as first from (
      select transaction_date from public.transactions
      where account_id = p_account and private.category_type(type, refund) = p_type and category_name = p_from
        and lines is null and (p_only is null or transaction_id = any (p_only))
      union all
      select transaction_date from public.transaction_lines
      where p_only is null and account_id = p_account and type = stored and category_name = p_from) dates
    order by first desc
  loop
    update public.transactions set metadata = metadata || jsonb_build_object('category_name', p_to)
    where account_id = p_account and private.category_type(type, refund) = p_type and category_name = p_from
      and lines is null and transaction_date >= month and transaction_date < (month + interval '1 month')::date
      and (p_only is null or transaction_id = any (p_only));
    update public.transactions set lines = private.renamed_lines(lines, p_from, p_to)
    where p_only is null and transaction_id = any (array(
      select l.transaction_id from public.transaction_lines l
      where l.account_id = p_account and l.type = stored and l.category_name = p_from
        and l.transaction_date >= month and l.transaction_date < (month + interval '1 month')::date));
  end loop;
  perform set_config('carryover.renaming', '', true);
end $$;
comment on function private.rename_rows is
  'Gives transactions of one category, and lines, another name: all, or only these whole ones (S38d, S66d).';

create or replace function private.rename_category(p_type text, p_from text, p_to text, p_account uuid)
returns private.outcome
language plpgsql as $$
declare
  owned uuid[] := array(select account_id from public.accounts where owner_id = auth.uid() order by account_id);
  meant uuid[] := array(select mine from unnest(owned) mine where p_account is null or mine = p_account);
  wanted text := btrim(p_to);
  one uuid;
begin
  if p_account is not null then perform private.require_own(p_account); end if;
  -- Categories first: a shared budget then already covers the new name when the transactions come to carry it.
  update public.categories set name = wanted where account_id = any (meant) and type = p_type and name = p_from;
  if not found and not exists (
    select from public.categories where account_id = any (owned) and type = p_type and name = wanted
  ) then
    perform private.refuse('PT404', 'gone', 'This category is not there any more.');
  end if;
  perform private.log_rename(meant, p_type, p_from, wanted);
  foreach one in array meant loop
    perform private.rename_rows(one, p_type, p_from, wanted);
  end loop;
  return (null, '{}', null, '{}')::private.outcome;
end $$;

create function private.log_merge(
  p_account uuid, p_type text, p_from text, p_to text, p_went jsonb, p_budgets jsonb
) returns void
language sql security definer set search_path = '' as $$
  with log as (
    insert into private.renames (account_id, version, type, from_name, to_name, device, action, went, budgets)
    select p_account, private.next_version(p_account), p_type, p_from, p_to, private.device(),
      coalesce(private.action(), gen_random_uuid()), p_went, p_budgets
    where p_account in (select private.my_accounts('owner'))
    returning account_id, version
  )
  insert into private.merged (account_id, version, transaction_id, lines, clock)
  select log.account_id, log.version, t.transaction_id,
    case when t.lines is not null then array(
      select one ->> 'id' from jsonb_array_elements(t.lines) one where one ->> 'category' = p_from) end,
    t.field_clocks -> case when t.lines is null then 'category' else 'lines' end
  from log join public.transactions t on t.account_id = log.account_id
  where private.category_type(t.type, t.refund) = p_type and case when t.lines is null then t.category_name = p_from
    else t.lines @> jsonb_build_array(jsonb_build_object('category', p_from)) end
$$;
comment on function private.log_merge is 'Notes a merge with the rows that it is about to take, for who did not know it '
  '(S38a) and for its undo (S79c).';
revoke all on function private.log_merge from public;

create function private.merge_category(
  p_type text, p_from text, p_to text, p_account uuid, p_seen jsonb
) returns private.outcome
language plpgsql as $$
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
end $$;
comment on function private.merge_category is
  'In one of the caller''s accounts. Budgets of the category that goes name the other one. Where the account lacks that, '
  'the category is renamed (S79a, S79b). p_seen: what its author had seen of the category that goes (S39a).';
revoke all on function private.merge_category from public;

create function private.undone_merge(p_account uuid, p_type text) returns private.renames
language sql stable security definer set search_path = '' as $$
  select r from private.renames r
  where r.account_id = p_account and r.action = private.undoes() and r.type = p_type
    and p_account in (select private.my_accounts('owner'))
$$;
comment on function private.undone_merge is 'The merge that the mutation takes back which is being carried out.';
revoke all on function private.undone_merge from public;

create function private.untouched_since(p_merge private.renames, p_lines boolean)
returns table (transaction_id uuid, lines text[])
language sql stable security definer set search_path = '' as $$
  select m.transaction_id, m.lines
  from private.merged m join public.transactions t using (transaction_id, account_id)
  where m.account_id = (p_merge).account_id and m.version = (p_merge).version
    and (m.lines is not null) = p_lines and (t.lines is not null) = p_lines
    and t.field_clocks -> case when p_lines then 'lines' else 'category' end is not distinct from m.clock
    and p_merge.account_id in (select private.my_accounts('owner'))
$$;
comment on function private.untouched_since is
  'The rows of a merge whose category, or lines, nobody wrote since; p_lines: the split ones.';
revoke all on function private.untouched_since from public;

create function private.forget_merge(p_merge private.renames) returns void
language sql security definer set search_path = '' as $$
  delete from private.renames r
  where r.account_id = (p_merge).account_id and r.version = (p_merge).version and r.action = private.undoes()
    and r.account_id in (select private.my_accounts('owner'))
$$;
comment on function private.forget_merge is
  'After its undo: what comes later under the old name means that name again.';
revoke all on function private.forget_merge from public;

create function private.unmerge_category(p_type text, p_account uuid) returns private.outcome
language plpgsql as $$
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
  present := private.carried(p_account, p_type, merge.to_name, jsonb_build_object(p_account, merge.version), now(), null);
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
  perform set_config('carryover.renaming', '', true);
  perform private.forget_merge(merge);
  return (null, '{}', null, '{}')::private.outcome;
end $$;
comment on function private.unmerge_category is
  'Undoes a merge in one of the caller''s accounts: the category, its budgets and the names come back, as far as nobody '
  'wrote them since (S79c).';
revoke all on function private.unmerge_category from public;

drop function private.renamed_lines(jsonb, text, text);
create function private.renamed_lines(p_lines jsonb, p_from text, p_to text, p_only text[] default null) returns jsonb
language sql immutable as $$
  select jsonb_agg(case when one ->> 'category' = p_from and (p_only is null or one ->> 'id' = any (p_only))
    then one || jsonb_build_object('category', p_to) else one end order by n)
  from jsonb_array_elements(p_lines) with ordinality lines (one, n)
$$;
comment on function private.renamed_lines is 'Lines with a category''s new name: all, or only these (S66d).';

create function private.note_carried(p_row jsonb, p_type text) returns void
language sql security definer set search_path = '' as $$
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
  on conflict do nothing
$$;
comment on function private.note_carried is
  'A new transaction comes under the name of a category that was merged meanwhile. An undo of that gives it back.';
revoke all on function private.note_carried from public;

create or replace function private.carry_row(p_row jsonb) returns jsonb
language plpgsql as $$
declare
  type text := private.category_type(p_row);
  carried jsonb := private.carry_fields(private.as_uuid(p_row ->> 'accountId'), type, p_row);
begin
  if carried is distinct from p_row then perform private.note_carried(p_row, type); end if;
  return carried;
end $$;

alter function private.carry_rows(jsonb[]) volatile;
alter function private.undo_return(jsonb, jsonb, jsonb) volatile;

create function private.standing_category(p_account uuid, p_category uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.standing_category is
  'The category itself, or the one into which it was merged. Who made a budget did not know of that (S79b).';
revoke all on function private.standing_category from public;

create function private.is_rename(p_operation jsonb) returns boolean
language sql immutable as $$
  select coalesce(p_operation ->> 'name' in ('category.rename', 'category.merge', 'category.unmerge'), false)
$$;
comment on function private.is_rename is 'Whether an operation gives a category''s transactions another name.';

create or replace function private.is_wide(p_operation jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $$
  select coalesce(private.is_rename(p_operation)
    or (p_operation ->> 'kind' = 'delete' and p_operation ->> 'table' <> 'transactions'), false)
$$;

create or replace function private.budgets_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  changed text[];
begin
  new.category_id := private.standing_category(new.account_id, new.category_id);
  if tg_op = 'INSERT' then
    new.created_at := least(new.created_at, now());
    new.short_id := coalesce(nullif(new.short_id, ''), upper(left(new.budget_id::text, 7)));
    new.field_clocks := '{}';
    new.version := private.next_version(new.account_id);
    return new;
  end if;
  changed := array_remove(array[
    case when new.name <> old.name then 'name' end,
    case when new.amount <> old.amount then 'amount' end,
    case when new.category_id is distinct from old.category_id then 'categoryId' end,
    case when new.description is distinct from old.description then 'description' end,
    case when new.start_date <> old.start_date then 'startDate' end], null);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    new.field_clocks := private.stamp(old.field_clocks, changed, new.version);
  end if;
  return new;
end $$;

grant execute on function
  private.require_own, private.rename_rows, private.log_merge, private.merge_category, private.undone_merge,
  private.untouched_since, private.forget_merge, private.unmerge_category, private.renamed_lines,
  private.note_carried, private.is_rename
to authenticated;
