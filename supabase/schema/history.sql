-- The history that people read: of a transaction, and of an account.
-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.
-- Nobody but the owner has a right that is not granted here.

-- What was done to a transaction within a year, the newest first, before the event p_before, p_before_id: at most 100.
-- Only what stood in accounts of which the caller is the owner or a member.
CREATE OR REPLACE FUNCTION public.transaction_history(p_transaction uuid, p_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_before_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  events private.row_event[];
begin
  perform private.check_user(auth.uid());
  events := array(
    select e from private.row_events(array[p_transaction], array(select private.my_accounts())) e
    where e.of_table = 'transactions' order by e.at desc, e.id desc);
  if cardinality(events) = 0 then perform private.refuse_unreadable(); end if;
  return private.page_of(array(
    select e from unnest(events) e where p_before is null or (e.at, e.id) < (p_before, p_before_id)
    order by e.at desc, e.id desc), private.page_size(p_limit));
end $function$;
grant execute on function public.transaction_history(p_transaction uuid, p_before timestamp with time zone, p_before_id uuid, p_limit integer) to authenticated;

-- What was done in an account within a year, the newest first, before the event p_before, p_before_id: at most 100.
-- Only for the account's owner and members.
CREATE OR REPLACE FUNCTION public.account_activity(p_account uuid, p_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_before_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readable uuid[] := array(select private.my_accounts());
  most integer := private.page_size(p_limit);
begin
  perform private.check_user(auth.uid());
  if p_account is null or p_account <> all (readable) then perform private.refuse_unreadable(); end if;
  return (
    with moments as materialized (
      select * from private.account_moments(p_account, p_before, p_before_id, most + 1)
    )
    select private.page_of(array(
      select e from private.row_events(array(select m.row_id from moments m), readable) e
        join moments m on m.id = e.id and m.at = e.at
      order by e.at desc, e.id desc), most));
end $function$;
grant execute on function public.account_activity(p_account uuid, p_before timestamp with time zone, p_before_id uuid, p_limit integer) to authenticated;

-- When something was done in the account, the newest first: changes, rows that came from another account, and additions
-- of rows that stand or that left.
CREATE OR REPLACE FUNCTION private.account_moments(p_account uuid, p_before timestamp with time zone, p_before_id uuid, p_limit integer)
 RETURNS TABLE(id uuid, at timestamp with time zone, row_id uuid)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
declare
  last_at timestamptz := coalesce(p_before, 'infinity');
  last_id uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  -- Text in the form of private.iso is in the order of time.
  last_text text := coalesce(private.iso(p_before), '~');
begin
  return query
  (select c.change_id as id, c.at, c.row_id from private.changes c
    where c.account_id = p_account and c.at <= last_at and (c.at, c.change_id) < (last_at, last_id)
      -- Nobody reads the history of a schedule.
      and c.of_table <> 'schedules'
    order by c.at desc, c.change_id desc limit p_limit)
  union
  (select c.change_id as id, c.at, c.row_id from private.changes c
    where c.moved_to = p_account and c.at <= last_at and (c.at, c.change_id) < (last_at, last_id)
    order by c.at desc, c.change_id desc limit p_limit)
  union
  -- One row after the other is looked up among the changes (offset 0).
  (select t.transaction_id, t.created_at, t.transaction_id from public.transactions t
    where t.account_id = p_account and (t.created_at, t.transaction_id) < (last_at, last_id)
      and not exists (select from private.changes c
        where c.row_id = t.transaction_id and (c.kind = 'restore' or c.moved_to is not null) offset 0)
    order by t.created_at desc, t.transaction_id desc limit p_limit)
  union
  (select c.row_id, (c.before ->> 'createdAt')::timestamptz, c.row_id from private.changes c
    where c.account_id = p_account and c.of_table = 'transactions' and (c.kind = 'removal' or c.moved_to is not null)
      and c.before ->> 'createdAt' is not null and (c.before ->> 'createdAt') collate "C" <= last_text
      and ((c.before ->> 'createdAt')::timestamptz, c.row_id) < (last_at, last_id)
      and not exists (select from private.changes o
        where o.row_id = c.row_id and o.at < c.at and (o.kind = 'restore' or o.moved_to is not null) offset 0)
    order by (c.before ->> 'createdAt') collate "C" desc, c.row_id desc limit p_limit)
  order by at desc, id desc limit p_limit;
end $function$;

create type private.row_event as (
  id uuid,
  at timestamp with time zone,
  edited_at timestamp with time zone,
  author text,
  kind text,
  of_table text,
  row_id uuid,
  content jsonb,
  before jsonb
);

-- All that was done to these rows, as people of these accounts may know it. Who may not read the account that a row
-- came from sees an arrival, and who may not read where it went sees a departure: nothing else of that account.
CREATE OR REPLACE FUNCTION private.row_events(p_rows uuid[], p_accounts uuid[])
 RETURNS SETOF private.row_event
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

-- The answer to a device: the first p_limit events, and whether there are more. Nobody restores the fields that it
-- leaves out.
CREATE OR REPLACE FUNCTION private.page_of(p_events private.row_event[], p_limit integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('more', cardinality(p_events) > p_limit, 'events', coalesce(jsonb_agg(
    jsonb_build_object('id', e.id, 'at', e.at, 'editedAt', private.iso(e.edited_at), 'author', e.author, 'kind', e.kind,
      'table', e.of_table, 'rowId', e.row_id, 'row', e.content - hidden, 'before', e.before - hidden)
    order by e.at desc, e.id desc), '[]'))
  from unnest(p_events[:p_limit]) e,
    (values (array['version', 'userId', 'userEmail', 'transferId', 'reconciliationId'])) fields (hidden)
$function$;

-- How many events a page of the history has: 1 to 100, usually 50.
CREATE OR REPLACE FUNCTION private.page_size(p_limit integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select least(greatest(coalesce(p_limit, 50), 1), 100)
$function$;

-- These rows as they stand now, in the client's form, for the history.
CREATE OR REPLACE FUNCTION private.standing_rows(p_rows uuid[])
 RETURNS TABLE(of_table text, row_id uuid, account_id uuid, content jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select 'transactions', t.transaction_id, t.account_id, to_jsonb(private.to_client(t)) || private.client_details(
    d.status, d.reconciliation_id, d.bank_id, d.import_id, d.imported_text)
  from public.transactions t left join public.transaction_details d using (transaction_id)
  where t.transaction_id = any (p_rows)
  union all select 'accounts', a.account_id, a.account_id, to_jsonb(private.to_client(a))
  from public.accounts a where a.account_id = any (p_rows)
  union all select 'categories', c.category_id, c.account_id, to_jsonb(private.to_client(c))
  from public.categories c where c.category_id = any (p_rows)
  union all select 'budgets', b.budget_id, b.account_id, to_jsonb(private.to_client(b))
  from public.budgets b where b.budget_id = any (p_rows)
$function$;

-- What a record of a transaction holds, with the names that its categories have now.
CREATE OR REPLACE FUNCTION private.named_now(p_before jsonb, p_type text, p_account uuid, p_version bigint, p_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select p_before || case
    when jsonb_typeof(p_before -> 'lines') = 'array' then jsonb_build_object('lines',
      private.carried_lines(p_account, p_type, p_before -> 'lines', cursor, p_at, null))
    when p_before ? 'category' then jsonb_build_object('category',
      private.carried(p_account, p_type, p_before ->> 'category', cursor, p_at, null))
    else '{}' end
  from (select jsonb_build_object(p_account, p_version)) record (cursor)
$function$;

-- The same for what does not exist and for what the caller may not read.
CREATE OR REPLACE FUNCTION private.refuse_unreadable()
 RETURNS void
 LANGUAGE sql
AS $function$
  select private.refuse('PT404', 'gone', 'There is no history here that you may read.')
$function$;
