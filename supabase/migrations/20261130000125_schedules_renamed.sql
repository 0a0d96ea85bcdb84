-- Renames and merges of categories reach schedules, and schedules come under the names that their authors knew (S80g).

comment on table private.merged is 'The transactions and schedules that a merge gave another category, and that came '
  'later under the old name. They go with it.';
comment on column private.merged.transaction_id is 'The transaction or the schedule.';
comment on column private.merged.clock is 'The clock of its category, or of its lines, as the merge met it. Another '
  'clock says that somebody wrote them since. Of a schedule it is that of the group of both.';

create or replace function private.rename_rows(
  p_account uuid, p_type text, p_from text, p_to text, p_only uuid[] DEFAULT NULL::uuid[]
)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $$
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
  update public.schedules set category_name = p_to
  where account_id = p_account and private.category_type(type, refund) = p_type and category_name = p_from
    and lines is null and (p_only is null or schedule_id = any (p_only));
  update public.schedules set lines = private.renamed_lines(lines, p_from, p_to)
  where p_only is null and account_id = p_account and type = stored
    and lines @> jsonb_build_array(jsonb_build_object('category', p_from));
  perform set_config('carryover.renaming', '', true);
end $$;

comment on function private.rename_rows is
  'Gives transactions and schedules of one category, and lines, another name: all, or only these whole ones '
  '(S38d, S66d, S80g).';

create or replace function private.log_merge(
  p_account uuid, p_type text, p_from text, p_to text, p_went jsonb, p_budgets jsonb
)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
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
$$;

create or replace function private.untouched_since(p_merge private.renames, p_lines boolean)
 RETURNS TABLE(transaction_id uuid, lines text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
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
$$;

comment on function private.untouched_since is
  'The rows and schedules of a merge whose category, or lines, nobody wrote since; p_lines: the split ones.';

create or replace function private.unmerge_category(p_type text, p_account uuid)
 RETURNS private.outcome
 LANGUAGE plpgsql
AS $$
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
end $$;

create or replace function private.note_carried(p_row jsonb, p_type text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
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
$$;

create or replace function private.merged_patches(
  p_table text, p_rows private.named_row[], p_edited_at timestamp with time zone
)
 RETURNS SETOF private.merged_patch
 LANGUAGE plpgsql
 STABLE
AS $$
declare
  -- Hardly any account has renames, and asking for each row whether it has one takes long.
  carries boolean := p_table in ('transactions', 'schedules') and private.has_renames(array(
    select private.as_uuid(account) from (
      select r.client ->> 'accountId' as account from unnest(p_rows) r
      union select r.operation #>> '{after,accountId}' from unnest(p_rows) r) named));
begin
  return query
    select r.n, r.id, r.client, r.clocks, m.*
    from unnest(p_rows) r,
      lateral (
        select case when carries then private.carry_patch(r.operation, r.client) else r.operation end) carried (op),
      lateral private.merge_patch(p_table, r.client, r.clocks, op -> 'seen', op -> 'before', op -> 'after',
        p_edited_at) m
    where r.client is not null
    order by r.n;
end $$;

create or replace function private.undo_patch(
  p_operation jsonb, p_current jsonb, p_clocks jsonb, OUT operation jsonb, OUT kept jsonb, OUT kept_by uuid,
  OUT raised text[]
)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $$
declare
  of_table text := p_operation ->> 'table';
  meant jsonb;
  turns boolean;
  part record;
begin
  if of_table = 'transactions' and p_operation -> 'after' ? 'accountId' then
    -- What the move took from the row is given back after it.
    p_operation := private.without_details(p_operation);
  end if;
  meant := case when of_table in ('transactions', 'schedules') then private.carry_patch(p_operation, p_current)
    else p_operation end;
  turns := of_table = 'transactions'
    and (meant #> '{before,type}' is distinct from meant #> '{after,type}' or meant -> 'after' ? 'lines'
      or meant #> '{before,refund}' is distinct from meant #> '{after,refund}');
  operation := p_operation - 'undo';
  kept := '{}';
  raised := '{}';
  for part in
    select own.field_group, array_agg(key) as fields,
      array_agg(distinct private.field_group(of_table, key)) as named,
      jsonb_object_agg(key, p_current -> key) as current, jsonb_object_agg(key, value) as after,
      bool_and(p_current -> key is not distinct from meant -> 'before' -> key) as stands
    from jsonb_each(meant -> 'after') fields, lateral (
      -- A change of the type or of lines binds amount, type, category and lines, and so does its undo.
      select case when turns and key in ('amount', 'type', 'refund', 'category', 'lines') then 'type'
        else private.field_group(of_table, key) end as field_group) own
    group by 1
  loop
    continue when part.stands and private.may_be_undone((p_operation ->> 'id')::uuid,
      case part.field_group when 'type' then array['amount', 'type', 'category', 'lines']
        else array[part.field_group] end, p_clocks);
    operation := jsonb_set(jsonb_set(operation, '{before}', (operation -> 'before') - part.fields),
      '{after}', (operation -> 'after') - part.fields);
    if part.current = part.after then
      raised := raised || part.named;
      continue;
    end if;
    kept := kept || part.current;
    kept_by := coalesce((p_clocks #>> array[part.field_group, 'by'])::uuid, kept_by);
  end loop;
end $$;
