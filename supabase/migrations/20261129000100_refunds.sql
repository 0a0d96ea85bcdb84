-- Refunds: money back in an expense category is income, and an income that is paid back is an expense. The row says
-- that its category is of the other type. The balance counts it by its type, as ever (S78).

-- The key of metadata means something from now on. What a caller of the table API kept there before gets another name.
alter table public.transactions disable trigger user;
update public.transactions
set metadata = (metadata - 'refund') || jsonb_build_object('refund_of_caller', metadata -> 'refund')
where metadata ? 'refund';
alter table public.transactions enable trigger user;

alter table public.transactions
  add column refund boolean not null generated always as (coalesce(metadata -> 'refund' = 'true', false)) stored,
  add constraint transactions_refund
  check (coalesce(jsonb_typeof(metadata -> 'refund') = 'boolean', true)
    and (not coalesce(metadata -> 'refund' = 'true', false)
      or (nature = 'regular' and lines is null and metadata ->> 'budget_id' is null)));
comment on column public.transactions.refund is
  'Its category is of the other type. Written as metadata.refund; a PATCH of the metadata without it ends it.';

-- So counts of an account still read the index alone.
drop index public.transactions_account_date;
create index transactions_account_date on public.transactions (account_id, transaction_date)
  include (type, amount, category_name, budget_id, nature, refund);

create function private.category_type(p_type text, p_refund boolean) returns text
language sql immutable as $$
  select case when (p_type = 'credit') <> p_refund then 'income' else 'expense' end
$$;
comment on function private.category_type(text, boolean) is
  'The type of a transaction''s category: that of the transaction, or the other one for a refund (S78a).';

create function private.category_type(p_client jsonb) returns text
language sql immutable as $$
  select private.category_type(private.stored_type(p_client ->> 'type'), coalesce(p_client -> 'refund' = 'true', false))
$$;
comment on function private.category_type(jsonb) is 'The same for a transaction in the client''s form (S78a).';

alter type private.client_transaction add attribute refund boolean;

create or replace function private.to_client(t public.transactions) returns private.client_transaction
language sql stable as $$
  select row(t.transaction_id, t.version, private.iso(t.created_at), t.account_id,
    case t.type when 'credit' then 'income' else 'expense' end, (t.amount * 100)::bigint, t.transaction_date,
    t.description, t.category_name, t.notes, t.budget_id, t.created_by, t.created_by_email, t.nature, t.transfer_id,
    -- Who may read the rest joins public.transaction_details.
    t.lines, 'open', null, null, null, null, t.refund)::private.client_transaction
$$;

create or replace function private.metadata(r private.client_transaction) returns jsonb
language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('category_name', r.category, 'notes', r.notes, 'budget_id', r."budgetId",
    'refund', case when r.refund then true end))
$$;

-- A device that knows no refunds, and a PATCH that names no metadata, change the type without saying that the row is
-- one of the other type. Then it is none (S78c). Nor is it one any more that becomes a split, a transfer or a
-- contribution.
create or replace function private.transactions_before_update()
returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
  moved boolean := new.account_id <> old.account_id;
  along text[] := case when new.amount = old.amount then '{amount}' else '{}' end;
begin
  new.description := coalesce(new.description, '');
  new.metadata := private.with_category(new.metadata);
  if old.refund and new.metadata -> 'refund' = 'true' and (case when private.pushing()
    then new.nature <> 'regular' or new.lines is not null or new.metadata ->> 'budget_id' is not null
    else new.type <> old.type and new.metadata = old.metadata end)
  then
    new.metadata := new.metadata - 'refund';
  end if;
  if new.metadata ->> 'budget_id' is not null
    and (moved or new.metadata ->> 'budget_id' is distinct from old.metadata ->> 'budget_id') then
    new.metadata := private.with_budget(new.metadata, new.account_id, moved);
  end if;
  changed := private.changed_groups(old, new);
  if changed <> '{}' then
    new.version := private.next_version(new.account_id);
    new.field_clocks := case
      -- A rename of a category writes no transaction: who edited its category did so under the old name.
      when current_setting('carryover.renaming', true) = 'on' then old.field_clocks
      when moved then private.stamp(private.renumber(old.field_clocks, old.account_id, new.version), changed,
        new.version, along)
      else private.stamp(old.field_clocks, changed, new.version, along) end;
  end if;
  return new;
end $$;

-- Whoever changes it moves the category to the other side, as a change of the type does. So it has the same clocks.
create or replace function private.changed_groups(o public.transactions, n public.transactions) returns text[]
language sql immutable as $$
  -- The generated columns of the new row are not there yet.
  select array_remove(array[
    case when n.type <> o.type or n.amount <> o.amount or turned then 'amount' end,
    case when n.type <> o.type or turned then 'type' end,
    case when n.transaction_date <> o.transaction_date then 'date' end,
    case when n.metadata ->> 'category_name' <> o.metadata ->> 'category_name' then 'category' end,
    case when n.description <> o.description then 'description' end,
    case when coalesce(n.metadata ->> 'notes', '') <> coalesce(o.metadata ->> 'notes', '') then 'notes' end,
    case when n.metadata ->> 'budget_id' is distinct from o.metadata ->> 'budget_id' then 'budgetId' end,
    case when n.account_id <> o.account_id then 'accountId' end,
    case when n.nature <> o.nature or n.transfer_id is distinct from o.transfer_id then 'nature' end,
    case when n.lines is distinct from o.lines then 'lines' end], null)
  from (select coalesce(n.metadata -> 'refund' = 'true', false) <> coalesce(o.metadata -> 'refund' = 'true', false))
    refund (turned)
$$;

create function private.field_clock(p_table text, p_field text) returns text
language sql immutable as $$
  select case when p_field = 'type' or (p_table = 'transactions' and p_field = 'refund') then 'type'
    else private.field_group(p_table, p_field) end
$$;
comment on function private.field_clock is
  'The clock that tells who wrote this very field last. Type and refund have one beside that of their group.';

create function private.with_refund(p_fields jsonb, p_current jsonb) returns jsonb
language sql immutable as $$
  select case when p_current -> 'refund' = 'true' and not p_fields ? 'refund' and p_fields ? 'type'
      and p_fields -> 'type' is distinct from p_current -> 'type'
    then p_fields || '{"refund": false}' else p_fields end
$$;
comment on function private.with_refund is
  'The fields of a patch. Another type ends a refund, unless the patch says otherwise (S78c).';

create or replace function private.merge_patch(
  p_table text, p_current jsonb, p_clocks jsonb, p_seen jsonb, p_before jsonb, p_after jsonb,
  p_edited_at timestamp with time zone,
  OUT taken jsonb, OUT kept jsonb, OUT kept_by uuid, OUT raised text[], OUT told jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  account text := coalesce(p_current ->> 'accountId', p_current ->> 'id');
  turns boolean := p_table = 'transactions' and (
    (p_after ? 'type' and p_before -> 'type' is distinct from p_after -> 'type')
    or (p_after ? 'refund' and p_before -> 'refund' is distinct from p_after -> 'refund'));
  splits boolean := p_table = 'transactions' and p_after ? 'lines';
  unseen_lines boolean := p_table = 'transactions' and jsonb_typeof(p_current -> 'lines') = 'array' and not splits;
  reconciles boolean := coalesce(p_after ->> 'status' = 'reconciled', false);
  unchanged text[];
  part record;
  groups text[];
  standing record;
  lost jsonb;
  author text;
  stood jsonb;
  newer text[];
  -- Groups that the same device has written since, where its mutations come in another order (S36b).
  late text[] := array(select key from jsonb_each(p_clocks) clocks where private.is_outdated(value));
  outdated text[];
begin
  taken := '{}';
  kept := '{}';
  raised := '{}';
  told := '{}';
  -- Only a change of the type, or of the lines, writes it.
  if p_table = 'transactions' and not turns and not splits then p_after := p_after - array['type', 'refund']; end if;
  if p_table = 'transactions' and turns and private.with_refund(p_after, p_current) <> p_after then
    p_after := private.with_refund(p_after, p_current);
    p_before := p_before || '{"refund": true}';
  end if;
  -- Releases before 0.3.0 name both texts when one of them changed.
  if p_table = 'transactions' and p_after ?& array['description', 'notes'] then
    unchanged := array(
      select key from unnest(array['description', 'notes']) key where p_before -> key = p_after -> key);
    if cardinality(unchanged) = 1 then p_after := p_after - unchanged; end if;
  end if;
  for part in
    select field_group, array_agg(distinct own_group) as named, jsonb_object_agg(key, value) as after,
      jsonb_object_agg(key, p_before -> key) as before, jsonb_object_agg(key, p_current -> key) as current
    from (
      -- A category's name belongs to a type. So a change of the type takes amount, type and category or none of them.
      select case when (turns or splits) and own_group in ('category', 'lines') then 'amount' else own_group end
        as field_group, own_group, key, value
      from (select private.field_group(p_table, key) as own_group, key, value from jsonb_each(p_after) fields) named
    ) fields
    group by 1
  loop
    if part.field_group is null then
      raise invalid_parameter_value using message = 'A patch names a field that devices do not write.';
    end if;
    groups := case when (turns or splits) and part.field_group = 'amount'
      then array['amount', 'type', 'category', 'lines'] else array[part.field_group] end;
    standing := private.latest_clock(p_clocks, groups, p_current);
    outdated := array(select key from jsonb_object_keys(part.after) key
      where private.field_clock(p_table, key) = any (late));
    if outdated <> '{}' then
      -- Its author has written over it already.
      continue when cardinality(groups) = 1 or 'type' = any (outdated) or 'lines' = any (outdated)
        or not exists (select from jsonb_object_keys(part.after - outdated) key
          where part.before -> key is distinct from part.after -> key);
      if splits then
        -- Lines add up to an amount that is no longer there.
        kept := kept || part.current;
        kept_by := standing.author;
        continue;
      end if;
      part.after := part.after - outdated;
      part.before := part.before - outdated;
      part.current := part.current - outdated;
    end if;
    if part.current = part.after then
      raised := raised || part.named;
    elsif unseen_lines and part.field_group in ('amount', 'category') then
      kept := kept || part.current;
      kept_by := (private.latest_clock(p_clocks, array['lines'], p_current)).author;
    elsif part.field_group = 'category' and not private.knows(p_clocks, 'type', p_seen, account) then
      -- The name belongs to the type that the row no longer has.
      kept := kept || part.current;
      kept_by := p_clocks #>> '{type,by}';
    elsif part.field_group = 'status' and not private.knows(p_clocks, 'accountId', p_seen, account) then
      -- A status is about the account that the row has left.
      kept := kept || part.current;
      kept_by := p_clocks #>> '{accountId,by}';
    elsif (private.knows_all(p_clocks, groups, p_seen, account)
        and not private.is_raised_since(p_clocks, groups, p_edited_at))
      or (jsonb_typeof(p_seen) is distinct from 'object' and part.current = part.before and standing.at <= p_edited_at)
    then
      taken := taken || part.after;
    elsif (case
      -- Whoever reconciled the row has counted it, and knows more of it than who has ticked it (S68i).
      when part.field_group = 'status' and reconciles <> (p_current ->> 'status' = 'reconciled') then reconciles
      else private.is_later(p_edited_at, auth.uid(), standing.at, standing.author) end)
    then
      taken := taken || part.after;
      lost := private.changed_fields(part.current, part.after);
      foreach author in array private.unknown_authors(p_clocks, groups, p_seen, account) loop
        told := told || jsonb_build_object(author, jsonb_build_object(
          'lost', coalesce(told #> array[author, 'lost'], '{}') || lost,
          'stands',
          coalesce(told #> array[author, 'stands'], '{}') || private.changed_fields(part.after, part.current)));
      end loop;
    else
      kept := kept || part.current;
      kept_by := standing.author;
    end if;
  end loop;
  if turns or splits then
    -- What is only taken along is no answer to a notice. So it is told once more, with what stands now (S40d). What its
    -- user chose since, and loses now, is the newer one of two.
    newer := array(select key from jsonb_object_keys(told #> array[auth.uid()::text, 'lost']) key
      where auth.uid()::text = any (private.choosers(p_clocks -> private.field_clock(p_table, key))));
    for lost in select n.lost from private.my_notices() n
      where n.row_id = (p_current ->> 'id')::uuid and n.kind = 'edited'
    loop
      lost := (select jsonb_object_agg(key, value) from jsonb_each(lost)
        where p_before -> key = p_after -> key and taken -> key <> value and key <> all (newer));
      continue when lost is null;
      author := auth.uid();
      stood := (select jsonb_object_agg(key, taken -> key) from jsonb_object_keys(lost) key);
      told := told || jsonb_build_object(author, jsonb_build_object(
        'lost', coalesce(told #> array[author, 'lost'], '{}') || lost,
        'stands', coalesce(told #> array[author, 'stands'], '{}') || stood));
    end loop;
  end if;
  if p_table = 'transactions' and taken ? 'accountId' then
    for author, lost, stood in
      select e.author, e.lost, e.stands from private.ended_by_move(
        case when taken ? 'budgetId' then p_current - 'budgetId' else p_current end, p_clocks, p_seen, account) e
    loop
      told := told || jsonb_build_object(author, jsonb_build_object(
        'lost', coalesce(told #> array[author, 'lost'], '{}') || lost,
        'stands', coalesce(told #> array[author, 'stands'], '{}') || stood));
    end loop;
    -- A contribution ends, whoever wrote it later.
    if p_after ->> 'budgetId' is null then kept := kept - 'budgetId'; end if;
  end if;
end $function$;

create or replace function private.tell_of_edit(p_author uuid, p_client jsonb, p_clocks jsonb, p_table text,
  p_lost jsonb, p_stands jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.account_of(p_client);
  is_split boolean := jsonb_typeof(p_client -> 'lines') = 'array' or jsonb_typeof(p_stands -> 'lines') = 'array';
  mine text[];
begin
  if not private.has_account(p_author, account) then
    mine := array(select g from jsonb_object_keys(p_clocks) g
      where p_author::text = any (private.authors(p_clocks -> g)));
    p_lost := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_lost)
      where private.field_clock(p_table, key) = any (mine));
    p_stands := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_stands)
      where p_lost ? key and not is_split);
    -- Only what others had written became another.
    if p_lost = '{}' then return; end if;
  end if;
  perform private.tell(p_author, account, p_table, (p_client ->> 'id')::uuid, 'edited', p_lost, p_stands);
end $$;

create or replace function private.decided_groups(p_notice private.notices) returns text[]
language sql stable security definer set search_path = '' as $$
  -- A change of the type or of the lines takes amount, type, category and lines together. Who was told of that, and
  -- answers on one of them, answers on all.
  select case
    when p_notice.lost ?| array['type', 'refund', 'lines'] and answers && array['amount', 'category', 'lines']
    then groups || array['amount', 'category', 'lines'] else groups end
  from (
    select
      coalesce(array_agg(distinct field_group)
        filter (where field_group <> 'status' or is_answer or not counted), '{}') as groups,
      coalesce(array_agg(distinct field_group) filter (where is_answer), '{}') as answers
    from private.changes c cross join unnest(c.groups) field_group
      -- Devices tell milliseconds.
      cross join lateral (select c.edited_at >= date_trunc('milliseconds', p_notice.at) as is_answer) since
      cross join (select exists (
        select from public.transaction_details d
        where d.transaction_id = p_notice.row_id and d.status = 'reconciled') as counted) now
    where c.row_id = p_notice.row_id and c.author = p_notice.user_id and c.at > p_notice.at) decided
$$;

create or replace function private.with_removal(p_row jsonb, p_removal private.changes) returns jsonb
language plpgsql stable as $$
declare
  removed jsonb;
begin
  if p_removal.change_id is null or p_removal.account_id is distinct from private.as_uuid(p_row ->> 'accountId') then
    return p_row;
  end if;
  removed := private.since_removal(p_removal);
  if not (removed || p_row) @> jsonb_build_object(
    'amount', removed -> 'amount', 'type', removed -> 'type', 'category', removed -> 'category')
  then
    removed := removed - array['lines', 'refund'];
  end if;
  return removed || p_row;
end $$;

revoke all on function private.category_type(text, boolean), private.category_type(jsonb), private.field_clock,
  private.with_refund from public;
grant execute on function private.category_type(text, boolean), private.category_type(jsonb)
  to authenticated, service_role;
grant execute on function private.field_clock, private.with_refund to authenticated;
