-- Two ways in which an amount was lost without a word.
-- Somebody entered an amount, and somebody else then changed the row's type, which takes the amount along. An edit that
-- had seen neither replaced it, and only who had changed the type was told (S37d).
-- Somebody lost an amount, entered another, and then lost that one to a split of their own that had seen neither. The
-- notice that is told once more (S40d) named the older amount instead of the newer.

create function private.choosers(p_clock jsonb) returns text[]
language sql immutable as $$
  select array_remove(case when p_clock ? 'along' then array(select jsonb_array_elements_text(p_clock -> 'along'))
    else array[p_clock ->> 'by'] end || (p_clock #>> '{raised,by}'), null)
$$;
comment on function private.choosers is
  'Who has chosen the value that stands under this clock: not who only took it along (S37d).';
revoke all on function private.choosers from public;
grant execute on function private.choosers to authenticated;

create function private.authors(p_clock jsonb) returns text[]
language sql immutable as $$
  select array(select distinct author from unnest(private.choosers(p_clock) || (p_clock ->> 'by')) author
    where author is not null)
$$;
comment on function private.authors is
  'Who is told when somebody writes over what stands under this clock unseen (S36e).';
revoke all on function private.authors from public;
grant execute on function private.authors to authenticated;

drop function private.stamp(jsonb, text[], bigint);
create function private.stamp(p_clocks jsonb, p_groups text[], p_version bigint, p_along text[] default '{}')
returns jsonb
language plpgsql as $$
declare
  edited_at timestamptz := private.edited_at();
  field text;
begin
  foreach field in array p_groups loop
    p_clocks := p_clocks || jsonb_build_object(field, jsonb_build_object(
      'at', greatest(edited_at, (p_clocks #>> array[field, 'at'])::timestamptz,
        (p_clocks #>> array[field, 'raised', 'at'])::timestamptz),
      'by', auth.uid(), 'v', p_version, 'd', private.device())
      || case when field = any (p_along)
        then jsonb_build_object('along', to_jsonb(private.choosers(p_clocks -> field))) else '{}' end);
  end loop;
  return p_clocks;
end $$;
comment on function private.stamp is
  'field_clocks with these groups changed now: at = the device''s edited_at in a push, else the server''s time; by = '
  'author; v = number of the change. p_along: of them those whose value was only taken along (S37d).';
revoke all on function private.stamp from public;

create or replace function private.unknown_authors(p_clocks jsonb, p_groups text[], p_seen jsonb, p_account text)
returns text[]
language plpgsql stable as $$
begin
  return array(
    select distinct author from unnest(p_groups) g, unnest(private.authors(p_clocks -> g)) author
    where not private.knows(p_clocks, g, p_seen, p_account));
end $$;

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
      where case key when 'type' then 'type' else private.field_group(p_table, key) end = any (mine));
    p_stands := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_stands)
      where p_lost ? key and not is_split);
    -- Only what others had written became another.
    if p_lost = '{}' then return; end if;
  end if;
  perform private.tell(p_author, account, p_table, (p_client ->> 'id')::uuid, 'edited', p_lost, p_stands);
end $$;

create or replace function private.tell_of_deletion(p_client jsonb, p_clocks jsonb, p_seen jsonb,
  p_edited_at timestamp with time zone)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := p_client ->> 'accountId';
  content jsonb := p_client - array['version', 'userEmail'];
  one record;
begin
  for one in
    select person as author, array_agg(e.field_group) as groups
    from private.unknown_edits(p_client, p_clocks, p_seen, p_edited_at) e
      cross join lateral unnest(private.authors(p_clocks -> e.field_group)::uuid[]) person
    group by person
  loop
    perform private.tell(one.author, account, 'transactions', (p_client ->> 'id')::uuid, 'deleted', case
      when private.has_account(one.author, account) then content
      else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(content)
        where private.field_group('transactions', key) = any (one.groups)) end, '{}');
  end loop;
end $$;

create or replace function private.tell_of_restores(p_removals private.changes[])
returns void
language plpgsql security definer set search_path = '' as $$
declare
  one record;
begin
  for one in
    select n.user_id, there.client, r.clocks || coalesce(r.status_clock, '{}') as clocks,
      private.changed_fields(private.since_removal(r), there.client) as differing
    from unnest(p_removals) r
      join private.notices n on n.row_id = r.row_id and n.kind = 'deleted' and n.at > r.at
      cross join lateral private.read_rows('transactions', array[r.row_id]) there
    where private.account_of(there.client) = r.account_id
  loop
    perform private.tell_of_edit(one.user_id, one.client, one.clocks, 'transactions', theirs.lost, theirs.stands)
    from (
      select jsonb_object_agg(key, value) as lost, jsonb_object_agg(key, one.client -> key) as stands
      from jsonb_each(one.differing)
      where one.user_id::text = any (private.authors(one.clocks -> private.field_group('transactions', key)))) theirs
    where theirs.lost is not null;
  end loop;
end $$;

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

create or replace function private.restored_clocks(p_row transactions)
returns jsonb
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
  return private.stamp(removal.clocks, private.changed_groups(was, p_row) || '{row}', p_row.version,
    case when was.amount = p_row.amount then '{amount}'::text[] else '{}' end);
end $$;

create or replace function private.merge_patch(p_table text, p_current jsonb, p_clocks jsonb, p_seen jsonb,
  p_before jsonb, p_after jsonb, p_edited_at timestamp with time zone, OUT taken jsonb, OUT kept jsonb,
  OUT kept_by uuid, OUT raised text[], OUT told jsonb)
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
  newer text[];
begin
  taken := '{}';
  kept := '{}';
  raised := '{}';
  told := '{}';
  -- Only a change of the type, or of the lines, writes it.
  if p_table = 'transactions' and not turns and not splits then p_after := p_after - 'type'; end if;
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
    -- What is only taken along is no answer to a notice. So it is told once more, with what stands now (S40d). What its
    -- user chose since, and loses now, is the newer one of two.
    newer := array(select key from jsonb_object_keys(told #> array[auth.uid()::text, 'lost']) key
      where auth.uid()::text = any (private.choosers(p_clocks -> case key when 'type' then key
        else private.field_group(p_table, key) end)));
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
end $$;
