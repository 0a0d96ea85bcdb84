-- A rename means the categories of one type, and so also the refunds in them (S78d).

create or replace function private.rename_category(p_type text, p_from text, p_to text, p_account uuid)
 RETURNS private.outcome
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $$
declare
  owned uuid[] := array(select account_id from public.accounts where owner_id = auth.uid() order by account_id);
  meant uuid[] := array(select mine from unnest(owned) mine where p_account is null or mine = p_account);
  wanted text := btrim(p_to);
  stored text := case p_type when 'income' then 'credit' else 'debit' end;
  one uuid;
  month date;
begin
  -- Somebody handed it over, or never owned it.
  if p_account is not null and meant = '{}' then
    if p_account in (select private.my_accounts()) then
      perform private.refuse('PT403', 'forbidden', 'Only the owner of an account renames its categories.');
    end if;
    perform private.refuse('PT404', 'gone', 'The account is not there any more.');
  end if;
  -- Categories first: a shared budget then already covers the new name when the transactions come to carry it.
  update public.categories set name = wanted where account_id = any (meant) and type = p_type and name = p_from;
  if not found and not exists (
    select from public.categories where account_id = any (owned) and type = p_type and name = wanted
  ) then
    perform private.refuse('PT404', 'gone', 'This category is not there any more.');
  end if;
  perform private.log_rename(meant, p_type, p_from, wanted);
  perform set_config('carryover.renaming', 'on', true);
  -- The newest month first. So the numbers follow the months, and each page of a pull changes few pages of the device.
  foreach one in array meant loop
    for month in
      select distinct date_trunc('month', transaction_date::timestamp)::date as first from (
        select transaction_date from public.transactions
        where account_id = one and private.category_type(type, refund) = p_type and category_name = p_from
          and lines is null
        union all
        select transaction_date from public.transaction_lines
        where account_id = one and type = stored and category_name = p_from) dates
      order by first desc
    loop
      update public.transactions set metadata = metadata || jsonb_build_object('category_name', wanted)
      where account_id = one and private.category_type(type, refund) = p_type and category_name = p_from
        and lines is null and transaction_date >= month and transaction_date < (month + interval '1 month')::date;
      update public.transactions set lines = private.renamed_lines(lines, p_from, wanted)
      where transaction_id = any (array(
        select l.transaction_id from public.transaction_lines l
        where l.account_id = one and l.type = stored and l.category_name = p_from
          and l.transaction_date >= month and l.transaction_date < (month + interval '1 month')::date));
    end loop;
  end loop;
  perform set_config('carryover.renaming', '', true);
  return (null, '{}', null, '{}')::private.outcome;
end $$;

create or replace function private.names_renamed(p_mutations jsonb[], p_accounts uuid[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_renames(p_accounts) then return false; end if;
  return exists (
    select from unnest(p_mutations) m, jsonb_array_elements(m -> 'operations') op,
      private.unknown_renames(private.as_uuid(op #>> '{row,accountId}'), private.category_type(op -> 'row'),
        m -> 'cursors', (m ->> 'editedAt')::timestamptz, private.as_uuid(m ->> 'device')) r
    where r.from_name = op #>> '{row,category}'
      or op #> '{row,lines}' @> jsonb_build_array(jsonb_build_object('category', r.from_name)));
end $$;

create or replace function private.carry_patch(p_patch jsonb, p_current jsonb) returns jsonb
language sql stable as $$
  select p_patch || jsonb_build_object(
    'before', private.carry_fields((p_current ->> 'accountId')::uuid,
      private.category_type(p_current || (p_patch -> 'before')), p_patch -> 'before'),
    'after', private.carry_fields(
      coalesce(private.as_uuid(p_patch #>> '{after,accountId}'), (p_current ->> 'accountId')::uuid),
      private.category_type(p_current || private.with_refund(p_patch -> 'after', p_current)), p_patch -> 'after'))
$$;

create or replace function private.carry_row(p_row jsonb) returns jsonb
language sql stable as $$
  select private.carry_fields(private.as_uuid(p_row ->> 'accountId'), private.category_type(p_row), p_row)
$$;

create or replace function private.since_removal(p_removal private.changes) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when jsonb_typeof(before -> 'lines') = 'array'
    then jsonb_set(before, '{lines}', private.carried_lines(p_removal.account_id, private.category_type(before),
      before -> 'lines', cursor, p_removal.at, null))
    else jsonb_set(before, '{category}', to_jsonb(private.carried(p_removal.account_id, private.category_type(before),
      before ->> 'category', cursor, p_removal.at, null))) end
  from (select p_removal.before, jsonb_build_object(p_removal.account_id, p_removal.version)) removal (before, cursor)
$$;

create or replace function private.weight_of(p_mutations jsonb, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  wide constant jsonb[] := array(select op from private.operations_of(p_mutations) op where private.is_wide(op));
  weight integer := (select count(*) from private.operations_of(p_mutations))
    + (select count(*) from jsonb_path_query(p_mutations, '$[*].operations[*].*.lines[*] ? (@ != null)'));
  owned uuid[];
  added integer;
  one record;
begin
  if weight > p_most or wide = '{}' then return weight; end if;
  owned := array(select private.my_owned());
  added := weight;
  -- A rename may touch what an earlier one has renamed, and what was added before.
  for one in
    select account_id, type, count(*)::integer as times, array_agg(from_name) || array_agg(to_name) as names
    from (
      select mine.account_id, op #>> '{arguments,type}' as type,
        op #>> '{arguments,from}' as from_name, btrim(op #>> '{arguments,to}') as to_name
      from unnest(wide) op, unnest(owned) mine (account_id)
      where op ->> 'name' = 'category.rename'
        and mine.account_id::text = coalesce(op #>> '{arguments,accountId}', mine.account_id::text)) renames
    group by account_id, type
  loop
    weight := weight + one.times * (
      (select count(*) from (select from public.transactions t
        where t.account_id = one.account_id and private.category_type(t.type, t.refund) = one.type
          and t.category_name = any (one.names)
        limit p_most) rows)
      + (select count(*) from (select from public.transaction_lines l
        where l.account_id = one.account_id and private.category_type(l.type, false) = one.type
          and l.category_name = any (one.names)
        limit p_most) lines)
      -- Each looks at all rows of the account, which costs a twentieth of writing them.
      + (select count(*) / 20 from (select from public.transactions t
        where t.account_id = one.account_id limit p_most * 20) rows)
      + case when one.times > 1 then added else 0 end);
    if weight > p_most then return weight; end if;
  end loop;
  for one in
    select op ->> 'table' as of_table, private.as_uuid(op ->> 'id') as id
    from unnest(wide) op where op ->> 'kind' = 'delete'
  loop
    weight := weight + case one.of_table
      when 'accounts' then case when one.id = any (owned) then
        (select count(*) from (select from public.transactions t where t.account_id = one.id limit p_most) rows)
        + (select count(*) from (select from public.categories c where c.account_id = any (owned) limit p_most) named)
        else 0 end
      when 'imports' then (
        select count(*) from (select from public.import_keys k where k.import_id = one.id
          and k.account_id in (select private.my_accounts('member')) limit p_most) keys)
      when 'reconciliations' then (
        select count(*) from (select from public.transaction_details d where d.reconciliation_id = one.id
          and d.account_id in (select private.my_accounts('member')) limit p_most) details)
      else 0 end;
    if weight > p_most then return weight; end if;
  end loop;
  return weight;
end $$;

create or replace function private.row_events(p_rows uuid[], p_accounts uuid[]) returns setof private.row_event
language sql stable as $$
  -- The newest first. `was` is the row before a record, and `becomes` is the row after it.
  with points as (
    select c.change_id as id, c.at, c.version, c.edited_at, c.author_email as author, c.kind, c.of_table, c.row_id,
      c.account_id, c.moved_to, c.before, c.kind = 'removal' or c.moved_to is not null as is_whole
    from private.changes c where c.row_id = any (p_rows)
    union all
    select null, 'infinity', null, null, null, 'standing', s.of_table, s.row_id, s.account_id, null, s.content, true
    from private.standing_rows(p_rows) s
  ), stays as (
    select p.*, count(*) filter (where p.is_whole) over (
      partition by p.of_table, p.row_id order by p.at desc, p.version desc) as stay
    from points p
  ), typed as (
    select s.*, private.laid_over(s.before) over (
      partition by s.of_table, s.row_id, s.stay order by s.at desc, s.version desc) as content
    from stays s
  ), named as (
    select t.*, private.laid_over(case
        when t.of_table = 'transactions' and t.kind <> 'standing'
        then private.named_now(t.before, private.category_type(t.content), t.account_id, t.version, t.at)
        else t.before end) over (
      partition by t.of_table, t.row_id, t.stay order by t.at desc, t.version desc) as was
    from typed t
  ), steps as (
    select n.*, lag(n.was) over newest as becomes, lead(n.stay) over newest is distinct from n.stay as begins,
      lead(n.moved_to) over newest is not null as is_arrival, n.account_id = any (p_accounts) as is_seen,
      coalesce(n.moved_to, n.account_id) = any (p_accounts) as is_seen_after
    from named n window newest as (partition by n.of_table, n.row_id order by n.at desc, n.version desc)
  )
  select s.id, s.at, s.edited_at, s.author, case
      when s.kind <> 'change' then s.kind
      when not s.is_seen then 'arrival'
      when not s.is_seen_after then 'departure'
      else 'change' end,
    s.of_table, s.row_id, case when s.kind = 'change' and s.is_seen_after then s.becomes else s.was end,
    case when s.kind = 'change' and s.is_seen and s.is_seen_after then private.changed_fields(s.was, s.becomes)
      else '{}' end
  from steps s where s.kind <> 'standing' and (s.is_seen or s.is_seen_after)
  union all
  -- The row itself tells who added it, and when.
  select s.row_id, added_at, added_at, s.was ->> 'userEmail', 'addition', s.of_table, s.row_id, s.was, '{}'
  from steps s, lateral (select (s.was ->> 'createdAt')::timestamptz as added_at) addition
  where s.begins and not s.is_arrival and s.kind <> 'restore' and s.of_table = 'transactions' and s.is_seen
    and added_at is not null
$$;
