-- Description and notes were one field group. An edit of the one took the other along as its author had seen it, and
-- replaced what somebody had written there meanwhile (G5). Of their own other device nobody was told. They are two
-- groups now (S36i).

create or replace function private.field_group(p_table text, p_field text) returns text
language sql immutable as $$
  select case
    when p_table = 'transactions' and p_field in ('amount', 'type') then 'amount'
    when p_table = 'transactions' and p_field in ('nature', 'transferId') then 'nature'
    when p_table = 'transactions' and p_field in ('status', 'reconciliationId') then 'status'
    when p_table = 'transactions' and p_field in ('bankId', 'importId', 'importedText') then 'bankId'
    when p_field = any (case p_table
      when 'transactions' then array['date', 'category', 'description', 'notes', 'budgetId', 'accountId', 'lines']
      when 'accounts' then array['name', 'type', 'description', 'accountNumber', 'kind', 'archived', 'position']
      when 'categories' then array['name', 'group', 'archived']
      when 'budgets' then array['name', 'amount', 'categoryId', 'description', 'startDate'] end) then p_field
  end
$$;

create or replace function private.changed_groups(o public.transactions, n public.transactions) returns text[]
language sql immutable as $$
  -- The generated columns of the new row are not there yet.
  select array_remove(array[
    case when n.type <> o.type or n.amount <> o.amount then 'amount' end,
    case when n.type <> o.type then 'type' end,
    case when n.transaction_date <> o.transaction_date then 'date' end,
    case when n.metadata ->> 'category_name' <> o.metadata ->> 'category_name' then 'category' end,
    case when n.description <> o.description then 'description' end,
    case when coalesce(n.metadata ->> 'notes', '') <> coalesce(o.metadata ->> 'notes', '') then 'notes' end,
    case when n.metadata ->> 'budget_id' is distinct from o.metadata ->> 'budget_id' then 'budgetId' end,
    case when n.account_id <> o.account_id then 'accountId' end,
    case when n.nature <> o.nature or n.transfer_id is distinct from o.transfer_id then 'nature' end,
    case when n.lines is distinct from o.lines then 'lines' end], null)
$$;

create or replace function private.knows(p_clocks jsonb, p_group text, p_seen jsonb, p_account text) returns boolean
language plpgsql stable as $$
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
    seen_number := coalesce(
      (p_seen #>> array['hidden', case p_group when 'type' then 'amount' else p_group end])::bigint, seen_number);
    return coalesce((seen_in = p_account and number <= seen_number)
      or (seen_in = clock #>> '{was,a}' and (clock #>> '{was,v}')::bigint <= seen_number), false);
  end if;
  -- Protocol 4: the row's number as it was seen, in whatever account.
  if jsonb_typeof(p_seen) = 'number' then return number <= p_seen::bigint and not p_clocks ? 'accountId'; end if;
  return false;
end $$;

create or replace function private.merge_patch(p_table text, p_current jsonb, p_clocks jsonb, p_seen jsonb,
  p_before jsonb, p_after jsonb, p_edited_at timestamp with time zone,
  OUT taken jsonb, OUT kept jsonb, OUT kept_by uuid, OUT raised text[], OUT told jsonb)
returns record
language plpgsql stable as $$
declare
  account text := coalesce(p_current ->> 'accountId', p_current ->> 'id');
  turns boolean := p_table = 'transactions' and p_after ? 'type'
    and p_before -> 'type' is distinct from p_after -> 'type';
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
begin
  taken := '{}';
  kept := '{}';
  raised := '{}';
  told := '{}';
  -- Only a change of the type, or of the lines, writes it.
  if p_table = 'transactions' and not turns and not splits then p_after := p_after - 'type'; end if;
  -- Releases before 0.3.0 name both texts when one of them changed.
  if p_table = 'transactions' and p_after ?& array['description', 'notes'] then
    unchanged := array(select key from unnest(array['description', 'notes']) key where p_before -> key = p_after -> key);
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
    if part.current = part.after then
      if standing.at < p_edited_at then raised := raised || part.named; end if;
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
    -- What is only taken along is no answer to a notice. So it is told once more, with what stands now (S40d).
    for lost in select n.lost from private.my_notices() n
      where n.row_id = (p_current ->> 'id')::uuid and n.kind = 'edited'
    loop
      lost := (select jsonb_object_agg(key, value) from jsonb_each(lost)
        where p_before -> key = p_after -> key and taken -> key <> value);
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
end $$;

create or replace function private.restored_clocks(p_row public.transactions) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  removal private.changes;
  content private.client_transaction;
  was public.transactions := p_row;
begin
  select * into removal from private.changes c
  where c.row_id = p_row.transaction_id and c.kind = 'removal' and c.account_id = p_row.account_id
  order by c.at desc limit 1;
  -- A copy of a row that a restored server lost: nobody has seen it under its new number.
  if removal.change_id is null then
    return private.stamp('{}',
      array['amount', 'type', 'date', 'category', 'description', 'notes', 'budgetId', 'accountId', 'nature', 'lines',
        'row'],
      p_row.version);
  end if;
  content := jsonb_populate_record(null::private.client_transaction, private.since_removal(removal));
  was.type := private.stored_type(content.type);
  was.amount := content.amount / 100.0;
  was.transaction_date := content.date;
  was.description := content.description;
  was.metadata := private.metadata(content);
  was.nature := coalesce(content.nature, 'regular');
  was.transfer_id := content."transferId";
  was.lines := content.lines;
  -- What the removal did not hold is an edit. That the row is back counts against deletions (S39j).
  return private.stamp(removal.clocks, private.changed_groups(was, p_row) || '{row}', p_row.version);
end $$;

-- Who wrote a text of before may have written the notes. What private.changes names as groups stays: the undo of an
-- edit of notes from before goes by its device.
select set_config('carryover.forgetting', 'on', false);
update public.transactions set field_clocks = field_clocks || jsonb_build_object('notes', field_clocks -> 'description')
where field_clocks ? 'description' and not field_clocks ? 'notes';
select set_config('carryover.forgetting', '', false);
update private.changes set clocks = clocks || jsonb_build_object('notes', clocks -> 'description')
where clocks ? 'description' and not clocks ? 'notes' and of_table = 'transactions';
