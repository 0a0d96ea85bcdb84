-- What the server decides on edits, deletions and undos of schedules, and tells of them, as it does for budgets (S80a).

create or replace function private.field_group(p_table text, p_field text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $$
  select case
    when p_table = 'transactions' and p_field in ('amount', 'type', 'refund') then 'amount'
    when p_table = 'transactions' and p_field in ('nature', 'transferId') then 'nature'
    when p_table = 'transactions' and p_field in ('status', 'reconciliationId') then 'status'
    when p_table = 'transactions' and p_field in ('bankId', 'importId', 'importedText') then 'bankId'
    when p_table = 'schedules' and p_field in ('type', 'amount', 'refund', 'category', 'lines') then 'type'
    when p_table = 'schedules' and p_field in ('rhythm', 'weekend', 'startDate', 'endDate', 'count') then 'rhythm'
    when p_field = any (case p_table
      when 'transactions' then array['date', 'category', 'description', 'notes', 'budgetId', 'accountId', 'lines']
      when 'accounts' then array['name', 'type', 'description', 'accountNumber', 'kind', 'archived', 'position']
      when 'categories' then array['name', 'group', 'archived']
      when 'budgets' then array['name', 'amount', 'categoryId', 'description', 'startDate']
      when 'schedules' then array['description', 'notes', 'mode', 'amountMatch', 'pairId', 'userId'] end) then p_field
  end
$$;

create or replace function private.knows(p_clocks jsonb, p_group text, p_seen jsonb, p_account text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $$
declare
  clock jsonb := p_clocks -> p_group;
  number bigint := clock ->> 'v';
  seen_in text;
  seen_number bigint;
begin
  if number is null then return true; end if;
  if clock ->> 'd' = private.device()::text then return true; end if;
  if jsonb_typeof(p_seen) = 'object' then
    seen_in := p_seen ->> 'accountId';
    seen_number := p_seen ->> 'number';
    -- Releases before 0.3.0 say of both texts what they had seen of the description.
    if p_group = 'notes' and not coalesce(p_seen #> '{hidden}' ? 'notes', false) then
      seen_number := least(seen_number, (p_seen #>> '{hidden,description}')::bigint);
    end if;
    -- Of a group that lay under own edits, only the lower number was seen.
    -- The one of a schedule's money has the name of its first field.
    seen_number := coalesce(
      (p_seen #>> array['hidden', case when p_group = 'type' and not p_seen -> 'hidden' ? 'type' then 'amount'
        else p_group end])::bigint, seen_number);
    return coalesce((seen_in = p_account and number <= seen_number)
      or (seen_in = clock #>> '{was,a}' and (clock #>> '{was,v}')::bigint <= seen_number), false);
  end if;
  -- Protocol 4: the row's number as it was seen, in whatever account.
  if jsonb_typeof(p_seen) = 'number' then return number <= p_seen::bigint and not p_clocks ? 'accountId'; end if;
  return false;
end $$;

create or replace function private.raise_clocks(p_table text, p_id uuid, p_groups text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  mine uuid[] := array(select private.my_reach());
  -- Their clocks stand in the details.
  hidden text[] := '{status,bankId}';
begin
  case p_table
    when 'transactions' then
      perform set_config('carryover.forgetting', 'on', true);
      update public.transactions t
      set field_clocks = private.raise(t.field_clocks, array(select g from unnest(p_groups) g where g <> all (hidden)))
      where t.transaction_id = p_id and t.account_id = any (mine) and not p_groups <@ hidden;
      perform set_config('carryover.forgetting', '', true);
      insert into public.transaction_details (transaction_id, account_id, field_clocks)
      select t.transaction_id, t.account_id, private.raise('{}', array(
        select g from unnest(p_groups) g where g = any (hidden)))
      from public.transactions t
      where t.transaction_id = p_id and p_groups && hidden and t.account_id in (select private.my_accounts('member'))
      on conflict (transaction_id) do update
        set field_clocks = private.raise(transaction_details.field_clocks, array(
          select g from unnest(p_groups) g where g = any (hidden)));
    when 'accounts' then update public.accounts
      set field_clocks = private.raise(field_clocks, p_groups) where account_id = p_id and account_id = any (mine);
    when 'categories' then update public.categories
      set field_clocks = private.raise(field_clocks, p_groups) where category_id = p_id and account_id = any (mine);
    when 'budgets' then update public.budgets
      set field_clocks = private.raise(field_clocks, p_groups) where budget_id = p_id and account_id = any (mine);
    when 'schedules' then update public.schedules
      set field_clocks = private.raise(field_clocks, p_groups) where schedule_id = p_id and account_id = any (mine);
  end case;
end $$;

create or replace function private.raise_own(p_table text, p_id uuid, p_groups text[])
 RETURNS void
 LANGUAGE plpgsql
AS $$
begin
  case p_table
    when 'transactions' then perform from public.transactions where transaction_id = p_id for update;
    when 'accounts' then perform from public.accounts where account_id = p_id for update;
    when 'categories' then perform from public.categories where category_id = p_id for update;
    when 'budgets' then perform from public.budgets where budget_id = p_id for update;
    when 'schedules' then perform from public.schedules where schedule_id = p_id for update;
    else return;
  end case;
  if found then perform private.raise_clocks(p_table, p_id, p_groups); end if;
end $$;

create or replace function private.record_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  change private.changes;
  was jsonb;
  becomes jsonb;
begin
  if tg_op <> 'INSERT' then
    case tg_table_name
      when 'accounts' then was := to_jsonb(private.to_client(old::public.accounts));
      when 'categories' then was := to_jsonb(private.to_client(old::public.categories));
      when 'budgets' then was := to_jsonb(private.to_client(old::public.budgets));
      when 'schedules' then was := to_jsonb(private.to_client(old::public.schedules));
    end case;
  end if;
  if tg_op <> 'DELETE' then
    case tg_table_name
      when 'accounts' then becomes := to_jsonb(private.to_client(new::public.accounts));
      when 'categories' then becomes := to_jsonb(private.to_client(new::public.categories));
      when 'budgets' then becomes := to_jsonb(private.to_client(new::public.budgets));
      when 'schedules' then becomes := to_jsonb(private.to_client(new::public.schedules));
    end case;
  end if;
  change.account_id := private.account_of(coalesce(was, becomes));
  change.row_id := coalesce(was, becomes) ->> 'id';
  change.groups := '{}';
  if tg_op = 'INSERT' then
    -- The built-in categories come with their account.
    if tg_table_name = 'categories' and exists (
      select from public.accounts a where a.account_id = change.account_id and a.created_at >= new.created_at
    ) then
      return null;
    end if;
    change.kind := 'addition';
    change.version := new.version;
    change.before := '{}';
  elsif tg_op = 'DELETE' then
    change.kind := 'removal';
    select coalesce((private.counters() ->> change.account_id::text)::bigint, l.version) into change.version
    from private.account_log l join public.accounts a using (account_id) where l.account_id = change.account_id;
    -- The whole account goes.
    if not found then return null; end if;
    change.before := was;
    change.clocks := old.field_clocks;
  else
    change.kind := 'change';
    change.version := new.version;
    change.before := private.changed_fields(was, becomes);
    change.groups := array(select distinct coalesce(private.field_group(tg_table_name, key), key)
      from jsonb_object_keys(change.before) key order by 1);
    if private.account_of(becomes) <> change.account_id then
      change.moved_to := private.account_of(becomes);
      change.before := was;
    end if;
    -- Only a number, for another address of the owner.
    if change.before = '{}' then return null; end if;
  end if;
  insert into private.changes (account_id, version, row_id, of_table, kind, groups, before, moved_to, clocks, author,
    author_email, device, edited_at)
  values (change.account_id, change.version, change.row_id, tg_table_name, change.kind, change.groups, change.before,
    change.moved_to, change.clocks, auth.uid(), auth.email(), private.device(), private.edited_at());
  return null;
end $$;

create or replace function private.account_moments(
  p_account uuid, p_before timestamp with time zone, p_before_id uuid, p_limit integer
)
 RETURNS TABLE(id uuid, at timestamp with time zone, row_id uuid)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $$
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
end $$;

create or replace function private.is_decided(p_notice private.notices)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
  select case p_notice.kind
    -- A deletion by somebody else leaves the question open: the lost values are still lost. Devices tell milliseconds.
    when 'edited' then exists (select from private.changes c
      where c.row_id = p_notice.row_id and c.at > p_notice.at and c.kind = 'removal' and c.author = p_notice.user_id
        and c.edited_at >= date_trunc('milliseconds', p_notice.at))
    -- Whoever brought the row back or deleted it again has answered.
    when 'deleted' then exists (select from private.changes c
        where c.row_id = p_notice.row_id and c.at > p_notice.at and c.kind = 'removal')
      or exists (select from public.transactions t where t.transaction_id = p_notice.row_id)
      or exists (select from public.categories c where c.category_id = p_notice.row_id)
      or exists (select from public.budgets b where b.budget_id = p_notice.row_id)
      or exists (select from public.schedules s where s.schedule_id = p_notice.row_id)
    else exists (select from private.changes c
        where c.row_id = p_notice.row_id and c.at > p_notice.at and c.author = p_notice.user_id
          and (c.kind = 'removal' or c.edited_at >= date_trunc('milliseconds', p_notice.at)))
      or not exists (select from public.transactions t where t.transaction_id = p_notice.row_id) end
$$;

create or replace function private.my_notices()
 RETURNS SETOF private.notices
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
begin
  return query
    select (jsonb_populate_record(n, jsonb_build_object('lost', fields.lost, 'stands', fields.stands))).*
    from private.notices n, lateral (
      select private.undecided_fields(n.of_table, n.lost, decided) - unknown as lost,
        private.undecided_fields(n.of_table, n.stands, decided) - unknown as stands
      -- Who has only a budget by now is not told of a status, nor of what the bank says.
      from (select case n.kind when 'edited' then private.decided_groups(n) else '{}' end
        || case when n.account_id in (select private.my_accounts()) then '{}' else '{status,bankId}'::text[] end)
        groups (decided),
        (select case when private.spoken_protocol() < 6 then '{refund}' else '{}' end::text[]) newer (unknown)) fields
    where n.user_id = auth.uid() and n.read_at is null and n.account_id in (select private.my_seen_accounts())
      -- Guests see no schedules, and older devices know none (S80a, S80h).
      and (n.of_table <> 'schedules' or (private.spoken_protocol() >= 6
        and n.account_id in (select private.my_accounts())))
      and not private.is_decided(n) and (n.kind <> 'edited' or fields.lost <> '{}')
    order by n.at, n.notice_id limit 200;
end $$;
