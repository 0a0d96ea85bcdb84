-- A rename means the categories of one type, and so also the refunds in them (S78d).

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

create or replace function private.since_removal(p_removal private.changes) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when jsonb_typeof(before -> 'lines') = 'array'
    then jsonb_set(before, '{lines}', private.carried_lines(p_removal.account_id, private.category_type(before),
      before -> 'lines', cursor, p_removal.at, null))
    else jsonb_set(before, '{category}', to_jsonb(private.carried(p_removal.account_id, private.category_type(before),
      before ->> 'category', cursor, p_removal.at, null))) end
  from (select p_removal.before, jsonb_build_object(p_removal.account_id, p_removal.version)) removal (before, cursor)
$$;

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
